"""Derivatives of arith and math, on numbers and on tensors."""

from harness import Case

V = "tensor<4xf64>"


def cases():
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
        yield Case(f"sincos_{suffix}", [(kind, None)], kind, f"""  %s, %c = math.sincos %a0 : {kind}
  %m = arith.mulf %s, %a0 : {kind}
  %y = arith.addf %m, %c : {kind}""")
        yield Case(f"sine_of_sincos_{suffix}", [(kind, None)], kind, f"""  %s, %c = math.sincos %a0 : {kind}
  %y = arith.mulf %s, %a0 : {kind}""")
        # A value below, one between and one above the bounds.
        for name, low, high in [("below", 2.0, 3.0), ("between", -3.0, 3.0), ("above", -3.0, -2.0)]:
            yield Case(f"clamp_{name}_{suffix}", [(kind, None)] * 3, kind, f"""  %l = arith.constant {low if kind == "f64" else f"dense<{low}>"} : {kind}
  %h = arith.constant {high if kind == "f64" else f"dense<{high}>"} : {kind}
  %lo = arith.addf %a1, %l : {kind}
  %hi = arith.addf %a2, %h : {kind}
  %b = math.clampf %a0 to [%lo, %hi] : {kind}
  %y = arith.mulf %b, %b : {kind}""", -0.4, 0.4)
        # f32 has all that is computed here, so that differences are exact.
        narrow = kind.replace("f64", "f32")
        yield Case(f"casts_{suffix}", [(kind, None)], kind, f"""  %t = arith.truncf %a0 : {kind} to {narrow}
  %e = arith.extf %t : {narrow} to {kind}
  %y = arith.mulf %e, %a0 : {kind}""", grid=1 / 8)
        for cast, back in [("fptosi", "sitofp"), ("fptoui", "uitofp")]:
            ints = kind.replace("f64", "i32")
            yield Case(f"{cast}_{suffix}", [(kind, None)], kind, f"""  %n = arith.{cast} %a0 : {kind} to {ints}
  %f = arith.{back} %n : {ints} to {kind}
  %y = arith.mulf %f, %a0 : {kind}""", 2.1, 2.9)
        for test in ["isfinite", "isinf", "isnan", "isnormal"]:
            yield Case(f"{test}_{suffix}", [(kind, None)], kind, f"""  %p = math.{test} %a0 : {kind}
  %s = math.sin %a0 : {kind}
  %y = arith.select %p, %s, %a0 : {condition}, {kind}""")
    yield Case("fpowi_of_tensors", [(V, None)], V, f"""  %n = arith.constant dense<[-1, 0, 2, 3]> : tensor<4xi32>
  %b = math.fpowi %a0, %n : {V}, tensor<4xi32>
  %y = arith.mulf %b, %a0 : {V}""", 0.5, 2)
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
