"""Derivatives of hand-written mesh.aggregate and mesh.map_edges.

usage: folds.py            (a module whose @main checks all of them, see harness.py)
       folds.py gradients  (a module whose @main returns their gradients)
"""

import random
import sys

from harness import Case, constant, program

# Node 4 has no edge, nodes 0 and 1 have duplicates, 2 and 3 have loops.
GRAPH = """  %src = arith.constant dense<[0, 0, 0, 1, 1, 3, 3, 2, 2]> : tensor<9xi32>
  %dst = arith.constant dense<[1, 1, 1, 1, 1, 3, 0, 1, 2]> : tensor<9xi32>
  %n = arith.constant 5 : index
  %y = mesh.graph %src, %dst, %n, %n : (tensor<9xi32>, tensor<9xi32>, index, index) -> !mesh.graph"""
G = ("!mesh.graph", GRAPH)
X = ("tensor<5x3xf64>", None)   # node rows
S = ("tensor<5xf64>", None)     # one number for each node
W = ("tensor<9xf64>", None)     # one number for each edge
R = ("tensor<9x3xf64>", None)   # edge rows
ROW = "tensor<3xf64>"
ZERO = f"init {{ %z = arith.constant dense<0.0> : {ROW} mesh.yield %z : {ROW} }}"

DOT = """%p = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]} ins(%s, %t : tensor<3xf64>, tensor<3xf64>) outs(%zero : tensor<f64>) {
      ^bb0(%a: f64, %b: f64, %c: f64): %m = arith.mulf %a, %b : f64 %d = arith.addf %c, %m : f64 linalg.yield %d : f64
    } -> tensor<f64>
    %q = tensor.extract %p[] : tensor<f64>"""


def map_edges():
    yield Case("difference", [G, X, X, W], "tensor<9x3xf64>", f"""  %out = tensor.empty() : tensor<9x3xf64>
  %y = mesh.map_edges over(%a0 : !mesh.graph) source(%a1 : {X[0]}) target(%a2 : {X[0]}) edge(%a3 : {W[0]}) outs(%out : tensor<9x3xf64>)
    body(%s: {ROW}, %t: {ROW}, %w: f64, %e: index) {{
      %d = arith.subf %s, %t : {ROW}
      %v = math.sin %d : {ROW}
      %ws = tensor.splat %w : {ROW}
      %r = arith.mulf %v, %ws : {ROW}
      mesh.yield %r : {ROW}
    }}""")
    yield Case("dot", [G, X, X], "tensor<9xf64>", f"""  %out = tensor.empty() : tensor<9xf64>
  %y = mesh.map_edges over(%a0 : !mesh.graph) source(%a1 : {X[0]}) target(%a2 : {X[0]}) outs(%out : tensor<9xf64>)
    body(%s: {ROW}, %t: {ROW}, %e: index) {{
    %zero = arith.constant dense<0.0> : tensor<f64>
    {DOT}
    %r = math.tanh %q : f64
    mesh.yield %r : f64
    }}""")
    yield Case("captured", [G, X, ("f64", None)], "tensor<9x3xf64>", f"""  %out = tensor.empty() : tensor<9x3xf64>
  %y = mesh.map_edges over(%a0 : !mesh.graph) source(%a1 : {X[0]}) outs(%out : tensor<9x3xf64>)
    body(%s: {ROW}, %e: index) {{
      %c = tensor.splat %a2 : {ROW}
      %i = arith.index_cast %e : index to i64
      %f = arith.sitofp %i : i64 to f64
      %fs = tensor.splat %f : {ROW}
      %p = arith.mulf %s, %c : {ROW}
      %q = arith.addf %p, %fs : {ROW}
      %r = math.cos %q : {ROW}
      mesh.yield %r : {ROW}
    }}""")
    yield Case("one_element", [G, X], "tensor<9xf64>", f"""  %out = tensor.empty() : tensor<9xf64>
  %y = mesh.map_edges over(%a0 : !mesh.graph) source(%a1 : {X[0]}) outs(%out : tensor<9xf64>)
    body(%s: {ROW}, %e: index) {{
      %c = arith.constant 1 : index
      %d = tensor.extract %s[%c] : {ROW}
      %r = math.exp %d : f64
      mesh.yield %r : f64
    }}""")
    yield Case("batched", [G, ("tensor<2x5x3xf64>", None), ("tensor<9xf64>", None)], "tensor<2x9x3xf64>", f"""  %out = tensor.empty() : tensor<2x9x3xf64>
  %y = mesh.map_edges over(%a0 : !mesh.graph) dim = 1 batched = array<i1: true, false>
    source(%a1 : tensor<2x5x3xf64>) edge(%a2 : tensor<9xf64>) outs(%out : tensor<2x9x3xf64>)
    body(%s: {ROW}, %w: f64, %e: index) {{
      %ws = tensor.splat %w : {ROW}
      %d = arith.mulf %s, %ws : {ROW}
      %r = math.sin %d : {ROW}
      mesh.yield %r : {ROW}
    }}""")


