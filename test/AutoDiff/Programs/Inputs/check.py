"""Writes the module that checks the derivatives of a program's function @loss.

usage: check.py PROGRAM.mlir [f64]      (f64: the program's f32 becomes f64)

@differences fails unless, on each graph of `GRAPHS`, reverse mode agrees with
central differences for every float argument (f64), forward mode with reverse
mode, both with the numbers in the program's comments, and, with `ORDER: 2`, the
gradient of the squared norm of the gradient with central differences.
@gradients returns the losses and gradients on all graphs, so that compiled and
interpreted ones can be compared.

Comments of a program:
  // ORDER: 2
  // EXPECTED random: LOSS SLOPE    the loss, and its slope along `tangents`, from
                                    a computation outside of this project ('?': not compared)
and behind each argument of @loss, which stands on a line of its own:
  %g: !mesh.graph,         // S -> T            graph, edges of the scenario
  %h: !mesh.graph,         // N -> C, F edges   another one, its edges derived
  %x: tensor<?x3xf64>,     // N in [0.5, 1.5]   sizes of dynamic axes, range
  %id: tensor<?xi32>,      // E below 3         integers from 0
  %steps: index            // 3
"""

import random
import re
import sys

# Name: ends of the edges. Duplicates, loops and isolated nodes are in the last.
GRAPHS = {
    "random": ([0, 3, 2, 4, 1, 0, 2, 3, 1], [1, 2, 0, 3, 3, 2, 3, 0, 2]),
    "empty": ([], []),
    "star": ([1, 2, 3, 4], [0, 0, 0, 0]),
    "multi": ([0, 0, 1, 2, 2, 1, 0], [1, 1, 0, 2, 1, 1, 0]),
}
SIZES = {"N": 5, "S": 5, "T": 4, "C": 2, "B": 2}


