"""Derivatives of tensor."""

from harness import Case

V = "tensor<4xf64>"
M = "tensor<2x3xf64>"


def cases():
    i = "  %i = arith.constant 1 : index\n  %k = arith.constant 2 : index\n"
    square = lambda kind: f"\n  %y = arith.mulf %b, %b : {kind}"
    yield Case("splat", [("f64", None)], M, f"  %b = tensor.splat %a0 : {M}" + square(M))
    yield Case("from_elements", [("f64", None)] * 4, "tensor<2x2xf64>", "  %b = tensor.from_elements %a0, %a1, %a2, %a3 : tensor<2x2xf64>" + square("tensor<2x2xf64>"))
    yield Case("cast", [(M, None)], M, f"  %s = tensor.cast %a0 : {M} to tensor<?x3xf64>\n  %q = arith.mulf %s, %s : tensor<?x3xf64>\n  %b = tensor.cast %q : tensor<?x3xf64> to {M}" + square(M))
    yield Case("extract", [(M, None)], "f64", f"{i}  %p = tensor.extract %a0[%i, %k] : {M}\n  %q = tensor.extract %a0[%i, %i] : {M}\n  %b = arith.mulf %p, %q : f64" + square("f64"))
    yield Case("insert", [("f64", None), (M, None)], M, f"{i}  %b = tensor.insert %a0 into %a1[%i, %k] : {M}" + square(M))
    yield Case("extract_slice", [("tensor<4x5xf64>", None)], "tensor<2xf64>", "  %s = tensor.extract_slice %a0[1, 1] [2, 1] [1, 2] : tensor<4x5xf64> to tensor<2xf64>\n  %t = tensor.extract_slice %a0[0, 1] [2, 1] [2, 1] : tensor<4x5xf64> to tensor<2xf64>\n  %b = arith.mulf %s, %t : tensor<2xf64>" + square("tensor<2xf64>"))
    yield Case("insert_slice", [("tensor<2xf64>", None), ("tensor<4x5xf64>", None)], "tensor<4x5xf64>", "  %b = tensor.insert_slice %a0 into %a1[1, 1] [2, 1] [1, 2] : tensor<2xf64> into tensor<4x5xf64>" + square("tensor<4x5xf64>"))
    yield Case("concat", [(M, None), ("tensor<2x1xf64>", None)], "tensor<2x7xf64>", f"  %b = tensor.concat dim(1) %a0, %a1, %a0 : ({M}, tensor<2x1xf64>, {M}) -> tensor<2x7xf64>" + square("tensor<2x7xf64>"))
    yield Case("pad", [(M, None)], "tensor<4x4xf64>", f"  %v = arith.constant 2.0 : f64\n  %b = tensor.pad %a0 low[1, 0] high[1, 1] {{\n  ^bb0(%p: index, %q: index):\n    tensor.yield %v : f64\n  }} : {M} to tensor<4x4xf64>" + square("tensor<4x4xf64>"))
    yield Case("collapse", [(M, None)], "tensor<6xf64>", f"  %b = tensor.collapse_shape %a0 [[0, 1]] : {M} into tensor<6xf64>" + square("tensor<6xf64>"))
    yield Case("expand", [("tensor<6xf64>", None)], M, f"  %b = tensor.expand_shape %a0 [[0, 1]] output_shape [2, 3] : tensor<6xf64> into {M}" + square(M))
    yield Case("generate", [(V, None)], V, f"  %b = tensor.generate {{\n  ^bb0(%p: index):\n    %n = arith.constant 4 : index\n    %q = arith.addi %p, %p : index\n    %r = arith.remui %q, %n : index\n    %e = tensor.extract %a0[%r] : {V}\n    %s = math.sin %e : f64\n    tensor.yield %s : f64\n  }} : {V}" + square(V))
    D = "tensor<?x?xf64>"
    yield Case("empty", [(M, None)], M, f"  %e = tensor.empty() : {M}\n  %b = linalg.exp ins(%a0 : {M}) outs(%e : {M}) -> {M}" + square(M))
    yield Case("dim_and_rank", [(M, None)], M, f"""{i}  %x = tensor.cast %a0 : {M} to {D}
  %p = tensor.dim %x, %i : {D}
  %r = tensor.rank %x : {D}
  %s = arith.addi %p, %r : index
  %t = arith.index_cast %s : index to i64
  %f = arith.sitofp %t : i64 to f64
  %w = tensor.splat %f : {M}
  %b = arith.mulf %a0, %w : {M}""" + square(M))
    yield Case("reshape", [(M, None)], "tensor<3x2xf64>", f"""  %s = arith.constant dense<[3, 2]> : tensor<2xindex>
  %b = tensor.reshape %a0(%s) : ({M}, tensor<2xindex>) -> tensor<3x2xf64>""" + square("tensor<3x2xf64>"))
    yield Case("extract_repeatedly", [(V, None)], "f64", f"""{i}  %p = tensor.extract %a0[%i] : {V}
  %q = tensor.extract %a0[%i] : {V}
  %s = math.sin %q : f64
  %b = arith.mulf %p, %s : f64""" + square("f64"))
    yield Case("insert_over", [("f64", None), ("f64", None), (V, None)], V, f"""{i}  %p = tensor.insert %a0 into %a2[%i] : {V}
  %b = tensor.insert %a1 into %p[%i] : {V}""" + square(V))
    S = "tensor<4x5xf64>"
    yield Case("slices_that_overlap", [(S, None)], "tensor<2x2xf64>", f"""  %s = tensor.extract_slice %a0[0, 0] [2, 2] [2, 2] : {S} to tensor<2x2xf64>
  %t = tensor.extract_slice %a0[0, 2] [2, 2] [1, 1] : {S} to tensor<2x2xf64>
  %b = arith.mulf %s, %t : tensor<2x2xf64>""" + square("tensor<2x2xf64>"))
    yield Case("dynamic_slices", [(S, None), (M, None)], S, f"""{i}  %x = tensor.cast %a0 : {S} to {D}
  %s = tensor.extract_slice %x[%i, %k] [%k, %i] [%i, %i] : {D} to tensor<?x?xf64>
  %t = math.sin %s : {D}
  %r = tensor.extract_slice %a1[0, %i] [%k, %i] [1, 1] : {M} to {D}
  %m = arith.mulf %t, %r : {D}
  %v = tensor.insert_slice %m into %x[%k, 0] [%k, %i] [1, %k] : {D} into {D}
  %b = tensor.cast %v : {D} to {S}""" + square(S))
    yield Case("dynamic_shapes", [(M, None)], "tensor<6xf64>", f"""{i}  %x = tensor.cast %a0 : {M} to {D}
  %c = tensor.collapse_shape %x [[0, 1]] : {D} into tensor<?xf64>
  %s = math.sin %c : tensor<?xf64>
  %n = arith.constant 3 : index
  %e = tensor.expand_shape %s [[0, 1]] output_shape [%n, %k] : tensor<?xf64> into {D}
  %f = tensor.collapse_shape %e [[0, 1]] : {D} into tensor<?xf64>
  %b = tensor.cast %f : tensor<?xf64> to tensor<6xf64>""" + square("tensor<6xf64>"))
    yield Case("dynamic_concat_and_pad", [(M, None), ("tensor<1x3xf64>", None)], "tensor<4x4xf64>", f"""{i}  %x = tensor.cast %a0 : {M} to tensor<?x3xf64>
  %p = tensor.concat dim(0) %a1, %x : (tensor<1x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  %v = arith.constant 2.0 : f64
  %q = tensor.pad %p low[%i, 0] high[0, %i] {{
  ^bb0(%g: index, %h: index):
    tensor.yield %v : f64
  }} : tensor<?x3xf64> to {D}
  %b = tensor.cast %q : {D} to tensor<4x4xf64>""" + square("tensor<4x4xf64>"))
    yield Case("dynamic_splat", [("f64", None)], V, f"""  %n = arith.constant 4 : index
  %s = tensor.splat %a0[%n] : tensor<?xf64>
  %t = math.sin %s : tensor<?xf64>
  %b = tensor.cast %t : tensor<?xf64> to {V}""" + square(V))
    yield Case("dynamic_generate", [(M, None)], M, f"""{i}  %n = arith.constant 3 : index
  %g = tensor.generate %k, %n {{
  ^bb0(%p: index, %q: index):
    %e = tensor.extract %a0[%p, %q] : {M}
    %j = tensor.extract %a0[%i, %q] : {M}
    %s = arith.mulf %e, %j : f64
    tensor.yield %s : f64
  }} : {D}
  %b = tensor.cast %g : {D} to {M}""" + square(M))
    # The sizes of what a loop carries are known, its type does not say them.
    for name, step in {
        "collapse": f"    %c = tensor.collapse_shape %h [[0, 1]] : {D} into tensor<?xf64>\n    %s = math.sin %c : tensor<?xf64>\n    %o = tensor.expand_shape %s [[0, 1]] output_shape [%k, %n] : tensor<?xf64> into {D}",
        "concat": f"    %c = tensor.concat dim(1) %h, %h : ({D}, {D}) -> {D}\n    %s = math.sin %c : {D}\n    %o = tensor.extract_slice %s[0, %k] [%k, %n] [1, 1] : {D} to {D}",
        "pad": f"    %v = arith.constant 2.0 : f64\n    %c = tensor.pad %h low[%i, 0] high[0, 0] {{\n    ^bb0(%p: index, %q: index):\n      tensor.yield %v : f64\n    }} : {D} to {D}\n    %s = math.sin %c : {D}\n    %o = tensor.extract_slice %s[0, 0] [%k, %n] [1, 1] : {D} to {D}",
        "extract_slice": f"    %c = tensor.extract_slice %h[0, 0] [%k, 2] [1, 1] : {D} to tensor<?x2xf64>\n    %s = math.sin %c : tensor<?x2xf64>\n    %o = tensor.insert_slice %s into %h[0, %i] [%k, 2] [1, 1] : tensor<?x2xf64> into {D}",
        "reshape": f"    %z = tensor.from_elements %n, %k : tensor<2xindex>\n    %c = tensor.reshape %h(%z) : ({D}, tensor<2xindex>) -> {D}\n    %s = math.sin %c : {D}\n    %w = tensor.from_elements %k, %n : tensor<2xindex>\n    %o = tensor.reshape %s(%w) : ({D}, tensor<2xindex>) -> {D}",
        "insert": f"    %c = tensor.extract %h[%i, %i] : {D}\n    %s = math.sin %c : f64\n    %t = tensor.insert %s into %h[%i, %k] : {D}\n    %o = arith.mulf %t, %t : {D}",
        "transpose": f"    %z = tensor.empty(%n, %k) : {D}\n    %c = linalg.transpose ins(%h : {D}) outs(%z : {D}) permutation = [1, 0]\n    %s = math.sin %c : {D}\n    %w = tensor.empty(%k, %n) : {D}\n    %o = linalg.transpose ins(%s : {D}) outs(%w : {D}) permutation = [1, 0]",
        "reduce": f"    %f = arith.constant 0.0 : f64\n    %z = tensor.splat %f[%k] : tensor<?xf64>\n    %c = linalg.reduce {{arith.addf}} ins(%h : {D}) outs(%z : tensor<?xf64>) dimensions = [1]\n    %w = tensor.empty(%k, %n) : {D}\n    %s = linalg.broadcast ins(%c : tensor<?xf64>) outs(%w : {D}) dimensions = [1]\n    %o = arith.mulf %s, %h : {D}",
    }.items():
        yield Case(f"carried_{name}", [(M, None)], M, f"""{i}  %n = arith.constant 3 : index
  %j = arith.constant 0 : index
  %x = tensor.cast %a0 : {M} to {D}
  %l = scf.for %iv = %j to %k step %i iter_args(%h = %x) -> ({D}) {{
{step}
    scf.yield %o : {D}
  }}
  %b = tensor.cast %l : {D} to {M}""" + square(M))
    # No rows at all: first, in between and last.
    Z = "tensor<0x3xf64>"
    yield Case("concat_of_nothing", [(Z, None), (M, None)], M, f"  %b = tensor.concat dim(0) %a0, %a1, %a0 : ({Z}, {M}, {Z}) -> {M}" + square(M))
    yield Case("dynamic_concat_of_nothing", [(Z, None), (M, None)], M, f"""  %x = tensor.cast %a0 : {Z} to {D}
  %w = tensor.cast %a1 : {M} to {D}
  %p = tensor.concat dim(0) %x, %w, %x : ({D}, {D}, {D}) -> {D}
  %b = tensor.cast %p : {D} to {M}""" + square(M))
    yield Case("pad_of_nothing", [(Z, None)], M, f"""  %v = arith.constant 2.0 : f64
  %b = tensor.pad %a0 low[0, 0] high[2, 0] {{
  ^bb0(%p: index, %q: index):
    tensor.yield %v : f64
  }} : {Z} to {M}""" + square(M))
    yield Case("pad_after_nothing", [(Z, None)], M, f"""  %v = arith.constant 2.0 : f64
  %b = tensor.pad %a0 low[2, 0] high[0, 0] {{
  ^bb0(%p: index, %q: index):
    tensor.yield %v : f64
  }} : {Z} to {M}""" + square(M))
    yield Case("slice_of_nothing", [(M, None)], M, f"""  %j = arith.constant 0 : index
  %x = tensor.cast %a0 : {M} to {D}
  %p = tensor.extract_slice %x[%k, 0] [%j, 3] [1, 1] : {D} to tensor<?x3xf64>
  %t = math.sin %p : tensor<?x3xf64>
  %q = tensor.insert_slice %t into %x[%k, 0] [%j, 3] [1, 1] : tensor<?x3xf64> into {D}
  %b = tensor.cast %q : {D} to {M}""".replace("  %j", i + "  %j", 1) + square(M))
    yield Case("unused", [(V, None)] * 2, V, f"  %y = math.sin %a0 : {V}")
    yield Case("identity", [(V, None)] * 2, V, f"  %y = arith.addf %a0, %a1 : {V}")
