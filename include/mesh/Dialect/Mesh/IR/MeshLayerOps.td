//===- MeshLayerOps.td - sugar: one line for a step of a layer ------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_MESHLAYEROPS_TD
#define MESH_DIALECT_MESH_IR_MESHLAYEROPS_TD

include "mesh/Dialect/Mesh/IR/MeshBase.td"

/// Sugar: replaced by a few linalg, arith, math and core mesh ops in
/// `--mesh-expand`.
class Mesh_SugarOp<string mnemonic, list<Trait> traits = []>
    : Mesh_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<Mesh_ExpandableOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]>;

/// Sugar whose result type follows from its operands.
class Mesh_LayerOp<string mnemonic, list<Trait> traits = []>
    : Mesh_SugarOp<mnemonic, traits # [
        DeclareOpInterfaceMethods<InferTypeOpInterface>, Mesh_RefinableResults]>;

/// Types are written as for every op, `(T) -> T`; `T` alone stands for that.
class Mesh_PointwiseOp<string mnemonic, list<Trait> traits = []>
    : Mesh_LayerOp<mnemonic, traits # [Pure]> {
  let arguments = (ins Mesh_FloatTensor:$x);
  let results = (outs Mesh_FloatTensor:$result);
  let assemblyFormat = "$x attr-dict `:` custom<RowTypes>(type($x), type($result))";
}

