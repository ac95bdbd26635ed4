"""Derivatives of single ops, one case for each rule.

usage: rules.py GROUP      (pointwise, linalg, tensor, mesh, control)
"""

import sys

from harness import Case, program

V = "tensor<4xf64>"
M = "tensor<2x3xf64>"
GRAPH = """  %src = arith.constant dense<[0, 0, 0, 1, 1, 3, 3, 2, 2]> : tensor<9xi32>
  %dst = arith.constant dense<[1, 1, 1, 1, 1, 3, 0, 1, 2]> : tensor<9xi32>
  %n = arith.constant 5 : index
  %y = mesh.graph %src, %dst, %n, %n : (tensor<9xi32>, tensor<9xi32>, index, index) -> !mesh.graph"""
G = ("!mesh.graph", GRAPH)


def pointwise():
    unary = {
        "arith.negf": (-1, 1), "math.absf": (0.2, 1), "math.acos": (-0.8, 0.8), "math.acosh": (1.2, 3),
        "math.asin": (-0.8, 0.8), "math.asinh": (-2, 2), "math.atan": (-2, 2), "math.atanh": (-0.8, 0.8),
        "math.cbrt": (0.3, 2), "math.cos": (-2, 2), "math.cosh": (-2, 2), "math.erf": (-1, 1),
        "math.erfc": (-1, 1), "math.exp": (-2, 2), "math.exp2": (-2, 2), "math.expm1": (-2, 2),
        "math.log": (0.3, 3), "math.log10": (0.3, 3), "math.log1p": (-0.5, 2), "math.log2": (0.3, 3),
        "math.rsqrt": (0.3, 2), "math.sin": (-2, 2), "math.sinh": (-2, 2), "math.sqrt": (0.3, 2),
        "math.tan": (-1, 1), "math.tanh": (-2, 2), "math.floor": (0.2, 0.8), "math.ceil": (0.2, 0.8),
        "math.round": (0.1, 0.4), "math.roundeven": (0.1, 0.4), "math.trunc": (0.2, 0.8),
    }
    binary = {
        "arith.addf": (-1, 1), "arith.subf": (-1, 1), "arith.mulf": (-1, 1), "arith.divf": (0.5, 2),
        "arith.maximumf": (-1, 1), "arith.maxnumf": (-1, 1), "arith.minimumf": (-1, 1),
        "arith.minnumf": (-1, 1), "arith.remf": (2.1, 2.9), "math.atan2": (0.3, 2), "math.copysign": (0.5, 2),
        "math.powf": (0.3, 2),
    }
    for kind in [V, "f64"]:
        suffix = "v" if kind == V else "s"
        for op, (low, high) in unary.items():
            # Twice its argument, so that contributions are added.
            body = f"  %b = {op} %a0 : {kind}\n  %y = arith.mulf %b, %a0 : {kind}"
            yield Case(f"{op.replace('.', '_')}_{suffix}", [(kind, None)], kind, body, low, high)
        for op, (low, high) in binary.items():
            body = f"  %b = {op} %a0, %a1 : {kind}\n  %y = arith.mulf %b, %b : {kind}"
            yield Case(f"{op.replace('.', '_')}_{suffix}", [(kind, None)] * 2, kind, body, low, high)
        yield Case(f"fma_{suffix}", [(kind, None)] * 3, kind, f"  %b = math.fma %a0, %a1, %a2 : {kind}\n  %y = math.sin %b : {kind}")
        condition = "tensor<4xi1>" if kind == V else "i1"
        yield Case(f"select_{suffix}", [(kind, None)] * 3, kind, f"""  %p = arith.cmpf olt, %a0, %a1 : {kind}
  %s = math.sin %a1 : {kind}
  %b = arith.select %p, %s, %a2 : {condition}, {kind}
  %y = arith.mulf %b, %b : {kind}""")
        yield Case(f"stop_{suffix}", [(kind, None)] * 2, kind, f"""  %s = math.sin %a0 : {kind}
  %z = arith.subf %s, %s : {kind}
  %t = mesh.stop_gradient %z : {kind}
  %y = arith.mulf %a0, %a1 : {kind}""")
    for n in [-2, 0, 1, 3]:
        yield Case(f"fpowi_{n + 2}", [("f64", None)], "f64", f"""  %n = arith.constant {n} : i32
  %b = math.fpowi %a0, %n : f64, i32
  %y = arith.mulf %b, %a0 : f64""", 0.5, 2)
    yield Case("one_condition", [(V, None)] * 2, V, f"""  %i = arith.constant 0 : index
  %e = tensor.extract %a0[%i] : {V}
  %z = arith.constant 0.0 : f64
  %p = arith.cmpf ogt, %e, %z : f64
  %s = arith.select %p, %a0, %a1 : {V}
  %m = arith.maximumf %s, %a1 : {V}
  %q = arith.select %p, %m, %a0 : {V}
  %y = arith.mulf %q, %q : {V}""")


