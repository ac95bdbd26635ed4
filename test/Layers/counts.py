"""What the layers compile to: the table of docs/layers.md.

usage: counts.py MESH_OPT LAYERS            prints the rows
       counts.py MESH_OPT LAYERS PAGE       fails if a row is not on the page

Counted in the main function of each program and in @gradient after --mesh-to-tensors:
sweeps, the ops that pass over all edges (mesh.aggregate, mesh.reduce_edges), those in
a loop once; and edge tensors, results with a row for each edge (mesh.map_edges).
Needs no NumPy.
"""

import os
import re
import subprocess
import sys

GRAPH_OPS = r"mesh\.(gather|segment_\w+|degree|require|take)\b"
EDGE_PARTS = ["source", "target", "in_col", "in_edge", "out_col", "out_edge"]


def function(text, name):
    return re.search(rf"^  func\.func @{name}\(.*?^  }}$", text, re.S | re.M)[0]


def count(body):
    """Sweeps, edge tensors and class of memory of a lowered function."""
    sweeps = len(re.findall(r"= mesh\.(?:aggregate|reduce_edges) over", body))
    # A fold without accumulators divides by degrees, say, and reads no edge.
    sweeps -= len(re.findall(r"^ *init {\n *mesh\.yield$", body, re.M))
    tensors = len(re.findall(r"= mesh\.map_edges over", body))
    # Nothing else may make rows of floats for edges: such memory is there for mesh.map_edges only.
    parts = re.findall(r'(%\w+): tensor<\?xi32> \{mesh\.component = "(\w+)"', body)
    edges = "|".join(re.escape(name) for name, part in parts if part in EDGE_PARTS)
    sizes = re.findall(rf"(%\w+) = tensor\.dim (?:{edges}), ", body)
    memory = [size for size in re.findall(r"= tensor\.empty\((%\w+)\) : tensor<.*f32>", body) if size in sizes]
    if len(memory) > tensors:
        sys.exit(f"{len(memory)} allocations of edge rows, but {tensors} mesh.map_edges: {body[:80]}")
    steps = re.search(r"= tensor\.empty\(.*\) : tensor<\?x\?x.*f32>", body)
    return sweeps, tensors, ("T N" if steps else "N") + (" + E" if tensors else "")


def row(mesh_opt, layers, name):
    path = os.path.join(layers, name + ".mlir")
    run = subprocess.run([mesh_opt, path, "--mesh-to-tensors"], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{path}\n{run.stderr}exit status {run.returncode}")
    with open(path, encoding="utf-8") as file:
        ops = ", ".join(f"`{op}`" for op in sorted(set(re.findall(GRAPH_OPS, file.read()))))
    parts = [*count(function(run.stdout, name)), *count(function(run.stdout, "gradient"))]
    return " | ".join([f"| [{name}](../examples/layers/{name}.md)", ops, *map(str, parts)]) + " |"


def main(mesh_opt, layers, page=None):
    names = sorted(file[:-5] for file in os.listdir(layers) if file.endswith(".mlir"))
    rows = [row(mesh_opt, layers, name) for name in names]
    if page is None:
        print("\n".join(rows))
        return True
    with open(page, encoding="utf-8") as file:
        lines = file.read().splitlines()
    missing = [line for line in rows if line not in lines]
    extra = [line for line in lines if line.startswith("| [") and line not in rows]
    print("\n".join([f"not on the page: {line}" for line in missing] + [f"not so: {line}" for line in extra]))
    print(f"{len(rows)} layers, {len(missing) + len(extra)} rows differ")
    return not missing and not extra


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(0 if main(*sys.argv[1:]) else 1)
