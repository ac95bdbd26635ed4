// Copies into a part of a tensor need no library function: Cartesian products,
// concatenation, graphs carried by loops.

// RUN: mesh-opt %s --run=product --arg=ring:nodes=3 --arg=ring:nodes=4 --compare-reference
// RUN: mesh-opt %s --run=concat --arg=[1,2] --arg=[3] | FileCheck %s
// CHECK: [1, 2, 3]
func.func @product(%a: !mesh.graph, %b: !mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %g = mesh.cartesian_product %a, %b : !mesh.graph
  %s, %t = mesh.endpoints %g : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>)
  %d = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  return %s, %t, %d : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

func.func @concat(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c = tensor.concat dim(0) %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %c : tensor<?xf32>
}
