// An argument with a row for each edge.
func.func @scores(%g: !mesh.graph, %s: tensor<?xf32>) -> tensor<?xf32> {
  %m = mesh.segment_sum %s, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %e = mesh.gather %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %zero = arith.subf %e, %e : tensor<?xf32>
  %same = arith.addf %s, %zero : tensor<?xf32>
  return %same : tensor<?xf32>
}
