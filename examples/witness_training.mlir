// One step of gradient descent on the four nodes of witness.mlir: from weights 0,
// the loss is 1 and only the neighbour weight has a gradient, -2; at learning rate
// 0.5 it becomes 1, and the loss 0.
// Walk-through: witness_training.md.

!rows = tensor<4x1xf32>
!weight = tensor<1x1xf32>

// Half of the squared errors of nodes 2 and 3, whose targets are 1 and -1.
func.func private @loss_of(%y: !rows) -> tensor<f32> {
  %targets = arith.constant dense<[[0.0], [0.0], [1.0], [-1.0]]> : !rows
  %weights = arith.constant dense<[[0.0], [0.0], [0.5], [0.5]]> : !rows
  %zero = arith.constant dense<0.0> : tensor<f32>
  %error = arith.subf %y, %targets : !rows
  %squared = arith.mulf %error, %error : !rows
  %weighted = arith.mulf %squared, %weights : !rows
  %loss = linalg.reduce { arith.addf } ins(%weighted : !rows) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %loss : tensor<f32>
}

// The linear map after the mean.
func.func private @loss(%g: !mesh.graph, %x: !rows, %wn: !weight, %wr: !weight) -> tensor<f32> {
  %m = mesh.gather %x, %g source : (!rows, !mesh.graph) -> tensor<?x1xf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?x1xf32>, !mesh.graph) -> !rows
  %n = mesh.linear %a, %wn : (!rows, !weight) -> !rows
  %r = mesh.linear %x, %wr : (!rows, !weight) -> !rows
  %y = arith.addf %n, %r : !rows
  %loss = func.call @loss_of(%y) : (!rows) -> tensor<f32>
  return %loss : tensor<f32>
}

// The linear map before the mean: the same function.
func.func private @loss_map_first(%g: !mesh.graph, %x: !rows, %wn: !weight, %wr: !weight) -> tensor<f32> {
  %h = mesh.linear %x, %wn : (!rows, !weight) -> !rows
  %m = mesh.gather %h, %g source : (!rows, !mesh.graph) -> tensor<?x1xf32>
  %n = mesh.segment_mean %m, %g target : (tensor<?x1xf32>, !mesh.graph) -> !rows
  %r = mesh.linear %x, %wr : (!rows, !weight) -> !rows
  %y = arith.addf %n, %r : !rows
  %loss = func.call @loss_of(%y) : (!rows) -> tensor<f32>
  return %loss : tensor<f32>
}

func.func private @inputs() -> (!mesh.graph, !rows) {
  %n = arith.constant 4 : index
  %src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %dst = arith.constant dense<[2, 3]> : tensor<2xi32>
  %g = mesh.graph %src, %dst, %n, %n : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[[1.0], [-1.0], [0.0], [0.0]]> : !rows
  return %g, %x : !mesh.graph, !rows
}

func.func private @descend(%w: !weight, %dw: !weight) -> !weight {
  %rate = arith.constant dense<0.5> : !weight
  %step = arith.mulf %rate, %dw : !weight
  %next = arith.subf %w, %step : !weight
  return %next : !weight
}

func.func @step(%wn: !weight {mesh.name = "w_neighbor"}, %wr: !weight {mesh.name = "w_root"})
    -> (tensor<f32> {mesh.name = "loss"}, !weight {mesh.name = "d_neighbor"}, !weight {mesh.name = "d_root"},
        !weight {mesh.name = "next_neighbor"}, !weight {mesh.name = "next_root"}, tensor<f32> {mesh.name = "next_loss"}) {
  %g, %x = func.call @inputs() : () -> (!mesh.graph, !rows)
  %loss, %dn, %dr = mesh.value_and_grad @loss(%g, %x, %wn, %wr) wrt [2, 3]
      : (!mesh.graph, !rows, !weight, !weight) -> (tensor<f32>, !weight, !weight)
  %next_n = func.call @descend(%wn, %dn) : (!weight, !weight) -> !weight
  %next_r = func.call @descend(%wr, %dr) : (!weight, !weight) -> !weight
  %next_loss = func.call @loss(%g, %x, %next_n, %next_r) : (!mesh.graph, !rows, !weight, !weight) -> tensor<f32>
  return %loss, %dn, %dr, %next_n, %next_r, %next_loss
      : tensor<f32>, !weight, !weight, !weight, !weight, tensor<f32>
}

// As the first three results of @step.
func.func @map_first(%wn: !weight, %wr: !weight) -> (tensor<f32>, !weight, !weight) {
  %g, %x = func.call @inputs() : () -> (!mesh.graph, !rows)
  %loss, %dn, %dr = mesh.value_and_grad @loss_map_first(%g, %x, %wn, %wr) wrt [2, 3]
      : (!mesh.graph, !rows, !weight, !weight) -> (tensor<f32>, !weight, !weight)
  return %loss, %dn, %dr : tensor<f32>, !weight, !weight
}

// The gradient with respect to the features: back along the edges, from targets to
// sources.
func.func @features(%wn: !weight, %wr: !weight) -> !rows {
  %g, %x = func.call @inputs() : () -> (!mesh.graph, !rows)
  %dx = mesh.grad @loss(%g, %x, %wn, %wr) wrt [1] : (!mesh.graph, !rows, !weight, !weight) -> !rows
  return %dx : !rows
}