def aggregate(name, operands, regions, args, result=X[0], end="target", attributes="", order=2, **options):
    return Case(name, [G] + args, result, f"""  %out = tensor.empty() : {result}
  %y = mesh.aggregate over(%a0 : !mesh.graph) {end} {attributes} {operands} outs(%out : {result})
    {regions}""", order=order, **options)


def sums():
    yield aggregate("mean", f"source(%a1 : {X[0]}) owner(%a2 : {X[0]}) edge(%a3 : {W[0]})", f"""{ZERO}
    step(%acc: {ROW}, %s: {ROW}, %t: {ROW}, %w: f64, %e: index) {{
      %ws = tensor.splat %w : {ROW}
      %p = arith.mulf %s, %ws : {ROW}
      %d = arith.subf %p, %t : {ROW}
      %v = math.tanh %d : {ROW}
      %a = arith.addf %acc, %v : {ROW}
      mesh.yield %a : {ROW}
    }}
    finish(%acc: {ROW}, %t: {ROW}, %degree: index) {{
      %one = arith.constant 1 : index
      %c = arith.maxsi %degree, %one : index
      %i = arith.index_cast %c : index to i64
      %f = arith.sitofp %i : i64 to f64
      %fs = tensor.splat %f : {ROW}
      %m = arith.divf %acc, %fs : {ROW}
      %q = arith.mulf %m, %m : {ROW}
      %r = arith.addf %q, %t : {ROW}
      mesh.yield %r : {ROW}
    }}""", [X, X, W])
    yield aggregate("outer", f"source(%a1 : {X[0]}) owner(%a2 : {S[0]})", f"""init {{
      %z = arith.constant dense<0.0> : tensor<2x3xf64> %n = arith.constant 0.5 : f64
      mesh.yield %z, %n : tensor<2x3xf64>, f64
    }}
    step(%acc: tensor<2x3xf64>, %norm: f64, %s: {ROW}, %o: f64, %e: index) {{
      %c = arith.constant dense<[0.5, -2.0]> : tensor<2xf64>
      %empty = tensor.empty() : tensor<2x3xf64>
      %p = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}} ins(%c, %s : tensor<2xf64>, {ROW}) outs(%empty : tensor<2x3xf64>) {{
        ^bb0(%a: f64, %b: f64, %u: f64): %m = arith.mulf %a, %b : f64 %v = math.sin %m : f64 linalg.yield %v : f64
      }} -> tensor<2x3xf64>
      %a = arith.addf %p, %acc : tensor<2x3xf64>
      %q = arith.mulf %o, %o : f64
      %n = arith.addf %norm, %q : f64
      mesh.yield %a, %n : tensor<2x3xf64>, f64
    }}
    finish(%acc: tensor<2x3xf64>, %norm: f64, %o: f64, %degree: index) {{
      %ns = tensor.splat %norm : tensor<2x3xf64>
      %r = arith.divf %acc, %ns : tensor<2x3xf64>
      mesh.yield %r : tensor<2x3xf64>
    }}""", [X, S], result="tensor<5x2x3xf64>", end="source")
    yield aggregate("logits_as_weights", f"source(%a1 : {X[0]}) score_source(%a2 : {S[0]}) score_owner(%a3 : {S[0]})", f"""{ZERO}
    score(%l: f64, %r: f64, %e: index) {{
      %t = arith.addf %l, %r : f64
      %w = math.tanh %t : f64
      %zero = arith.constant 0.0 : f64
      %flag = arith.cmpf ogt, %t, %zero : f64
      mesh.yield %w, %flag : f64, i1
    }}
    step(%acc: {ROW}, %w: f64, %flag: i1, %s: {ROW}, %e: index) {{
      %half = arith.constant 0.5 : f64
      %h = arith.mulf %w, %half : f64
      %u = arith.select %flag, %w, %h : f64
      %ws = tensor.splat %u : {ROW}
      %p = arith.mulf %s, %ws : {ROW}
      %a = arith.addf %acc, %p : {ROW}
      mesh.yield %a : {ROW}
    }}""", [X, S, S])
    yield aggregate("batched_sum", "source(%a1 : tensor<2x5x3xf64>) owner(%a2 : tensor<5xf64>)", f"""{ZERO}
    step(%acc: {ROW}, %s: {ROW}, %o: f64, %e: index) {{
      %os = tensor.splat %o : {ROW}
      %p = arith.mulf %s, %os : {ROW}
      %v = math.sin %p : {ROW}
      %a = arith.addf %acc, %v : {ROW}
      mesh.yield %a : {ROW}
    }}""", [("tensor<2x5x3xf64>", None), S], result="tensor<2x5x3xf64>",
                    attributes="dim = 1 batched = array<i1: true, false>")


