"""Derivatives of linalg."""

from harness import Case

V = "tensor<4xf64>"


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


def cases():
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
    yield named("matmul_tc", "matmul", [A, B], C, " indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>]")
    yield named("matmul_of_a_row", "matmul", ["tensor<3xf64>", B], C, " indexing_maps = [affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]")
    T = "tensor<2x2x3xf64>"
    yield named("batch_matmul_ta", "batch_matmul", ["tensor<2x3x2xf64>", "tensor<2x3x2xf64>"], "tensor<2x2x2xf64>", " indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]")
    yield named("batch_matmul_tb", "batch_matmul", [T, T], "tensor<2x2x2xf64>", " indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]")
    yield named("batch_matvec", "batch_matvec", [T, A], "tensor<2x2xf64>")
    yield named("batch_vecmat", "batch_vecmat", ["tensor<2x2xf64>", T], A)
    yield named("batch_reduce_matmul", "batch_reduce_matmul", [T, "tensor<2x3x2xf64>"], C)
    yield named("mmt4d", "mmt4d", ["tensor<1x2x2x1xf64>", "tensor<2x2x1x1xf64>"], "tensor<1x2x2x1xf64>")
    yield named("batch_mmt4d", "batch_mmt4d", ["tensor<2x1x2x2x1xf64>", "tensor<2x1x2x1x1xf64>"], "tensor<2x1x1x2x1xf64>")
    yield named("contract", "contract", [A, "tensor<3xf64>"], "tensor<2xf64>", " indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>]")
    for op in ["exp", "log", "tanh", "sqrt", "square", "negf", "abs", "erf", "reciprocal", "rsqrt"]:
        case = named(op, op, [A], A)
        case.low, case.high = 0.3, 1.5
        yield case
    for op in ["ceil", "floor", "round"]:
        body = f"  %e = tensor.empty() : {A}\n  %b = linalg.{op} ins(%a0 : {A}) outs(%e : {A}) -> {A}\n  %y = arith.mulf %b, %a0 : {A}"
        yield Case(op, [(A, None)], A, body, 1.1, 1.4)
    yield Case("powf", [(A, None)] * 2, A, f"  %e = tensor.empty() : {A}\n  %y = linalg.powf ins(%a0, %a1 : {A}, {A}) outs(%e : {A}) -> {A}", 0.5, 1.5)
    yield Case("select", [(A, None)] * 2, A, f"""  %e = tensor.empty() : {A}
  %p = arith.cmpf olt, %a0, %a1 : {A}
  %b = linalg.select ins(%p, %a0, %a1 : tensor<2x3xi1>, {A}, {A}) outs(%e : {A}) -> {A}
  %y = arith.mulf %b, %a1 : {A}""")
    for kind, inputs in [("exp", 1), ("tanh", 1), ("mul", 2), ("max_signed", 2)]:
        ins = ", ".join(f"%a{i}" for i in range(inputs))
        yield Case(f"elementwise_{kind}", [(A, None)] * inputs, A, f"""  %e = tensor.empty() : {A}
  %b = linalg.elementwise kind=#linalg.elementwise_kind<{kind}> ins({ins} : {', '.join([A] * inputs)}) outs(%e : {A}) -> {A}
  %y = arith.mulf %b, %b : {A}""")
    yield Case("elementwise_broadcast", [("tensor<3xf64>", None), (B, None)], A, f"""  %e = tensor.empty() : {A}
  %b = linalg.elementwise kind=#linalg.elementwise_kind<mul> indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>] ins(%a0, %a1 : tensor<3xf64>, {B}) outs(%e : {A}) -> {A}
  %y = arith.mulf %b, %b : {A}""")
    # Dynamic sizes, of which one is 0.
    for rows in [0, 2]:
        K = f"tensor<{rows}x3xf64>"
        yield Case(f"dynamic_{rows}", [(K, None), ("tensor<3xf64>", None)], "tensor<3xf64>", f"""  %x = tensor.cast %a0 : {K} to tensor<?x?xf64>
  %z = arith.constant dense<0.0> : tensor<3xf64>
  %d = tensor.cast %z : tensor<3xf64> to tensor<?xf64>
  %s = linalg.reduce ins(%x : tensor<?x?xf64>) outs(%d : tensor<?xf64>) dimensions = [0]
    (%p: f64, %q: f64) {{ %t = math.sin %p : f64 %r = arith.addf %t, %q : f64 linalg.yield %r : f64 }}
  %c = tensor.cast %s : tensor<?xf64> to tensor<3xf64>
  %y = arith.mulf %c, %a1 : tensor<3xf64>""")
    for op in ["maxnumf", "minnumf"]:
        yield Case(f"reduce_{op}", [(A, None), ("tensor<2xf64>", None)], "tensor<2xf64>", f"""  %t = linalg.reduce ins(%a0 : {A}) outs(%a1 : tensor<2xf64>) dimensions = [1]
    (%p: f64, %q: f64) {{ %r = arith.{op} %p, %q : f64 linalg.yield %r : f64 }}
  %y = arith.mulf %t, %t : tensor<2xf64>""")
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
    # How broadcasts of sizes of 1 are written.
    yield generic("fixed_axis", ["tensor<1x3xf64>", "tensor<2x1xf64>", A], A,
                  ["(i, j) -> (0, j)", "(i, j) -> (i, 0)", "(i, j) -> (i, j)", "(i, j) -> (i, j)"], [par, par],
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