def Mesh_LinearOp : Mesh_LayerOp<"linear", [Pure]> {
  let summary = "linear map of the last axis, with optional bias";
  let description = [{
    Formula: `y[..., h] = sum_f x[..., f] w[f, h] + b[h]`. The bias is added
    once, after the sum. `f16` and `bf16` are accumulated in `f32`.

    Operands:
    - `x`: `[..., F]`; `w`: `[F, H]`; `b` (optional): `[H]`.

    Constraints:
    - (linear_c1) all element types are equal.
    - (linear_c2) the last axis of `x` and the first of `w` agree where static;
      run time: they agree.
    - (linear_c3) `b` has as many entries as `w` has columns; run time too.

    Example:
    ```mlir
    func.func @map(%x: tensor<?x16xf32>, %w: tensor<16x32xf32>, %b: tensor<32xf32>) -> tensor<?x32xf32> {
      %y = mesh.linear %x, %w, %b : (tensor<?x16xf32>, tensor<16x32xf32>, tensor<32xf32>) -> tensor<?x32xf32>
      return %y : tensor<?x32xf32>
    }
    ```
  }];
  let arguments = (ins Mesh_FloatTensor:$x, Mesh_FloatTensor:$w,
                       Optional<Mesh_FloatTensor>:$b);
  let results = (outs Mesh_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $w (`,` $b^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Mesh_ScaleOp : Mesh_LayerOp<"scale", [Pure]> {
  let summary = "each row times its scalar";
  let description = [{
    Formula: `y[b..., i..., j...] = m[b..., i..., j...] * s[i...]`: the shape of
    `s` is a prefix of the shape of `m`, counted from axis `dim`; trailing axes
    (and the axes before `dim`) are broadcast.

    Constraints:
    - (scale_c1) element types are equal.
    - (scale_c2) `dim` plus the rank of `s` is at most the rank of `m`.
    - (scale_c3) the axes of `s` agree with those of `m` from axis `dim` on,
      where static; run time: they agree.

    Example:
    ```mlir
    func.func @weigh(%m: tensor<?x8x16xf32>, %a: tensor<?x8xf32>) -> tensor<?x8x16xf32> {
      %y = mesh.scale %m, %a : (tensor<?x8x16xf32>, tensor<?x8xf32>) -> tensor<?x8x16xf32>
      return %y : tensor<?x8x16xf32>
    }
    ```
  }];
  let arguments = (ins Mesh_FloatTensor:$m, Mesh_FloatTensor:$s,
                       Mesh_DimAttr:$dim);
  let results = (outs Mesh_FloatTensor:$result);
  let assemblyFormat = [{
    $m `,` $s (`dim` `=` $dim^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Mesh_ReluOp : Mesh_PointwiseOp<"relu"> {
  let summary = "rectified linear unit";
  let description = [{
    Formula: `y = max(x, 0)`; NaN stays NaN. The derivative at 0 is 0.

    Constraints:
    - (relu_c1) the result has the type of `x`.

    Example:
    ```mlir
    func.func @act(%x: tensor<?x16xf32>) -> tensor<?x16xf32> {
      %y = mesh.relu %x : (tensor<?x16xf32>) -> tensor<?x16xf32>
      return %y : tensor<?x16xf32>
    }
    ```
  }];
}

def Mesh_LeakyReluOp : Mesh_PointwiseOp<"leaky_relu"> {
  let summary = "rectified linear unit with a slope below 0";
  let description = [{
    Formula: `y = x > 0 ? x : slope * x`. The default slope is 0.2, as in graph
    attention.

    Constraints:
    - (leaky_relu_c1) the result has the type of `x`.

    Example:
    ```mlir
    func.func @act(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
      %y = mesh.leaky_relu %x {slope = 0.1 : f64} : (tensor<?x8xf32>) -> tensor<?x8xf32>
      return %y : tensor<?x8xf32>
    }
    ```
  }];
  let arguments = (ins Mesh_FloatTensor:$x,
                       DefaultValuedAttr<F64Attr, "0.2">:$slope);
}

def Mesh_EluOp : Mesh_PointwiseOp<"elu"> {
  let summary = "exponential linear unit";
  let description = [{
    Formula: `y = x > 0 ? x : alpha * (exp(x) - 1)`; `alpha` is 1 by default.

    Constraints:
    - (elu_c1) the result has the type of `x`.

    Source: Clevert, Unterthiner, Hochreiter, 2016.

    Example:
    ```mlir
    func.func @act(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
      %y = mesh.elu %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
      return %y : tensor<?x8xf32>
    }
    ```
  }];
  let arguments = (ins Mesh_FloatTensor:$x,
                       DefaultValuedAttr<F64Attr, "1.0">:$alpha);
}

def Mesh_SigmoidOp : Mesh_PointwiseOp<"sigmoid"> {
  let summary = "logistic function";
  let description = [{
    Formula: `y = 1 / (1 + exp(-x))`.

    Constraints:
    - (sigmoid_c1) the result has the type of `x`.

    Example:
    ```mlir
    func.func @gate(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
      %y = mesh.sigmoid %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
      return %y : tensor<?x8xf32>
    }
    ```
  }];
}

def Mesh_LogSoftmaxOp : Mesh_PointwiseOp<"log_softmax"> {
  let summary = "log of the softmax over the last axis";
  let description = [{
    Formula: `y[..., c] = x[..., c] - m - log(sum_k exp(x[..., k] - m))` with
    `m = max_k x[..., k]`.

    Constraints:
    - (log_softmax_c1) the result has the type of `x`; `x` has rank 1 or more.

    Example:
    ```mlir
    func.func @scores(%x: tensor<?x7xf32>) -> tensor<?x7xf32> {
      %y = mesh.log_softmax %x : (tensor<?x7xf32>) -> tensor<?x7xf32>
      return %y : tensor<?x7xf32>
    }
    ```
  }];
  let hasVerifier = 1;
}

def Mesh_CrossEntropyOp : Mesh_LayerOp<"cross_entropy", [NoMemoryEffect]> {
  let summary = "mean cross-entropy of labelled rows";
  let description = [{
    Formula: `loss = -(1 / |L|) sum over i in L of
    log_softmax(logits)[i, labels[i]]` with `L = {i : labels[i] >= 0}`: a
    negative label means that the row has none. With no labelled row the loss
    is 0.

    Operands:
    - `logits`: `[N, C]`; `labels`: `[N]`, `i32` or `i64`.

    Constraints:
    - (cross_entropy_c1) `logits` has rank 2 and the result is a tensor of rank
      0 with its element type.
    - (cross_entropy_c2) row counts agree where static; run time: they agree.
    - (cross_entropy_c3) run time: every label is less than `C`.

    Example:
    ```mlir
    func.func @loss(%x: tensor<?x7xf32>, %labels: tensor<?xi32>) -> tensor<f32> {
      %l = mesh.cross_entropy %x, %labels : (tensor<?x7xf32>, tensor<?xi32>) -> tensor<f32>
      return %l : tensor<f32>
    }
    ```
  }];
  let arguments = (ins Mesh_FloatTensor:$logits, Mesh_IndexTensor:$labels);
  let results = (outs Mesh_FloatTensor:$loss);
  let assemblyFormat = [{
    $logits `,` $labels attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Mesh_UniformOp : Mesh_SugarOp<"uniform", [Pure]> {
  let summary = "uniform random numbers in [0, 1)";
  let description = [{
    A counter-based generator: entry `i` (row-major) is a function of `seed` and
    `i` alone, so it is the same for any thread count, target and stage.

    Formula: Philox4x32-10 with key `(lo32(seed), hi32(seed))` and counter
    `(lo32(i / 4), hi32(i / 4), 0, 0)`; entry `i` is word `i mod 4` of its
    output, shifted right by 8, times 2^-24. For `f64` results as for `f32`; for
    `f16` and `bf16` the top 11 and 8 bits of the word are used, so that every
    value is below 1.

    Operands:
    - `seed`: `i64`; `sizes`: one `index` for each dynamic axis of the result.

    Constraints:
    - (uniform_c1) there are as many sizes as dynamic axes.

    Source: Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1,
    2, 3", 2011.

    Example:
    ```mlir
    func.func @noise(%seed: i64, %n: index) -> tensor<?x16xf32> {
      %u = mesh.uniform %seed, [%n] : tensor<?x16xf32>
      return %u : tensor<?x16xf32>
    }
    ```
  }];
  let arguments = (ins I64:$seed, Variadic<Index>:$sizes);
  let results = (outs Mesh_FloatTensor:$result);
  let assemblyFormat = "$seed `,` `[` $sizes `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Mesh_DropoutOp : Mesh_LayerOp<"dropout", [Pure]> {
  let summary = "sets entries to 0 at random and scales the rest";
  let description = [{
    Formula: `y[i] = u(seed, i) >= rate ? x[i] / (1 - rate) : 0`, `u` as in
    `mesh.uniform` and `i` the row-major index of the entry (for edge rows,
    rows are in COO order). The mask is recomputed, never stored. A program for
    evaluation leaves the op out.

    Constraints:
    - (dropout_c1) `0 <= rate < 1`.
    - (dropout_c2) the result has the type of `x`.

    Example:
    ```mlir
    func.func @drop(%x: tensor<?x16xf32>, %seed: i64) -> tensor<?x16xf32> {
      %y = mesh.dropout %x, %seed {rate = 0.5 : f64} : (tensor<?x16xf32>, i64) -> tensor<?x16xf32>
      return %y : tensor<?x16xf32>
    }
    ```
  }];
  let arguments = (ins Mesh_FloatTensor:$x, I64:$seed, F64Attr:$rate);
  let results = (outs Mesh_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $seed attr-dict `:` custom<RowTypes>(type($x), type($seed), type($result))
  }];
  let hasVerifier = 1;
}

def Mesh_TakeOp : Mesh_LayerOp<"take", [NoMemoryEffect]> {
  let summary = "rows of a table by index";
  let description = [{
    Formula: `y[i, ...] = table[ids[i], ...]`. Differentiable: it expands to a
    gather on the bipartite graph whose edge `i` runs from `ids[i]` to `i`.

    Operands:
    - `table`: `[R, ...]`; `ids`: `[M]`, `i32` or `i64`.

    Constraints:
    - (take_c1) the result has `M` rows and otherwise the shape of `table`.
    - (take_c2) run time: `0 <= ids[i] < R`.

    Duplicate ids read the row again.

    Example:
    ```mlir
    func.func @embed(%table: tensor<?x16xf32>, %ids: tensor<?xi32>) -> tensor<?x16xf32> {
      %y = mesh.take %table, %ids : (tensor<?x16xf32>, tensor<?xi32>) -> tensor<?x16xf32>
      return %y : tensor<?x16xf32>
    }
    ```
  }];
  let arguments = (ins Mesh_RowTensor:$table, Mesh_IndexTensor:$ids);
  let results = (outs Mesh_RowTensor:$result);
  let assemblyFormat = [{
    $table `,` $ids attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // MESH_DIALECT_MESH_IR_MESHLAYEROPS_TD
