//===- CheckOps.td - comparisons for tests --------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_CHECK_IR_CHECKOPS_TD
#define MESH_DIALECT_CHECK_IR_CHECKOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::mesh::check";
  let summary = "Comparisons for tests.";
  let description = [{
    Tests are programs: they compute a value, write down the right one and
    compare the two with an op of this dialect. The reference interpreter
    evaluates these ops; `--convert-check` turns them into loops and
    `mesh.assert` for compiled code. They belong to tests only.
  }];
}

def Check_Element : AnyTypeOf<[F16, BF16, F32, F64, AnySignlessInteger, Index]>;
def Check_Float : AnyTypeOf<[F16, BF16, F32, F64]>;

/// Compares entry by entry. The comparison is an effect, so that the op stays.
class Check_Op<string mnemonic, Type element>
    : Op<Check_Dialect, mnemonic, [MemoryEffects<[MemWrite]>]> {
  let arguments = (ins
    AnyTypeOf<[element, RankedTensorOf<[element]>]>:$actual,
    AnyTypeOf<[element, RankedTensorOf<[element]>]>:$expected);
  let assemblyFormat = [{
    $actual `,` $expected attr-dict `:`
    custom<OperandTypes>(type($actual), type($expected))
  }];
  let hasVerifier = 1;
}

def Check_EqualOp : Check_Op<"equal", Check_Element> {
  let summary = "fails unless two values are the same";
  let description = [{
    Formula: for every index `i`, `actual[i]` and `expected[i]` have the same
    bits, or both are NaN. So `0.0` and `-0.0` differ.

    Operands:
    - `actual`, `expected`: tensors or scalars of floats, integers or indices.
      One type may be written for both.

    Constraints:
    - (equal_c1) both have the same element type, both are tensors of one rank
      or both are scalars, and sizes agree where static.
    - (equal_c2) run time: the shapes are equal.
    - (equal_c3) run time: the formula holds. The error names the first index
      where it does not, and both values.

    Example:
    ```mlir
    func.func @degrees(%d: tensor<?xi32>) {
      %expected = arith.constant dense<[2, 0, 1]> : tensor<3xi32>
      check.equal %d, %expected : tensor<?xi32>, tensor<3xi32>
      return
    }
    ```
  }];
}

def Check_CloseOp : Check_Op<"close", Check_Float> {
  let summary = "fails unless two values are close";
  let description = [{
    Formula: for every index `i`,
    `|actual[i] - expected[i]| <= atol + rtol * |expected[i]|` in `f64`, or the
    two are equal (infinities of one sign), or both are NaN.

    Operands:
    - `actual`, `expected`: tensors or scalars of floats. One type may be
      written for both.
    - `rtol`, `atol`: relative and absolute tolerance; `1e-5` and `0` by
      default.

    Constraints:
    - (close_c1) as (equal_c1).
    - (close_c2) run time: the shapes are equal.
    - (close_c3) run time: the formula holds. The error names the first index
      where it does not, and both values.
    - (close_c4) neither tolerance is negative or NaN.

    Example:
    ```mlir
    func.func @weights(%a: tensor<2xf32>) {
      %expected = arith.constant dense<[0.731059, 0.268941]> : tensor<2xf32>
      check.close %a, %expected {rtol = 1.0e-6 : f64} : tensor<2xf32>
      return
    }
    ```
  }];
  let arguments = (ins
    AnyTypeOf<[Check_Float, RankedTensorOf<[Check_Float]>]>:$actual,
    AnyTypeOf<[Check_Float, RankedTensorOf<[Check_Float]>]>:$expected,
    DefaultValuedAttr<F64Attr, "1.0e-5">:$rtol,
    DefaultValuedAttr<F64Attr, "0.0">:$atol);
}

def Check_UlpOp : Check_Op<"ulp", Check_Float> {
  let summary = "fails unless two values are a few floats apart";
  let description = [{
    Formula: for every index `i`, at most `max_ulp - 1` numbers of the element
    type lie between `actual[i]` and `expected[i]`, or both are NaN. `0.0` and
    `-0.0` are one number; infinity comes after the largest number.

    Operands:
    - `actual`, `expected`: tensors or scalars of floats. One type may be
      written for both.
    - `max_ulp`: 4 by default.

    Constraints:
    - (ulp_c1) as (equal_c1).
    - (ulp_c2) run time: the shapes are equal.
    - (ulp_c3) run time: the formula holds. The error names the first index
      where it does not, and both values.
    - (ulp_c4) `max_ulp` is not negative.

    Example:
    ```mlir
    func.func @root(%x: f64) {
      %r = math.sqrt %x : f64
      %expected = arith.constant 1.4142135623730951 : f64
      check.ulp %r, %expected {max_ulp = 1 : i64} : f64
      return
    }
    ```
  }];
  let arguments = (ins
    AnyTypeOf<[Check_Float, RankedTensorOf<[Check_Float]>]>:$actual,
    AnyTypeOf<[Check_Float, RankedTensorOf<[Check_Float]>]>:$expected,
    DefaultValuedAttr<ConfinedAttr<I64Attr, [IntNonNegative]>, "4">:$max_ulp);
}

#endif // MESH_DIALECT_CHECK_IR_CHECKOPS_TD
