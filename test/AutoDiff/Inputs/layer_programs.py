"""Random layer programs on random graphs.

A program computes with rows of sources, targets and edges of one graph, and with
single numbers: gathers and reductions at both ends, dense and elementwise
layers, loops, conditionals, calls, slices. The same seed gives the same program
with static sizes (the interpreter folds nothing, but differences need constants)
and with dynamic ones (one compiled function for any graph).
"""

import random

from harness import Case


def random_graph(rng):
    """(number of sources, number of targets, sources, targets) of the edges."""
    kind = rng.choice(["empty", "star", "outwards", "duplicates", "loops", "hub", "isolated", "bipartite", "uniform", "uniform"])
    nodes, edges = rng.randint(1, 6), rng.randint(1, 10)
    if kind == "bipartite":
        others = rng.randint(1, 6)
        return nodes, others, [rng.randrange(nodes) for _ in range(edges)], [rng.randrange(others) for _ in range(edges)]
    if kind == "empty":
        nodes, edges = rng.randint(0, 4), 0
    src = [rng.randrange(max(nodes, 1)) for _ in range(edges)]
    dst = [rng.randrange(max(nodes, 1)) for _ in range(edges)]
    if kind == "star":
        src, dst = list(range(1, nodes)), [0] * (nodes - 1)
    elif kind == "outwards":
        src, dst = [0] * (nodes - 1), list(range(1, nodes))
    elif kind == "duplicates":
        src, dst = [s for s in src[:3] for _ in range(3)], [d for d in dst[:3] for _ in range(3)]
    elif kind == "loops":
        dst = [s if rng.random() < 0.7 else d for s, d in zip(src, dst)]
    elif kind == "hub":
        dst = [0 if i % 2 == 0 else d for i, d in enumerate(dst)]
    elif kind == "isolated":
        src, dst = [s // 2 for s in src], [d // 2 for d in dst]
    return nodes, nodes, src, dst


class Layer:
    """Builds a body step by step. Values are of the roles S, T, E (rows of sources,
    targets, edges), V (a row) and F (a number)."""

    def __init__(self, seed, dynamic=False):
        self.rng = random.Random(seed)
        self.seed, self.dynamic = seed, dynamic
        sources, targets, self.src, self.dst = random_graph(self.rng)
        self.rows = {"S": sources, "T": targets, "E": len(self.src)}
        self.width = self.rng.randint(1, 3)
        self.count, self.lines, self.helpers = 0, [], []
        self.values = {"S": ["%a1"], "T": ["%a2"], "E": ["%a4"], "V": [], "F": []}
        # Without the names of sides, rows of nodes are rows of nodes.
        self.homogeneous = sources == targets
        self.W = f"tensor<{self.width}x{self.width}xf64>"
        if dynamic:
            self.line("%axis = arith.constant 0 : index")
        for role, arg in [("S", 1), ("T", 2), ("E", 4)]:
            self.line(f"%n{role} = " + (f"tensor.dim %a{arg}, %axis : {self.type(role)}" if dynamic
                                        else f"arith.constant {self.rows[role]} : index"))
        self.line("%i0 = arith.constant 0 : index")
        self.line("%i1 = arith.constant 1 : index")
        self.line("%zero = arith.constant 0.0 : f64")

    # Types and names.

    def size(self, role):
        return "?" if self.dynamic else str(self.rows[role])

    def type(self, role, width=None, element="f64"):
        if role == "F":
            return element
        width = f"{self.width if width is None else width}x"
        return f"tensor<{width}{element}>" if role == "V" else f"tensor<{self.size(role)}x{width}{element}>"

    def column(self, role, element="f64"):
        return f"tensor<{self.size(role)}x{element}>"

    def empty(self, role, kind):
        return f"tensor.empty({f'%n{role}' if self.dynamic and role in 'STE' else ''}) : {kind}"

    def extent(self, role):
        return f"%n{role}" if self.dynamic else str(self.rows[role])

    def line(self, text):
        self.lines.append("  " + text)

    def let(self, text):
        """A value without a role."""
        self.count += 1
        self.line(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def emit(self, role, text):
        name = self.let(text)
        self.values[role].append(name)
        return name

    def pick(self, role):
        """Rather a late value, so that programs are deep."""
        pool = self.values[role]
        if role in "ST" and self.homogeneous:
            pool = self.values["S"] + self.values["T"]
        return pool[max(self.rng.randrange(len(pool)), self.rng.randrange(len(pool)))]

    def some_rows(self):
        return self.rng.choice("STE")

    def end(self):
        return self.rng.choice([("S", "source"), ("T", "target")])

    # Message passing.

    def gather(self):
        role, end = self.end()
        self.emit("E", f"mesh.gather {self.pick(role)}, %a0 {end} : ({self.type(role)}, !mesh.graph) -> {self.type('E')}")

    def segment(self):
        role, end = self.end()
        op = self.rng.choice(["sum", "mean", "max", "min"])
        self.emit(role, f"mesh.segment_{op} {self.pick('E')}, %a0 {end} : ({self.type('E')}, !mesh.graph) -> {self.type(role)}")

    def softmax(self):
        self.emit("E", f"mesh.segment_softmax {self.pick('E')}, %a0 {self.end()[1]} : ({self.type('E')}, !mesh.graph) -> {self.type('E')}")

    def along_axis_one(self):
        """Rows as columns."""
        role, end = self.end()
        across = lambda r: f"tensor<{self.width}x{self.size(r)}xf64>"
        init = self.let(f"tensor.empty({f'%n{role}' if self.dynamic else ''}) : {across(role)}")
        x = self.let(f"linalg.transpose ins({self.pick(role)} : {self.type(role)}) outs({init} : {across(role)}) permutation = [1, 0]")
        m = self.let(f"mesh.gather {x}, %a0 {end} dim = 1 : ({across(role)}, !mesh.graph) -> {across('E')}")
        s = self.let(f"mesh.segment_{self.rng.choice(['sum', 'mean', 'max'])} {m}, %a0 {end} dim = 1 : ({across('E')}, !mesh.graph) -> {across(role)}")
        back = self.let(self.empty(role, self.type(role)))
        self.emit(role, f"linalg.transpose ins({s} : {across(role)}) outs({back} : {self.type(role)}) permutation = [1, 0]")

    def scale(self):
        if not self.may_slice("E"):
            return
        column = self.let(f"tensor.extract_slice {self.pick('E')}[0, {self.rng.randrange(self.width)}] [{self.extent('E')}, 1] [1, 1] : {self.type('E')} to {self.column('E')}")
        self.emit("E", f"mesh.scale {self.pick('E')}, {column} : ({self.type('E')}, {self.column('E')}) -> {self.type('E')}")

    # Layers.

    def linear(self):
        role = self.some_rows()
        kind = self.type(role)
        if self.values["V"] and self.rng.random() < 0.5:
            self.emit(role, f"mesh.linear {self.pick(role)}, %a3, {self.pick('V')} : ({kind}, {self.W}, {self.type('V')}) -> {kind}")
        else:
            self.emit(role, f"mesh.linear {self.pick(role)}, %a3 : ({kind}, {self.W}) -> {kind}")

    def unary(self):
        role = self.some_rows()
        op = self.rng.choice(["math.tanh", "math.sin", "math.atan", "mesh.sigmoid", "mesh.log_softmax", "mesh.relu", "mesh.elu"])
        self.emit(role, f"{op} {self.pick(role)} : {self.type(role)}")

    def binary(self):
        role = self.rng.choice([r for r in "STEVF" if self.values[r]])
        op = self.rng.choice(["addf", "subf", "mulf", "maximumf", "minimumf"])
        self.emit(role, f"arith.{op} {self.pick(role)}, {self.pick(role)} : {self.type(role)}")

    def dropout(self):
        role = self.some_rows()
        seed = self.let(f"arith.constant {self.rng.randrange(100)} : i64")
        self.emit(role, f"mesh.dropout {self.pick(role)}, {seed} {{rate = 0.5 : f64}} : ({self.type(role)}, i64) -> {self.type(role)}")

    def select(self):
        role = self.some_rows()
        s = self.emit(role, f"math.sin {self.pick(role)} : {self.type(role)}")
        p = self.let(f"arith.cmpf ogt, {self.pick(role)}, {s} : {self.type(role)}")
        self.emit(role, f"arith.select {p}, {self.pick(role)}, {s} : {self.type(role, element='i1')}, {self.type(role)}")

    # Reductions and what they are good for.

    def reduce_rows(self):
        role = self.some_rows()
        op = self.rng.choice(["addf", "addf", "maximumf", "minimumf"])
        init = self.let(f"arith.constant dense<{0.1 if op == 'addf' else -3.0 if op == 'maximumf' else 3.0}> : {self.type('V')}")
        self.emit("V", f"linalg.reduce {{arith.{op}}} ins({self.pick(role)} : {self.type(role)}) outs({init} : {self.type('V')}) dimensions = [0]")

    def reduce_columns(self):
        """The sum or product of each row, back in each of its columns."""
        role = self.some_rows()
        op = self.rng.choice(["addf", "mulf"])
        init = self.let(f"tensor.splat %{'zero' if op == 'addf' else 'one'}{f'[%n{role}]' if self.dynamic else ''} : {self.column(role)}")
        if op == "mulf" and "  %one = arith.constant 1.0 : f64" not in self.lines:
            self.lines.insert(0, "  %one = arith.constant 1.0 : f64")
        s = self.let(f"linalg.reduce {{arith.{op}}} ins({self.pick(role)} : {self.type(role)}) outs({init} : {self.column(role)}) dimensions = [1]")
        out = self.let(self.empty(role, self.type(role)))
        self.emit(role, f"linalg.broadcast ins({s} : {self.column(role)}) outs({out} : {self.type(role)}) dimensions = [1]")

    def number(self):
        """The mean square of the entries of a row."""
        if not self.values["V"]:
            return self.reduce_rows()
        v = self.pick("V")
        p = self.let(f"arith.mulf {v}, {self.pick('V')} : {self.type('V')}")
        init = self.let("arith.constant dense<0.25> : tensor<f64>")
        s = self.let(f"linalg.reduce {{arith.addf}} ins({p} : {self.type('V')}) outs({init} : tensor<f64>) dimensions = [0]")
        n = self.let(f"tensor.extract {s}[] : tensor<f64>")
        self.emit("F", f"math.tanh {n} : f64")

    def spread(self):
        """A row added to all rows, a number times all entries."""
        role = self.some_rows()
        kind = self.type(role)
        if self.values["F"] and self.rng.random() < 0.5:
            s = self.let(f"tensor.splat {self.pick('F')}{f'[%n{role}]' if self.dynamic else ''} : {kind}")
            self.emit(role, f"arith.mulf {s}, {self.pick(role)} : {kind}")
        elif self.values["V"]:
            out = self.let(self.empty(role, kind))
            b = self.let(f"linalg.broadcast ins({self.pick('V')} : {self.type('V')}) outs({out} : {kind}) dimensions = [0]")
            self.emit(role, f"arith.addf {b}, {self.pick(role)} : {kind}")

    # Parts.

    def may_slice(self, role):
        # Static slices without entries are not allowed.
        return self.dynamic or self.rows[role] > 0

    def slices(self):
        """Columns that change places, or a column in place of another."""
        role = self.some_rows()
        if not self.may_slice(role):
            return
        kind, n = self.type(role), self.extent(role)
        k = self.rng.randint(1, self.width)
        part = self.type(role, width=k)
        at, to = self.rng.randint(0, self.width - k), self.rng.randint(0, self.width - k)
        s = self.let(f"tensor.extract_slice {self.pick(role)}[0, {at}] [{n}, {k}] [1, 1] : {kind} to {part}")
        if self.rng.random() < 0.5:
            t = self.let(f"math.sin {s} : {part}")
            self.emit(role, f"tensor.insert_slice {t} into {self.pick(role)}[0, {to}] [{n}, {k}] [1, 1] : {part} into {kind}")
            return
        wide = self.type(role, width=self.width + k)
        c = self.let(f"tensor.concat dim(1) {s}, {self.pick(role)} : ({part}, {kind}) -> {wide}")
        self.emit(role, f"tensor.extract_slice {c}[0, {self.rng.randint(0, k)}] [{n}, {self.width}] [1, 1] : {wide} to {kind}")

    def reshape(self):
        role = self.some_rows()
        kind = self.type(role)
        flat = "tensor<?xf64>" if self.dynamic else f"tensor<{self.rows[role] * self.width}xf64>"
        c = self.let(f"tensor.collapse_shape {self.pick(role)} [[0, 1]] : {kind} into {flat}")
        s = self.let(f"math.sin {c} : {flat}")
        self.emit(role, f"tensor.expand_shape {s} [[0, 1]] output_shape [{self.extent(role)}, {self.width}] : {flat} into {kind}")

    # Control flow.

    def nested(self, role, value):
        """A step of a few ops inside a region; the lines and the result."""
        self.count += 1
        i, kind = self.count, self.type(role)
        return (f"""    %x{i} = arith.mulf {value}, {self.pick(role)} : {kind}
    %t{i} = math.{self.rng.choice(['tanh', 'sin', 'atan'])} %x{i} : {kind}
    %u{i} = arith.addf %t{i}, {self.pick(role)} : {kind}
""", f"%u{i}")

    def loop(self):
        """A few steps of a recurrence with captured values."""
        role = self.rng.choice([r for r in "STEVF" if self.values[r]])
        kind = self.type(role)
        init = self.pick(role)
        trips = self.let(f"arith.constant {self.rng.randrange(4)} : index")
        self.count += 1
        i = self.count
        body, result = self.nested(role, f"%h{i}")
        mark = self.rng.choice(["", "", " {mesh.checkpoint}", " {mesh.checkpoint = 2 : i64}"])
        self.line(f"%l{i} = scf.for %i{i}_ = %i0 to {trips} step %i1 iter_args(%h{i} = {init}) -> ({kind}) {{\n"
                  f"{body}    scf.yield {result} : {kind}\n  }}{mark}")
        self.values[role].append(f"%l{i}")

    def rows_in_turn(self):
        """A loop over rows that carries a tensor and the row before."""
        role = self.some_rows()
        if not self.may_slice(role):
            return
        kind, row = self.type(role), self.type("V")
        init, first = self.pick(role), self.let(f"arith.constant dense<0.5> : {row}")
        self.count += 1
        i = self.count
        self.line(f"""%l{i}:2 = scf.for %i{i}_ = %i0 to %n{role} step %i1 iter_args(%h{i} = {init}, %p{i} = {first}) -> ({kind}, {row}) {{
    %r{i} = tensor.extract_slice %h{i}[%i{i}_, 0] [1, {self.width}] [1, 1] : {kind} to {row}
    %m{i} = arith.mulf %r{i}, %p{i} : {row}
    %s{i} = math.sin %m{i} : {row}
    %w{i} = tensor.insert_slice %s{i} into %h{i}[%i{i}_, 0] [1, {self.width}] [1, 1] : {row} into {kind}
    scf.yield %w{i}, %r{i} : {kind}, {row}
  }}""")
        self.values[role].append(f"%l{i}#0")
        self.values["V"].append(f"%l{i}#1")

    def branch(self):
        role = self.rng.choice([r for r in "STEVF" if self.values[r]])
        kind = self.type(role)
        if self.values["F"] and self.rng.random() < 0.5:
            p = self.let(f"arith.cmpf olt, {self.pick('F')}, {self.pick('F')} : f64")
        else:
            p = self.let(f"arith.cmpi sgt, %n{self.some_rows()}, %n{self.some_rows()} : index")
        body, result = self.nested(role, self.pick(role))
        other = self.pick(role)
        self.count += 1
        self.line(f"%b{self.count} = scf.if {p} -> ({kind}) {{\n{body}    scf.yield {result} : {kind}\n"
                  f"  }} else {{\n    scf.yield {other} : {kind}\n  }}")
        self.values[role].append(f"%b{self.count}")

    def call(self):
        """A layer as a function of its own, called twice."""
        role, end = self.end()
        kind, edge = self.type(role), self.type("E")
        name = f"layer{self.seed}_helper{len(self.helpers)}"
        op = self.rng.choice(["sum", "mean", "max"])
        self.helpers.append(f"""func.func private @{name}(%g: !mesh.graph, %x: {kind}, %w: {edge}) -> {kind} {{
  %m = mesh.gather %x, %g {end} : ({kind}, !mesh.graph) -> {edge}
  %s = arith.mulf %m, %w : {edge}
  %a = mesh.segment_{op} %s, %g {end} : ({edge}, !mesh.graph) -> {kind}
  %y = math.tanh %a : {kind}
  return %y : {kind}
}}
""")
        for _ in range(2):
            self.emit(role, f"call @{name}(%a0, {self.pick(role)}, {self.pick('E')}) : (!mesh.graph, {kind}, {edge}) -> {kind}")

    # All of it.

    def build(self):
        steps = [self.gather, self.segment, self.softmax, self.along_axis_one, self.scale, self.linear, self.unary,
                 self.binary, self.dropout, self.select, self.reduce_rows, self.reduce_columns, self.number, self.spread,
                 self.slices, self.reshape, self.loop, self.rows_in_turn, self.branch, self.call]
        weights = [4, 4, 2, 1, 2, 2, 3, 4, 1, 2, 2, 1, 1, 2, 2, 1, 2, 1, 2, 1]
        for _ in range(self.rng.randint(4, 12)):
            self.rng.choices(steps, weights)[0]()
        # The last value that there is, of rows if there are any.
        role = self.rng.choice([r for r in "STE" if self.rows[r] > 0] or ["S"])
        # Bounded, so that differences are accurate.
        self.line(f"%y = math.tanh {self.values[role][-1]} : {self.type(role)}")
        return role

    def case(self):
        role = self.result = self.build()
        ids = f"tensor<{len(self.src)}xi32>"
        literal = lambda ends: f"dense<{ends}>" if ends else "dense<>"
        graph = (f"  %src = arith.constant {literal(self.src)} : {ids}\n  %dst = arith.constant {literal(self.dst)} : {ids}\n"
                 f"  %ns = arith.constant {self.rows['S']} : index\n  %nt = arith.constant {self.rows['T']} : index\n"
                 f"  %y = mesh.graph %src, %dst, %ns, %nt : ({ids}, {ids}, index, index) -> !mesh.graph")
        args = [("!mesh.graph", graph)] + [(kind, None) for kind in [self.type("S"), self.type("T"), self.W, self.type("E")]]
        case = Case(f"layer{self.seed}", args, self.type(role), "\n".join(self.lines), -1, 1, rtol=1e-5, atol=1e-5)
        case.helpers = "".join(self.helpers)
        case.directional = True
        return case
