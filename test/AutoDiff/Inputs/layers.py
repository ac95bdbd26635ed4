"""Checks random layer programs (layer_programs.py) on random graphs.

usage: layers.py FIRST COUNT                  prints a module of the checks of
                                              harness.py for seeds FIRST, FIRST + 1, ...
       layers.py FIRST COUNT MESH_OPT         makes the checks, in the interpreter
       layers.py FIRST COUNT MESH_OPT --jit   compiles each program and its gradient
                                              for any sizes, and compares what they
                                              give with the interpreter

Differences are wrong where two branches meet (a maximum of two equal numbers), so
a program differs if it does so at three points. Programs that do at one or two of
them are counted apart.
"""

import random
import subprocess
import sys
import tempfile

from harness import literal, names, program
from layer_programs import Layer

BATCH = 20


def run(mesh_opt, text, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        return subprocess.run([mesh_opt, file.name, *options], capture_output=True, text=True)


def checks(seeds, point=0):
    return program([Layer(seed).case() for seed in seeds], point)


def check(seeds, mesh_opt):
    """The seeds that differ, and those that do at some points only."""
    options = ["--reference", "--run=main"]
    if run(mesh_opt, checks(seeds), *options).returncode == 0:
        return [], []
    differed, sometimes = [], []
    for seed in seeds:
        fails = [point for point in range(3) if run(mesh_opt, checks([seed], point), *options).returncode != 0]
        if len(fails) == 3:
            differed.append(seed)
        elif fails:
            sometimes.append(seed)
    return differed, sometimes


def compiled(seed):
    """A program with its gradient as one function of any sizes, and arguments."""
    layer = Layer(seed, dynamic=True)
    case = layer.case()
    kinds = [kind for kind, _ in case.args]
    parameters = ", ".join(f"%a{i}: {kind}" for i, kind in enumerate(kinds))
    floats = kinds[1:]
    results = ", ".join([case.result] + floats)
    outs = ", ".join(f"%r{i}" for i in range(len(floats) + 1))
    text = case.helpers + f"""func.func private @f({parameters}) -> {case.result} {{
{case.body}
  return %y : {case.result}
}}
func.func @gradient({parameters}, %c: {case.result}) -> ({results}) {{
  {outs} = mesh.vjp @f({names('a', len(kinds))}) seeds(%c) wrt {list(range(1, len(kinds)))} : ({', '.join(kinds)}, {case.result}) -> ({results})
  return {outs} : {results}
}}
"""
    rng = random.Random(seed)
    draw = lambda: rng.uniform(-1, 1)
    sizes = {"%a1": "S", "%a2": "T", "%a4": "E"}
    graph = f"[{layer.src},{layer.dst}]+nodes={layer.rows['S']}:{layer.rows['T']}".replace(" ", "")
    arguments = [graph]
    for i in range(1, len(kinds)):
        rows = layer.rows[sizes[f"%a{i}"]] if f"%a{i}" in sizes else layer.width
        arguments.append(tensor(rows, layer.width, draw))
    arguments.append(tensor(layer.rows[layer.result], layer.width, draw))
    return text, [f"--arg={argument}" for argument in arguments]


def tensor(rows, width, draw):
    if rows == 0:
        return f"zeros:shape=0x{width}"
    return literal([rows, width], draw).replace(" ", "")


def compare(seeds, mesh_opt):
    differed = []
    for seed in seeds:
        text, arguments = compiled(seed)
        if run(mesh_opt, text, "--compare-reference", "--run=gradient", *arguments).returncode != 0:
            differed.append(seed)
    return differed, []


def main(first, count, mesh_opt, mode=None):
    differed, sometimes = [], []
    for start in range(first, first + count, BATCH):
        seeds = range(start, min(start + BATCH, first + count))
        more, uncertain = (compare if mode == "--jit" else check)(seeds, mesh_opt)
        differed += more
        sometimes += uncertain
        done = seeds[-1] + 1 - first
        if done % (50 * BATCH) == 0 and done < count:
            print(f"{done} programs, differed: {differed}, at some points: {sometimes}", file=sys.stderr, flush=True)
    print(f"{count} programs, {len(differed)} differed: {differed}")
    if sometimes:
        print(f"at some points only: {sometimes}")
    return not differed


if __name__ == "__main__":
    first, count = int(sys.argv[1]), int(sys.argv[2])
    if len(sys.argv) > 3:
        sys.exit(0 if main(first, count, *sys.argv[3:]) else 1)
    print(checks(range(first, first + count)))
