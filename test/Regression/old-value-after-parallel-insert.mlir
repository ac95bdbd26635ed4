// The tensor that a parallel loop starts from keeps its value.

// RUN: mesh-opt %s --reference --run=old_value
// RUN: mesh-opt %s --run=old_value
func.func @old_value() {
  %seven = arith.constant 7 : index
  %e = tensor.empty() : tensor<5xindex>
  %s = linalg.fill ins(%seven : index) outs(%e : tensor<5xindex>) -> tensor<5xindex>
  %y = scf.forall (%i) in (3) shared_outs(%o = %s) -> (tensor<5xindex>) {
    %one = arith.constant 1 : index
    %entry = arith.addi %i, %one : index
    %row = tensor.from_elements %entry : tensor<1xindex>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %row into %o[%i] [1] [1] : tensor<1xindex> into tensor<5xindex>
    }
  }
  %y_expected = arith.constant dense<[1, 2, 3, 7, 7]> : tensor<5xindex>
  check.equal %y, %y_expected : tensor<5xindex>
  %s_expected = arith.constant dense<[7, 7, 7, 7, 7]> : tensor<5xindex>
  check.equal %s, %s_expected : tensor<5xindex>
  return
}
