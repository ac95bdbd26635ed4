"""Whether gradients have the same bits for 1, 2 and 3 threads: those of the layers in
examples/ and of random layer programs, on a graph with a hub and several thousand
edges, so that segments are cut into runs and rows among threads.

usage: threads.py MESH_OPT EXAMPLES FOLDER      files go to FOLDER
"""

import filecmp
import itertools
import json
import os
import subprocess
import sys

import layers

NODES, EDGES = 300, 9000
GRAPH = f"--arg=hub:nodes={NODES},edges={EDGES},seed=3"


def call(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def argument(seed, sizes):
    return f"--arg=normal:{seed}:shape={'x'.join(map(str, sizes))}"


def with_gradient(mesh_opt, path):
    """For each function of an example with a float argument: its name, the program with a
    function @gradient of it, and arguments."""
    with open(path) as stream:
        text = stream.read()
    for function in json.loads(call(mesh_opt, path, "--signature=json")):
        inputs, results = function["arguments"], function["results"]
        wrt = [i for i, x in enumerate(inputs) if x.get("element", "").startswith("f")]
        if not wrt or len(results) != 1:
            continue
        types = [x["type"] for x in inputs + results]
        parameters = ", ".join(f"%a{i}: {t}" for i, t in enumerate(types))
        out = ", ".join(types[i] for i in [-1] + wrt)
        args = [f"%a{i}" for i in range(len(types))]
        wrapped = f"""{text}
func.func @gradient({parameters}) -> ({out}) {{
  %r:{len(wrt) + 1} = mesh.vjp @{function['function']}({', '.join(args[:-1])}) seeds({args[-1]}) wrt {wrt} : ({', '.join(types)}) -> ({out})
  return {', '.join(f'%r#{i}' for i in range(len(wrt) + 1))} : {out}
}}
"""
        # A dynamic size of a tensor of rank 1 is that of edges, the first of three that of a batch.
        arguments = []
        for seed, x in enumerate(inputs + results):
            if x["kind"] == "graph":
                static = any(34 in y.get("shape", []) for y in inputs)
                arguments.append("--arg=ring:nodes=34" if static else GRAPH)
                continue
            rank = len(x["shape"])
            unknown = iter([2, NODES] if rank == 3 else [EDGES] if rank == 1 else [NODES])
            arguments.append(argument(seed, [next(unknown) if n is None else n for n in x["shape"]]))
        yield function["function"], wrapped, arguments


def layer_programs(count):
    """Random programs without loops over rows, which keep a copy of the tensor for each row."""
    seeds = (seed for seed in itertools.count() if "iter_args" not in layers.compiled(seed)[0])
    for seed in itertools.islice(seeds, count):
        text, _ = layers.compiled(seed)
        layer = layers.Layer(seed, dynamic=True)
        layer.case()
        w = layer.width
        rows = [NODES, NODES, w, EDGES, EDGES if layer.result == "E" else NODES]
        yield f"layer{seed}", text, [GRAPH] + [argument(i, [n, w]) for i, n in enumerate(rows)]


def main(mesh_opt, examples, folder):
    programs = [p for name in ["batched", "gcn", "sage_mean", "tosa_mlp", "weighted_sum", "witness"]
                for p in with_gradient(mesh_opt, os.path.join(examples, f"{name}.mlir"))]
    programs += layer_programs(6)
    os.makedirs(folder, exist_ok=True)
    differed = []
    for name, text, arguments in programs:
        path = os.path.join(folder, f"{name}.mlir")
        with open(path, "w") as stream:
            stream.write(text)
        saved = []
        for threads in [1, 2, 3]:
            saved.append(os.path.join(folder, f"{name}.{threads}.npz"))
            call(mesh_opt, path, "--run=gradient", *arguments, f"--num-threads={threads}", f"--save={saved[-1]}")
        if not all(filecmp.cmp(saved[0], other, shallow=False) for other in saved[1:]):
            differed.append(name)
    print(f"{len(programs)} gradients, {len(differed)} differ: {differed}")


if __name__ == "__main__":
    main(*sys.argv[1:])
