"""Random layer programs on random graphs, with the checks of harness.py.

usage: layers.py FIRST COUNT          prints one module for seeds FIRST, FIRST + 1, ...
       layers.py FIRST COUNT MESH_OPT checks any number of them, 20 at a time, and says
                                      how many differed
"""

import random
import subprocess
import sys
import tempfile

from harness import Case, program


class Layer:
    """Builds a body step by step from values of known kinds."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.nodes = self.rng.randint(1, 6)
        self.edges = self.rng.randint(0, 10)
        self.width = self.rng.randint(1, 3)
        self.N = f"tensor<{self.nodes}x{self.width}xf64>"
        self.E = f"tensor<{self.edges}x{self.width}xf64>"
        self.W = f"tensor<{self.width}x{self.width}xf64>"
        self.lines, self.count = [], 0
        self.args = [("!mesh.graph", self.graph()), (self.N, None), (self.W, None), (self.E, None)]
        self.values = {self.N: ["%a1"], self.E: ["%a3"], self.W: ["%a2"]}

    def graph(self):
        ends = [[self.rng.randrange(self.nodes) for _ in range(self.edges)] for _ in range(2)]
        ids = f"tensor<{self.edges}xi32>"
        return (f"  %src = arith.constant dense<{ends[0]}> : {ids}\n  %dst = arith.constant dense<{ends[1]}> : {ids}\n"
                f"  %n = arith.constant {self.nodes} : index\n"
                f"  %y = mesh.graph %src, %dst, %n, %n : ({ids}, {ids}, index, index) -> !mesh.graph")

    def emit(self, kind, text):
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"  {name} = {text}")
        self.values[kind].append(name)
        return name

    def pick(self, kind):
        # Rather a late value, so that programs are deep.
        values = self.values[kind]
        return values[max(self.rng.randrange(len(values)), self.rng.randrange(len(values)))]

    def step(self):
        N, E, W = self.N, self.E, self.W
        kind = self.rng.choice([N, E])
        end = self.rng.choice(["source", "target"])
        choice = self.rng.randrange(9)
        if choice == 0:
            self.emit(E, f"mesh.gather {self.pick(N)}, %a0 {end} : ({N}, !mesh.graph) -> {E}")
        elif choice == 1:
            op = self.rng.choice(["sum", "mean", "max", "min"])
            self.emit(N, f"mesh.segment_{op} {self.pick(E)}, %a0 {end} : ({E}, !mesh.graph) -> {N}")
        elif choice == 2:
            self.emit(E, f"mesh.segment_softmax {self.pick(E)}, %a0 {end} : ({E}, !mesh.graph) -> {E}")
        elif choice == 3:
            self.emit(kind, f"mesh.linear {self.pick(kind)}, {self.pick(W)} : ({kind}, {W}) -> {kind}")
        elif choice == 4:
            op = self.rng.choice(["math.tanh", "math.sin", "math.atan", "mesh.sigmoid", "mesh.log_softmax", "mesh.relu", "mesh.elu"])
            self.emit(kind, f"{op} {self.pick(kind)} : {kind}")
        elif choice in (5, 6):
            op = self.rng.choice(["addf", "subf", "mulf", "maximumf", "minimumf"])
            self.emit(kind, f"arith.{op} {self.pick(kind)}, {self.pick(kind)} : {kind}")
        elif choice == 7:
            self.loop(kind)
        else:
            s = self.emit(kind, f"math.sin {self.pick(kind)} : {kind}")
            shape = kind[len("tensor<"):-len("xf64>")]
            p = f"%p{self.count}"
            self.lines.append(f"  {p} = arith.cmpf ogt, {self.pick(kind)}, {s} : {kind}")
            self.emit(kind, f"arith.select {p}, {self.pick(kind)}, {s} : tensor<{shape}xi1>, {kind}")

    def loop(self, kind):
        """A few steps of a recurrence with a captured value."""
        self.count += 1
        i = self.count
        trips = self.rng.randrange(4)
        self.lines.append(f"""  %lo{i} = arith.constant 0 : index
  %hi{i} = arith.constant {trips} : index
  %st{i} = arith.constant 1 : index
  %l{i} = scf.for %i{i} = %lo{i} to %hi{i} step %st{i} iter_args(%h{i} = {self.pick(kind)}) -> ({kind}) {{
    %x{i} = arith.mulf %h{i}, {self.pick(kind)} : {kind}
    %t{i} = math.tanh %x{i} : {kind}
    %u{i} = arith.addf %t{i}, {self.pick(kind)} : {kind}
    scf.yield %u{i} : {kind}
  }}""")
        self.values[kind].append(f"%l{i}")

    def case(self, seed):
        for _ in range(self.rng.randint(3, 9)):
            self.step()
        kind = self.N if len(self.values[self.N]) > 1 or not self.edges else self.E
        last = self.values[kind][-1]
        # Bounded, so that differences are accurate.
        self.lines.append(f"  %y = math.tanh {last} : {kind}")
        return Case(f"layer{seed}", self.args, kind, "\n".join(self.lines), -1, 1, rtol=1e-5, atol=1e-5)


def cases(first, count):
    return [Layer(seed).case(seed) for seed in range(first, first + count)]


def check(first, count, mesh_opt):
    differed = []
    for start in range(first, first + count, 20):
        seeds = range(start, min(start + 20, first + count))
        if not run(seeds[0], len(seeds), mesh_opt):
            differed += [seed for seed in seeds if not run(seed, 1, mesh_opt)]
    print(f"{count} programs, {len(differed)} differed: {differed}")
    return not differed


def run(first, count, mesh_opt):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(program(cases(first, count)))
        file.flush()
        return subprocess.run([mesh_opt, file.name, "--reference", "--run=main"], capture_output=True).returncode == 0


if __name__ == "__main__":
    first, count = int(sys.argv[1]), int(sys.argv[2])
    if len(sys.argv) > 3:
        sys.exit(0 if check(first, count, sys.argv[3]) else 1)
    print(program(cases(first, count)))
