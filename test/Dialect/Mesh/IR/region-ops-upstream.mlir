// What upstream's passes do with the region ops: equal ones become one, those that a
// loop does not change leave it.

// RUN: mesh-opt %s --cse --split-input-file | FileCheck %s --check-prefix=CSE
// RUN: mesh-opt %s --loop-invariant-code-motion --split-input-file | FileCheck %s --check-prefix=LICM

// Equal but for the names of values. Where a region, an operand or an attribute
// differs, both stay.
// CSE-LABEL: func.func @folds(
// CSE: %[[A:.*]] = mesh.aggregate
// CSE: arith.addf %{{.*}}, %{{.*}} : f32
// CSE: %[[OTHER:.*]] = mesh.aggregate
// CSE: arith.subf %{{.*}}, %{{.*}} : f32
// CSE: %[[TARGET:.*]] = mesh.aggregate over(%{{.*}} : !mesh.graph) source
// CSE: %[[ROWS:.*]] = mesh.aggregate
// CSE-NOT: mesh.aggregate
// CSE: return %[[A]], %[[A]], %[[OTHER]], %[[TARGET]], %[[ROWS]]
func.func @folds(%g: !mesh.graph, %x: tensor<?xf32>, %z: tensor<?xf32>, %out: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = mesh.aggregate over(%g : !mesh.graph) target source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      init { mesh.yield %zero : f32 }
      step(%acc: f32, %row: f32, %e: index) {
        %t = math.exp %row : f32
        %s = arith.addf %acc, %t : f32
        mesh.yield %s : f32
      }
  %b = mesh.aggregate over(%g : !mesh.graph) target source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      init { mesh.yield %zero : f32 }
      step(%before: f32, %in: f32, %ordinal: index) {
        %term = math.exp %in : f32
        %after = arith.addf %before, %term : f32
        mesh.yield %after : f32
      }
  %c = mesh.aggregate over(%g : !mesh.graph) target source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      init { mesh.yield %zero : f32 }
      step(%acc: f32, %row: f32, %e: index) {
        %t = math.exp %row : f32
        %u = arith.subf %t, %row : f32
        %s = arith.addf %acc, %u : f32
        mesh.yield %s : f32
      }
  %d = mesh.aggregate over(%g : !mesh.graph) source source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      init { mesh.yield %zero : f32 }
      step(%acc: f32, %row: f32, %e: index) {
        %t = math.exp %row : f32
        %s = arith.addf %acc, %t : f32
        mesh.yield %s : f32
      }
  %f = mesh.aggregate over(%g : !mesh.graph) target source(%z : tensor<?xf32>) outs(%out : tensor<?xf32>)
      init { mesh.yield %zero : f32 }
      step(%acc: f32, %row: f32, %e: index) {
        %t = math.exp %row : f32
        %s = arith.addf %acc, %t : f32
        mesh.yield %s : f32
      }
  return %a, %b, %c, %d, %f : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// CSE-LABEL: func.func @maps(
// CSE: %[[A:.*]] = mesh.map_edges
// CSE: %[[OTHER:.*]] = mesh.map_edges
// CSE: arith.mulf
// CSE: %[[SWEPT:.*]] = mesh.map_edges over(%{{.*}} : !mesh.graph) sweep = target
// CSE-NOT: mesh.map_edges
// CSE: return %[[A]], %[[A]], %[[OTHER]], %[[SWEPT]]
func.func @maps(%g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %a = mesh.map_edges over(%g : !mesh.graph) source(%x : tensor<?xf32>) target(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      body(%s: f32, %t: f32, %e: index) {
        %d = arith.subf %s, %t : f32
        mesh.yield %d : f32
      }
  %b = mesh.map_edges over(%g : !mesh.graph) source(%x : tensor<?xf32>) target(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      body(%from: f32, %to: f32, %e: index) {
        %difference = arith.subf %from, %to : f32
        mesh.yield %difference : f32
      }
  %c = mesh.map_edges over(%g : !mesh.graph) source(%x : tensor<?xf32>) target(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      body(%s: f32, %t: f32, %e: index) {
        %d = arith.mulf %s, %t : f32
        mesh.yield %d : f32
      }
  %d = mesh.map_edges over(%g : !mesh.graph) sweep = target sorted = array<i1: true> source(%x : tensor<?xf32>) target(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      body(%s: f32, %t: f32, %e: index) {
        %d = arith.subf %s, %t : f32
        mesh.yield %d : f32
      }
  return %a, %b, %c, %d : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// The fold of the rows that the loop carries stays in it.
// LICM-LABEL: func.func @loop(
// LICM: %[[EDGES:.*]] = mesh.map_edges
// LICM: %[[SUM:.*]] = mesh.aggregate {{.*}} target
// LICM-NEXT: edge(%[[EDGES]] : tensor<?xf32>)
// LICM: scf.for
// LICM: mesh.aggregate {{.*}} source
// LICM: arith.addf %[[SUM]],
// LICM: scf.yield
func.func @loop(%g: !mesh.graph, %x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %nodes = mesh.num_nodes %g target : !mesh.graph
  %edges = mesh.num_edges %g : !mesh.graph
  %out = tensor.empty(%nodes) : tensor<?xf32>
  %rows = tensor.empty(%edges) : tensor<?xf32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<?xf32>) {
    %m = mesh.map_edges over(%g : !mesh.graph) source(%x : tensor<?xf32>) target(%x : tensor<?xf32>) outs(%rows : tensor<?xf32>)
        body(%s: f32, %t: f32, %e: index) {
          %d = arith.subf %s, %t : f32
          mesh.yield %d : f32
        }
    %a = mesh.aggregate over(%g : !mesh.graph) target edge(%m : tensor<?xf32>) outs(%out : tensor<?xf32>)
        init { mesh.yield %zero : f32 }
        step(%acc: f32, %row: f32, %e: index) {
          %s = arith.addf %acc, %row : f32
          mesh.yield %s : f32
        }
    %b = mesh.aggregate over(%g : !mesh.graph) source source(%h : tensor<?xf32>) outs(%out : tensor<?xf32>)
        init { mesh.yield %zero : f32 }
        step(%acc: f32, %row: f32, %e: index) {
          %s = arith.addf %acc, %row : f32
          mesh.yield %s : f32
        }
    %next = arith.addf %a, %b : tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}
