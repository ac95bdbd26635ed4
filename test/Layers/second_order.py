"""Second derivatives: the gradient of the squared norm of a gradient."""

import numpy as np


def add_functions(text, function, signature):
    """The program with @second: the gradient of |d (seed . function) / d arguments|^2 with respect to
    all float arguments."""
    arguments = signature["arguments"]
    types = [argument["type"] for argument in arguments]
    wrt = [i for i, argument in enumerate(arguments) if argument["kind"] == "tensor"]
    result = signature["results"][0]["type"]
    names = [f"%a{i}" for i in range(len(types))] + ["%seed"]
    all_types = types + [result]
    parameters = ", ".join(f"{name}: {kind}" for name, kind in zip(names, all_types))
    named = [f'{name}: {kind} {{mesh.name = "{argument["name"]}"}}' for name, kind, argument in zip(names, types, arguments)]
    derivatives = [types[i] for i in wrt]
    lines = [
        f"func.func private @squared_norm({parameters}) -> tensor<f64> {{",
        "  %zero = arith.constant dense<0.0> : tensor<f64>",
        f"  %r:{len(wrt) + 1} = mesh.vjp @{function}({', '.join(names[:-1])}) seeds(%seed) wrt {wrt}"
        f" : ({', '.join(all_types)}) -> ({', '.join([result] + derivatives)})",
    ]
    total = "%zero"
    for k, (i, kind) in enumerate(zip(wrt, derivatives)):
        axes = list(range(len(arguments[i]["shape"])))
        lines += [
            f"  %q{k} = arith.mulf %r#{k + 1}, %r#{k + 1} : {kind}",
            f"  %s{k} = linalg.reduce {{ arith.addf }} ins(%q{k} : {kind}) outs({total} : tensor<f64>) dimensions = {axes}",
        ]
        total = f"%s{k}"
    outs = ", ".join(f"%h{k}" for k in range(len(wrt)))
    lines += [
        f"  return {total} : tensor<f64>",
        "}",
        f'func.func @second({", ".join(named)}, %seed: {result} {{mesh.name = "seed"}}) -> ({", ".join(derivatives)}) {{',
        f"  {outs} = mesh.grad @squared_norm({', '.join(names)}) wrt {wrt} : ({', '.join(all_types)}) -> ({', '.join(derivatives)})",
        f"  return {outs} : {', '.join(derivatives)}",
        "}",
    ]
    return text + "\n" + "\n".join(lines) + "\n"


def step_along(g):
    """The step along the gradient g, relative to its largest entry."""
    return 2.0**-10 / max(float(np.max(np.abs(value), initial=0.0)) for value in g.values())


def rounding(g):
    """By how much `expected` multiplies the rounding errors of gradients."""
    return 2.0 / step_along(g)


def expected(gradient, arguments):
    """2 H g by name: the difference of gradients along the gradient g itself.

    `gradient` maps arguments to gradients. The difference is over four points, of fourth order.
    """
    g = gradient(arguments)
    step = step_along(g)
    second = {name: np.zeros_like(value) for name, value in g.items()}
    for steps, weight in [(-2, 1.0 / 12), (-1, -2.0 / 3), (1, 2.0 / 3), (2, -1.0 / 12)]:
        moved = {name: value + steps * step * g[name] if name in g else value for name, value in arguments.items()}
        for name, value in gradient(moved).items():
            second[name] += 2.0 * weight * value / step
    return second
