//===- MeshDerivativeOps.td - derivatives of functions --------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_MESHDERIVATIVEOPS_TD
#define MESH_DIALECT_MESH_IR_MESHDERIVATIVEOPS_TD

include "mesh/Dialect/Mesh/IR/MeshBase.td"
include "mlir/IR/SymbolInterfaces.td"

def Mesh_Method : I32EnumAttr<"Method", "how a derivative is computed", [
    I32EnumAttrCase<"Reverse", 0, "reverse">,
    I32EnumAttrCase<"FiniteDifferences", 1, "fd">]> {
  let cppNamespace = "::mesh";
  let genSpecializedAttr = 0;
}
def Mesh_MethodAttr : EnumAttr<Mesh_Dialect, Mesh_Method, "method"> {
  let assemblyFormat = "$value";
}

def Mesh_DefaultMethod : DefaultValuedAttr<Mesh_MethodAttr, "::mesh::Method::Reverse">;

/// A derivative of the function `callee` at `inputs`. `--mesh-autodiff` replaces
/// it by a call of a function that computes it.
class Mesh_DerivativeOp<string mnemonic, list<Trait> traits = []>
    : Mesh_Op<mnemonic, traits # [NoMemoryEffect,
        DeclareOpInterfaceMethods<SymbolUserOpInterface>]>;