def extremum(name, op, first, second, init, order=1):
    return aggregate(name, f"source(%a1 : {X[0]}) edge(%a2 : {W[0]})", f"""init {{
      %z = arith.constant dense<{init}> : {ROW} mesh.yield %z : {ROW}
    }}
    step(%acc: {ROW}, %s: {ROW}, %w: f64, %e: index) {{
      %ws = tensor.splat %w : {ROW}
      %v = arith.mulf %s, %ws : {ROW}
      %a = arith.{op} {first}, {second} : {ROW}
      mesh.yield %a : {ROW}
    }}
    combine(%x: {ROW}, %z: {ROW}) {{
      %a = arith.{op} {'%z, %x' if first == '%v' else '%x, %z'} : {ROW}
      mesh.yield %a : {ROW}
    }}
    finish(%acc: {ROW}, %degree: index) {{
      %zero = arith.constant 0 : index
      %empty = arith.cmpi eq, %degree, %zero : index
      %zeros = arith.constant dense<0.0> : {ROW}
      %r = arith.select %empty, %zeros, %acc : {ROW}
      %q = math.sin %r : {ROW}
      mesh.yield %q : {ROW}
    }}""", [X, W], order=order)


def extrema():
    yield extremum("largest", "maximumf", "%v", "%acc", "0xFFF0000000000000")
    yield extremum("smallest", "minimumf", "%v", "%acc", "0x7FF0000000000000")
    yield extremum("largest_above", "maximumf", "%v", "%acc", "0.1")
    yield extremum("last_of_the_largest", "maximumf", "%acc", "%v", "0xFFF0000000000000")


SCORE = f"""score(%l: f64, %r: f64, %w: f64, %e: index) {{
      %t = arith.addf %l, %r : f64
      %u = arith.mulf %t, %w : f64
      %logit = math.sin %u : f64
      mesh.yield %logit : f64
    }}"""
STEP = f"""step(%acc: {ROW}, %w: f64, %s: {ROW}, %e: index) {{
      %ws = tensor.splat %w : {ROW}
      %v = math.tanh %s : {ROW}
      %p = arith.mulf %v, %ws : {ROW}
      %a = arith.addf %acc, %p : {ROW}
      mesh.yield %a : {ROW}
    }}"""


