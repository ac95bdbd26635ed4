// A while loop that carries a tensor.

// RUN: mesh-opt %s --reference --run=doubling
// RUN: mesh-opt %s --run=doubling
func.func @doubling() {
  %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %limit = arith.constant 100.0 : f64
  %y = scf.while (%v = %x) : (tensor<2xf64>) -> tensor<2xf64> {
    %a = tensor.extract %v[%c0] : tensor<2xf64>
    %b = tensor.extract %v[%c1] : tensor<2xf64>
    %sum = arith.addf %a, %b : f64
    %goes_on = arith.cmpf ole, %sum, %limit : f64
    scf.condition(%goes_on) %v : tensor<2xf64>
  } do {
  ^bb0(%v: tensor<2xf64>):
    %twice = arith.addf %v, %v : tensor<2xf64>
    scf.yield %twice : tensor<2xf64>
  }
  %y_expected = arith.constant dense<[64.0, 128.0]> : tensor<2xf64>
  check.equal %y, %y_expected : tensor<2xf64>
  return
}
