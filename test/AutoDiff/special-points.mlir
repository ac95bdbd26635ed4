// Derivatives where two branches meet and where formulas have poles: what the tables of
// docs/autodiff.md and docs/semantics.md say. Messages: test/Regression/gradient-*.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check

// 0 at 0.
func.func private @relu(%a: tensor<3xf64>) -> tensor<3xf64> {
  %y = mesh.relu %a : tensor<3xf64>
  return %y : tensor<3xf64>
}
// The branch for x <= 0 at 0.
func.func private @leaky(%a: tensor<3xf64>) -> tensor<3xf64> {
  %y = mesh.leaky_relu %a {slope = 0.25 : f64} : tensor<3xf64>
  return %y : tensor<3xf64>
}
// Ties go to the second operand.
func.func private @maximum(%a: tensor<3xf64>, %b: tensor<3xf64>) -> tensor<3xf64> {
  %y = arith.maximumf %a, %b : tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func private @minimum(%a: tensor<3xf64>, %b: tensor<3xf64>) -> tensor<3xf64> {
  %y = arith.minimumf %a, %b : tensor<3xf64>
  return %y : tensor<3xf64>
}
// The bounds win ties.
func.func private @clamp(%a: tensor<5xf64>, %b: tensor<5xf64>, %d: tensor<5xf64>) -> tensor<5xf64> {
  %y = math.clampf %a to [%b, %d] : tensor<5xf64>
  return %y : tensor<5xf64>
}
// 0 at 0.
func.func private @absolute(%a: tensor<3xf64>) -> tensor<3xf64> {
  %y = math.absf %a : tensor<3xf64>
  return %y : tensor<3xf64>
}
// Nothing, at whole numbers too.
func.func private @steps(%a: tensor<3xf64>) -> tensor<3xf64> {
  %f = math.floor %a : tensor<3xf64>
  %g = math.round %a : tensor<3xf64>
  %h = math.trunc %a : tensor<3xf64>
  %i = math.ceil %a : tensor<3xf64>
  %p = arith.addf %f, %g : tensor<3xf64>
  %q = arith.addf %h, %i : tensor<3xf64>
  %y = arith.addf %p, %q : tensor<3xf64>
  return %y : tensor<3xf64>
}
// What the formula gives.
func.func private @root(%a: tensor<2xf64>) -> tensor<2xf64> {
  %y = math.sqrt %a : tensor<2xf64>
  return %y : tensor<2xf64>
}
func.func private @logarithm(%a: tensor<2xf64>) -> tensor<2xf64> {
  %y = math.log %a : tensor<2xf64>
  return %y : tensor<2xf64>
}
// A branch that was not taken passes nothing on, not NaN.
func.func private @masked_root(%a: tensor<3xf64>) -> tensor<3xf64> {
  %z = arith.constant dense<0.0> : tensor<3xf64>
  %p = arith.cmpf ogt, %a, %z : tensor<3xf64>
  %s = math.sqrt %a : tensor<3xf64>
  %y = arith.select %p, %s, %z : tensor<3xi1>, tensor<3xf64>
  return %y : tensor<3xf64>
}
// x^0 is constant in x; a power of 0 is constant in the exponent.
func.func private @power(%a: tensor<3xf64>, %b: tensor<3xf64>) -> tensor<3xf64> {
  %y = math.powf %a, %b : tensor<3xf64>
  return %y : tensor<3xf64>
}
// Ties of a linalg maximum share equally, the initial value among them.
func.func private @largest(%x: tensor<4xf64>, %init: tensor<f64>) -> tensor<f64> {
  %y = linalg.reduce {arith.maximumf} ins(%x : tensor<4xf64>) outs(%init : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}
// A product with one zero, and with two.
func.func private @product(%x: tensor<4xf64>) -> tensor<f64> {
  %one = arith.constant dense<1.0> : tensor<f64>
  %y = linalg.reduce {arith.mulf} ins(%x : tensor<4xf64>) outs(%one : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}
// The norm of a row of zeros is NaN; with a small number under the root it is 0.
func.func private @norm(%x: tensor<4xf64>, %small: tensor<f64>) -> tensor<f64> {
  %q = arith.mulf %x, %x : tensor<4xf64>
  %s = linalg.reduce {arith.addf} ins(%q : tensor<4xf64>) outs(%small : tensor<f64>) dimensions = [0]
  %y = math.sqrt %s : tensor<f64>
  return %y : tensor<f64>
}
// A row of scores with some that are -inf.
func.func private @softmax(%x: tensor<1x3xf64>) -> tensor<1x3xf64> {
  %e = tensor.empty() : tensor<1x3xf64>
  %y = linalg.softmax dimension(1) ins(%x : tensor<1x3xf64>) outs(%e : tensor<1x3xf64>) -> tensor<1x3xf64>
  return %y : tensor<1x3xf64>
}
func.func @check() {
  %relu_0 = arith.constant dense<[-1.0, 0.0, 2.0]> : tensor<3xf64>
  %relu_c = arith.constant dense<1.0> : tensor<3xf64>
  %relu_y, %relu_d0 = mesh.vjp @relu(%relu_0) seeds(%relu_c) wrt [0] : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %relu_e0 = arith.constant dense<[0.0, 0.0, 1.0]> : tensor<3xf64>
  check.equal %relu_d0, %relu_e0 : tensor<3xf64>
  %leaky_0 = arith.constant dense<[-1.0, 0.0, 2.0]> : tensor<3xf64>
  %leaky_c = arith.constant dense<1.0> : tensor<3xf64>
  %leaky_y, %leaky_d0 = mesh.vjp @leaky(%leaky_0) seeds(%leaky_c) wrt [0] : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %leaky_e0 = arith.constant dense<[0.25, 0.25, 1.0]> : tensor<3xf64>
  check.equal %leaky_d0, %leaky_e0 : tensor<3xf64>
  %maximum_0 = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %maximum_1 = arith.constant dense<[2.0, 2.0, 2.0]> : tensor<3xf64>
  %maximum_c = arith.constant dense<1.0> : tensor<3xf64>
  %maximum_y, %maximum_d0, %maximum_d1 = mesh.vjp @maximum(%maximum_0, %maximum_1) seeds(%maximum_c) wrt [0, 1] : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  %maximum_e0 = arith.constant dense<[0.0, 0.0, 1.0]> : tensor<3xf64>
  check.equal %maximum_d0, %maximum_e0 : tensor<3xf64>
  %maximum_e1 = arith.constant dense<[1.0, 1.0, 0.0]> : tensor<3xf64>
  check.equal %maximum_d1, %maximum_e1 : tensor<3xf64>
  %minimum_0 = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %minimum_1 = arith.constant dense<[2.0, 2.0, 2.0]> : tensor<3xf64>
  %minimum_c = arith.constant dense<1.0> : tensor<3xf64>
  %minimum_y, %minimum_d0, %minimum_d1 = mesh.vjp @minimum(%minimum_0, %minimum_1) seeds(%minimum_c) wrt [0, 1] : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  %minimum_e0 = arith.constant dense<[1.0, 0.0, 0.0]> : tensor<3xf64>
  check.equal %minimum_d0, %minimum_e0 : tensor<3xf64>
  %minimum_e1 = arith.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf64>
  check.equal %minimum_d1, %minimum_e1 : tensor<3xf64>
  %clamp_0 = arith.constant dense<[-2.0, -1.0, 0.0, 1.0, 2.0]> : tensor<5xf64>
  %clamp_1 = arith.constant dense<[-1.0, -1.0, -1.0, -1.0, -1.0]> : tensor<5xf64>
  %clamp_2 = arith.constant dense<[1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xf64>
  %clamp_c = arith.constant dense<1.0> : tensor<5xf64>
  %clamp_y, %clamp_d0, %clamp_d1, %clamp_d2 = mesh.vjp @clamp(%clamp_0, %clamp_1, %clamp_2) seeds(%clamp_c) wrt [0, 1, 2] : (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>)
  %clamp_e0 = arith.constant dense<[0.0, 0.0, 1.0, 0.0, 0.0]> : tensor<5xf64>
  check.equal %clamp_d0, %clamp_e0 : tensor<5xf64>
  %clamp_e1 = arith.constant dense<[1.0, 1.0, 0.0, 0.0, 0.0]> : tensor<5xf64>
  check.equal %clamp_d1, %clamp_e1 : tensor<5xf64>
  %clamp_e2 = arith.constant dense<[0.0, 0.0, 0.0, 1.0, 1.0]> : tensor<5xf64>
  check.equal %clamp_d2, %clamp_e2 : tensor<5xf64>
  %absolute_0 = arith.constant dense<[-2.0, 0.0, 3.0]> : tensor<3xf64>
  %absolute_c = arith.constant dense<1.0> : tensor<3xf64>
  %absolute_y, %absolute_d0 = mesh.vjp @absolute(%absolute_0) seeds(%absolute_c) wrt [0] : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %absolute_e0 = arith.constant dense<[-1.0, 0.0, 1.0]> : tensor<3xf64>
  check.equal %absolute_d0, %absolute_e0 : tensor<3xf64>
  %steps_0 = arith.constant dense<[-1.0, 0.5, 2.0]> : tensor<3xf64>
  %steps_c = arith.constant dense<1.0> : tensor<3xf64>
  %steps_y, %steps_d0 = mesh.vjp @steps(%steps_0) seeds(%steps_c) wrt [0] : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %steps_e0 = arith.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf64>
  check.equal %steps_d0, %steps_e0 : tensor<3xf64>
  %root_0 = arith.constant dense<[0.0, 4.0]> : tensor<2xf64>
  %root_c = arith.constant dense<1.0> : tensor<2xf64>
  %root_y, %root_d0 = mesh.vjp @root(%root_0) seeds(%root_c) wrt [0] : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %root_e0 = arith.constant dense<[0x7FF0000000000000, 0.25]> : tensor<2xf64>
  check.equal %root_d0, %root_e0 : tensor<2xf64>
  %logarithm_0 = arith.constant dense<[0.0, 4.0]> : tensor<2xf64>
  %logarithm_c = arith.constant dense<1.0> : tensor<2xf64>
  %logarithm_y, %logarithm_d0 = mesh.vjp @logarithm(%logarithm_0) seeds(%logarithm_c) wrt [0] : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %logarithm_e0 = arith.constant dense<[0x7FF0000000000000, 0.25]> : tensor<2xf64>
  check.equal %logarithm_d0, %logarithm_e0 : tensor<2xf64>
  %masked_root_0 = arith.constant dense<[-1.0, 0.0, 4.0]> : tensor<3xf64>
  %masked_root_c = arith.constant dense<1.0> : tensor<3xf64>
  %masked_root_y, %masked_root_d0 = mesh.vjp @masked_root(%masked_root_0) seeds(%masked_root_c) wrt [0] : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %masked_root_e0 = arith.constant dense<[0.0, 0.0, 0.25]> : tensor<3xf64>
  check.equal %masked_root_d0, %masked_root_e0 : tensor<3xf64>
  %power_0 = arith.constant dense<[0.0, 0.0, 2.0]> : tensor<3xf64>
  %power_1 = arith.constant dense<[0.0, 3.0, 0.0]> : tensor<3xf64>
  %power_c = arith.constant dense<1.0> : tensor<3xf64>
  %power_y, %power_d0, %power_d1 = mesh.vjp @power(%power_0, %power_1) seeds(%power_c) wrt [0, 1] : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  %power_e0 = arith.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf64>
  check.equal %power_d0, %power_e0 : tensor<3xf64>
  %power_e1 = arith.constant dense<[0.0, 0.0, 0.6931471805599453]> : tensor<3xf64>
  check.equal %power_d1, %power_e1 : tensor<3xf64>
  %c = arith.constant dense<1.0> : tensor<f64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %x = arith.constant dense<[1.0, 3.0, 3.0, 2.0]> : tensor<4xf64>
  %three = arith.constant dense<3.0> : tensor<f64>
  %ly, %ldx, %ldi = mesh.vjp @largest(%x, %three) seeds(%c) wrt [0, 1] : (tensor<4xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<4xf64>, tensor<f64>)
  %ldx_expected = arith.constant dense<[0.0, 0.3333333333333333, 0.3333333333333333, 0.0]> : tensor<4xf64>
  check.equal %ldx, %ldx_expected : tensor<4xf64>
  %ldi_expected = arith.constant dense<0.3333333333333333> : tensor<f64>
  check.equal %ldi, %ldi_expected : tensor<f64>
  %p1 = arith.constant dense<[2.0, 0.0, 3.0, 5.0]> : tensor<4xf64>
  %p1y, %p1d = mesh.vjp @product(%p1) seeds(%c) wrt [0] : (tensor<4xf64>, tensor<f64>) -> (tensor<f64>, tensor<4xf64>)
  %p1_expected = arith.constant dense<[0.0, 30.0, 0.0, 0.0]> : tensor<4xf64>
  check.equal %p1d, %p1_expected : tensor<4xf64>
  %p2 = arith.constant dense<[2.0, 0.0, 0.0, 5.0]> : tensor<4xf64>
  %p2y, %p2d = mesh.vjp @product(%p2) seeds(%c) wrt [0] : (tensor<4xf64>, tensor<f64>) -> (tensor<f64>, tensor<4xf64>)
  %zeros = arith.constant dense<0.0> : tensor<4xf64>
  check.equal %p2d, %zeros : tensor<4xf64>
  %ny, %nd = mesh.vjp @norm(%zeros, %zero) seeds(%c) wrt [0] : (tensor<4xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<4xf64>)
  %ordered = arith.cmpf ord, %nd, %nd : tensor<4xf64>
  %none = arith.constant dense<false> : tensor<4xi1>
  check.equal %ordered, %none : tensor<4xi1>
  %small = arith.constant dense<1.0e-12> : tensor<f64>
  %my, %md = mesh.vjp @norm(%zeros, %small) seeds(%c) wrt [0] : (tensor<4xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<4xf64>)
  check.equal %md, %zeros : tensor<4xf64>
  %s = arith.constant dense<[[0xFFF0000000000000, 0.0, 0.0]]> : tensor<1x3xf64>
  %sc = arith.constant dense<[[1.0, 2.0, 4.0]]> : tensor<1x3xf64>
  %sy, %sd = mesh.vjp @softmax(%s) seeds(%sc) wrt [0] : (tensor<1x3xf64>, tensor<1x3xf64>) -> (tensor<1x3xf64>, tensor<1x3xf64>)
  %sd_expected = arith.constant dense<[[0.0, -0.5, 0.5]]> : tensor<1x3xf64>
  check.close %sd, %sd_expected {rtol = 1.0e-14 : f64} : tensor<1x3xf64>
  return
}