def attention(name, finish, **options):
    operands = f"source(%a1 : {X[0]}) score_source(%a2 : {S[0]}) score_owner(%a3 : {S[0]}) score_edge(%a4 : {W[0]})"
    return aggregate(name, operands, f"""{ZERO}
    {SCORE}
    {STEP}
    finish(%acc: {ROW}, %m: f64, %s: f64, %degree: index) {{
      %zero = arith.constant 0.0 : f64
      %zeros = arith.constant dense<0.0> : {ROW}
      %empty = arith.cmpf oeq, %s, %zero : f64
      {finish}
    }}""", [X, S, S, W], attributes="stabilize = softmax", **options)


def softmax():
    yield attention("attention", f"""%ss = tensor.splat %s : {ROW}
      %q = arith.divf %acc, %ss : {ROW}
      %r = arith.select %empty, %zeros, %q : {ROW}
      mesh.yield %r : {ROW}""")
    # Depends on the maximum: through m, and through weights that are not divided by their sum.
    yield attention("log_sum_exp", """%l = math.log %s : f64
      %q = arith.addf %l, %m : f64
      %r = arith.select %empty, %zero, %q : f64
      mesh.yield %r : f64""", result=S[0])
    yield attention("not_divided", f"mesh.yield %acc : {ROW}", order=1)
    yield aggregate("heads", "source(%a1 : tensor<5x2x3xf64>) score_source(%a2 : tensor<5x2xf64>) score_owner(%a3 : tensor<5x2xf64>)", f"""init {{
      %z = arith.constant dense<0.0> : tensor<2x3xf64> mesh.yield %z : tensor<2x3xf64>
    }}
    score(%l: tensor<2xf64>, %r: tensor<2xf64>, %e: index) {{
      %t = arith.mulf %l, %r : tensor<2xf64>
      %u = math.tanh %t : tensor<2xf64>
      mesh.yield %u : tensor<2xf64>
    }}
    step(%acc: tensor<2x3xf64>, %w: tensor<2xf64>, %s: tensor<2x3xf64>, %e: index) {{
      %init = tensor.empty() : tensor<2x3xf64>
      %a = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}} ins(%w, %s : tensor<2xf64>, tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) {{
        ^bb0(%a: f64, %b: f64, %c: f64): %m = arith.mulf %a, %b : f64 linalg.yield %m : f64
      }} -> tensor<2x3xf64>
      %n = arith.addf %acc, %a : tensor<2x3xf64>
      mesh.yield %n : tensor<2x3xf64>
    }}
    finish(%acc: tensor<2x3xf64>, %m: tensor<2xf64>, %s: tensor<2xf64>, %degree: index) {{
      %zero = arith.constant 0 : index
      %empty = arith.cmpi eq, %degree, %zero : index
      %zeros = arith.constant dense<0.0> : tensor<2x3xf64>
      %init = tensor.empty() : tensor<2x3xf64>
      %q = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}} ins(%acc, %s : tensor<2x3xf64>, tensor<2xf64>) outs(%init : tensor<2x3xf64>) {{
        ^bb0(%a: f64, %b: f64, %c: f64): %m1 = arith.divf %a, %b : f64 linalg.yield %m1 : f64
      }} -> tensor<2x3xf64>
      %r = arith.select %empty, %zeros, %q : tensor<2x3xf64>
      mesh.yield %r : tensor<2x3xf64>
    }}""", [("tensor<5x2x3xf64>", None), ("tensor<5x2xf64>", None), ("tensor<5x2xf64>", None)], result="tensor<5x2x3xf64>",
                    attributes="stabilize = softmax")


