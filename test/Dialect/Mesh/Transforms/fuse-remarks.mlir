// What --mesh-fuse says of edge rows that are left: who reads them, and why that
// op did not compute them itself.
// RUN: mesh-opt %s --mesh-expand --mesh-fuse=remarks --verify-diagnostics

// A large product, and what stands between it and the sum. The size of the rows is asked for on
// the way, which reads none of them.
func.func @product(%g: !mesh.graph, %x: tensor<?x128xf32>, %w: tensor<128x64xf32>, %b: tensor<64xf32>) -> tensor<?x64xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x128xf32>, !mesh.graph) -> tensor<?x128xf32>
  // expected-remark @+1 {{edge rows stay in memory: read by 'linalg.matmul', which is a matrix product of more than 4,096 multiplications for each edge, or of unknown size}}
  %m = math.tanh %s : tensor<?x128xf32>
  // expected-remark @+1 {{edge rows stay in memory: read by 'mesh.aggregate', and made by 'linalg.matmul', which is a matrix product of more than 4,096 multiplications for each edge, or of unknown size}}
  %p = mesh.linear %m, %w, %b : (tensor<?x128xf32>, tensor<128x64xf32>, tensor<64xf32>) -> tensor<?x64xf32>
  %y = mesh.segment_sum %p, %g target : (tensor<?x64xf32>, !mesh.graph) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// A reduction over a trailing axis of unknown size, and a result of the function.
func.func @reduced(%g: !mesh.graph, %x: tensor<?x?xf32>, %zeros: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  // expected-remark @+2 {{edge rows stay in memory: returned as a result of the function}}
  // expected-remark @+1 {{edge rows stay in memory: read by 'linalg.reduce', which is a reduction over trailing axes of more than 1,024 terms, or of unknown size}}
  %s = mesh.gather %x, %g source : (tensor<?x?xf32>, !mesh.graph) -> tensor<?x?xf32>
  // expected-remark @+1 {{edge rows stay in memory: read by 'mesh.aggregate', and made by 'linalg.reduce', which is a reduction over trailing axes of more than 1,024 terms, or of unknown size}}
  %r = linalg.reduce { arith.addf } ins(%s : tensor<?x?xf32>) outs(%zeros : tensor<?xf32>) dimensions = [1]
  %y = mesh.segment_sum %r, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %s, %y : tensor<?x?xf32>, tensor<?xf32>
}

// Two readers of more than 8 ops.
#rows = affine_map<(i, j) -> (i, j)>
func.func @several(%g: !mesh.graph, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  // expected-remark @+1 {{read by 'mesh.aggregate', as are others, and a body of 10 ops is not computed again for each (at most 8 are)}}
  %body:1 = mesh.map_edges over(%g : !mesh.graph) edge(%s : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%r: tensor<4xf32>, %e: index) {
        %1 = math.exp %r : tensor<4xf32>
        %2 = math.tanh %1 : tensor<4xf32>
        %3 = math.exp %2 : tensor<4xf32>
        %4 = math.tanh %3 : tensor<4xf32>
        %5 = math.exp %4 : tensor<4xf32>
        %6 = math.tanh %5 : tensor<4xf32>
        %7 = math.exp %6 : tensor<4xf32>
        %8 = math.tanh %7 : tensor<4xf32>
        %9 = math.exp %8 : tensor<4xf32>
        %10 = math.tanh %9 : tensor<4xf32>
        mesh.yield %10 : tensor<4xf32>
      }
  %a = mesh.segment_sum %body#0, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %b = mesh.segment_max %body#0, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %a, %b : tensor<?x4xf32>, tensor<?x4xf32>
}

// A slice of rows of unknown width.
func.func @sliced(%g: !mesh.graph, %x: tensor<?x?xf32>) -> tensor<?x2xf32> {
  %e = mesh.num_edges %g : !mesh.graph
  // expected-remark @+1 {{read by 'mesh.aggregate' by way of 'tensor.extract_slice', which does not move rows through views}}
  %s = mesh.gather %x, %g source : (tensor<?x?xf32>, !mesh.graph) -> tensor<?x?xf32>
  %half = tensor.extract_slice %s[0, 0] [%e, 2] [1, 1] : tensor<?x?xf32> to tensor<?x2xf32>
  %y = mesh.segment_sum %half, %g target : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// Nothing is left.
func.func @sum(%g: !mesh.graph, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %m = math.tanh %s : tensor<?x4xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
