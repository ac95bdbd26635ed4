//===- AdjointOpInterface.td - derivative rules of ops --------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_INTERFACES_ADJOINTOPINTERFACE_TD
#define MESH_INTERFACES_ADJOINTOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def Mesh_AdjointOpInterface : OpInterface<"AdjointOpInterface"> {
  let cppNamespace = "::mesh";
  let description = [{
    The derivative rule of an op. An op without it has no derivative: where one
    would be needed, `--mesh-autodiff` reports the op.
  }];
  let methods = [
    InterfaceMethod<[{
      Emits the adjoint: reads the cotangents of the results from `state` and
      adds contributions for the operands. Called only where a result has a
      cotangent. The ops that it emits must have rules themselves, so that
      derivatives have derivatives.
    }], "void", "buildAdjoint", (ins "::mesh::AdjointState &":$state)>,
    InterfaceMethod<[{
      Emits the tangent of the op's only result from those of its operands (null
      where zero). Null, the default: it is derived from the adjoint.
    }], "::mlir::Value", "buildTangent",
        (ins "::mlir::ImplicitLocOpBuilder &":$builder,
             "::llvm::ArrayRef<::mlir::Value>":$tangents),
        [{}], [{ return {}; }]>,
    StaticInterfaceMethod<[{
      Whether the derivative of every op of this kind is zero everywhere (floor,
      comparisons), so that nothing is propagated through it.
    }], "bool", "hasZeroDerivative", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<[{
      Empty, or why this op cannot be differentiated: completes "has no
      derivative: ". `isActive` tells values whose cotangents are needed.
    }], "std::string", "whyNot",
        (ins "::llvm::function_ref<bool(::mlir::Value)>":$isActive),
        [{}], [{ return {}; }]>
  ];
}

#endif // MESH_INTERFACES_ADJOINTOPINTERFACE_TD
