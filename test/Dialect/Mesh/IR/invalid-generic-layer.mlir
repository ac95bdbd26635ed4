// Faults of the sugar ops in generic form: each is reported with the name of
// the op and its place, and nothing aborts.
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

func.func @linear_no_results(%0: tensor<?x16xf32>, %1: tensor<16x32xf32>, %2: tensor<32xf32>) {
  // expected-error @below {{'mesh.linear' op requires one result}}
  "mesh.linear"(%0, %1, %2) : (tensor<?x16xf32>, tensor<16x32xf32>, tensor<32xf32>) -> ()
  return
}

// -----

func.func @linear_no_operands() {
  // expected-error @below {{'mesh.linear' op expected 2 or more operands, but found 0}}
  %r = "mesh.linear"() : () -> (tensor<?x32xf32>)
  return
}

// -----

func.func @linear_operand_too_many(%0: tensor<?x16xf32>, %1: tensor<16x32xf32>, %2: tensor<32xf32>, %3: index) {
  // expected-error @below {{'mesh.linear' op operand group starting at #2 requires 0 or 1 element, but found 2}}
  %r = "mesh.linear"(%0, %1, %2, %3) : (tensor<?x16xf32>, tensor<16x32xf32>, tensor<32xf32>, index) -> (tensor<?x32xf32>)
  return
}

// -----

func.func @linear_unranked_operand(%0: tensor<*xf32>, %1: tensor<16x32xf32>, %2: tensor<32xf32>) {
  // expected-error @below {{'mesh.linear' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.linear"(%0, %1, %2) : (tensor<*xf32>, tensor<16x32xf32>, tensor<32xf32>) -> (tensor<?x32xf32>)
  return
}

// -----

func.func @linear_unranked_result(%0: tensor<?x16xf32>, %1: tensor<16x32xf32>, %2: tensor<32xf32>) {
  // expected-error @below {{'mesh.linear' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.linear"(%0, %1, %2) : (tensor<?x16xf32>, tensor<16x32xf32>, tensor<32xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @scale_no_results(%0: tensor<?x16xf32>, %1: tensor<?xf32>) {
  // expected-error @below {{'mesh.scale' op requires one result}}
  "mesh.scale"(%0, %1) <{dim = 0 : i64}> : (tensor<?x16xf32>, tensor<?xf32>) -> ()
  return
}

// -----