def generic(name, ins, result, maps, iterators, body, args=None, init="%z"):
    """A case of one linalg.generic with its result squared."""
    read = ins[:len(maps) - 1]
    operands = ", ".join(f"%a{i}" for i in range(len(read)))
    text = f"""  %z = arith.constant dense<0.0> : {result}
  %g = linalg.generic {{indexing_maps = [{', '.join(f'affine_map<{m}>' for m in maps)}], iterator_types = [{', '.join(f'"{i}"' for i in iterators)}]}}
    ins({operands} : {', '.join(read)}) outs({init} : {result}) {{
{body}
  }} -> {result}
  %y = arith.mulf %g, %g : {result}"""
    return Case(name, args or [(kind, None) for kind in ins], result, text)


def linalg():
    A, B, C = "tensor<2x3xf64>", "tensor<3x2xf64>", "tensor<2x2xf64>"
    zero = "  %z = arith.constant dense<0.0> : "

    def named(name, op, ins, result, extra=""):
        operands = ", ".join(f"%a{i}" for i in range(len(ins)))
        body = f"""  %b = linalg.{op}{extra} ins({operands} : {', '.join(ins)}) outs(%a{len(ins)} : {result}) -> {result}
  %y = arith.mulf %b, %b : {result}"""
        return Case(name, [(kind, None) for kind in ins + [result]], result, body)

    yield named("matmul", "matmul", [A, B], C)
    yield named("matmul_ta", "matmul", [A, A], "tensor<3x3xf64>", " indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]")
    yield named("matmul_tb", "matmul", [A, A], C, " indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]")
    yield named("batch_matmul", "batch_matmul", ["tensor<2x2x3xf64>", "tensor<2x3x2xf64>"], "tensor<2x2x2xf64>")
    yield named("matvec", "matvec", [A, "tensor<3xf64>"], "tensor<2xf64>")
    yield named("vecmat", "vecmat", ["tensor<2xf64>", A], "tensor<3xf64>")
    yield named("dot", "dot", ["tensor<3xf64>", "tensor<3xf64>"], "tensor<f64>")
    yield named("fill", "fill", ["f64"], A)
    yield named("copy", "copy", [A], A)
    for op in ["exp", "log", "tanh", "sqrt", "square", "negf", "abs"]:
        case = named(op, op, [A], A)
        case.low, case.high = 0.3, 1.5
        yield case
    for op in ["add", "sub", "mul", "div", "max", "min"]:
        case = named(op, op, [A, A], A)
        case.low, case.high = 0.5, 1.5
        yield case
    yield Case("transpose", [(A, None)], B, f"{zero}{B}\n  %t = linalg.transpose ins(%a0 : {A}) outs(%z : {B}) permutation = [1, 0]\n  %y = arith.mulf %t, %t : {B}")
    yield Case("broadcast", [("tensor<2xf64>", None)], A, f"{zero}{A}\n  %t = linalg.broadcast ins(%a0 : tensor<2xf64>) outs(%z : {A}) dimensions = [1]\n  %y = arith.mulf %t, %t : {A}")
    yield Case("softmax", [(A, None)], A, f"{zero}{A}\n  %t = linalg.softmax dimension(1) ins(%a0 : {A}) outs(%z : {A}) -> {A}\n  %y = arith.mulf %t, %t : {A}")
    yield Case("map", [(A, None)] * 2, A, f"""{zero}{A}
  %t = linalg.map ins(%a0, %a1 : {A}, {A}) outs(%z : {A}) (%p: f64, %q: f64, %o: f64) {{
    %s = math.sin %p : f64
    %r = arith.mulf %s, %q : f64
    linalg.yield %r : f64 }}
  %y = arith.mulf %t, %t : {A}""")
    for op in ["addf", "maximumf", "minimumf", "mulf"]:
        for dims, result in [("[1]", "tensor<2xf64>"), ("[0, 1]", "tensor<f64>")]:
            yield Case(f"reduce_{op}_{len(dims)}", [(A, None), (result, None)], result, f"""  %t = linalg.reduce ins(%a0 : {A}) outs(%a1 : {result}) dimensions = {dims}
    (%p: f64, %q: f64) {{ %r = arith.{op} %p, %q : f64 linalg.yield %r : f64 }}
  %y = arith.mulf %t, %t : {result}""")
    # Two zeros: the derivatives of a product are not quotients.
    yield Case("product_of_zeros", [(V, None), (V, "  %y = arith.constant dense<[0.0, 1.0, 0.0, 1.0]> : " + V)], "f64", f"""  %m = arith.mulf %a0, %a1 : {V}
  %o = arith.constant dense<1.0> : tensor<f64>
  %t = linalg.reduce ins(%m : {V}) outs(%o : tensor<f64>) dimensions = [0]
    (%p: f64, %q: f64) {{ %r = arith.mulf %p, %q : f64 linalg.yield %r : f64 }}
  %y = tensor.extract %t[] : tensor<f64>""")
    par, red = "parallel", "reduction"
    yield generic("outer", ["tensor<2xf64>", "tensor<3xf64>", A], A,
                  ["(i, j) -> (i)", "(i, j) -> (j)", "(i, j) -> (i, j)", "(i, j) -> (i, j)"], [par, par],
                  """  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %s = math.sin %p : f64
    %t = arith.mulf %s, %q : f64
    %u = arith.mulf %t, %r : f64
    linalg.yield %u : f64""")
    yield generic("transposed_and_indexed", [B, "tensor<2xf64>"], "tensor<2xf64>",
                  ["(i, j) -> (j, i)", "(i, j) -> (i)", "(i, j) -> (i)"], [par, red],
                  """  ^bb0(%p: f64, %q: f64, %o: f64):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i64
    %f = arith.sitofp %k : i64 to f64
    %s = arith.mulf %f, %p : f64
    %e = math.exp %s : f64
    %t = arith.mulf %e, %q : f64
    %u = arith.addf %o, %t : f64
    linalg.yield %u : f64""")
    yield generic("reads_init", [A, A], A, ["(i, j) -> (i, j)", "(i, j) -> (i, j)"], [par, par],
                  """  ^bb0(%p: f64, %o: f64):
    %t = math.sin %o : f64
    %u = arith.mulf %p, %t : f64
    linalg.yield %u : f64""", init="%a1")
    yield Case("captured_scalar", [(A, None), ("f64", None)], A, f"""{zero}{A}
  %g = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
    ins(%a0 : {A}) outs(%z : {A}) {{
  ^bb0(%p: f64, %o: f64):
    %s = arith.mulf %p, %a1 : f64
    %t = math.sin %s : f64
    linalg.yield %t : f64
  }} -> {A}
  %y = arith.mulf %g, %g : {A}""")
    yield Case("two_results", [(A, None), ("tensor<2xf64>", None)], "tensor<2xf64>", f"""{zero}{A}
  %g:2 = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}}
    ins(%a0 : {A}) outs(%z, %a1 : {A}, tensor<2xf64>) {{
  ^bb0(%p: f64, %o: f64, %q: f64):
    %t = math.sin %p : f64
    %s = arith.mulf %t, %p : f64
    %u = arith.addf %q, %s : f64
    linalg.yield %t, %u : f64, f64
  }} -> ({A}, tensor<2xf64>)
  %h = linalg.reduce ins(%g#0 : {A}) outs(%g#1 : tensor<2xf64>) dimensions = [1]
    (%p: f64, %q: f64) {{ %r = arith.addf %p, %q : f64 linalg.yield %r : f64 }}
  %y = arith.mulf %h, %g#1 : tensor<2xf64>""")