def in_loops():
    # The state of the next iteration stands for a value that a region op reads.
    step = f"""    %out = tensor.empty() : {S[0]}
    %u = mesh.aggregate over(%a0 : !mesh.graph) target source(%h : {S[0]}) edge(%a2 : {W[0]}) outs(%out : {S[0]})
      init {{ %z = arith.constant 0.5 : f64 mesh.yield %z : f64 }}
      step(%acc: f64, %s: f64, %w: f64, %e: index) {{
        %c = arith.mulf %s, %w : f64
        %d = arith.mulf %c, %a3 : f64
        %v = math.sin %d : f64
        %a = arith.addf %acc, %v : f64
        mesh.yield %a : f64
      }}
    %v = mesh.aggregate over(%a0 : !mesh.graph) source source(%u : {S[0]}) outs(%out : {S[0]})
      init {{ %z = arith.constant 0.0 : f64 mesh.yield %z : f64 }}
      step(%acc: f64, %s: f64, %e: index) {{
        %t = math.tanh %s : f64
        %a = arith.addf %acc, %t : f64
        mesh.yield %a : f64
      }}"""
    yield Case("in_a_loop", [G, S, W, ("f64", None)], S[0], f"""  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i3 = arith.constant 3 : index
  %y, %o = scf.for %i = %i0 to %i3 step %i1 iter_args(%h = %a1, %k = %a1) -> ({S[0]}, {S[0]}) {{
{step}
    scf.yield %v, %u : {S[0]}, {S[0]}
  }}
  %unused = arith.addf %y, %o : {S[0]}""")
    yield Case("in_a_loop_sum", [G, S, W, ("f64", None)], S[0], f"""  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i3 = arith.constant 3 : index
  %r, %o = scf.for %i = %i0 to %i3 step %i1 iter_args(%h = %a1, %k = %a1) -> ({S[0]}, {S[0]}) {{
{step}
    scf.yield %v, %u : {S[0]}, {S[0]}
  }} {{mesh.checkpoint = 2 : i64}}
  %y = arith.mulf %r, %o : {S[0]}""")


def general():
    yield aggregate("product", f"source(%a1 : {X[0]})", f"""init {{ %z = arith.constant dense<1.0> : {ROW} mesh.yield %z : {ROW} }}
    step(%acc: {ROW}, %s: {ROW}, %e: index) {{
      %a = arith.mulf %acc, %s : {ROW}
      mesh.yield %a : {ROW}
    }}
    combine(%x: {ROW}, %z: {ROW}) {{ %a = arith.mulf %x, %z : {ROW} mesh.yield %a : {ROW} }}""", [X])
    yield aggregate("recurrence", f"source(%a1 : {X[0]}) owner(%a2 : {X[0]}) edge(%a3 : {W[0]})", f"""init {{ %z = arith.constant dense<0.2> : {ROW} mesh.yield %z : {ROW} }}
    step(%acc: {ROW}, %s: {ROW}, %o: {ROW}, %w: f64, %e: index) {{
      %ws = tensor.splat %w : {ROW}
      %p = arith.mulf %acc, %ws : {ROW}
      %q = arith.addf %p, %s : {ROW}
      %r = arith.mulf %q, %o : {ROW}
      %a = math.tanh %r : {ROW}
      mesh.yield %a : {ROW}
    }}
    combine(%x: {ROW}, %z: {ROW}) {{ %a = arith.addf %x, %z : {ROW} mesh.yield %a : {ROW} }}
    finish(%acc: {ROW}, %o: {ROW}, %degree: index) {{
      %r = arith.mulf %acc, %o : {ROW}
      mesh.yield %r : {ROW}
    }}""", [X, X, W])
    yield aggregate("two_that_depend", f"source(%a1 : {X[0]})", f"""init {{
      %z = arith.constant dense<0.0> : {ROW}
      mesh.yield %z, %z : {ROW}, {ROW}
    }}
    step(%count: {ROW}, %acc: {ROW}, %s: {ROW}, %e: index) {{
      %c = arith.addf %count, %s : {ROW}
      %p = arith.mulf %count, %s : {ROW}
      %a = arith.addf %acc, %p : {ROW}
      mesh.yield %c, %a : {ROW}, {ROW}
    }}
    combine(%x: {ROW}, %u: {ROW}, %z: {ROW}, %v: {ROW}) {{
      %c = arith.addf %x, %z : {ROW}
      %p = arith.mulf %x, %z : {ROW}
      %q = arith.addf %u, %v : {ROW}
      %a = arith.addf %p, %q : {ROW}
      mesh.yield %c, %a : {ROW}, {ROW}
    }}
    finish(%c: {ROW}, %acc: {ROW}, %degree: index) {{ mesh.yield %acc : {ROW} }}""", [X])


