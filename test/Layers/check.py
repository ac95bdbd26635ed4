"""Compares a program of examples/layers with the NumPy reference.

usage: check.py MESH_OPT LAYERS PROGRAM      e.g. check.py mesh-opt examples/layers gcn

For each function of the program that cases.py lists: its value and its gradient,
compiled, on several graphs with random arguments, against reference.py. Programs are
written for f32; they are compiled with every f32 made f64. Each function is compiled
once, to a program of its own that is run for each graph. Values are those of the
function itself, where cases.py says so, and those that its gradient returns.

The reference gradient is a difference over four points, of order h^4: about ten
digits. Values agree to 1e-9, gradients to 1e-6, as docs/semantics.md measures it.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np

import cases
import second_order

STEP = 2.0**-12
STENCIL = [(-2, 1.0 / 12), (-1, -2.0 / 3), (1, 2.0 / 3), (2, -1.0 / 12)]
VALUES, GRADIENTS = 1e-9, 1e-6
# What rounding leaves of a difference: the rounding error of a sum, divided by the step.
NOISE = 1e-15 / STEP


def draw(case, graph, rng):
    sizes = {"S": graph.S, "T": graph.T, "E": len(graph)}
    arguments = {}
    for name, shape in case.arguments.items():
        if callable(shape):
            arguments[name] = shape(rng, graph)
        else:
            arguments[name] = rng.standard_normal([sizes[axis] if axis in sizes else int(axis) for axis in shape.split()])
    return arguments


def results(value):
    return list(value) if isinstance(value, tuple) else [value]


def is_float(array):
    return np.asarray(array).dtype.kind == "f"


def inner(case, graph, arguments, seeds):
    """The sum of the results times the seeds, entry by entry."""
    values = results(case.reference(graph, **arguments))
    return sum(float(np.sum(value * seed)) for value, seed in zip(values, seeds))


def differentiate(function, arguments):
    """d function / d each float argument, by differences."""
    gradients = {}
    for name, argument in arguments.items():
        if not is_float(argument):
            continue
        gradient = np.zeros(np.shape(argument))
        for index in np.ndindex(gradient.shape):
            for steps, weight in STENCIL:
                moved = np.array(argument)
                moved[index] += steps * STEP
                gradient[index] += weight * function({**arguments, name: moved}) / STEP
        gradients[name] = gradient
    return gradients


def difference(got, expected, tolerance, noise=0.0):
    """None if the two agree, else what differs."""
    got = np.asarray(got)
    if got.shape != np.shape(expected):
        return f"shape {got.shape} instead of {np.shape(expected)}"
    if got.size == 0:
        return None
    allowed = tolerance * np.maximum(np.abs(expected), np.mean(np.abs(expected))) + noise
    wrong = ~(np.abs(got - expected) <= allowed)
    if not wrong.any():
        return None
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    return f"{int(wrong.sum())} entries, the first at {list(at)}: {got[at]!r} instead of {expected[at]!r}"


class Program:
    """A program in f64, and what was compiled of it."""

    def __init__(self, mesh_opt, path, folder):
        self.mesh_opt, self.folder, self.compiled = mesh_opt, folder, {}
        with open(path, encoding="utf-8") as file:
            self.text = file.read().replace("f32", "f64")

    def signature(self, function):
        lines = self.call(self.source(), "--signature=json")
        return next(entry for entry in json.loads(lines) if entry["function"] == function)

    def source(self):
        path = os.path.join(self.folder, "program.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text)
        return path

    def call(self, *command):
        run = subprocess.run([self.mesh_opt, *command], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{run.stderr}exit status {run.returncode}")
        return run.stdout

    def run(self, function, graph, arguments):
        """The results of the function by name."""
        if function not in self.compiled:
            self.compiled[function] = os.path.join(self.folder, function)
            self.call(self.source(), f"--entry={function}", "--emit=exe", "-o", self.compiled[function])
        command = [self.compiled[function]]
        edges = os.path.join(self.folder, "graph.npy")
        np.save(edges, np.array([graph.source, graph.target], dtype=np.int64).reshape(2, -1))
        command.append(f"--arg=graph=@{edges}+nodes={graph.S}:{graph.T}")
        for name, value in arguments.items():
            path = os.path.join(self.folder, name + ".npy")
            np.save(path, value)
            command.append(f"--arg={name}=@{path}" if np.ndim(value) else f"--arg={name}={value.item()!r}")
        out = os.path.join(self.folder, "results.npz")
        run = subprocess.run([*command, f"--save={out}"], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{run.stderr}exit status {run.returncode}")
        with np.load(out) as file:
            return [np.array(file[name]) for name in file.files]


def seed_names(signature):
    return [argument["name"] for argument in signature["arguments"] if argument["name"].startswith("seed")]


class Report:
    """Counts comparisons and keeps what differs."""

    def __init__(self):
        self.compared, self.failed = 0, []

    def __call__(self, function, graph, what, problem):
        self.compared += 1
        if problem:
            self.failed.append(f"@{function}, graph '{graph}', {what}: {problem}")


def check_gradient(program, case, name, graph, rng, arguments, expected, report):
    seeds = [rng.standard_normal(np.shape(value)) for value in expected]
    names = ["seed"] if len(seeds) == 1 else seed_names(program.signature(case.gradient))
    seeded = {**arguments, **dict(zip(names, seeds))}
    got = program.run(case.gradient, graph, seeded)
    gradient = lambda at: differentiate(lambda moved: inner(case, graph, moved, seeds), at)
    gradients = gradient(arguments)
    noise = NOISE * max(1.0, sum(float(np.sum(np.abs(v * s))) for v, s in zip(expected, seeds)))
    if len(got) != len(expected) + len(gradients):
        sys.exit(f"@{case.gradient} has {len(got)} results, but {len(expected)} values and {len(gradients)} gradients are due")
    for value, again in zip(expected, got):
        report(case.gradient, name, "value", difference(again, value, VALUES))
    for (argument, value), again in zip(gradients.items(), got[len(expected) :]):
        report(case.gradient, name, f"gradient of {argument}", difference(again, value, GRADIENTS, noise))
    if case.second and name == "duplicates":
        second = second_order.expected(gradient, arguments)
        for (argument, value), again in zip(second.items(), program.run("second", graph, seeded)):
            what = f"second derivative, {argument}"
            report(case.value, name, what, difference(again, value, GRADIENTS, noise * second_order.rounding(gradients)))


def check(program, case, number, report):
    """One function on all of its graphs."""
    if case.second:
        program.text = second_order.add_functions(program.text, case.value, program.signature(case.value))
    for name, graph in cases.GRAPHS[case.graphs]().items():
        rng = np.random.default_rng(number)
        arguments = draw(case, graph, rng)
        expected = results(case.reference(graph, **arguments))
        if case.alone:
            for got, value in zip(program.run(case.value, graph, arguments), expected, strict=True):
                report(case.value, name, "value", difference(got, value, VALUES))
        if case.gradient:
            check_gradient(program, case, name, graph, rng, arguments, expected, report)


def main(mesh_opt, layers, name):
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        program = Program(mesh_opt, os.path.join(layers, name + ".mlir"), folder)
        for number, case in enumerate(cases.PROGRAMS[name]):
            check(program, case, number, report)
    print("\n".join(report.failed + [f"{name}: {report.compared} arrays compared, {len(report.failed)} differ"]))
    return not report.failed


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(0 if main(*sys.argv[1:]) else 1)
