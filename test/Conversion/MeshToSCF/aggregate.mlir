// RUN: mesh-opt %s --split-input-file --convert-mesh-to-scf --canonicalize | FileCheck %s
// RUN: mesh-opt %s --split-input-file --convert-mesh-to-scf=vector-bits=512 --canonicalize | FileCheck %s --check-prefix=WIDE

// A row of 40 is two vectors and a masked one, all in registers over the edges.
// CHECK-LABEL: func.func @odd_width
// CHECK-SAME: %[[PTR:[a-z0-9]+]]: memref<4000xi32>, %[[COL:[a-z0-9]+]]: memref<4000xi32>, %{{.*}}: memref<4000xi32>, %[[X:[a-z0-9]+]]: memref<?x40xf32>, %[[Y:[a-z0-9]+]]: memref<?x40xf32>
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: scf.parallel
// CHECK: scf.for %[[V:[a-z0-9]+]] =
// CHECK: memref.load %[[PTR]][%[[V]]]
// CHECK: %[[SUMS:.*]]:3 = scf.for %[[P:[a-z0-9]+]] = {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK: memref.load %[[COL]][%[[P]]]
// CHECK: vector.load %[[X]]
// CHECK: arith.addf
// CHECK: vector.load %[[X]][%{{.*}}, %[[C16]]]
// CHECK: %[[MASK:.*]] = vector.constant_mask [8] : vector<16xi1>
// CHECK: vector.maskedload %[[X]][%{{.*}}, %[[C32]]], %[[MASK]]
// CHECK: %[[TOTAL:.*]]:3 = scf.for %{{.*}} = {{.*}} step %c4096 iter_args(%{{.*}} = %[[SUMS]]#0
// CHECK: vector.store %[[TOTAL]]#0, %[[Y]]
// CHECK: vector.maskedstore %[[Y]]
// CHECK: mesh.dynamic
// CHECK-NOT: mesh.aggregate
func.func @odd_width(%ptr: memref<4000xi32>, %col: memref<4000xi32>, %edge: memref<4000xi32>, %x: memref<?x40xf32>, %y: memref<?x40xf32>) {
  mesh.aggregate over(%ptr, %col, %edge : memref<4000xi32>, memref<4000xi32>, memref<4000xi32>) target
      source(%x : memref<?x40xf32>)
      outs(%y : memref<?x40xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<40xf32>
        mesh.yield %zero : tensor<40xf32>
      }
      step(%acc: tensor<40xf32>, %row: tensor<40xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<40xf32>
        mesh.yield %a : tensor<40xf32>
      }
  return
}

// -----

// 256 floats do not fit sixteen 256-bit registers: two panels, one sweep each.
// CHECK-LABEL: func.func @panels
// CHECK: %{{.*}}:8 = scf.for
// CHECK: vector.store
// CHECK: %{{.*}}:8 = scf.for
// WIDE-LABEL: func.func @panels
// WIDE: %{{.*}}:16 = scf.for
func.func @panels(%ptr: memref<4000xi32>, %col: memref<4000xi32>, %edge: memref<4000xi32>, %x: memref<?x256xf32>, %y: memref<?x256xf32>) {
  mesh.aggregate over(%ptr, %col, %edge : memref<4000xi32>, memref<4000xi32>, memref<4000xi32>) target
      source(%x : memref<?x256xf32>)
      outs(%y : memref<?x256xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<256xf32>
        mesh.yield %zero : tensor<256xf32>
      }
      step(%acc: tensor<256xf32>, %row: tensor<256xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<256xf32>
        mesh.yield %a : tensor<256xf32>
      }
  return
}

// -----