func.func @scale_no_operands() {
  // expected-error @below {{'mesh.scale' op expected 2 operands, but found 0}}
  %r = "mesh.scale"() <{dim = 0 : i64}> : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @scale_operand_too_many(%0: tensor<?x16xf32>, %1: tensor<?xf32>, %2: index) {
  // expected-error @below {{'mesh.scale' op expected 2 operands, but found 3}}
  %r = "mesh.scale"(%0, %1, %2) <{dim = 0 : i64}> : (tensor<?x16xf32>, tensor<?xf32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @scale_string_for_dim(%0: tensor<?x16xf32>, %1: tensor<?xf32>) {
  // expected-error @below {{invalid properties {dim = "x"} for op mesh.scale: Invalid attribute `dim` in property conversion: "x"}}
  %r = "mesh.scale"(%0, %1) <{dim = "x"}> : (tensor<?x16xf32>, tensor<?xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @scale_unranked_operand(%0: tensor<*xf32>, %1: tensor<?xf32>) {
  // expected-error @below {{'mesh.scale' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.scale"(%0, %1) <{dim = 0 : i64}> : (tensor<*xf32>, tensor<?xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @scale_unranked_result(%0: tensor<?x16xf32>, %1: tensor<?xf32>) {
  // expected-error @below {{'mesh.scale' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.scale"(%0, %1) <{dim = 0 : i64}> : (tensor<?x16xf32>, tensor<?xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @relu_no_results(%0: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.relu' op requires one result}}
  "mesh.relu"(%0) : (tensor<?x16xf32>) -> ()
  return
}

// -----

func.func @relu_no_operands() {
  // expected-error @below {{'mesh.relu' op requires a single operand}}
  %r = "mesh.relu"() : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @relu_operand_too_many(%0: tensor<?x16xf32>, %1: index) {
  // expected-error @below {{'mesh.relu' op requires a single operand}}
  %r = "mesh.relu"(%0, %1) : (tensor<?x16xf32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @relu_unranked_operand(%0: tensor<*xf32>) {
  // expected-error @below {{'mesh.relu' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.relu"(%0) : (tensor<*xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @relu_unranked_result(%0: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.relu' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.relu"(%0) : (tensor<?x16xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @leaky_relu_no_results(%0: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.leaky_relu' op requires one result}}
  "mesh.leaky_relu"(%0) <{slope = 0.1 : f64}> : (tensor<?x16xf32>) -> ()
  return
}

// -----

func.func @leaky_relu_no_operands() {
  // expected-error @below {{'mesh.leaky_relu' op requires a single operand}}
  %r = "mesh.leaky_relu"() <{slope = 0.1 : f64}> : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @leaky_relu_operand_too_many(%0: tensor<?x16xf32>, %1: index) {
  // expected-error @below {{'mesh.leaky_relu' op requires a single operand}}
  %r = "mesh.leaky_relu"(%0, %1) <{slope = 0.1 : f64}> : (tensor<?x16xf32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @leaky_relu_string_for_slope(%0: tensor<?x16xf32>) {
  // expected-error @below {{invalid properties {slope = "x"} for op mesh.leaky_relu: Invalid attribute `slope` in property conversion: "x"}}
  %r = "mesh.leaky_relu"(%0) <{slope = "x"}> : (tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @leaky_relu_unranked_operand(%0: tensor<*xf32>) {
  // expected-error @below {{'mesh.leaky_relu' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.leaky_relu"(%0) <{slope = 0.1 : f64}> : (tensor<*xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @leaky_relu_unranked_result(%0: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.leaky_relu' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.leaky_relu"(%0) <{slope = 0.1 : f64}> : (tensor<?x16xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @elu_no_results(%0: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.elu' op requires one result}}
  "mesh.elu"(%0) <{alpha = 1.0 : f64}> : (tensor<?x16xf32>) -> ()
  return
}

// -----

func.func @elu_no_operands() {
  // expected-error @below {{'mesh.elu' op requires a single operand}}
  %r = "mesh.elu"() <{alpha = 1.0 : f64}> : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @elu_operand_too_many(%0: tensor<?x16xf32>, %1: index) {
  // expected-error @below {{'mesh.elu' op requires a single operand}}
  %r = "mesh.elu"(%0, %1) <{alpha = 1.0 : f64}> : (tensor<?x16xf32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @elu_string_for_alpha(%0: tensor<?x16xf32>) {
  // expected-error @below {{invalid properties {alpha = "x"} for op mesh.elu: Invalid attribute `alpha` in property conversion: "x"}}
  %r = "mesh.elu"(%0) <{alpha = "x"}> : (tensor<?x16xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @elu_unranked_operand(%0: tensor<*xf32>) {
  // expected-error @below {{'mesh.elu' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.elu"(%0) <{alpha = 1.0 : f64}> : (tensor<*xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @elu_unranked_result(%0: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.elu' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.elu"(%0) <{alpha = 1.0 : f64}> : (tensor<?x16xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @sigmoid_no_results(%0: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.sigmoid' op requires one result}}
  "mesh.sigmoid"(%0) : (tensor<?x16xf32>) -> ()
  return
}

// -----

func.func @sigmoid_no_operands() {
  // expected-error @below {{'mesh.sigmoid' op requires a single operand}}
  %r = "mesh.sigmoid"() : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @sigmoid_operand_too_many(%0: tensor<?x16xf32>, %1: index) {
  // expected-error @below {{'mesh.sigmoid' op requires a single operand}}
  %r = "mesh.sigmoid"(%0, %1) : (tensor<?x16xf32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @sigmoid_unranked_operand(%0: tensor<*xf32>) {
  // expected-error @below {{'mesh.sigmoid' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.sigmoid"(%0) : (tensor<*xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @sigmoid_unranked_result(%0: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.sigmoid' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.sigmoid"(%0) : (tensor<?x16xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @log_softmax_no_results(%0: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.log_softmax' op requires one result}}
  "mesh.log_softmax"(%0) : (tensor<?x16xf32>) -> ()
  return
}

// -----

func.func @log_softmax_no_operands() {
  // expected-error @below {{'mesh.log_softmax' op requires a single operand}}
  %r = "mesh.log_softmax"() : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @log_softmax_operand_too_many(%0: tensor<?x16xf32>, %1: index) {
  // expected-error @below {{'mesh.log_softmax' op requires a single operand}}
  %r = "mesh.log_softmax"(%0, %1) : (tensor<?x16xf32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @log_softmax_unranked_operand(%0: tensor<*xf32>) {
  // expected-error @below {{'mesh.log_softmax' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.log_softmax"(%0) : (tensor<*xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @log_softmax_unranked_result(%0: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.log_softmax' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.log_softmax"(%0) : (tensor<?x16xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @cross_entropy_no_results(%0: tensor<?x16xf32>, %1: tensor<?xi32>) {
  // expected-error @below {{'mesh.cross_entropy' op requires one result}}
  "mesh.cross_entropy"(%0, %1) : (tensor<?x16xf32>, tensor<?xi32>) -> ()
  return
}

// -----

func.func @cross_entropy_no_operands() {
  // expected-error @below {{'mesh.cross_entropy' op expected 2 operands, but found 0}}
  %r = "mesh.cross_entropy"() : () -> (tensor<f32>)
  return
}

// -----

func.func @cross_entropy_operand_too_many(%0: tensor<?x16xf32>, %1: tensor<?xi32>, %2: index) {
  // expected-error @below {{'mesh.cross_entropy' op expected 2 operands, but found 3}}
  %r = "mesh.cross_entropy"(%0, %1, %2) : (tensor<?x16xf32>, tensor<?xi32>, index) -> (tensor<f32>)
  return
}

// -----

func.func @cross_entropy_f32_ids(%0: tensor<?x16xf32>, %1: tensor<?xf32>) {
  // expected-error @below {{'mesh.cross_entropy' op operand #1 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<?xf32>'}}
  %r = "mesh.cross_entropy"(%0, %1) : (tensor<?x16xf32>, tensor<?xf32>) -> (tensor<f32>)
  return
}

// -----

func.func @cross_entropy_rank_2_ids(%0: tensor<?x16xf32>, %1: tensor<?x?xi32>) {
  // expected-error @below {{'mesh.cross_entropy' op operand #1 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<?x?xi32>'}}
  %r = "mesh.cross_entropy"(%0, %1) : (tensor<?x16xf32>, tensor<?x?xi32>) -> (tensor<f32>)
  return
}

// -----

func.func @cross_entropy_unranked_ids(%0: tensor<?x16xf32>, %1: tensor<*xi32>) {
  // expected-error @below {{'mesh.cross_entropy' op operand #1 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<*xi32>'}}
  %r = "mesh.cross_entropy"(%0, %1) : (tensor<?x16xf32>, tensor<*xi32>) -> (tensor<f32>)
  return
}

// -----

func.func @cross_entropy_unranked_operand(%0: tensor<*xf32>, %1: tensor<?xi32>) {
  // expected-error @below {{'mesh.cross_entropy' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.cross_entropy"(%0, %1) : (tensor<*xf32>, tensor<?xi32>) -> (tensor<f32>)
  return
}

// -----

func.func @cross_entropy_unranked_result(%0: tensor<?x16xf32>, %1: tensor<?xi32>) {
  // expected-error @below {{'mesh.cross_entropy' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.cross_entropy"(%0, %1) : (tensor<?x16xf32>, tensor<?xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @uniform_no_results(%0: i64, %1: index) {
  // expected-error @below {{'mesh.uniform' op requires one result}}
  "mesh.uniform"(%0, %1) : (i64, index) -> ()
  return
}

// -----

func.func @uniform_no_operands() {
  // expected-error @below {{'mesh.uniform' op expected 1 or more operands, but found 0}}
  %r = "mesh.uniform"() : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @uniform_operand_too_many(%0: i64, %1: index, %2: index) {
  // expected-error @below {{'mesh.uniform' op expects 1 sizes, one for each dynamic axis of the result, but got 2}}
  %r = "mesh.uniform"(%0, %1, %2) : (i64, index, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @uniform_unranked_result(%0: i64, %1: index) {
  // expected-error @below {{'mesh.uniform' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.uniform"(%0, %1) : (i64, index) -> (tensor<*xf32>)
  return
}

// -----

func.func @dropout_no_results(%0: tensor<?x16xf32>, %1: i64) {
  // expected-error @below {{'mesh.dropout' op requires one result}}
  "mesh.dropout"(%0, %1) <{rate = 0.5 : f64}> : (tensor<?x16xf32>, i64) -> ()
  return
}

// -----

func.func @dropout_no_operands() {
  // expected-error @below {{'mesh.dropout' op expected 2 operands, but found 0}}
  %r = "mesh.dropout"() <{rate = 0.5 : f64}> : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @dropout_operand_too_many(%0: tensor<?x16xf32>, %1: i64, %2: index) {
  // expected-error @below {{'mesh.dropout' op expected 2 operands, but found 3}}
  %r = "mesh.dropout"(%0, %1, %2) <{rate = 0.5 : f64}> : (tensor<?x16xf32>, i64, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @dropout_string_for_rate(%0: tensor<?x16xf32>, %1: i64) {
  // expected-error @below {{invalid properties {rate = "x"} for op mesh.dropout: Invalid attribute `rate` in property conversion: "x"}}
  %r = "mesh.dropout"(%0, %1) <{rate = "x"}> : (tensor<?x16xf32>, i64) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @dropout_without_rate(%0: tensor<?x16xf32>, %1: i64) {
  // expected-error @below {{'mesh.dropout' op requires attribute 'rate'}}
  %r = "mesh.dropout"(%0, %1) : (tensor<?x16xf32>, i64) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @dropout_unranked_operand(%0: tensor<*xf32>, %1: i64) {
  // expected-error @below {{'mesh.dropout' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.dropout"(%0, %1) <{rate = 0.5 : f64}> : (tensor<*xf32>, i64) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @dropout_unranked_result(%0: tensor<?x16xf32>, %1: i64) {
  // expected-error @below {{'mesh.dropout' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %r = "mesh.dropout"(%0, %1) <{rate = 0.5 : f64}> : (tensor<?x16xf32>, i64) -> (tensor<*xf32>)
  return
}

// -----

func.func @take_no_results(%0: tensor<?x16xf32>, %1: tensor<?xi32>) {
  // expected-error @below {{'mesh.take' op requires one result}}
  "mesh.take"(%0, %1) : (tensor<?x16xf32>, tensor<?xi32>) -> ()
  return
}

// -----

func.func @take_no_operands() {
  // expected-error @below {{'mesh.take' op expected 2 operands, but found 0}}
  %r = "mesh.take"() : () -> (tensor<?x16xf32>)
  return
}

// -----

func.func @take_operand_too_many(%0: tensor<?x16xf32>, %1: tensor<?xi32>, %2: index) {
  // expected-error @below {{'mesh.take' op expected 2 operands, but found 3}}
  %r = "mesh.take"(%0, %1, %2) : (tensor<?x16xf32>, tensor<?xi32>, index) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @take_f32_ids(%0: tensor<?x16xf32>, %1: tensor<?xf32>) {
  // expected-error @below {{'mesh.take' op operand #1 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<?xf32>'}}
  %r = "mesh.take"(%0, %1) : (tensor<?x16xf32>, tensor<?xf32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @take_rank_2_ids(%0: tensor<?x16xf32>, %1: tensor<?x?xi32>) {
  // expected-error @below {{'mesh.take' op operand #1 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<?x?xi32>'}}
  %r = "mesh.take"(%0, %1) : (tensor<?x16xf32>, tensor<?x?xi32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @take_unranked_ids(%0: tensor<?x16xf32>, %1: tensor<*xi32>) {
  // expected-error @below {{'mesh.take' op operand #1 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<*xi32>'}}
  %r = "mesh.take"(%0, %1) : (tensor<?x16xf32>, tensor<*xi32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @take_unranked_operand(%0: tensor<*xf32>, %1: tensor<?xi32>) {
  // expected-error @below {{'mesh.take' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float or 1-bit signless integer or 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer or index values, but got 'tensor<*xf32>'}}
  %r = "mesh.take"(%0, %1) : (tensor<*xf32>, tensor<?xi32>) -> (tensor<?x16xf32>)
  return
}

// -----

func.func @take_unranked_result(%0: tensor<?x16xf32>, %1: tensor<?xi32>) {
  // expected-error @below {{'mesh.take' op result #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float or 1-bit signless integer or 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer or index values, but got 'tensor<*xf32>'}}
  %r = "mesh.take"(%0, %1) : (tensor<?x16xf32>, tensor<?xi32>) -> (tensor<*xf32>)
  return
}
