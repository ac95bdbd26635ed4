"""Programs that check derivatives of functions against each other.

For a function f of float and other arguments, `program` writes a module whose
function @main fails unless, at the given point,
- reverse mode agrees with central differences (f64),
- forward mode agrees with central differences,
- <J t, c> = <t, J' c> for the tangents t and cotangents c,
- the gradients of both sides, second derivatives, agree with each other and with
  central differences (of every entry, or along the tangents).
"""

import random


class Case:
    """A function: `args` are (type, value) where value is the text of a constant,
    or None for a float argument at a random point; `body` computes %y of type
    `result` from %a0, %a1, ... With a `grid`, points and tangents are multiples of
    it, so that a narrower type has them and their differences."""

    def __init__(self, name, args, result, body, low=-1.5, high=1.5, order=2, rtol=1e-6, atol=1e-6, grid=None):
        self.name, self.args, self.result, self.body = name, args, result, body
        self.low, self.high, self.order, self.rtol, self.atol = low, high, order, rtol, atol
        self.grid = grid
        self.helpers = ""  # functions that the body calls
        # Differences of gradients along the tangents only: two calls, not two for each entry.
        self.directional = False


def shape(kind):
    return [int(n) for n in kind[len("tensor<"):-1].split("x")[:-1]] if kind.startswith("tensor") else []


def literal(sizes, draw):
    if not sizes:
        return f"{draw():.6f}"
    return "[" + ", ".join(literal(sizes[1:], draw) for _ in range(sizes[0])) + "]"


def constant(name, kind, draw):
    if 0 in shape(kind):
        return f"  %{name} = arith.constant dense<> : {kind}\n"
    if kind.startswith("tensor"):
        return f"  %{name} = arith.constant dense<{literal(shape(kind), draw)}> : {kind}\n"
    return f"  %{name} = arith.constant {literal([], draw)} : {kind}\n"


def dot(out, lhs, rhs, kind):
    if not kind.startswith("tensor"):
        return f"  %{out} = arith.mulf {lhs}, {rhs} : {kind}\n"
    rank = len(shape(kind))
    dims = ", ".join(str(i) for i in range(rank))
    text = f"  %{out}_p = arith.mulf {lhs}, {rhs} : {kind}\n"
    if rank == 0:
        return text + f"  %{out} = tensor.extract %{out}_p[] : {kind}\n"
    return text + (f"  %{out}_z = arith.constant dense<0.0> : tensor<f64>\n"
                   f"  %{out}_s = linalg.reduce ins(%{out}_p : {kind}) outs(%{out}_z : tensor<f64>) dimensions = [{dims}]\n"
                   f"    (%u: f64, %v: f64) {{ %w = arith.addf %u, %v : f64 linalg.yield %w : f64 }}\n"
                   f"  %{out} = tensor.extract %{out}_s[] : tensor<f64>\n")


def names(prefix, count):
    return ", ".join(f"%{prefix}{i}" for i in range(count))


