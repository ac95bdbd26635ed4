// Rows that lie apart in memory, are wider than the code is unrolled for, or come
// from an op with several results.
//
// DEFINE: %{compare} = mesh-opt %s --compare-reference --run
// RUN: %{compare}=hi --arg=[[0],[0]] --arg=[1000000]
// RUN: mesh-opt %s --run=hi --arg=[[0],[0]] --arg=[1000000] | FileCheck %s --check-prefix=HI
// HI: {{^}}[232]
// RUN: %{compare}=drop --arg=[[0,1,2,2,2],[0,0,0,1,1]] --arg=[1,2,4,8,16]
// RUN: %{compare}=sincos --arg=ring:nodes=5 --arg=uniform:1
// RUN: %{compare}=slice --arg=ring:nodes=5 --arg=iota
// RUN: %{compare}=strided --arg=ring:nodes=5 --arg=iota
// RUN: %{compare}=wide --arg=ring:nodes=5 --arg=uniform:1:shape=5x4097
// RUN: %{compare}=deep --arg=ones:shape=1x1x1x1x1x1x1x1x3

func.func @hi(%g: !mesh.graph, %x: tensor<?xi32>) -> tensor<?xf32> {
  %a, %b = arith.mului_extended %x, %x : tensor<?xi32>
  %f = arith.sitofp %b : tensor<?xi32> to tensor<?xf32>
  %y = mesh.segment_sum %f, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @drop(%g: !mesh.graph, %x: tensor<?xf32>) -> tensor<?xf32> {
  %seed = arith.constant 1 : i64
  %d = mesh.dropout %x, %seed {rate = 0.5 : f64} : (tensor<?xf32>, i64) -> tensor<?xf32>
  %y = mesh.segment_sum %d, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @sincos(%g: !mesh.graph, %x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %s, %c = math.sincos %x : tensor<?x3xf32>
  %y = mesh.segment_sum %c, %g target : (tensor<?x3xf32>, !mesh.graph) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
func.func @slice(%g: !mesh.graph, %x: tensor<?x2x5xf32>) -> tensor<?x2x4xf32> {
  %n = mesh.num_nodes %g source : !mesh.graph
  %s = tensor.extract_slice %x[0, 0, 1] [%n, 2, 4] [1, 1, 1] : tensor<?x2x5xf32> to tensor<?x2x4xf32>
  %m = mesh.gather %s, %g source : (tensor<?x2x4xf32>, !mesh.graph) -> tensor<?x2x4xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x2x4xf32>, !mesh.graph) -> tensor<?x2x4xf32>
  return %y : tensor<?x2x4xf32>
}
func.func @strided(%g: !mesh.graph, %x: tensor<?x5xf32>) -> tensor<?x2xf32> {
  %n = mesh.num_nodes %g source : !mesh.graph
  %s = tensor.extract_slice %x[0, 0] [%n, 2] [1, 2] : tensor<?x5xf32> to tensor<?x2xf32>
  %y = mesh.gather %s, %g source : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
func.func @wide(%g: !mesh.graph, %x: tensor<?x4097xf32>) -> tensor<?x4097xf32> {
  %y = mesh.segment_mean %x, %g target : (tensor<?x4097xf32>, !mesh.graph) -> tensor<?x4097xf32>
  return %y : tensor<?x4097xf32>
}
func.func @deep(%x: tensor<1x1x1x1x1x1x1x1x?xf32>) -> tensor<1x1x1x1x1x1x1x1x?xf32> {
  %y = arith.addf %x, %x : tensor<1x1x1x1x1x1x1x1x?xf32>
  return %y : tensor<1x1x1x1x1x1x1x1x?xf32>
}