def tensor():
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
    yield Case("unused", [(V, None)] * 2, V, f"  %y = math.sin %a0 : {V}")
    yield Case("identity", [(V, None)] * 2, V, f"  %y = arith.addf %a0, %a1 : {V}")


def mesh():
    S, E = "tensor<5x2xf64>", "tensor<9x2xf64>"
    for end in ["source", "target"]:
        yield Case(f"gather_{end}", [G, (S, None)], E, f"  %b = mesh.gather %a1, %a0 {end} : ({S}, !mesh.graph) -> {E}\n  %y = arith.mulf %b, %b : {E}")
        for op in ["sum", "mean", "max", "min"]:
            yield Case(f"{op}_{end}", [G, (E, None)], S, f"  %b = mesh.segment_{op} %a1, %a0 {end} : ({E}, !mesh.graph) -> {S}\n  %y = arith.mulf %b, %b : {S}")
        yield Case(f"softmax_{end}", [G, (E, None)], E, f"  %b = mesh.segment_softmax %a1, %a0 {end} : ({E}, !mesh.graph) -> {E}\n  %y = arith.mulf %b, %b : {E}")
    B, D = "tensor<2x9xf64>", "tensor<2x5xf64>"
    for op in ["sum", "mean", "max", "min"]:
        yield Case(f"{op}_dim", [G, (B, None)], D, f"  %b = mesh.segment_{op} %a1, %a0 target dim = 1 : ({B}, !mesh.graph) -> {D}\n  %y = arith.mulf %b, %b : {D}")
    yield Case("softmax_dim", [G, (B, None)], B, f"  %b = mesh.segment_softmax %a1, %a0 target dim = 1 : ({B}, !mesh.graph) -> {B}\n  %y = arith.mulf %b, %b : {B}")
    yield Case("gather_dim", [G, (D, None)], B, f"  %b = mesh.gather %a1, %a0 source dim = 1 : ({D}, !mesh.graph) -> {B}\n  %y = arith.mulf %b, %b : {B}")
    yield Case("csr_transpose", [("tensor<4x2xf64>", None)], "tensor<4x2xf64>", """  %ptr = arith.constant dense<[0, 2, 4]> : tensor<3xi32>
  %col = arith.constant dense<[2, 0, 1, 0]> : tensor<4xi32>
  %n = arith.constant 3 : index
  %tp, %tc, %pe, %b = mesh.csr_transpose %ptr, %col, %n values(%a0) : (tensor<3xi32>, tensor<4xi32>, index, tensor<4x2xf64>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4x2xf64>)
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf64>
  %v = arith.mulf %b, %w : tensor<4x2xf64>
  %y = arith.mulf %v, %b : tensor<4x2xf64>""")
    for op in ["relu", "leaky_relu", "elu", "sigmoid", "log_softmax"]:
        slope = " {slope = 0.2 : f64}" if op == "leaky_relu" else ""
        yield Case(op, [(S, None)], S, f"  %b = mesh.{op} %a0{slope} : {S}\n  %y = arith.mulf %b, %b : {S}")
    yield Case("linear", [(S, None), (M, None), ("tensor<3xf64>", None)], "tensor<5x3xf64>", f"  %b = mesh.linear %a0, %a1, %a2 : ({S}, {M}, tensor<3xf64>) -> tensor<5x3xf64>\n  %y = arith.mulf %b, %b : tensor<5x3xf64>")
    yield Case("scale", [(E, None), ("tensor<9xf64>", None)], E, f"  %b = mesh.scale %a0, %a1 : ({E}, tensor<9xf64>) -> {E}\n  %y = arith.mulf %b, %b : {E}")
    ids = ("tensor<3xi32>", "  %y = arith.constant dense<[1, 4, 1]> : tensor<3xi32>")
    yield Case("take", [(S, None), ids], "tensor<3x2xf64>", f"  %b = mesh.take %a0, %a1 : ({S}, tensor<3xi32>) -> tensor<3x2xf64>\n  %y = arith.mulf %b, %b : tensor<3x2xf64>")
    labels = ("tensor<5xi32>", "  %y = arith.constant dense<[1, -1, 0, 1, -1]> : tensor<5xi32>")
    yield Case("cross_entropy", [(S, None), labels], "tensor<f64>", f"  %y = mesh.cross_entropy %a0, %a1 : ({S}, tensor<5xi32>) -> tensor<f64>")
    yield Case("dropout", [(S, None)], S, f"  %seed = arith.constant 7 : i64\n  %b = mesh.dropout %a0, %seed {{rate = 0.5 : f64}} : ({S}, i64) -> {S}\n  %y = arith.mulf %b, %b : {S}")