def functions(case, seed):
    """The module's text, and the name of the function that checks the case."""
    rng = random.Random(f"{case.name}{seed}")
    def uniform(low, high):
        x = rng.uniform(low, high)
        return round(x / case.grid) * case.grid if case.grid else x

    draw = lambda: uniform(case.low, case.high)
    unit = lambda: uniform(-1, 1)
    kinds = [kind for kind, _ in case.args]
    wrt = [i for i, (_, value) in enumerate(case.args) if value is None]
    floats = [kinds[i] for i in wrt]
    n, k = len(kinds), len(wrt)
    parameters = ", ".join(f"%a{i}: {kind}" for i, kind in enumerate(kinds))
    types, args = ", ".join(kinds), names("a", n)
    where = f"wrt {wrt}"
    f = case.name
    text = case.helpers + f"func.func private @{f}({parameters}) -> {case.result} {{\n{case.body}\n  return %y : {case.result}\n}}\n"

    tangents = "".join(constant(f"t{j}", kind, unit) for j, kind in enumerate(floats))
    cotangent = constant("c", case.result, unit)

    def vjp(out, method=""):
        results = ", ".join(f"%{out}{j}" for j in range(k))
        return (f"  %{out}_y, {results} = mesh.vjp @{f}({args}) seeds(%c) {where}{method} : "
                f"({types}, {case.result}) -> ({', '.join([case.result] + floats)})\n")

    def jvp(out, method=""):
        return (f"  %{out}_y, %{out} = mesh.jvp @{f}({args}) tangents({names('t', k)}) {where}{method} : "
                f"({', '.join(kinds + floats)}) -> ({case.result}, {case.result})\n")

    # Both sides of <J t, c> = <t, J' c>.
    text += f"func.func private @{f}_forward({parameters}) -> f64 {{\n{tangents}{cotangent}{jvp('dy')}"
    text += dot("s", "%dy", "%c", case.result) + "  return %s : f64\n}\n"
    text += f"func.func private @{f}_reverse({parameters}) -> f64 {{\n{tangents}{cotangent}{vjp('d')}"
    for j, kind in enumerate(floats):
        text += dot(f"s{j}", f"%d{j}", f"%t{j}", kind)
    for j in range(1, k):
        text += f"  %r{j} = arith.addf {'%s0' if j == 1 else f'%r{j - 1}'}, %s{j} : f64\n"
    text += f"  return {'%s0' if k == 1 else f'%r{k - 1}'} : f64\n}}\n"

    close = f"{{rtol = {case.rtol:.1e} : f64, atol = {case.atol:.1e} : f64}}"
    text += f"func.func private @{f}_check() {{\n"
    for i, (kind, value) in enumerate(case.args):
        text += constant(f"a{i}", kind, draw) if value is None else value.replace("%y", f"%a{i}") + "\n"
    text += tangents + cotangent + vjp("d") + vjp("e", " method = fd") + jvp("p") + jvp("q", " method = fd")
    for j, kind in enumerate(floats):
        text += f"  check.close %d{j}, %e{j} {close} : {kind}\n"
    text += f"  check.close %p, %q {close} : {case.result}\n"
    text += f"  %f = call @{f}_forward({args}) : ({types}) -> f64\n"
    text += f"  %r = call @{f}_reverse({args}) : ({types}) -> f64\n"
    text += "  check.close %f, %r {rtol = 1.0e-9 : f64, atol = 1.0e-9 : f64} : f64\n"
    if case.order > 1:
        requests = [("g", "forward", ""), ("h", "reverse", "")]
        if not case.directional:
            requests.append(("i", "reverse", " method = fd"))
        for out, function, method in requests:
            results = ", ".join(f"%{out}{j}" for j in range(k))
            text += f"  {results} = mesh.grad @{f}_{function}({args}) {where}{method} : ({types}) -> ({', '.join(floats)})\n"
        for j, kind in enumerate(floats):
            text += f"  check.close %g{j}, %h{j} {{rtol = 1.0e-8 : f64, atol = 1.0e-8 : f64}} : {kind}\n"
            if not case.directional:
                text += f"  check.close %h{j}, %i{j} {close} : {kind}\n"
        if case.directional:
            text += (f"  %rd_y, %rd = mesh.jvp @{f}_reverse({args}) tangents({names('t', k)}) {where} method = fd : "
                     f"({', '.join(kinds + floats)}) -> (f64, f64)\n")
            text += "".join(dot(f"z{j}", f"%h{j}", f"%t{j}", kind) for j, kind in enumerate(floats))
            for j in range(1, k):
                text += f"  %x{j} = arith.addf {'%z0' if j == 1 else f'%x{j - 1}'}, %z{j} : f64\n"
            text += f"  check.close {'%z0' if k == 1 else f'%x{k - 1}'}, %rd {close} : f64\n"
    return text + "  return\n}\n"


def program(cases, seed=0):
    text = "".join(functions(case, seed) for case in cases)
    calls = "".join(f"  call @{case.name}_check() : () -> ()\n" for case in cases)
    return text + f"func.func @main() {{\n{calls}  return\n}}\n"
