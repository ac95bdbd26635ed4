// Faults of gather and the segment ops in generic form: each is reported with the name of
// the op and its place, and nothing aborts.
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

func.func @gather_no_results(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.gather' op requires one result}}
  "mesh.gather"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> ()
  return
}

// -----

func.func @gather_no_operands() {
  // expected-error @below {{'mesh.gather' op expected 2 operands, but found 0}}
  %r = "mesh.gather"() <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @gather_operand_too_many(%0: tensor<?x16xf32>, %1: !mesh.graph, %2: index) {
  // expected-error @below {{'mesh.gather' op expected 2 operands, but found 3}}
  %r = "mesh.gather"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @gather_string_for_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = 0 : i64, endpoint = "x"} for op mesh.gather: Invalid attribute `endpoint` in property conversion: "x"}}
  %r = "mesh.gather"(%0, %1) <{endpoint = "x", dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @gather_without_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.gather' op requires attribute 'endpoint'}}
  %r = "mesh.gather"(%0, %1) <{dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @gather_string_for_dim(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = "x", endpoint = #mesh<endpoint target>} for op mesh.gather: Invalid attribute `dim` in property conversion: "x"}}
  %r = "mesh.gather"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = "x"}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @gather_unranked_operand(%0: tensor<*xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.gather' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float or 1-bit signless integer or 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer or index values, but got 'tensor<*xf32>'}}
  %r = "mesh.gather"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<*xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @gather_unranked_result(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.gather' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float or 1-bit signless integer or 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer or index values, but got 'tensor<*xf32>'}}
  %r = "mesh.gather"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<*xf32>)
  return
}

// -----

func.func @gather_no_graph(%0: tensor<?x16xf32>, %1: index) {
  // expected-error @below {{'mesh.gather' op operand #1 must be immutable directed multigraph, but got 'index'}}
  %r = "mesh.gather"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_sum_no_results(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_sum' op requires one result}}
  "mesh.segment_sum"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> ()
  return
}

// -----

func.func @segment_sum_no_operands() {
  // expected-error @below {{'mesh.segment_sum' op expected 2 operands, but found 0}}
  %r = "mesh.segment_sum"() <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_sum_operand_too_many(%0: tensor<?x16xf32>, %1: !mesh.graph, %2: index) {
  // expected-error @below {{'mesh.segment_sum' op expected 2 operands, but found 3}}
  %r = "mesh.segment_sum"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_sum_string_for_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = 0 : i64, endpoint = "x"} for op mesh.segment_sum: Invalid attribute `endpoint` in property conversion: "x"}}
  %r = "mesh.segment_sum"(%0, %1) <{endpoint = "x", dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_sum_without_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_sum' op requires attribute 'endpoint'}}
  %r = "mesh.segment_sum"(%0, %1) <{dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_sum_string_for_dim(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = "x", endpoint = #mesh<endpoint target>} for op mesh.segment_sum: Invalid attribute `dim` in property conversion: "x"}}
  %r = "mesh.segment_sum"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = "x"}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_sum_unranked_operand(%0: tensor<*xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_sum' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.segment_sum"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<*xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_sum_unranked_result(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_sum' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.segment_sum"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<*xf32>)
  return
}

// -----

func.func @segment_sum_no_graph(%0: tensor<?x16xf32>, %1: index) {
  // expected-error @below {{'mesh.segment_sum' op operand #1 must be immutable directed multigraph, but got 'index'}}
  %r = "mesh.segment_sum"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_mean_no_results(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_mean' op requires one result}}
  "mesh.segment_mean"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> ()
  return
}

// -----

func.func @segment_mean_no_operands() {
  // expected-error @below {{'mesh.segment_mean' op expected 2 operands, but found 0}}
  %r = "mesh.segment_mean"() <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_mean_operand_too_many(%0: tensor<?x16xf32>, %1: !mesh.graph, %2: index) {
  // expected-error @below {{'mesh.segment_mean' op expected 2 operands, but found 3}}
  %r = "mesh.segment_mean"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_mean_string_for_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = 0 : i64, endpoint = "x"} for op mesh.segment_mean: Invalid attribute `endpoint` in property conversion: "x"}}
  %r = "mesh.segment_mean"(%0, %1) <{endpoint = "x", dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_mean_without_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_mean' op requires attribute 'endpoint'}}
  %r = "mesh.segment_mean"(%0, %1) <{dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_mean_string_for_dim(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = "x", endpoint = #mesh<endpoint target>} for op mesh.segment_mean: Invalid attribute `dim` in property conversion: "x"}}
  %r = "mesh.segment_mean"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = "x"}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_mean_unranked_operand(%0: tensor<*xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_mean' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.segment_mean"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<*xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_mean_unranked_result(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_mean' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.segment_mean"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<*xf32>)
  return
}

// -----

func.func @segment_mean_no_graph(%0: tensor<?x16xf32>, %1: index) {
  // expected-error @below {{'mesh.segment_mean' op operand #1 must be immutable directed multigraph, but got 'index'}}
  %r = "mesh.segment_mean"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_max_no_results(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_max' op requires one result}}
  "mesh.segment_max"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> ()
  return
}

// -----

func.func @segment_max_no_operands() {
  // expected-error @below {{'mesh.segment_max' op expected 2 operands, but found 0}}
  %r = "mesh.segment_max"() <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_max_operand_too_many(%0: tensor<?x16xf32>, %1: !mesh.graph, %2: index) {
  // expected-error @below {{'mesh.segment_max' op expected 2 operands, but found 3}}
  %r = "mesh.segment_max"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_max_string_for_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = 0 : i64, endpoint = "x"} for op mesh.segment_max: Invalid attribute `endpoint` in property conversion: "x"}}
  %r = "mesh.segment_max"(%0, %1) <{endpoint = "x", dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_max_without_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_max' op requires attribute 'endpoint'}}
  %r = "mesh.segment_max"(%0, %1) <{dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_max_string_for_dim(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = "x", endpoint = #mesh<endpoint target>} for op mesh.segment_max: Invalid attribute `dim` in property conversion: "x"}}
  %r = "mesh.segment_max"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = "x"}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_max_unranked_operand(%0: tensor<*xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_max' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.segment_max"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<*xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_max_unranked_result(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_max' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.segment_max"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<*xf32>)
  return
}

// -----

func.func @segment_max_no_graph(%0: tensor<?x16xf32>, %1: index) {
  // expected-error @below {{'mesh.segment_max' op operand #1 must be immutable directed multigraph, but got 'index'}}
  %r = "mesh.segment_max"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_min_no_results(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_min' op requires one result}}
  "mesh.segment_min"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> ()
  return
}

// -----

func.func @segment_min_no_operands() {
  // expected-error @below {{'mesh.segment_min' op expected 2 operands, but found 0}}
  %r = "mesh.segment_min"() <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_min_operand_too_many(%0: tensor<?x16xf32>, %1: !mesh.graph, %2: index) {
  // expected-error @below {{'mesh.segment_min' op expected 2 operands, but found 3}}
  %r = "mesh.segment_min"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_min_string_for_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = 0 : i64, endpoint = "x"} for op mesh.segment_min: Invalid attribute `endpoint` in property conversion: "x"}}
  %r = "mesh.segment_min"(%0, %1) <{endpoint = "x", dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_min_without_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_min' op requires attribute 'endpoint'}}
  %r = "mesh.segment_min"(%0, %1) <{dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_min_string_for_dim(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = "x", endpoint = #mesh<endpoint target>} for op mesh.segment_min: Invalid attribute `dim` in property conversion: "x"}}
  %r = "mesh.segment_min"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = "x"}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_min_unranked_operand(%0: tensor<*xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_min' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.segment_min"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<*xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_min_unranked_result(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_min' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.segment_min"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<*xf32>)
  return
}

// -----

func.func @segment_min_no_graph(%0: tensor<?x16xf32>, %1: index) {
  // expected-error @below {{'mesh.segment_min' op operand #1 must be immutable directed multigraph, but got 'index'}}
  %r = "mesh.segment_min"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_argmax_no_results(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_argmax' op requires one result}}
  "mesh.segment_argmax"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> ()
  return
}

// -----

func.func @segment_argmax_no_operands() {
  // expected-error @below {{'mesh.segment_argmax' op expected 2 operands, but found 0}}
  %r = "mesh.segment_argmax"() <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : () -> (tensor<?x16xi32>)
  return
}

// -----

func.func @segment_argmax_operand_too_many(%0: tensor<?x16xf32>, %1: !mesh.graph, %2: index) {
  // expected-error @below {{'mesh.segment_argmax' op expected 2 operands, but found 3}}
  %r = "mesh.segment_argmax"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph, index) -> (tensor<?x16xi32>)
  return
}

// -----

func.func @segment_argmax_string_for_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = 0 : i64, endpoint = "x"} for op mesh.segment_argmax: Invalid attribute `endpoint` in property conversion: "x"}}
  %r = "mesh.segment_argmax"(%0, %1) <{endpoint = "x", dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xi32>)
  return
}

// -----

func.func @segment_argmax_without_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_argmax' op requires attribute 'endpoint'}}
  %r = "mesh.segment_argmax"(%0, %1) <{dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xi32>)
  return
}

// -----

func.func @segment_argmax_string_for_dim(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = "x", endpoint = #mesh<endpoint target>} for op mesh.segment_argmax: Invalid attribute `dim` in property conversion: "x"}}
  %r = "mesh.segment_argmax"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = "x"}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xi32>)
  return
}

// -----

func.func @segment_argmax_unranked_operand(%0: tensor<*xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_argmax' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.segment_argmax"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<*xf32>, !mesh.graph) -> (tensor<?x16xi32>)
  return
}

// -----

func.func @segment_argmax_unranked_result(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_argmax' op result #0 must be ranked tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<*xi32>'}}
  %r = "mesh.segment_argmax"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<*xi32>)
  return
}

