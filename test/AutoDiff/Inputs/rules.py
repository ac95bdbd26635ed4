"""Derivatives of single ops, one case for each rule.

usage: rules.py GROUP      (pointwise, linalg, tensor, mesh, control)
"""

import sys

import rules_linalg
import rules_pointwise
import rules_tensor
from harness import Case, program

V = "tensor<4xf64>"
M = "tensor<2x3xf64>"
GRAPH = """  %src = arith.constant dense<[0, 0, 0, 1, 1, 3, 3, 2, 2]> : tensor<9xi32>
  %dst = arith.constant dense<[1, 1, 1, 1, 1, 3, 0, 1, 2]> : tensor<9xi32>
  %n = arith.constant 5 : index
  %y = mesh.graph %src, %dst, %n, %n : (tensor<9xi32>, tensor<9xi32>, index, index) -> !mesh.graph"""
G = ("!mesh.graph", GRAPH)


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
    for end in ["source", "target"]:
        # Which edge wins is a constant.
        yield Case(f"argmax_{end}", [G, (E, None)], E, f"""  %w = mesh.segment_argmax %a1, %a0 {end} : ({E}, !mesh.graph) -> tensor<5x2xi32>
  %v = mesh.gather %w, %a0 {end} : (tensor<5x2xi32>, !mesh.graph) -> tensor<9x2xi32>
  %f = arith.sitofp %v : tensor<9x2xi32> to {E}
  %y = arith.mulf %f, %a1 : {E}""")
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
    twice = Case("call", [(V, None), (V, None)], V, f"""  %b = func.call @square_and_sine(%a0, %a1) : ({V}, {V}) -> {V}
  %y = func.call @square_and_sine(%b, %a0) : ({V}, {V}) -> {V}""")
    twice.helpers = f"""func.func private @square_and_sine(%p: {V}, %q: {V}) -> {V} {{
  %s = arith.mulf %p, %p : {V}
  %t = math.sin %q : {V}
  %r = arith.mulf %s, %t : {V}
  return %r : {V}
}}
"""
    yield twice
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


GROUPS = {
    "pointwise": rules_pointwise.cases,
    "linalg": rules_linalg.cases,
    "tensor": rules_tensor.cases,
    "mesh": mesh,
    "control": control,
}

if __name__ == "__main__":
    print(program(list(GROUPS[sys.argv[1]]())))
