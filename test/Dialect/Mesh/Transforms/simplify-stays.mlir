// Linear maps that stay where they are: something does not commute, or nothing says
// that it would be cheaper.
// RUN: mesh-opt %s --mesh-expand --canonicalize --cse --mesh-simplify --canonicalize --cse --split-input-file | FileCheck %s

// Largest entries do not commute with a map.
// CHECK-LABEL: func.func @max(
// CHECK:         linalg.matmul
// CHECK:         mesh.segment_max
func.func @max(%g: !mesh.graph, %x: tensor<?x2xf32>, %w: tensor<2x8xf32>, %r: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = mesh.linear %x, %w : (tensor<?x2xf32>, tensor<2x8xf32>) -> tensor<?x8xf32>
  %m = mesh.gather %y, %g source : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %a = mesh.segment_max %m, %g target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %z = arith.addf %a, %y : tensor<?x8xf32>
  return %z : tensor<?x8xf32>
}

// -----

// A bias inside: edges without a weight of 1 count it otherwise.
// CHECK-LABEL: func.func @bias(
// CHECK:         linalg.matmul
// CHECK:         mesh.segment_sum {{.*}} -> tensor<?x8xf32>
func.func @bias(%g: !mesh.graph, %x: tensor<?x2xf32>, %w: tensor<2x8xf32>, %b: tensor<8xf32>, %s: tensor<?xf32>) -> tensor<?x8xf32> {
  %y = mesh.linear %x, %w, %b : (tensor<?x2xf32>, tensor<2x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  %ys = mesh.scale %y, %s : (tensor<?x8xf32>, tensor<?xf32>) -> tensor<?x8xf32>
  %m = mesh.gather %ys, %g source : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %a = mesh.segment_sum %m, %g target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %z = mesh.scale %a, %s : (tensor<?x8xf32>, tensor<?xf32>) -> tensor<?x8xf32>
  return %z : tensor<?x8xf32>
}

// -----

// A factor for each feature.
// CHECK-LABEL: func.func @gated(
// CHECK:         linalg.matmul
// CHECK:         mesh.segment_sum {{.*}} -> tensor<?x8xf32>
func.func @gated(%g: !mesh.graph, %x: tensor<?x2xf32>, %w: tensor<2x8xf32>, %e: tensor<?x8xf32>, %r: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = mesh.linear %x, %w : (tensor<?x2xf32>, tensor<2x8xf32>) -> tensor<?x8xf32>
  %m = mesh.gather %y, %g source : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %mg = arith.mulf %m, %e : tensor<?x8xf32>
  %a = mesh.segment_sum %mg, %g target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %t = mesh.gather %x, %g target : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %u = mesh.segment_sum %t, %g source : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  return %a : tensor<?x8xf32>
}

// -----

// Pooling: as many rows before as there are nodes, one for each graph behind.
// CHECK-LABEL: func.func @pooling(
// CHECK:         mesh.segment_mean {{.*}} -> tensor<?x16xf32>
// CHECK:         linalg.matmul
func.func @pooling(%g: !mesh.graph, %x: tensor<?x16xf32>, %w: tensor<16x4xf32>) -> tensor<?x4xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %z = mesh.linear %a, %w : (tensor<?x16xf32>, tensor<16x4xf32>) -> tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}

// -----

// Widths that are not known.
// CHECK-LABEL: func.func @dynamic(
// CHECK:         linalg.matmul
// CHECK:         mesh.segment_sum {{.*}} -> tensor<?x8xf32>
func.func @dynamic(%g: !mesh.graph, %x: tensor<?x?xf32>, %w: tensor<?x8xf32>, %s: tensor<?xf32>) -> tensor<?x8xf32> {
  %y = mesh.linear %x, %w : (tensor<?x?xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %ys = mesh.scale %y, %s : (tensor<?x8xf32>, tensor<?xf32>) -> tensor<?x8xf32>
  %m = mesh.gather %ys, %g source : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %a = mesh.segment_sum %m, %g target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %z = mesh.scale %a, %s : (tensor<?x8xf32>, tensor<?xf32>) -> tensor<?x8xf32>
  return %z : tensor<?x8xf32>
}

// -----

// Rows that are rounded to 16 bits where they are stored.
// CHECK-LABEL: func.func @half(
// CHECK:         linalg.matmul
// CHECK:         mesh.segment_sum {{.*}} -> tensor<?x8xbf16>
func.func @half(%g: !mesh.graph, %x: tensor<?x2xbf16>, %w: tensor<2x8xbf16>, %s: tensor<?xbf16>) -> tensor<?x8xbf16> {
  %y = mesh.linear %x, %w : (tensor<?x2xbf16>, tensor<2x8xbf16>) -> tensor<?x8xbf16>
  %ys = mesh.scale %y, %s : (tensor<?x8xbf16>, tensor<?xbf16>) -> tensor<?x8xbf16>
  %m = mesh.gather %ys, %g source : (tensor<?x8xbf16>, !mesh.graph) -> tensor<?x8xbf16>
  %a = mesh.segment_sum %m, %g target : (tensor<?x8xbf16>, !mesh.graph) -> tensor<?x8xbf16>
  %z = mesh.scale %a, %s : (tensor<?x8xbf16>, tensor<?xbf16>) -> tensor<?x8xbf16>
  return %z : tensor<?x8xbf16>
}

// -----

// Others read the result of the map: it would be computed twice.
// CHECK-LABEL: func.func @read_twice(
// CHECK:         linalg.matmul
// CHECK-NOT:     linalg.matmul
// CHECK:         mesh.segment_sum {{.*}} -> tensor<?x8xf32>
// CHECK-NOT:     linalg.matmul
// CHECK:         return
func.func @read_twice(%g: !mesh.graph, %x: tensor<?x2xf32>, %w: tensor<2x8xf32>) -> tensor<?x8xf32> {
  %y = mesh.linear %x, %w : (tensor<?x2xf32>, tensor<2x8xf32>) -> tensor<?x8xf32>
  %m = mesh.gather %y, %g source : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %a = mesh.segment_sum %m, %g target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %h = math.tanh %y : tensor<?x8xf32>
  %z = arith.addf %a, %h : tensor<?x8xf32>
  return %z : tensor<?x8xf32>
}