def Mesh_GradOp : Mesh_DerivativeOp<"grad"> {
  let summary = "gradient of a function with one number as its result";
  let description = [{
    Formula: result `k` is `d f(inputs)[0] / d inputs[wrt[k]]`, entry by entry.
    An argument on which the result does not depend has a gradient of zeros.

    With `method = reverse`, the default, the derivative of the program, exact
    up to rounding; its cost is a small multiple of that of `f`. With
    `method = fd`, central differences: two calls of `f` for each entry, to
    cross-check. The step is `2^-17 max(1, |x|)` in `f64` and `2^-7 max(1, |x|)`
    in other types; the relative error is about `1e-10` in `f64`, `1e-3` in
    `f32` for functions of moderate size.

    Operands:
    - `inputs`: the arguments of `callee`, all of them.

    Constraints:
    - (grad_c1) `callee` is a function of the module.
    - (grad_c2) `inputs` have the types of its arguments.
    - (grad_c3) `wrt` lists one or more arguments, none twice; each is a float
      or a tensor of floats.
    - (grad_c4) the first result of `callee` is a float or a tensor of one float
      without axes. Other results are not differentiated.
    - (grad_c5) there is one result for each entry of `wrt`, of the type of that
      argument.

    `--mesh-autodiff` reports ops of `callee` that have no derivative rule.

    Example:
    ```mlir
    func.func private @loss(%x: tensor<?xf64>) -> tensor<f64> {
      %y = arith.mulf %x, %x : tensor<?xf64>
      %zero = arith.constant dense<0.0> : tensor<f64>
      %s = linalg.reduce ins(%y : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
        (%a: f64, %b: f64) { %c = arith.addf %a, %b : f64 linalg.yield %c : f64 }
      return %s : tensor<f64>
    }
    func.func @gradient(%x: tensor<?xf64>) -> tensor<?xf64> {
      %dx = mesh.grad @loss(%x) wrt [0] : (tensor<?xf64>) -> tensor<?xf64>
      return %dx : tensor<?xf64>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs,
                       DenseI64ArrayAttr:$wrt, Mesh_DefaultMethod:$method);
  let results = (outs Variadic<AnyType>:$gradients);
  let assemblyFormat = [{
    $callee `(` $inputs `)` `wrt` $wrt (`method` `=` $method^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Mesh_ValueAndGradOp : Mesh_DerivativeOp<"value_and_grad"> {
  let summary = "results of a function and the gradient of the first";
  let description = [{
    Formula: the results of `f(inputs)`, then those of `mesh.grad`. The function
    is evaluated once. Results after the first (an accuracy, new statistics) are
    not differentiated.

    Constraints:
    - (value_and_grad_c1) to (value_and_grad_c4) as for `mesh.grad`.
    - (value_and_grad_c5) there is one result for each result of `callee`, then
      one for each entry of `wrt`, of the same types.

    Example:
    ```mlir
    func.func private @square(%x: f64) -> f64 {
      %y = arith.mulf %x, %x : f64
      return %y : f64
    }
    func.func @both(%x: f64) -> (f64, f64) {
      %y, %dx = mesh.value_and_grad @square(%x) wrt [0] : (f64) -> (f64, f64)
      return %y, %dx : f64, f64
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs,
                       DenseI64ArrayAttr:$wrt, Mesh_DefaultMethod:$method);
  let results = (outs Variadic<AnyType>:$values_and_gradients);
  let assemblyFormat = [{
    $callee `(` $inputs `)` `wrt` $wrt (`method` `=` $method^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Mesh_VJPOp : Mesh_DerivativeOp<"vjp", [AttrSizedOperandSegments]> {
  let summary = "results of a function and products with its transposed Jacobian";
  let description = [{
    Formula: the results of `f(inputs)`, then for each entry `i` of `wrt` the sum
    over the float results `y_k` of `seeds[k] . d y_k / d inputs[i]`.

    Operands:
    - `inputs`: the arguments of `callee`.
    - `seeds`: one cotangent for each result of floats, of its type and shape.

    Constraints:
    - (vjp_c1), (vjp_c2), (vjp_c3) as for `mesh.grad`.
    - (vjp_c4) there is one seed for each result of floats, of its type.
    - (vjp_c5) there is one result for each result of `callee`, then one for
      each entry of `wrt`, of the same types.

    Example:
    ```mlir
    func.func private @double(%x: tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.addf %x, %x : tensor<?xf64>
      return %y : tensor<?xf64>
    }
    func.func @pull(%x: tensor<?xf64>, %c: tensor<?xf64>) -> tensor<?xf64> {
      %y, %dx = mesh.vjp @double(%x) seeds(%c) wrt [0] : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
      return %dx : tensor<?xf64>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs,
                       Variadic<AnyType>:$seeds, DenseI64ArrayAttr:$wrt,
                       Mesh_DefaultMethod:$method);
  let results = (outs Variadic<AnyType>:$values_and_gradients);
  let assemblyFormat = [{
    $callee `(` $inputs `)` `seeds` `(` $seeds `)` `wrt` $wrt
    (`method` `=` $method^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Mesh_JVPOp : Mesh_DerivativeOp<"jvp", [AttrSizedOperandSegments]> {
  let summary = "results of a function and products with its Jacobian";
  let description = [{
    Formula: the results of `f(inputs)`, then for each float result `y_k` the sum
    over the entries of `wrt` of `d y_k / d inputs[wrt[j]] . tangents[j]`. No
    value is stored for it: with `method = reverse` each op is followed by its
    tangent. A product of a Hessian and a vector is a `mesh.jvp` of a function
    that contains a `mesh.grad`.

    Operands:
    - `inputs`: the arguments of `callee`.
    - `tangents`: one for each entry of `wrt`, of the argument's type and shape.

    Constraints:
    - (jvp_c1), (jvp_c2), (jvp_c3) as for `mesh.grad`.
    - (jvp_c4) there is one tangent for each entry of `wrt`, of the type of that
      argument.
    - (jvp_c5) there is one result for each result of `callee`, then one for
      each of its float results, of the same types.

    Example:
    ```mlir
    func.func private @double(%x: tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.addf %x, %x : tensor<?xf64>
      return %y : tensor<?xf64>
    }
    func.func @push(%x: tensor<?xf64>, %t: tensor<?xf64>) -> tensor<?xf64> {
      %y, %dy = mesh.jvp @double(%x) tangents(%t) wrt [0] : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
      return %dy : tensor<?xf64>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs,
                       Variadic<AnyType>:$tangents, DenseI64ArrayAttr:$wrt,
                       Mesh_DefaultMethod:$method);
  let results = (outs Variadic<AnyType>:$values_and_tangents);
  let assemblyFormat = [{
    $callee `(` $inputs `)` `tangents` `(` $tangents `)` `wrt` $wrt
    (`method` `=` $method^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Mesh_StopGradientOp : Mesh_Op<"stop_gradient", [
    Pure, SameOperandsAndResultType]> {
  let summary = "identity with a derivative of zero";
  let description = [{
    Formula: `y = x`, and `dy / dx = 0`. `--mesh-autodiff` removes it.

    Constraints:
    - (stop_gradient_c1) operand and result have the same type.

    Example:
    ```mlir
    func.func @frozen(%x: tensor<?xf32>) -> tensor<?xf32> {
      %y = mesh.stop_gradient %x : tensor<?xf32>
      return %y : tensor<?xf32>
    }
    ```
  }];
  let arguments = (ins AnyType:$x);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

#endif // MESH_DIALECT_MESH_IR_MESHDERIVATIVEOPS_TD
