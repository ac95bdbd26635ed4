"""What the functions of examples/ and their gradients are compiled to: asks
mesh-opt --explain."""

import glob
import json
import re
import subprocess
import tempfile

HEAD = """# What the examples are compiled to

One row for each public function below `examples`, as
`mesh-opt FILE --explain=FUNCTION --explain-format=json` describes it
([explain.md](../explain.md)). "Gradient" is the row of a function that calls
`mesh.vjp` with respect to all arguments that are floats: it computes the
results and the gradient. In it, "kernels" counts those of the forward pass,
those of the backward pass, and those that the program runs after it.

- saved: tensors that a kernel of the forward pass has written and one of the
  backward pass reads, but for arguments.
- computed again: ops of the forward pass that kernels of the backward pass
  contain.
- edge rows: tensors with a row for each edge that are in memory, and why.

"""

COLUMNS = ["function", "kernels: forward, backward, after", "edge rows in memory", "saved", "computed again"]


def explain(mesh_opt, path, function):
    """The description of a function; nothing if it has no gradient."""
    command = [mesh_opt, path, f"--explain={function}", "--explain-format=json"]
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout)[0] if done.returncode == 0 else None


def is_float(value):
    return value["kind"] in ("tensor", "scalar") and re.fullmatch(r"b?f\d+", value.get("element", ""))


def gradient_of(signature):
    """The text of a function that calls mesh.vjp; nothing where there are no floats."""
    arguments, results = signature["arguments"], signature["results"]
    wrt = [i for i, a in enumerate(arguments) if is_float(a)]
    seeds = [r["type"] for r in results if is_float(r)]
    if not wrt or not seeds:
        return None
    types = [a["type"] for a in arguments]
    outs = [r["type"] for r in results] + [types[i] for i in wrt]
    names = [f"%a{i}" for i in range(len(types))]
    seed_names = [f"%s{i}" for i in range(len(seeds))]
    parameters = ", ".join(
        f'{n}: {t} {{mesh.name = "{label}"}}'
        for n, t, label in zip(names + seed_names, types + seeds,
                               [a["name"] for a in arguments] + [f"seed{i}" for i in range(len(seeds))]))
    results_text = ", ".join(outs)
    values = f"%r:{len(outs)}"
    returned = ", ".join(f"%r#{i}" for i in range(len(outs)))
    return (f"func.func @gradient__({parameters}) -> ({results_text}) {{\n"
            f"  {values} = mesh.vjp @{signature['function']}({', '.join(names)}) seeds({', '.join(seed_names)}) "
            f"wrt {wrt} : ({', '.join(types + seeds)}) -> ({results_text})\n"
            f"  return {returned} : {results_text}\n}}\n")


def row(label, report):
    phases = [k["phase"] for k in report["kernels"]]
    count = lambda *names: sum(p in names for p in phases)
    edges = "; ".join(f"`{e['shape']}`: {e['reason']}" for e in report["edge_tensors"])
    saved = ", ".join(f"`{s['shape']}`" for s in report["saved"])
    again = []
    for kernel in report["kernels"]:
        for op in kernel["recomputed"]:
            # Without values and lines, which say little in a table.
            name = op.split(" ")[0]
            if name not in again:
                again.append(name)
    cells = [label, f"{count('forward', 'tangent')}, {count('backward')}, {count('after derivatives')}",
             edges or "none", saved or "-", ", ".join(f"`{a}`" for a in again) or "-"]
    return "| " + " | ".join(cells) + " |\n"


def page(mesh_opt):
    text = HEAD
    paths = sorted(glob.glob("examples/*.mlir")) + sorted(glob.glob("examples/train/*.mlir"))
    for path in paths:
        text += f"## {path}\n\n| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}\n"
        listed = subprocess.run([mesh_opt, path, "--signature=json"], check=True, capture_output=True, text=True)
        for signature in json.loads(listed.stdout):
            name = signature["function"]
            report = explain(mesh_opt, path, name)
            assert report is not None, f"{path}: @{name} cannot be explained"
            text += row(f"`@{name}`", report)
            wrapper = gradient_of(signature)
            # A program that differentiates already shows what its own gradient is.
            if wrapper is None or any(k["phase"] == "backward" for k in report["kernels"]):
                continue
            with open(path) as stream:
                program = stream.read()
            with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
                file.write(program + wrapper)
                file.flush()
                gradient = explain(mesh_opt, file.name, "gradient__")
            if gradient is not None:
                text += row(f"gradient of `@{name}`", gradient)
        text += "\n"
    return text.rstrip("\n") + "\n"
