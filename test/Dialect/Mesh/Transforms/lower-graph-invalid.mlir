// RUN: mesh-opt %s --mesh-lower-graph --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @not_fused(%g: !mesh.graph, %x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{'mesh.gather' op is not fused yet; run '--mesh-fuse' before '--mesh-lower-graph'}}
  %m = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  // expected-error @below {{'mesh.segment_sum' op is not fused yet; run '--mesh-fuse' before '--mesh-lower-graph'}}
  %y = mesh.segment_sum %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

func.func @other_dialect(%g: !mesh.graph) {
  // expected-error @below {{'test.use' op holds a value of type '!mesh.graph', which '--mesh-lower-graph' does not lower in this op}}
  "test.use"(%g) : (!mesh.graph) -> ()
  return
}

// -----

func.func @execute_region(%g: !mesh.graph) -> !mesh.graph {
  // expected-error @below {{'scf.execute_region' op holds a value of type '!mesh.graph'}}
  %r = scf.execute_region -> !mesh.graph {
    // expected-error @below {{'scf.yield' op holds a value of type '!mesh.graph'}}
    scf.yield %g : !mesh.graph
  }
  return %r : !mesh.graph
}

// -----

func.func private @callee(!mesh.graph)

func.func @indirect(%g: !mesh.graph) {
  // expected-error @below {{'func.constant' op holds a value of type '!mesh.graph'}}
  %f = func.constant @callee : (!mesh.graph) -> ()
  // expected-error @below {{'func.call_indirect' op holds a value of type '!mesh.graph'}}
  func.call_indirect %f(%g) : (!mesh.graph) -> ()
  return
}