def control():
    count = lambda n: ("index", f"  %y = arith.constant {n} : index")
    for n in [0, 1, 4]:
        yield Case(f"loop_{n}", [(V, None), (V, None), ("f64", None), count(n)], V, f"""  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %k0 = arith.constant 1 : i32
  %c = math.sin %a1 : {V}
  %r:4 = scf.for %i = %i0 to %a3 step %i1 iter_args(%h = %a0, %s = %a2, %k = %k0, %tag = %a1) -> ({V}, f64, i32, {V}) {{
    %p = arith.mulf %h, %c : {V}
    %t = math.tanh %p : {V}
    %odd = arith.remui %i, %i2 : index
    %is = arith.cmpi eq, %odd, %i0 : index
    %u = scf.if %is -> ({V}) {{
      %v = arith.mulf %t, %a1 : {V}
      scf.yield %v : {V}
    }} else {{
      scf.yield %h : {V}
    }}
    %e = tensor.extract %u[%i1] : {V}
    %q = scf.for %j = %i0 to %i step %i2 iter_args(%w = %s) -> (f64) {{
      %x = arith.mulf %w, %e : f64
      %z = math.cos %x : f64
      scf.yield %z : f64
    }}
    %kk = arith.addi %k, %k : i32
    scf.yield %u, %q, %kk, %tag : {V}, f64, i32, {V}
  }}
  %f = arith.sitofp %r#2 : i32 to f64
  %g = arith.mulf %f, %r#1 : f64
  %b = tensor.splat %g : {V}
  %y0 = arith.mulf %r#0, %b : {V}
  %y = arith.addf %y0, %r#3 : {V}""")
    yield Case("negative_trip", [("f64", None)], "f64", """  %lo = arith.constant 5 : index
  %hi = arith.constant 2 : index
  %st = arith.constant 2 : index
  %y = scf.for %i = %lo to %hi step %st iter_args(%h = %a0) -> (f64) {
    %p = math.sin %h : f64
    scf.yield %p : f64
  }""")
    yield Case("swap", [("f64", None), ("f64", None)], "f64", """  %lo = arith.constant 1 : i32
  %hi = arith.constant 8 : i32
  %st = arith.constant 3 : i32
  %r:2 = scf.for %i = %lo to %hi step %st iter_args(%p = %a0, %q = %a1) -> (f64, f64) : i32 {
    %s = math.sin %p : f64
    %f = arith.sitofp %i : i32 to f64
    %t = arith.mulf %s, %f : f64
    scf.yield %q, %t : f64, f64
  }
  %y = arith.mulf %r#0, %r#1 : f64""")
    yield Case("shape_from_state", [("tensor<4x2xf64>", None)], "tensor<4x2xf64>", """  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %n = arith.constant 3 : index
  %d = tensor.cast %a0 : tensor<4x2xf64> to tensor<?x2xf64>
  %r = scf.for %i = %i0 to %n step %i1 iter_args(%h = %d) -> (tensor<?x2xf64>) {
    %p = arith.mulf %h, %d : tensor<?x2xf64>
    %q = math.sin %p : tensor<?x2xf64>
    scf.yield %q : tensor<?x2xf64>
  }
  %y = tensor.cast %r : tensor<?x2xf64> to tensor<4x2xf64>""")


if __name__ == "__main__":
    group = {"pointwise": pointwise, "linalg": linalg, "tensor": tensor, "mesh": mesh, "control": control}[sys.argv[1]]
    print(program(list(group())))
