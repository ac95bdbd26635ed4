#!/usr/bin/env python3
"""Trains each program of this folder on Cora and CiteSeer with many seeds, and
prints a table of the test accuracies that they return: after the last epoch, for
gat those of the epoch that validation chooses.

usage: measure_seeds.py [--mesh-opt=FILE] [--seeds=N] [--epochs=N] [--data=NAME]
                        [--num-threads=N] [PROGRAM ...]

Seeds are 1 to N (10); epochs are 200, for gat 500. NAME is cora or citeseer; both
without it. A PROGRAM is gcn, graphsage, mlp or gat; all of them without any. The data
sets are looked for below MESH_DATA_DIR (docs/data-sets.md). Each program is compiled
once for each of them, to a program of its own. Needs nothing but Python.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
BUILT = os.path.join(FOLDER, "..", "..", "build", "release", "bin", "mesh-opt")
PROGRAMS = {"gcn": "GCN", "graphsage": "GraphSAGE", "mlp": "MLP", "gat": "GAT"}
DATA = {"cora": ("Cora", 7), "citeseer": ("CiteSeer", 6)}
# A node is its own neighbour in a GCN; GraphSAGE has a weight of its own for it.
MODIFIERS = {"gcn": "+self_loops", "graphsage": "", "mlp": "", "gat": "+self_loops"}
EPOCHS = {"gcn": 200, "graphsage": 200, "mlp": 200, "gat": 500}


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit(f"measure_seeds.py: error: exit status {result.returncode} of\n  " + " ".join(command))
    return result.stdout


def test_accuracy(executable, program, data, seed, options):
    command = [
        executable,
        f"--arg=@{data}/edge_index.npy{MODIFIERS[program]}",
        f"--arg=@{data}/features_csr.npz",
        f"--arg=@{data}/labels.npy",
        f"--arg=@{data}/split.npy",
        f"--arg=classes={DATA[data][1]}",
        f"--arg=epochs={options.epochs or EPOCHS[program]}",
        f"--arg=seed={seed}",
        f"--num-threads={options.num_threads}",
    ]
    found = re.search(r"^test_accuracy: f32\n(\S+)$", run(command), re.M)
    if not found:
        sys.exit(f"measure_seeds.py: error: {program} printed no test accuracy")
    return 100 * float(found[1])


def compiled(program, data, options, folder):
    """The program, compiled; where the types of gat.mlir say how many classes there are, for these data."""
    with open(os.path.join(FOLDER, program + ".mlir"), encoding="utf-8") as file:
        source = file.read()
    if program == "gat":
        source = re.sub(r"\b7(?=xf32>| : index)|x7(?=xf32>)", lambda found: found[0].replace("7", str(DATA[data][1])), source)
    path = os.path.join(folder, program + ".mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    executable = os.path.join(folder, program)
    run([options.mesh_opt, path, "--entry=train", "--emit=exe", "-o", executable])
    return executable


def row(program, data, values):
    spread = f"{statistics.stdev(values):.2f}" if len(values) > 1 else "-"
    seeds = ", ".join(f"{value:.1f}" for value in values)
    return f"| {DATA[data][0]} | {PROGRAMS[program]} | {statistics.mean(values):.2f} | {spread} | {seeds} |"


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("--mesh-opt", default=os.path.normpath(BUILT))
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--data", choices=DATA)
    parser.add_argument("--num-threads", type=int, default=os.cpu_count())
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    options = parser.parse_args()
    unknown = [program for program in options.programs if program not in PROGRAMS]
    if unknown or min(options.seeds, options.epochs or 1, options.num_threads) < 1:
        parser.error("expects programs among " + ", ".join(PROGRAMS) + ", and counts of at least 1")
    folder = os.environ.get("MESH_DATA_DIR")
    wanted = [options.data] if options.data else list(DATA)
    if not folder or not all(os.path.isdir(os.path.join(folder, data)) for data in wanted):
        sys.exit(f"measure_seeds.py: error: MESH_DATA_DIR has to name a folder with {' and '.join(wanted)}; see docs/data-sets.md")

    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        for program in options.programs or PROGRAMS:
            for data in wanted:
                executable = compiled(program, data, options, temporary)
                values = []
                for seed in range(1, options.seeds + 1):
                    values.append(test_accuracy(executable, program, data, seed, options))
                    print(f"{program} on {data}, seed {seed}: {values[-1]:.1f}", file=sys.stderr, flush=True)
                rows.append((list(DATA).index(data), row(program, data, values)))
    print("| data | program | mean % | standard deviation | each seed |\n|---|---|---|---|---|")
    for _, text in sorted(rows, key=lambda pair: pair[0]):
        print(text)


if __name__ == "__main__":
    main()
