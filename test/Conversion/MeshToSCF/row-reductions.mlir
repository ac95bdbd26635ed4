// RUN: mesh-opt %s --split-input-file --convert-mesh-to-scf --canonicalize | FileCheck %s

// Dot products of 2 heads of 16 channels: products of whole vectors, then halves
// onto halves of both at once, and one sum for each head at the end.
// CHECK-LABEL: func.func @dots
// CHECK: %[[P0:.*]] = arith.mulf %{{.*}} : vector<16xf32>
// CHECK: %[[P1:.*]] = arith.mulf %{{.*}} : vector<16xf32>
// CHECK-DAG: %[[L:.*]] = vector.shuffle %[[P0]], %[[P1]] [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]
// CHECK-DAG: %[[H:.*]] = vector.shuffle %[[P0]], %[[P1]] [8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31]
// CHECK: %[[S:.*]] = arith.addf %[[L]], %[[H]] : vector<16xf32>
// CHECK: vector.shuffle %[[S]], %[[S]] [0, 1, 2, 3, 8, 9, 10, 11]
// CHECK: vector.shuffle %{{.*}} [0, 1, 4, 5]
// CHECK: vector.shuffle %{{.*}} [0, 2]
// CHECK: vector.store %{{.*}} : memref<?x2xf32>, vector<2xf32>
func.func @dots(%s: memref<?xi32>, %t: memref<?xi32>, %x: memref<?x2x16xf32>, %y: memref<?x2xf32>) {
  mesh.map_edges over(%s, %t : memref<?xi32>, memref<?xi32>)
      source(%x : memref<?x2x16xf32>) target(%x : memref<?x2x16xf32>)
      outs(%y : memref<?x2xf32>)
      body(%a: tensor<2x16xf32>, %b: tensor<2x16xf32>, %e: index) {
        %zero = arith.constant dense<0.0> : tensor<2xf32>
        %p = arith.mulf %a, %b : tensor<2x16xf32>
        %d = linalg.reduce { arith.addf } ins(%p : tensor<2x16xf32>) outs(%zero : tensor<2xf32>) dimensions = [1]
        mesh.yield %d : tensor<2xf32>
      }
  return
}

// -----

// A rest is masked with what adds nothing, also to a zero.
// CHECK-LABEL: func.func @rest
// CHECK: %[[NONE:.*]] = arith.constant dense<-0.000000e+00> : vector<16xf32>
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[NONE]] : vector<16xi1>, vector<16xf32>
// CHECK: vector.extract
func.func @rest(%s: memref<?xi32>, %t: memref<?xi32>, %x: memref<?x21xf32>, %y: memref<?xf32>) {
  mesh.map_edges over(%s, %t : memref<?xi32>, memref<?xi32>)
      source(%x : memref<?x21xf32>)
      outs(%y : memref<?xf32>)
      body(%a: tensor<21xf32>, %e: index) {
        %zero = arith.constant dense<0.0> : tensor<f32>
        %d = linalg.reduce { arith.addf } ins(%a : tensor<21xf32>) outs(%zero : tensor<f32>) dimensions = [0]
        %r = tensor.extract %d[] : tensor<f32>
        mesh.yield %r : f32
      }
  return
}

// -----

// Sums over the first axis are in order: their results are the lanes.
// CHECK-LABEL: func.func @first_axis
// CHECK-NOT: vector.shuffle
// CHECK: vector.store %{{.*}} : memref<?x16xf32>, vector<16xf32>
func.func @first_axis(%s: memref<?xi32>, %t: memref<?xi32>, %x: memref<?x8x16xf32>, %y: memref<?x16xf32>) {
  mesh.map_edges over(%s, %t : memref<?xi32>, memref<?xi32>)
      source(%x : memref<?x8x16xf32>)
      outs(%y : memref<?x16xf32>)
      body(%a: tensor<8x16xf32>, %e: index) {
        %zero = arith.constant dense<0.0> : tensor<16xf32>
        %d = linalg.reduce { arith.addf } ins(%a : tensor<8x16xf32>) outs(%zero : tensor<16xf32>) dimensions = [0]
        mesh.yield %d : tensor<16xf32>
      }
  return
}