class Argument:
    def __init__(self, name, kind, note, aliases):
        self.name, self.kind, self.note = name, kind, note
        full = aliases.get(kind, kind)
        self.is_graph = full.startswith("!mesh.graph")
        self.shape = re.match(r"tensor<((?:[\d?]+x)*)", full)
        self.shape = self.shape.group(1).split("x")[:-1] if self.shape else None
        self.element = full if self.shape is None else re.search(r"(\w+)>$", full).group(1).split("x")[-1]
        self.is_float = not self.is_graph and self.element.startswith("f")

    def value(self, sizes, rng):
        """A graph as (sources, targets, S, T); numbers as a nested list."""
        if self.is_graph:
            ends = re.match(r"(\w) -> (\w)(?:, (\w) edges)?", self.note)
            s, t = sizes[ends[1]], sizes[ends[2]]
            if ends[3]:  # another graph: its edges follow from the sizes alone
                count = s + 1 if s and t else 0
                pairs = [((3 * i + 1) % s, (2 * i + i // 2) % t) for i in range(count)]
                sizes[ends[3]] = count
                return [p[0] for p in pairs], [p[1] for p in pairs], s, t
            sizes["E"] = len(sizes["ends"][0])
            return [u % s for u in sizes["ends"][0]], [v % t for v in sizes["ends"][1]], s, t
        names = re.findall(r"\b[A-Z]\b", self.note.split(" in ")[0])
        self.sizes = [sizes[names.pop(0)] if n == "?" else int(n) for n in self.shape or []]
        low, high = -1.0, 1.0
        bounds = re.search(r"in \[(\S+), (\S+)\]", self.note)
        if bounds:
            low, high = float(bounds[1]), float(bounds[2])
        below = re.search(r"(?:from (-?\d+) )?below (\d+)", self.note)
        if self.shape is None and not bounds:
            return self.note
        if below:
            return nested(self.sizes, lambda: rng.randrange(int(below[1] or 0), int(below[2])))
        if self.element == "i1":
            return nested(self.sizes, lambda: rng.randrange(2))
        return nested(self.sizes, lambda: round(rng.uniform(low, high), 4))

    def table(self, name, values):
        """Constants that hold the values of all graphs, and how %k's are read from them:
        sizes are known at run time only."""
        if self.is_graph:
            element = "i64" if "i64" in self.kind else "i32"
            ids = f"tensor<?x{element}>"
            constants, reads = "", ""
            for end, i in [("s", 0), ("t", 1)]:
                more = stack(f"{name}_{end}", [v[i] for v in values], [[len(v[i])] for v in values], element, ids)
                constants, reads = constants + more[0], reads + more[1]
            for end, i in [("m", 2), ("n", 3)]:
                constants += f"  {name}_{end}c = arith.constant dense<{[v[i] for v in values]}> : tensor<{len(values)}xindex>\n"
                reads += f"    {name}_{end} = tensor.extract {name}_{end}c[%k] : tensor<{len(values)}xindex>\n"
            return constants, reads + (f"    {name} = mesh.graph {name}_s, {name}_t, {name}_m, {name}_n : "
                                       f"({ids}, {ids}, index, index) -> {self.kind}\n")
        if self.shape is None and not self.is_float:
            return f"  {name} = arith.constant {values[0]} : {self.kind}\n", ""
        if self.shape is None:
            constants = f"  {name}_c = arith.constant dense<{values}> : tensor<{len(values)}x{self.element}>\n"
            return constants, f"    {name} = tensor.extract {name}_c[%k] : tensor<{len(values)}x{self.element}>\n"
        return stack(name, values, self.all_sizes, self.element, self.kind)


def nested(sizes, draw):
    return [nested(sizes[1:], draw) for _ in range(sizes[0])] if sizes else draw()


def padded(value, sizes, zero):
    if not sizes:
        return value
    rows = [padded(v, sizes[1:], zero) for v in value]
    return rows + [nested(sizes[1:], lambda: zero)] * (sizes[0] - len(rows))


def dims(sizes):
    return "".join(f"{n}x" for n in sizes)


def largest(all_sizes):
    return [max(axis) for axis in zip(*all_sizes)]


def slices(name, all_sizes):
    """The sizes of graph %k's value, as constants, reads and text"""
    constants, reads, text = "", "", ["1"]
    for i, axis in enumerate(zip(*all_sizes)):
        if len(set(axis)) == 1:
            text.append(str(axis[0]))
        else:
            constants += f"  {name}_c{i} = arith.constant dense<{list(axis)}> : tensor<{len(axis)}xindex>\n"
            reads += f"    {name}_n{i} = tensor.extract {name}_c{i}[%k] : tensor<{len(axis)}xindex>\n"
            text.append(f"{name}_n{i}")
    rank = len(text)
    return constants, reads, f"[{', '.join(['%k'] + ['0'] * (rank - 1))}] [{', '.join(text)}] {[1] * rank}"


def stack(name, values, all_sizes, element, kind):
    most = largest(all_sizes)
    zero = 0.0 if element.startswith("f") else 0
    constants, reads, where = slices(name, all_sizes)
    table = f"tensor<{len(values)}x{dims(most)}{element}>"
    constants += f"  {name}_c = arith.constant dense<{[padded(v, most, zero) for v in values]}> : {table}\n"
    exact = f"tensor<{dims('?' if len(set(axis)) > 1 else axis[0] for axis in zip(*all_sizes))}{element}>"
    reads += f"    {name}_d = tensor.extract_slice {name}_c{where} : {table} to {exact}\n"
    return constants, reads + f"    {name} = tensor.cast {name}_d : {exact} to {kind}\n"


def parse(text):
    aliases = dict(re.findall(r"^(!\w+) = (.+)$", text, re.M))
    header = re.search(r"func\.func private @loss\((.*?)\n?\) -> (\S+) \{|func\.func private @loss\((.*?)-> (\S+) \{", text, re.S)
    body = header[1] or header[3]
    arguments = []
    for line in body.splitlines():
        found = re.match(r"\s*%(\w+): (.+?),?\s*(?://\s*(.*))?$", line)
        if found:
            arguments.append(Argument(found[1], found[2], found[3] or "", aliases))
    return arguments, header[2] or header[4]


def scenario(arguments, name, seed=1):
    """The values of the arguments, tangents of the float ones, and all sizes."""
    rng = random.Random(f"{name}{seed}")
    sizes = dict(SIZES, ends=GRAPHS[name])
    values = [a.value(sizes, rng) for a in arguments]
    tangents = [nested(a.sizes, lambda: round(rng.uniform(-1, 1), 4)) if a.is_float else None for a in arguments]
    return values, tangents, [None if a.is_graph else a.sizes for a in arguments]


def dot(out, lhs, rhs, argument, start):
    """out = start + <lhs, rhs>, a scalar"""
    kind, element = argument.kind, argument.element
    text = f"  {out}_p = arith.mulf {lhs}, {rhs} : {kind}\n"
    if argument.shape is None:
        return text + f"  {out} = arith.addf {start}, {out}_p : {element}\n"
    return text + (f"  {out}_i = tensor.from_elements {start} : tensor<{element}>\n"
                   f"  {out}_r = linalg.reduce {{ arith.addf }} ins({out}_p : {kind}) outs({out}_i : tensor<{element}>) dimensions = {list(range(len(argument.shape)))}\n"
                   f"  {out} = tensor.extract {out}_r[] : tensor<{element}>\n")


def module(text):
    arguments, loss = parse(text)
    order = 2 if re.search(r"^// ORDER: 2", text, re.M) else 1
    floats = [a for a in arguments if a.is_float]
    element = floats[0].element
    tight = element == "f64"
    close = lambda tolerance: f"{{rtol = {tolerance} : f64, atol = {tolerance} : f64}}"
    types = ", ".join(a.kind for a in arguments)
    names = ", ".join(f"%{a.name}" for a in arguments)
    parameters = ", ".join(f"%{a.name}: {a.kind}" for a in arguments)
    float_types = ", ".join(a.kind for a in floats)
    where = f"wrt {[i for i, a in enumerate(arguments) if a.is_float]}"
    many = lambda prefix: ", ".join(f"%{prefix}{j}" for j in range(len(floats)))

    def grad(out, function, method=""):
        return f"  {many(out)} = mesh.grad @{function}({names}) {where}{method} : ({types}) -> ({float_types})\n"

    out = [text, f"func.func private @gradient({parameters}) -> ({loss}, {float_types}) {{\n",
           f"  %loss, {many('d')} = mesh.value_and_grad @loss({names}) {where} : ({types}) -> ({loss}, {float_types})\n",
           f"  return %loss, {many('d')} : {loss}, {float_types}\n}}\n"]
    if order > 1:
        out += [f"func.func private @norm({parameters}) -> {element} {{\n", grad("d", "loss"),
                f"  %from = arith.constant 0.0 : {element}\n"]
        for j, a in enumerate(floats):
            out.append(dot(f"%to{j}", f"%d{j}", f"%d{j}", a, f"%to{j - 1}" if j else "%from"))
        out.append(f"  return %to{len(floats) - 1} : {element}\n}}\n")
    directions = ", ".join(f"%t_{a.name}" for a in floats)
    direction_parameters = ", ".join(f"%t_{a.name}: {a.kind}" for a in floats)
    # The gradient checked against differences, and the slope along the tangents.
    out += [f"func.func private @check({parameters}, {direction_parameters}) -> ({loss}, {loss}) {{\n",
            f"  %loss, {many('d')} = call @gradient({names}) : ({types}) -> ({loss}, {float_types})\n",
            f"  %again, %slope = mesh.jvp @loss({names}) tangents({directions}) {where} : ({types}, {float_types}) -> ({loss}, {loss})\n",
            f"  %from = arith.constant 0.0 : {element}\n"]
    for j, a in enumerate(floats):
        out.append(dot(f"%to{j}", f"%d{j}", f"%t_{a.name}", a, f"%to{j - 1}" if j else "%from"))
    if loss.startswith("tensor"):
        out.append(f"  %sum = tensor.from_elements %to{len(floats) - 1} : {loss}\n")
    else:
        out.append(f"  %sum = arith.addf %from, %to{len(floats) - 1} : {loss}\n")
    out.append(f"  check.close %slope, %sum {close('1.0e-9' if tight else '2.0e-4')} : {loss}\n")
    if tight:
        out.append(grad("f", "loss", " method = fd"))
        out += [f"  check.close %d{j}, %f{j} {close('1.0e-7')} : {a.kind}\n" for j, a in enumerate(floats)]
        if order > 1:
            out += [grad("g", "norm"), grad("h", "norm", " method = fd")]
            out += [f"  check.close %g{j}, %h{j} {close('1.0e-6')} : {a.kind}\n" for j, a in enumerate(floats)]
    out.append(f"  return %loss, %slope : {loss}, {loss}\n}}\n")

    # Both functions go through the graphs in a loop, so that each derivative is
    # compiled once.
    graphs = list(GRAPHS)
    every = [scenario(arguments, graph) for graph in graphs]
    constants, reads, inputs, along = "", "", [], []
    for i, a in enumerate(arguments):
        a.all_sizes = [sizes[i] for _, _, sizes in every]
        for prefix, column, names_ in [("v_", 0, inputs), ("t_", 1, along)][:2 if a.is_float else 1]:
            more = a.table(f"%{prefix}{a.name}", [case[column][i] for case in every])
            constants, reads = constants + more[0], reads + more[1]
            names_.append(f"%{prefix}{a.name}")
    constants += "".join(f"  %i{i} = arith.constant {i} : index\n" for i in [0, 1, len(graphs)])
    numbers = []
    for graph in graphs:
        expected = re.search(rf"^// EXPECTED {graph}: (\S+) (\S+)$", text, re.M)
        if not expected:
            raise SystemExit(f"the program has no line '// EXPECTED {graph}: LOSS SLOPE'")
        numbers.append((expected[1], expected[2]))
    scalar = f"tensor<{element}>"
    number = lambda name: (f"    {name}_s = tensor.extract {name}[] : {loss}\n", f"{name}_s") if loss.startswith("tensor") else ("", name)

    out.append(f"func.func @differences() {{\n{constants}")
    known = "?" not in numbers[0]
    if known:
        for i in range(2):
            out.append(f"  %e{i}_c = arith.constant dense<[{', '.join(n[i] for n in numbers)}]> : tensor<{len(graphs)}x{element}>\n")
    out.append(f"  scf.for %k = %i0 to %i{len(graphs)} step %i1 {{\n{reads}")
    out.append(f"    %l0, %l1 = func.call @check({', '.join(inputs + along)}) : ({types}, {float_types}) -> ({loss}, {loss})\n")
    if known:
        for i, tolerance in [(0, "1.0e-9"), (1, "1.0e-7")]:
            extract, name = number(f"%l{i}")
            out.append(f"{extract}    %e{i} = tensor.extract %e{i}_c[%k] : tensor<{len(graphs)}x{element}>\n"
                       f"    check.close {name}, %e{i} {close(tolerance if tight else '2.0e-4')} : {element}\n")
    out.append("  }\n  return\n}\n")

    # Gradients in tables, padded with zeros.
    tables = [f"tensor<{len(graphs)}x{element}>"] + [f"tensor<{len(graphs)}x{dims(largest(a.all_sizes))}{element}>" for a in floats]
    starts = "".join(f"  %z{j} = arith.constant dense<0.0> : {kind}\n" for j, kind in enumerate(tables))
    carried = ", ".join(f"%a{j} = %z{j}" for j in range(len(tables)))
    out.append(f"func.func @gradients() -> ({', '.join(tables)}) {{\n{constants}{starts}")
    stores, sizes = "", ""
    extract, name = number("%l0")
    stores += f"{extract}    %b0 = tensor.insert {name} into %a0[%k] : {tables[0]}\n"
    for j, a in enumerate(floats):
        if a.shape is None:
            stores += f"    %b{j + 1} = tensor.insert %l{j + 1} into %a{j + 1}[%k] : {tables[j + 1]}\n"
            continue
        more, read, where_ = slices(f"%w{j}", a.all_sizes)
        sizes += more
        exact = f"tensor<{dims('?' if len(set(axis)) > 1 else axis[0] for axis in zip(*a.all_sizes))}{element}>"
        stores += (f"{read}    %l{j + 1}_e = tensor.cast %l{j + 1} : {a.kind} to {exact}\n"
                   f"    %b{j + 1} = tensor.insert_slice %l{j + 1}_e into %a{j + 1}{where_} : {exact} into {tables[j + 1]}\n")
    results = ", ".join(f"%l{j}" for j in range(len(tables)))
    out.append(f"{sizes}  %r:{len(tables)} = scf.for %k = %i0 to %i{len(graphs)} step %i1 iter_args({carried}) -> ({', '.join(tables)}) {{\n{reads}"
               f"    {results} = func.call @gradient({', '.join(inputs)}) : ({types}) -> ({loss}, {float_types})\n{stores}"
               f"    scf.yield {', '.join(f'%b{j}' for j in range(len(tables)))} : {', '.join(tables)}\n  }}\n"
               f"  return {', '.join(f'%r#{j}' for j in range(len(tables)))} : {', '.join(tables)}\n}}\n")
    return "".join(out)


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        program = file.read()
    if sys.argv[2:] == ["f64"]:
        program = re.sub(r"\bf32\b|(?<=x)f32\b", "f64", program)
    print(module(program))