VECMAT = """%z = arith.constant dense<0.0> : tensor<3xf64>
      %p = linalg.vecmat ins(%f, %w : tensor<2xf64>, tensor<2x3xf64>) outs(%z : tensor<3xf64>) -> tensor<3xf64>"""
F = ("tensor<9x2xf64>", None)   # edge features
M = ("tensor<2x3xf64>", None)   # a matrix for all edges


def shared():
    yield Case("gine_message", [G, X, F, M], "tensor<9x3xf64>", f"""  %out = tensor.empty() : tensor<9x3xf64>
  %y = mesh.map_edges over(%a0 : !mesh.graph) source(%a1 : {X[0]}) edge(%a2 : {F[0]}) shared(%a3 : {M[0]}) outs(%out : tensor<9x3xf64>)
    body(%s: {ROW}, %f: tensor<2xf64>, %w: {M[0]}, %e: index) {{
      {VECMAT}
      %q = arith.addf %p, %s : {ROW}
      %r = math.tanh %q : {ROW}
      mesh.yield %r : {ROW}
    }}""")
    yield aggregate("gine", f"source(%a1 : {X[0]}) edge(%a2 : {F[0]}) shared(%a3, %a4, %a5 : {M[0]}, {ROW}, tensor<f64>)", f"""{ZERO}
    step(%acc: {ROW}, %s: {ROW}, %f: tensor<2xf64>, %w: {M[0]}, %b: {ROW}, %c: f64, %e: index) {{
      {VECMAT}
      %q = arith.addf %p, %s : {ROW}
      %r = math.tanh %q : {ROW}
      %cs = tensor.splat %c : {ROW}
      %u = arith.mulf %r, %cs : {ROW}
      %a = arith.addf %acc, %u : {ROW}
      mesh.yield %a : {ROW}
    }}
    finish(%acc: {ROW}, %w: {M[0]}, %b: {ROW}, %c: f64, %degree: index) {{
      %q = arith.mulf %acc, %b : {ROW}
      %r = math.sin %q : {ROW}
      mesh.yield %r : {ROW}
    }}""", [X, F, M, (ROW, None), ("tensor<f64>", None)])
    yield aggregate("shared_scores", f"source(%a1 : {X[0]}) score_edge(%a2 : {F[0]}) shared(%a3 : tensor<2xf64>)", f"""{ZERO}
    score(%f: tensor<2xf64>, %v: tensor<2xf64>, %e: index) {{
      %z = arith.constant dense<0.0> : tensor<f64>
      %p = linalg.dot ins(%f, %v : tensor<2xf64>, tensor<2xf64>) outs(%z : tensor<f64>) -> tensor<f64>
      %d = tensor.extract %p[] : tensor<f64>
      mesh.yield %d : f64
    }}
    step(%acc: {ROW}, %w: f64, %s: {ROW}, %v: tensor<2xf64>, %e: index) {{
      %ws = tensor.splat %w : {ROW}
      %p = arith.mulf %s, %ws : {ROW}
      %a = arith.addf %acc, %p : {ROW}
      mesh.yield %a : {ROW}
    }}
    finish(%acc: {ROW}, %m: f64, %s: f64, %v: tensor<2xf64>, %degree: index) {{
      %zero = arith.constant 0.0 : f64
      %zeros = arith.constant dense<0.0> : {ROW}
      %empty = arith.cmpf oeq, %s, %zero : f64
      %ss = tensor.splat %s : {ROW}
      %q = arith.divf %acc, %ss : {ROW}
      %r = arith.select %empty, %zeros, %q : {ROW}
      mesh.yield %r : {ROW}
    }}""", [X, F, ("tensor<2xf64>", None)], attributes="stabilize = softmax")


