// RUN: mesh-opt %s --explain=outer | FileCheck %s

// An axis that was put together of two has the product of their sizes.
// CHECK: copy into a slice
// CHECK: reads k1: a.axis0*b.axis0 x f32
// CHECK: bytes 8*a.axis0*b.axis0
func.func @outer(%a: tensor<?xf32> {mesh.name = "a"}, %b: tensor<?xf32> {mesh.name = "b"}) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %m = tensor.dim %b, %c0 : tensor<?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    linalg.yield %p : f32
  } -> tensor<?x?xf32>
  %c = tensor.collapse_shape %o [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %nm = arith.muli %n, %m : index
  %t = arith.addi %nm, %n : index
  %big = tensor.empty(%t) : tensor<?xf32>
  %i = tensor.insert_slice %c into %big[0] [%nm] [1] : tensor<?xf32> into tensor<?xf32>
  %r = tensor.insert_slice %a into %i[%nm] [%n] [1] : tensor<?xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}
