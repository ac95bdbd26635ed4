// Sums over all edges: rows that fit into registers and rows that do not, of known and
// unknown width, in every element type, with several runs of edges, one and none; the
// same bits for 1 and 3 threads.
//
// DEFINE: %{type} = f32
// DEFINE: %{tolerance} = 1e-5
// DEFINE: %{graph} = rmat:nodes=97,edges=9000,seed=1,p=.57/.19/.19/.05
// DEFINE: %{edges} = 9000
// DEFINE: %{arguments} = --run=sums --arg=%{graph} --arg=uniform:1:shape=97x5 --arg=uniform:2:shape=%{edges}x3 --arg=uniform:3:shape=3x40 --arg=uniform:4:shape=97x7
// DEFINE: %{compare} = sed -e s/ELEMENT/%{type}/g %s > %t.mlir && mesh-opt %t.mlir %{arguments} --compare-reference --tolerance=%{tolerance} --num-threads=1 --save=%t.1.npz
// DEFINE: %{bits} = mesh-opt %t.mlir %{arguments} --num-threads=3 --save=%t.3.npz && cmp %t.1.npz %t.3.npz
// RUN: %{compare} && %{bits}
// REDEFINE: %{type} = f64
// REDEFINE: %{tolerance} = 1e-12
// RUN: %{compare} && %{bits}
// REDEFINE: %{type} = bf16
// REDEFINE: %{tolerance} = 2e-2
// RUN: %{compare} && %{bits}
// REDEFINE: %{type} = f32
// REDEFINE: %{tolerance} = 1e-5
// REDEFINE: %{graph} = [[3],[3]]+nodes=97
// REDEFINE: %{edges} = 1
// RUN: %{compare} && %{bits}
// REDEFINE: %{graph} = [[],[]]+nodes=97
// REDEFINE: %{edges} = 0
// RUN: %{compare} && %{bits}

func.func @sums(%g: !mesh.graph, %x: tensor<?x5xELEMENT>, %f: tensor<?x3xELEMENT>, %w: tensor<3x40xELEMENT>, %wide: tensor<?x?xELEMENT>)
    -> (tensor<ELEMENT>, tensor<3x40xELEMENT>, tensor<?xELEMENT>) {
  %c1 = arith.constant 1 : index
  %width = tensor.dim %wide, %c1 : tensor<?x?xELEMENT>
  %o0 = tensor.empty() : tensor<ELEMENT>
  %o1 = tensor.empty() : tensor<3x40xELEMENT>
  %o2 = tensor.empty(%width) : tensor<?xELEMENT>
  %a, %b = mesh.reduce_edges over(%g : !mesh.graph) source(%x : tensor<?x5xELEMENT>) target(%x : tensor<?x5xELEMENT>)
      edge(%f : tensor<?x3xELEMENT>) shared(%w : tensor<3x40xELEMENT>) outs(%o0, %o1 : tensor<ELEMENT>, tensor<3x40xELEMENT>)
      body(%s: tensor<5xELEMENT>, %t: tensor<5xELEMENT>, %e: tensor<3xELEMENT>, %m: tensor<3x40xELEMENT>, %i: index) {
        %zero = arith.constant dense<0.0> : tensor<ELEMENT>
        %p = linalg.dot ins(%s, %t : tensor<5xELEMENT>, tensor<5xELEMENT>) outs(%zero : tensor<ELEMENT>) -> tensor<ELEMENT>
        %q = tensor.extract %p[] : tensor<ELEMENT>
        %init = tensor.empty() : tensor<3x40xELEMENT>
        %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
          iterator_types = ["parallel", "parallel"]} ins(%e, %m : tensor<3xELEMENT>, tensor<3x40xELEMENT>) outs(%init : tensor<3x40xELEMENT>) {
          ^bb0(%u: ELEMENT, %v: ELEMENT, %o: ELEMENT):
            %n = arith.mulf %u, %v : ELEMENT
            %k = arith.mulf %n, %q : ELEMENT
            linalg.yield %k : ELEMENT
        } -> tensor<3x40xELEMENT>
        mesh.yield %q, %r : ELEMENT, tensor<3x40xELEMENT>
      }
  %c = mesh.reduce_edges over(%g : !mesh.graph) source(%wide : tensor<?x?xELEMENT>) target(%wide : tensor<?x?xELEMENT>) outs(%o2 : tensor<?xELEMENT>)
      body(%s: tensor<?xELEMENT>, %t: tensor<?xELEMENT>, %i: index) {
        %p = arith.mulf %s, %t : tensor<?xELEMENT>
        mesh.yield %p : tensor<?xELEMENT>
      }
  return %a, %b, %c : tensor<ELEMENT>, tensor<3x40xELEMENT>, tensor<?xELEMENT>
}
