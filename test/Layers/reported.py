"""Runs programs of examples/layers on small inputs whose results were worked out by hand.

usage: reported.py MESH_OPT LAYERS

The inputs are narrower than the programs: features and weights are filled up with zeros,
and the first columns of the results are compared. Each is run compiled and by the
interpreter; tolerance 1e-5, relative.
"""

import os
import subprocess
import sys
import tempfile

import numpy as np


def pad(rows, shape):
    """The array in the leading corner of zeros."""
    result = np.zeros(shape, np.float32)
    result[tuple(slice(0, size) for size in np.shape(rows))] = rows
    return result


def column(values):
    return pad(np.array(values)[:, None], (len(values), 4))


ONE = pad([[1]], (4, 2))  # passes feature 0 on
GATE = pad([[1, 0], [0, 0], [1, 0], [0, 0]], (4, 2))  # convolution + state
A3TGCN = dict(
    graph="[[0],[0]]",
    x=np.array([column([0.5]), column([-1]), column([2])]),
    h0=np.zeros((1, 2), np.float32),
    w_conv=pad([[1, 0, 1, 0, 1, 0]], (4, 6)),
    b_conv="zeros",
    w_update=GATE,
    b_update="zeros",
    w_reset=GATE,
    b_reset="zeros",
    w_candidate=GATE,
    b_candidate="zeros",
)
CHEB = dict(w=np.concatenate([ONE, ONE, ONE]), b="zeros")

# Program, function, arguments, results by their place.
CASES = [
    # Isolated nodes have mean 0.
    (
        "sage",
        "sage",
        dict(graph="[[0,2],[1,1]]+nodes=4", x=column([2, 10, 6, 1]), w_neighbor=10 * ONE, b_neighbor="zeros", w_root=ONE),
        [[2, 50, 6, 1]],
    ),
    # In-degrees at both ends of an edge, with self-loops.
    (
        "gcn",
        "gcn",
        dict(graph="[[0,0,1],[1,2,2]]+self_loops", x=column([1, 2, 4]), w=ONE, b="zeros"),
        [[1, 1.707107, 2.727180]],
    ),
    # The path of three nodes, lambda = 2, all three weights 1.
    ("cheb", "cheb", dict(graph="[[0,1],[1,2]]+undirected", x=column([1, 2, 3]), **CHEB), [[2.585786, 1.171573, 2.585786]]),
    # A loop that is dropped on demand: T_1 alone.
    (
        "cheb",
        "cheb",
        dict(
            graph="[[0,1,0],[1,0,0]]+no_self_loops",
            x=column([1, 3]),
            w=np.concatenate([0 * ONE, ONE, 0 * ONE]),
            b="zeros",
        ),
        [[-3, -1]],
    ),
    # W[0,1] = 2, W[0,2] = 1, W[1,2] = 4; an edge of W[i,j] runs from j to i.
    (
        "diffusion",
        "diffusion",
        dict(graph="[[1,2,2],[0,0,1]]", x=column([1, 2, 3]), affinity=np.array([2, 1, 4], np.float32)),
        [[2.333333, 3, 0], [0, 1, 1.8]],
    ),
    # The state goes from period to period; of two sets of scores.
    ("a3tgcn", "a3tgcn", dict(A3TGCN, scores=np.zeros(3, np.float32)), [[-0.167197]]),
    ("a3tgcn", "a3tgcn", dict(A3TGCN, scores=np.array([0, 1, 2], np.float32)), [[-0.240464]]),
    # It does not, where that is what is asked for.
    ("a3tgcn", "restarted", dict(A3TGCN, scores=np.zeros(3, np.float32)), [[-0.089129]]),
    # The MLP is the identity, as a difference of two relus.
    (
        "gine",
        "gine",
        dict(
            graph="[[0,1],[1,0]]",
            x=pad([[1, -2], [0.5, 3]], (2, 4)),
            edge=pad([[-3, 1], [1, -1]], (2, 3)),
            w_edge=pad(np.eye(2), (3, 4)),
            b_edge="zeros",
            eps="0.1",
            w1=np.concatenate([np.eye(4), -np.eye(4)], axis=1).astype(np.float32),
            b1="zeros",
            w2=np.concatenate([np.eye(4), -np.eye(4)])[:, :2].astype(np.float32),
            b2="zeros",
        ),
        [[2.6, 0.55], [-0.2, 3.3]],
    ),
]


def run(mesh_opt, layers, folder, program, function, arguments, how):
    command = [mesh_opt, os.path.join(layers, program + ".mlir"), f"--run={function}", *how]
    for name, value in arguments.items():
        if isinstance(value, str):
            command.append(f"--arg={name}={value}")
        else:
            path = os.path.join(folder, name + ".npy")
            np.save(path, np.asarray(value, np.float32))
            command.append(f"--arg={name}=@{path}")
    out = os.path.join(folder, "results")
    command.append(f"--save={out}.npz")
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{ran.stderr}exit status {ran.returncode}")
    with np.load(out + ".npz") as file:
        return [np.array(file[name]) for name in file.files]


def main(mesh_opt, layers):
    wrong = 0
    for program, function, arguments, expected in CASES:
        for how in [], ["--reference"]:
            with tempfile.TemporaryDirectory() as folder:
                results = run(mesh_opt, layers, folder, program, function, arguments, how)
            # Several results, or the columns of one.
            got = [result[:, 0] for result in results] if len(results) > 1 else list(results[0].T)
            for place, values in enumerate(expected):
                if not np.allclose(got[place], values, rtol=1e-5, atol=1e-5):
                    wrong += 1
                    print(f"{program}, @{function} {' '.join(how)}: {got[place].tolist()} instead of {values}")
    print(f"{len(CASES)} inputs, {wrong} differ")
    return not wrong


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(0 if main(*sys.argv[1:]) else 1)