def reductions():
    yield Case("outer_product", [G, X, S, F, M], M[0], f"""  %out = tensor.empty() : {M[0]}
  %y = mesh.reduce_edges over(%a0 : !mesh.graph) source(%a1 : {X[0]}) target(%a2 : {S[0]}) edge(%a3 : {F[0]}) shared(%a4 : {M[0]}) outs(%out : {M[0]})
    body(%s: {ROW}, %t: f64, %f: tensor<2xf64>, %w: {M[0]}, %e: index) {{
      %init = tensor.empty() : {M[0]}
      %p = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}} ins(%f, %s, %w : tensor<2xf64>, {ROW}, {M[0]}) outs(%init : {M[0]}) {{
        ^bb0(%a: f64, %b: f64, %c: f64, %d: f64):
          %m = arith.mulf %a, %b : f64
          %n = arith.mulf %m, %c : f64
          %o = math.sin %n : f64
          linalg.yield %o : f64
      }} -> {M[0]}
      %ts = tensor.splat %t : {M[0]}
      %r = arith.mulf %p, %ts : {M[0]}
      mesh.yield %r : {M[0]}
    }}""")
    yield Case("edge_loss", [G, X, X, ("f64", None)], "tensor<f64>", f"""  %out = tensor.empty() : tensor<f64>
  %y = mesh.reduce_edges over(%a0 : !mesh.graph) source(%a1 : {X[0]}) target(%a2 : {X[0]}) outs(%out : tensor<f64>)
    body(%s: {ROW}, %t: {ROW}, %e: index) {{
    %zero = arith.constant dense<0.0> : tensor<f64>
    {DOT}
    %v = arith.mulf %q, %a3 : f64
    %r = math.tanh %v : f64
    mesh.yield %r : f64
    }}""")
    yield Case("batched_total", [G, ("tensor<2x5x3xf64>", None), W], ROW, f"""  %out = tensor.empty() : {ROW}
  %y = mesh.reduce_edges over(%a0 : !mesh.graph) dim = 1 batched = array<i1: true, false>
    source(%a1 : tensor<2x5x3xf64>) edge(%a2 : {W[0]}) outs(%out : {ROW})
    body(%s: {ROW}, %w: f64, %e: index) {{
      %ws = tensor.splat %w : {ROW}
      %p = arith.mulf %s, %ws : {ROW}
      %r = math.sin %p : {ROW}
      mesh.yield %r : {ROW}
    }}""")


GROUPS = [map_edges, sums, extrema, softmax, shared, reductions, in_loops, general]



def gradients(cases):
    """A module whose @main returns the gradients of all cases."""
    text, body, results, types = "", "", [], []
    for case in cases:
        draw = random.Random(case.name).uniform
        kinds = [kind for kind, _ in case.args]
        parameters = ", ".join(f"%a{i}: {kind}" for i, kind in enumerate(kinds))
        text += (f"func.func private @{case.name}({parameters}) -> {case.result} {{\n{case.body}\n"
                 f"  return %y : {case.result}\n}}\n")
        values = [f"%{case.name}_{i}" for i in range(len(kinds))]
        for i, kind in enumerate(kinds[1:], 1):
            body += constant(f"{case.name}_{i}", kind, lambda: draw(-1.5, 1.5))
        values[0] = "%g"
        body += constant(f"{case.name}_c", case.result, lambda: draw(-1, 1))
        wrt = list(range(1, len(kinds)))
        names = [f"%{case.name}_y"] + [f"%{case.name}_d{i}" for i in wrt]
        outs = [case.result] + kinds[1:]
        body += (f"  {', '.join(names)} = mesh.vjp @{case.name}({', '.join(values)}) seeds(%{case.name}_c) wrt {wrt} : "
                 f"({', '.join(kinds + [case.result])}) -> ({', '.join(outs)})\n")
        results += names
        types += outs
    graph = GRAPH.replace("%y =", "%g =")
    return (text + f"func.func @main() -> ({', '.join(types)}) {{\n{graph}\n{body}"
            f"  return {', '.join(results)} : {', '.join(types)}\n}}\n")


if __name__ == "__main__":
    cases = [case for group in GROUPS for case in group()]
    print(gradients(cases) if sys.argv[1:] == ["gradients"] else program(cases))