// One weight for each of 2 heads of 16 channels: a scalar load and a broadcast.
// CHECK-LABEL: func.func @heads
// CHECK: %[[W0:.*]] = memref.load %{{.*}} : memref<?x2xf32>
// CHECK: vector.broadcast %[[W0]] : f32 to vector<16xf32>
// CHECK: %[[W1:.*]] = memref.load %{{.*}} : memref<?x2xf32>
// CHECK: vector.broadcast %[[W1]] : f32 to vector<16xf32>
func.func @heads(%ptr: memref<4000xi32>, %col: memref<4000xi32>, %edge: memref<4000xi32>, %x: memref<?x2x16xf32>, %w: memref<?x2xf32>, %y: memref<?x2x16xf32>) {
  mesh.aggregate over(%ptr, %col, %edge : memref<4000xi32>, memref<4000xi32>, memref<4000xi32>) target
      source(%x : memref<?x2x16xf32>)
      edge(%w : memref<?x2xf32>)
      outs(%y : memref<?x2x16xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<2x16xf32>
        mesh.yield %zero : tensor<2x16xf32>
      }
      step(%acc: tensor<2x16xf32>, %row: tensor<2x16xf32>, %weight: tensor<2xf32>, %e: index) {
        %empty = tensor.empty() : tensor<2x16xf32>
        %b = linalg.broadcast ins(%weight : tensor<2xf32>) outs(%empty : tensor<2x16xf32>) dimensions = [1]
        %m = arith.mulf %row, %b : tensor<2x16xf32>
        %a = arith.addf %acc, %m : tensor<2x16xf32>
        mesh.yield %a : tensor<2x16xf32>
      }
  return
}

// -----

// A width known at run time only: pairs of full vectors, then masked ones.
// CHECK-LABEL: func.func @dynamic_width
// CHECK: scf.parallel
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c32
// CHECK: scf.for %{{.*}} -> (vector<16xf32>, vector<16xf32>)
// CHECK: vector.load
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c16
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK: scf.for %{{.*}} -> (vector<16xf32>)
// CHECK: vector.maskedload %{{.*}}, %[[MASK]]
func.func @dynamic_width(%ptr: memref<4000xi32>, %col: memref<4000xi32>, %edge: memref<4000xi32>, %x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  mesh.aggregate over(%ptr, %col, %edge : memref<4000xi32>, memref<4000xi32>, memref<4000xi32>) target
      source(%x : memref<?x?xf32>)
      outs(%y : memref<?x?xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        %zeros = tensor.splat %zero[%n] : tensor<?xf32>
        mesh.yield %zeros : tensor<?xf32>
      }
      step(%acc: tensor<?xf32>, %row: tensor<?xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<?xf32>
        mesh.yield %a : tensor<?xf32>
      }
  return
}

// -----

// Rows ahead are fetched into L2; the position stops at the last edge.
// CHECK-LABEL: func.func @prefetch
// CHECK: %[[AHEAD:.*]] = arith.addi %{{.*}}, %c24
// CHECK-NEXT: %[[AT:.*]] = arith.minsi %[[AHEAD]], %{{.*}}
// CHECK: memref.load %{{.*}}[%[[AT]]]
// CHECK-COUNT-2: memref.prefetch %{{.*}}, read, locality<2>, data
func.func @prefetch(%ptr: memref<4000xi32>, %col: memref<4000xi32>, %edge: memref<4000xi32>, %x: memref<?x32xf32>, %y: memref<?x32xf32>) {
  mesh.aggregate over(%ptr, %col, %edge : memref<4000xi32>, memref<4000xi32>, memref<4000xi32>) target
      source(%x : memref<?x32xf32>)
      outs(%y : memref<?x32xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<32xf32>
        mesh.yield %zero : tensor<32xf32>
      }
      step(%acc: tensor<32xf32>, %row: tensor<32xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<32xf32>
        mesh.yield %a : tensor<32xf32>
      }
      attributes {mesh.prefetch_distance = 24 : i64}
  return
}

// -----

// Sorted edge rows are read by position, and no ordinal is looked up for them.
// CHECK-LABEL: func.func @sorted
// CHECK-SAME: %[[W:[a-z0-9]+]]: memref<?xf32>
// CHECK-NOT: memref.load %arg2
// CHECK: scf.for %[[P:[a-z0-9]+]] = {{.*}} -> (f32)
// CHECK: memref.load %arg3[%[[P]]]
// CHECK-NOT: memref.load %arg2
// CHECK: return
func.func @sorted(%ptr: memref<?xi32>, %col: memref<?xi32>, %edge: memref<?xi32>, %w: memref<?xf32>, %y: memref<?xf32>) {
  mesh.aggregate over(%ptr, %col, %edge : memref<?xi32>, memref<?xi32>, memref<?xi32>) target sorted = array<i1: true>
      edge(%w : memref<?xf32>) outs(%y : memref<?xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      step(%acc: f32, %row: f32, %e: index) {
        %a = arith.addf %acc, %row : f32
        mesh.yield %a : f32
      }
  return
}
