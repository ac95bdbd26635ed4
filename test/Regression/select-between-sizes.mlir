// A condition chooses between tensors of different sizes; the result has the
// size of the chosen one.

// RUN: mesh-opt %s --run=chosen --arg=false --arg=[1,2] --arg=[1,2,3] | FileCheck %s --check-prefix=LONG
// RUN: mesh-opt %s --run=chosen --arg=true --arg=[1,2] --arg=[1,2,3] --compare-reference
// RUN: mesh-opt %s --run=graphs --arg=false --arg=ring:nodes=3 --arg=star:nodes=5 | FileCheck %s --check-prefix=STAR
// LONG: tensor<3xf32>
// LONG-NEXT: [2, 4, 6]
// STAR: tensor<5xi32>
// STAR-NEXT: [4, 0, 0, 0, 0]
func.func @chosen(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = scf.if %c -> tensor<?xf32> {
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %b : tensor<?xf32>
  }
  %s = arith.addf %r, %r : tensor<?xf32>
  return %s : tensor<?xf32>
}

func.func @graphs(%c: i1, %a: !mesh.graph, %b: !mesh.graph) -> tensor<?xi32> {
  %g = scf.if %c -> !mesh.graph {
    scf.yield %a : !mesh.graph
  } else {
    scf.yield %b : !mesh.graph
  }
  %d = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  return %d : tensor<?xi32>
}
