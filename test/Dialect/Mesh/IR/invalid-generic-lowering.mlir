// Faults of the region ops and of the ops that lowering introduces in generic form: each is reported with the name of
// the op and its place, and nothing aborts.
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

func.func @aggregate_no_results(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects a result for each of 'outs' that is a tensor, of its type}}
  "mesh.aggregate"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1>}> ({
    %z = "arith.constant"() {value = dense<0.0> : tensor<16xf32>} : () -> tensor<16xf32>
    "mesh.yield"(%z) : (tensor<16xf32>) -> ()
  }, {
  }, {
  ^bb0(%a: tensor<16xf32>, %b: tensor<16xf32>, %e: index):
    %s = "arith.addf"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "mesh.yield"(%s) : (tensor<16xf32>) -> ()
  }, {
  }, {
  }, {
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> ()
  return
}

// -----

func.func @aggregate_no_operands() {
  // expected-error @below {{'mesh.aggregate' op operand count (0) does not match with the total size (3) specified in attribute 'operandSegmentSizes'}}
  %r = "mesh.aggregate"() <{endpoint = #mesh<endpoint target>, dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1>}> ({
    %z = "arith.constant"() {value = dense<0.0> : tensor<16xf32>} : () -> tensor<16xf32>
    "mesh.yield"(%z) : (tensor<16xf32>) -> ()
  }, {
  }, {
  ^bb0(%a: tensor<16xf32>, %b: tensor<16xf32>, %e: index):
    %s = "arith.addf"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "mesh.yield"(%s) : (tensor<16xf32>) -> ()
  }, {
  }, {
  }, {
  }) : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @aggregate_operand_too_many(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>, %3: index) {
  // expected-error @below {{'mesh.aggregate' op operand count (4) does not match with the total size (3) specified in attribute 'operandSegmentSizes'}}
  %r = "mesh.aggregate"(%0, %1, %2, %3) <{endpoint = #mesh<endpoint target>, dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1>}> ({
    %z = "arith.constant"() {value = dense<0.0> : tensor<16xf32>} : () -> tensor<16xf32>
    "mesh.yield"(%z) : (tensor<16xf32>) -> ()
  }, {
  }, {
  ^bb0(%a: tensor<16xf32>, %b: tensor<16xf32>, %e: index):
    %s = "arith.addf"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "mesh.yield"(%s) : (tensor<16xf32>) -> ()
  }, {
  }, {
  }, {
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @aggregate_segment_sizes(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.aggregate' op operand count (3) does not match with the total size (4) specified in attribute 'operandSegmentSizes'}}
  %r = "mesh.aggregate"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64, operandSegmentSizes = array<i32: 1, 2, 0, 0, 0, 0, 0, 0, 1>}> ({
    %z = "arith.constant"() {value = dense<0.0> : tensor<16xf32>} : () -> tensor<16xf32>
    "mesh.yield"(%z) : (tensor<16xf32>) -> ()
  }, {
  }, {
  ^bb0(%a: tensor<16xf32>, %b: tensor<16xf32>, %e: index):
    %s = "arith.addf"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "mesh.yield"(%s) : (tensor<16xf32>) -> ()
  }, {
  }, {
  }, {
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @aggregate_negative_segment_size(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.aggregate' op 'operandSegmentSizes' attribute cannot have negative elements}}
  %r = "mesh.aggregate"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64, operandSegmentSizes = array<i32: -1, 1, 2, 0, 0, 0, 0, 0, 1>}> ({
    %z = "arith.constant"() {value = dense<0.0> : tensor<16xf32>} : () -> tensor<16xf32>
    "mesh.yield"(%z) : (tensor<16xf32>) -> ()
  }, {
  }, {
  ^bb0(%a: tensor<16xf32>, %b: tensor<16xf32>, %e: index):
    %s = "arith.addf"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "mesh.yield"(%s) : (tensor<16xf32>) -> ()
  }, {
  }, {
  }, {
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @aggregate_no_regions(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.aggregate' op expected 6 regions}}
  %r = "mesh.aggregate"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1>}> : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @aggregate_empty_region(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.aggregate' op region #0 ('init') failed to verify constraint: region with 1 blocks}}
  %r = "mesh.aggregate"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1>}> ({}, {}, {}, {}, {}, {}) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @aggregate_string_for_endpoint(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{invalid properties {dim = 0 : i64, endpoint = "x", operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1>} for op mesh.aggregate: Invalid attribute `endpoint` in property conversion: "x"}}
  %r = "mesh.aggregate"(%0, %1, %2) <{endpoint = "x", dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1>}> ({
    %z = "arith.constant"() {value = dense<0.0> : tensor<16xf32>} : () -> tensor<16xf32>
    "mesh.yield"(%z) : (tensor<16xf32>) -> ()
  }, {
  }, {
  ^bb0(%a: tensor<16xf32>, %b: tensor<16xf32>, %e: index):
    %s = "arith.addf"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "mesh.yield"(%s) : (tensor<16xf32>) -> ()
  }, {
  }, {
  }, {
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @aggregate_without_endpoint(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.aggregate' op requires attribute 'endpoint'}}
  %r = "mesh.aggregate"(%0, %1, %2) <{dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1>}> ({
    %z = "arith.constant"() {value = dense<0.0> : tensor<16xf32>} : () -> tensor<16xf32>
    "mesh.yield"(%z) : (tensor<16xf32>) -> ()
  }, {
  }, {
  ^bb0(%a: tensor<16xf32>, %b: tensor<16xf32>, %e: index):
    %s = "arith.addf"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "mesh.yield"(%s) : (tensor<16xf32>) -> ()
  }, {
  }, {
  }, {
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @aggregate_string_for_dim(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{invalid properties {dim = "x", endpoint = #mesh<endpoint target>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1>} for op mesh.aggregate: Invalid attribute `dim` in property conversion: "x"}}
  %r = "mesh.aggregate"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = "x", operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1>}> ({
    %z = "arith.constant"() {value = dense<0.0> : tensor<16xf32>} : () -> tensor<16xf32>
    "mesh.yield"(%z) : (tensor<16xf32>) -> ()
  }, {
  }, {
  ^bb0(%a: tensor<16xf32>, %b: tensor<16xf32>, %e: index):
    %s = "arith.addf"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "mesh.yield"(%s) : (tensor<16xf32>) -> ()
  }, {
  }, {
  }, {
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @aggregate_string_for_operandSegmentSizes(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{invalid properties {dim = 0 : i64, endpoint = #mesh<endpoint target>, operandSegmentSizes = "x"} for op mesh.aggregate: expected DenseI32ArrayAttr for key `value`}}
  %r = "mesh.aggregate"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64, operandSegmentSizes = "x"}> ({
    %z = "arith.constant"() {value = dense<0.0> : tensor<16xf32>} : () -> tensor<16xf32>
    "mesh.yield"(%z) : (tensor<16xf32>) -> ()
  }, {
  }, {
  ^bb0(%a: tensor<16xf32>, %b: tensor<16xf32>, %e: index):
    %s = "arith.addf"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "mesh.yield"(%s) : (tensor<16xf32>) -> ()
  }, {
  }, {
  }, {
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @aggregate_without_operandSegmentSizes(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.aggregate' op operand count (3) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %r = "mesh.aggregate"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> ({
    %z = "arith.constant"() {value = dense<0.0> : tensor<16xf32>} : () -> tensor<16xf32>
    "mesh.yield"(%z) : (tensor<16xf32>) -> ()
  }, {
  }, {
  ^bb0(%a: tensor<16xf32>, %b: tensor<16xf32>, %e: index):
    %s = "arith.addf"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "mesh.yield"(%s) : (tensor<16xf32>) -> ()
  }, {
  }, {
  }, {
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @aggregate_unranked_operand(%0: !mesh.graph, %1: tensor<*xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects operands of rank above 0, but got 'tensor<*xf32>'}}
  %r = "mesh.aggregate"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1>}> ({
    %z = "arith.constant"() {value = dense<0.0> : tensor<16xf32>} : () -> tensor<16xf32>
    "mesh.yield"(%z) : (tensor<16xf32>) -> ()
  }, {
  }, {
  ^bb0(%a: tensor<16xf32>, %b: tensor<16xf32>, %e: index):
    %s = "arith.addf"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "mesh.yield"(%s) : (tensor<16xf32>) -> ()
  }, {
  }, {
  }, {
  }) : (!mesh.graph, tensor<*xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @aggregate_unranked_result(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.aggregate' op result #0 must be variadic of ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %r = "mesh.aggregate"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1>}> ({
    %z = "arith.constant"() {value = dense<0.0> : tensor<16xf32>} : () -> tensor<16xf32>
    "mesh.yield"(%z) : (tensor<16xf32>) -> ()
  }, {
  }, {
  ^bb0(%a: tensor<16xf32>, %b: tensor<16xf32>, %e: index):
    %s = "arith.addf"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "mesh.yield"(%s) : (tensor<16xf32>) -> ()
  }, {
  }, {
  }, {
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @aggregate_no_graph(%0: index, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'over' to be one graph or 3 index tensors, but got 1 operands}}
  %r = "mesh.aggregate"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1>}> ({
    %z = "arith.constant"() {value = dense<0.0> : tensor<16xf32>} : () -> tensor<16xf32>
    "mesh.yield"(%z) : (tensor<16xf32>) -> ()
  }, {
  }, {
  ^bb0(%a: tensor<16xf32>, %b: tensor<16xf32>, %e: index):
    %s = "arith.addf"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "mesh.yield"(%s) : (tensor<16xf32>) -> ()
  }, {
  }, {
  }, {
  }) : (index, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @map_edges_no_results(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects a result for each of 'outs' that is a tensor, of its type}}
  "mesh.map_edges"(%0, %1, %2) <{dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> ({
  ^bb0(%a: tensor<16xf32>, %e: index):
    "mesh.yield"(%a) : (tensor<16xf32>) -> ()
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> ()
  return
}

// -----

func.func @map_edges_no_operands() {
  // expected-error @below {{'mesh.map_edges' op operand count (0) does not match with the total size (3) specified in attribute 'operandSegmentSizes'}}
  %r = "mesh.map_edges"() <{dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> ({
  ^bb0(%a: tensor<16xf32>, %e: index):
    "mesh.yield"(%a) : (tensor<16xf32>) -> ()
  }) : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @map_edges_operand_too_many(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>, %3: index) {
  // expected-error @below {{'mesh.map_edges' op operand count (4) does not match with the total size (3) specified in attribute 'operandSegmentSizes'}}
  %r = "mesh.map_edges"(%0, %1, %2, %3) <{dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> ({
  ^bb0(%a: tensor<16xf32>, %e: index):
    "mesh.yield"(%a) : (tensor<16xf32>) -> ()
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @map_edges_segment_sizes(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.map_edges' op operand count (3) does not match with the total size (4) specified in attribute 'operandSegmentSizes'}}
  %r = "mesh.map_edges"(%0, %1, %2) <{dim = 0 : i64, operandSegmentSizes = array<i32: 1, 2, 0, 0, 0, 1>}> ({
  ^bb0(%a: tensor<16xf32>, %e: index):
    "mesh.yield"(%a) : (tensor<16xf32>) -> ()
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @map_edges_negative_segment_size(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.map_edges' op 'operandSegmentSizes' attribute cannot have negative elements}}
  %r = "mesh.map_edges"(%0, %1, %2) <{dim = 0 : i64, operandSegmentSizes = array<i32: -1, 1, 2, 0, 0, 1>}> ({
  ^bb0(%a: tensor<16xf32>, %e: index):
    "mesh.yield"(%a) : (tensor<16xf32>) -> ()
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @map_edges_no_regions(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.map_edges' op requires one region}}
  %r = "mesh.map_edges"(%0, %1, %2) <{dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @map_edges_empty_region(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.map_edges' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %r = "mesh.map_edges"(%0, %1, %2) <{dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> ({}) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @map_edges_string_for_dim(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{invalid properties {dim = "x", operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>} for op mesh.map_edges: Invalid attribute `dim` in property conversion: "x"}}
  %r = "mesh.map_edges"(%0, %1, %2) <{dim = "x", operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> ({
  ^bb0(%a: tensor<16xf32>, %e: index):
    "mesh.yield"(%a) : (tensor<16xf32>) -> ()
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @map_edges_string_for_operandSegmentSizes(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{invalid properties {dim = 0 : i64, operandSegmentSizes = "x"} for op mesh.map_edges: expected DenseI32ArrayAttr for key `value`}}
  %r = "mesh.map_edges"(%0, %1, %2) <{dim = 0 : i64, operandSegmentSizes = "x"}> ({
  ^bb0(%a: tensor<16xf32>, %e: index):
    "mesh.yield"(%a) : (tensor<16xf32>) -> ()
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @map_edges_without_operandSegmentSizes(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.map_edges' op operand count (3) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %r = "mesh.map_edges"(%0, %1, %2) <{dim = 0 : i64}> ({
  ^bb0(%a: tensor<16xf32>, %e: index):
    "mesh.yield"(%a) : (tensor<16xf32>) -> ()
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @map_edges_unranked_operand(%0: !mesh.graph, %1: tensor<*xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects operands of rank above 0, but got 'tensor<*xf32>'}}
  %r = "mesh.map_edges"(%0, %1, %2) <{dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> ({
  ^bb0(%a: tensor<16xf32>, %e: index):
    "mesh.yield"(%a) : (tensor<16xf32>) -> ()
  }) : (!mesh.graph, tensor<*xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @map_edges_unranked_result(%0: !mesh.graph, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.map_edges' op result #0 must be variadic of ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %r = "mesh.map_edges"(%0, %1, %2) <{dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> ({
  ^bb0(%a: tensor<16xf32>, %e: index):
    "mesh.yield"(%a) : (tensor<16xf32>) -> ()
  }) : (!mesh.graph, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @map_edges_no_graph(%0: index, %1: tensor<?x16xf32>, %2: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects 'over' to be one graph or 2 index tensors, but got 1 operands}}
  %r = "mesh.map_edges"(%0, %1, %2) <{dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> ({
  ^bb0(%a: tensor<16xf32>, %e: index):
    "mesh.yield"(%a) : (tensor<16xf32>) -> ()
  }) : (index, tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @assert_no_operands() {
  // expected-error @below {{'mesh.assert' op expected 1 or more operands, but found 0}}
  "mesh.assert"() <{message = "n is {0}"}> : () -> ()
  return
}

// -----

func.func @assert_integer_for_message(%0: i1, %1: index) {
  // expected-error @below {{invalid properties {message = 1 : i64} for op mesh.assert: Invalid attribute `message` in property conversion: 1 : i64}}
  "mesh.assert"(%0, %1) <{message = 1 : i64}> : (i1, index) -> ()
  return
}

// -----

func.func @assert_without_message(%0: i1, %1: index) {
  // expected-error @below {{'mesh.assert' op requires attribute 'message'}}
  "mesh.assert"(%0, %1) : (i1, index) -> ()
  return
}

// -----

func.func @coo_to_csr_no_results(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>) {
  // expected-error @below {{'mesh.coo_to_csr' op expected the number of tensor results (0) to be equal to the number of output tensors (3)}}
  "mesh.coo_to_csr"(%0, %1, %2, %3, %4) <{operandSegmentSizes = array<i32: 2, 3>}> : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> ()
  return
}

// -----

func.func @coo_to_csr_no_operands() {
  // expected-error @below {{'mesh.coo_to_csr' op operand count (0) does not match with the total size (5) specified in attribute 'operandSegmentSizes'}}
  %r:3 = "mesh.coo_to_csr"() <{operandSegmentSizes = array<i32: 2, 3>}> : () -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @coo_to_csr_operand_too_many(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>, %5: index) {
  // expected-error @below {{'mesh.coo_to_csr' op operand count (6) does not match with the total size (5) specified in attribute 'operandSegmentSizes'}}
  %r:3 = "mesh.coo_to_csr"(%0, %1, %2, %3, %4, %5) <{operandSegmentSizes = array<i32: 2, 3>}> : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, index) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @coo_to_csr_string_for_operandSegmentSizes(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>) {
  // expected-error @below {{invalid properties {operandSegmentSizes = "x"} for op mesh.coo_to_csr: expected DenseI32ArrayAttr for key `value`}}
  %r:3 = "mesh.coo_to_csr"(%0, %1, %2, %3, %4) <{operandSegmentSizes = "x"}> : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @coo_to_csr_without_operandSegmentSizes(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>) {
  // expected-error @below {{'mesh.coo_to_csr' op operand count (5) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %r:3 = "mesh.coo_to_csr"(%0, %1, %2, %3, %4) : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @coo_to_csr_f32_ids(%0: tensor<?xf32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>) {
  // expected-error @below {{'mesh.coo_to_csr' op expects elements of type 'i32' or 'i64', but got 'f32'}}
  %r:3 = "mesh.coo_to_csr"(%0, %1, %2, %3, %4) <{operandSegmentSizes = array<i32: 2, 3>}> : (tensor<?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @coo_to_csr_rank_2_ids(%0: tensor<?x?xi32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>) {
  // expected-error @below {{'mesh.coo_to_csr' op expects operands of rank 1 with elements of type 'i32', but got 'tensor<?x?xi32>'}}
  %r:3 = "mesh.coo_to_csr"(%0, %1, %2, %3, %4) <{operandSegmentSizes = array<i32: 2, 3>}> : (tensor<?x?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @coo_to_csr_unranked_ids(%0: tensor<*xi32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>) {
  // expected-error @below {{'mesh.coo_to_csr' op expects operands of rank 1 with elements of type 'i32', but got 'tensor<*xi32>'}}
  %r:3 = "mesh.coo_to_csr"(%0, %1, %2, %3, %4) <{operandSegmentSizes = array<i32: 2, 3>}> : (tensor<*xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @coo_to_csr_unranked_result(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>) {
  // expected-error @below {{'mesh.coo_to_csr' op result #0 must be variadic of ranked tensor of any type values, but got 'tensor<*xi32>'}}
  %r:3 = "mesh.coo_to_csr"(%0, %1, %2, %3, %4) <{operandSegmentSizes = array<i32: 2, 3>}> : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> (tensor<*xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @make_graph_no_results(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>, %5: tensor<?xi32>, %6: tensor<?xi32>, %7: tensor<?xi32>) {
  // expected-error @below {{'mesh.make_graph' op requires one result}}
  "mesh.make_graph"(%0, %1, %2, %3, %4, %5, %6, %7) : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> ()
  return
}

// -----

func.func @make_graph_no_operands() {
  // expected-error @below {{'mesh.make_graph' op expects 8 components, but got 0}}
  %r = "mesh.make_graph"() : () -> (!mesh.graph)
  return
}

// -----

func.func @make_graph_operand_too_many(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>, %5: tensor<?xi32>, %6: tensor<?xi32>, %7: tensor<?xi32>, %8: index) {
  // expected-error @below {{'mesh.make_graph' op operand #8 must be variadic of 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'index'}}
  %r = "mesh.make_graph"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, index) -> (!mesh.graph)
  return
}

// -----

func.func @make_graph_f32_ids(%0: tensor<?xf32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>, %5: tensor<?xi32>, %6: tensor<?xi32>, %7: tensor<?xi32>) {
  // expected-error @below {{'mesh.make_graph' op operand #0 must be variadic of 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<?xf32>'}}
  %r = "mesh.make_graph"(%0, %1, %2, %3, %4, %5, %6, %7) : (tensor<?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> (!mesh.graph)
  return
}

// -----

func.func @make_graph_rank_2_ids(%0: tensor<?x?xi32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>, %5: tensor<?xi32>, %6: tensor<?xi32>, %7: tensor<?xi32>) {
  // expected-error @below {{'mesh.make_graph' op operand #0 must be variadic of 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<?x?xi32>'}}
  %r = "mesh.make_graph"(%0, %1, %2, %3, %4, %5, %6, %7) : (tensor<?x?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> (!mesh.graph)
  return
}

// -----

func.func @make_graph_unranked_ids(%0: tensor<*xi32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>, %5: tensor<?xi32>, %6: tensor<?xi32>, %7: tensor<?xi32>) {
  // expected-error @below {{'mesh.make_graph' op operand #0 must be variadic of 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<*xi32>'}}
  %r = "mesh.make_graph"(%0, %1, %2, %3, %4, %5, %6, %7) : (tensor<*xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> (!mesh.graph)
  return
}

// -----

func.func @graph_components_no_results(%0: !mesh.graph) {
  // expected-error @below {{'mesh.graph_components' op expects 8 components, but got 0}}
  "mesh.graph_components"(%0) : (!mesh.graph) -> ()
  return
}

// -----

func.func @graph_components_no_operands() {
  // expected-error @below {{'mesh.graph_components' op requires a single operand}}
  %r:8 = "mesh.graph_components"() : () -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @graph_components_operand_too_many(%0: !mesh.graph, %1: index) {
  // expected-error @below {{'mesh.graph_components' op requires a single operand}}
  %r:8 = "mesh.graph_components"(%0, %1) : (!mesh.graph, index) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @graph_components_unranked_result(%0: !mesh.graph) {
  // expected-error @below {{'mesh.graph_components' op result #0 must be variadic of 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<*xi32>'}}
  %r:8 = "mesh.graph_components"(%0) : (!mesh.graph) -> (tensor<*xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @graph_components_no_graph(%0: index) {
  // expected-error @below {{'mesh.graph_components' op operand #0 must be immutable directed multigraph, but got 'index'}}
  %r:8 = "mesh.graph_components"(%0) : (index) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}