// -----

func.func @segment_argmax_no_graph(%0: tensor<?x16xf32>, %1: index) {
  // expected-error @below {{'mesh.segment_argmax' op operand #1 must be immutable directed multigraph, but got 'index'}}
  %r = "mesh.segment_argmax"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, index) -> (tensor<?x16xi32>)
  return
}

// -----

func.func @segment_softmax_no_results(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_softmax' op requires one result}}
  "mesh.segment_softmax"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> ()
  return
}

// -----

func.func @segment_softmax_no_operands() {
  // expected-error @below {{'mesh.segment_softmax' op expected 2 operands, but found 0}}
  %r = "mesh.segment_softmax"() <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_softmax_operand_too_many(%0: tensor<?x16xf32>, %1: !mesh.graph, %2: index) {
  // expected-error @below {{'mesh.segment_softmax' op expected 2 operands, but found 3}}
  %r = "mesh.segment_softmax"(%0, %1, %2) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_softmax_string_for_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = 0 : i64, endpoint = "x"} for op mesh.segment_softmax: Invalid attribute `endpoint` in property conversion: "x"}}
  %r = "mesh.segment_softmax"(%0, %1) <{endpoint = "x", dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_softmax_without_endpoint(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_softmax' op requires attribute 'endpoint'}}
  %r = "mesh.segment_softmax"(%0, %1) <{dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_softmax_string_for_dim(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{invalid properties {dim = "x", endpoint = #mesh<endpoint target>} for op mesh.segment_softmax: Invalid attribute `dim` in property conversion: "x"}}
  %r = "mesh.segment_softmax"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = "x"}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_softmax_unranked_operand(%0: tensor<*xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_softmax' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.segment_softmax"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<*xf32>, !mesh.graph) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @segment_softmax_unranked_result(%0: tensor<?x16xf32>, %1: !mesh.graph) {
  // expected-error @below {{'mesh.segment_softmax' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.segment_softmax"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, !mesh.graph) -> (tensor<*xf32>)
  return
}

// -----

func.func @segment_softmax_no_graph(%0: tensor<?x16xf32>, %1: index) {
  // expected-error @below {{'mesh.segment_softmax' op operand #1 must be immutable directed multigraph, but got 'index'}}
  %r = "mesh.segment_softmax"(%0, %1) <{endpoint = #mesh<endpoint target>, dim = 0 : i64}> : (tensor<?x16xf32>, index) -> (tensor<?x16xf32>)
  return
}
