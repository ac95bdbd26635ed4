"""The status table: what is there for each op, found out from the sources and,
for derivatives, from the program that is built."""

import glob
import re

import derivatives

LEGEND = """# Status

One row for each op of the `mesh` dialect. Every entry is computed from the
sources, or by the program that is built, as follows.

- spec: the op's page has a `Constraints` section and says what the op computes
  (a `Formula`, or for ops with regions and ops that lowering introduces, prose).
- verifier: "yes" if the op has verification code of its own, "by inference" if
  its result types are compared with the inferred ones and nothing else is left
  to check, "by trait" if traits say it all.
- inference: the op implements `InferTypeOpInterface`. Ops without results need
  none; the other ones take their result types from the program.
- printing: a `round-trip-*.mlir` below `test/Dialect/Mesh/IR` has the op.
- interpreter: `lib/Reference` registers a handler for the op.
- CPU: "yes" if a test below `test/Integration`, `test/Reference` or
  `test/Regression` that runs compiled code (`--run` without `--reference`, or
  `--compare-reference`) has the op; "by expansion" if there is no such test, but
  `--mesh-expand` replaces the op; "by lowering" for ops that only lowering
  introduces.
- adjoint: what `mesh-opt --list-derivative-rules` finds registered. "yes" if the
  op has a rule, "by expansion" if `--mesh-autodiff` replaces the op first, and in
  both cases a case of `test/AutoDiff/Inputs/rules.py` with the op was differentiated
  when this page was written; "zero" if the rule is that nothing passes; "no floats"
  if by the op's definition none can go in, or none come out; "by --mesh-autodiff"
  for ops that this pass replaces by ops with rules; "-" if there is no rule, or one
  that refuses the op.
- order two: "yes" if that case was differentiated twice: the adjoint is made of
  ops that have adjoints. Values are compared with differences by the tests.

"""


REPLACED = "by --mesh-autodiff"


class Op:
    """What the definitions say of one op."""

    def __init__(self, name, cpp, record, page, elements):
        self.name, self.cpp, self.page = name, cpp, page
        self.verifies = bool(re.search(r"bit has(Region)?Verifier = 1;", record))
        self.has_results = "dag results = (outs);" not in record
        self.has_floats = all(self.may_be_float(record, side, elements) for side in ("arguments", "results"))
        self.traits = re.findall(r"`([\w:]+)", " ".join(re.findall(r"(?m)^Traits: (.*)$", page)))
        # Ops that --mesh-autodiff replaces before anything else sees them.
        self.is_replaced = name in ("grad", "jvp", "stop_gradient", "value_and_grad", "vjp")
        self.interfaces = re.findall(r"`(\w+)", " ".join(re.findall(r"(?m)^Interfaces: (.*)$", page)))


    @staticmethod
    def may_be_float(record, side, elements):
        """Whether an operand (or result) can hold floats. A tensor or number of integers and a
        graph cannot; attributes are neither. `elements` has what lists are lists of."""
        kinds = re.findall(r"(\w+):\$", re.search(rf"dag {side} = (.*);", record)[1])
        kinds = [elements.get(kind, kind) for kind in kinds]
        without = {"Mesh_GraphType", "Mesh_IndexTensor", "Index", "I1", "I64"}
        return any(kind not in without and not kind.endswith("Attr") for kind in kinds)


def read_ops(dialect, definitions):
    records, elements = {}, {}
    for record in re.split(r"(?m)^def ", definitions):
        base = re.search(r"Type baseType = (\w+);", record)
        if base:
            elements[record.split()[0]] = base[1]
        mnemonic = re.search(r'string opName = "(\w+)";', record)
        if mnemonic and record.startswith("Mesh_"):
            records[mnemonic[1]] = record
    pages = re.split(r"(?m)^### ", dialect.split("\n## Attributes")[0])
    for page in pages[1:]:
        name, cpp = re.match(r"`mesh\.(\w+)` \(::mesh::(\w+)\)", page).groups()
        yield Op(name, cpp, records[name], page, elements)


def read_all(pattern):
    texts = []
    for path in sorted(glob.glob(pattern, recursive=True)):
        with open(path) as stream:
            texts.append(stream.read())
    return texts


def mentions(text, name):
    return re.search(rf'(?m)^[^/\n]*\bmesh\.{name}\b', text) is not None


def runs_compiled(text):
    commands = re.findall(r"(?:RUN|DEFINE|REDEFINE):(.*)", text)
    return any(("--run" in c and "--reference" not in c) or "--compare-reference" in c for c in commands)


def page(dialect, definitions, mesh_opt):
    found = derivatives.Derivatives(mesh_opt)
    round_trips = read_all("test/Dialect/Mesh/IR/round-trip-*.mlir")
    handlers = "\n".join(read_all("lib/Reference/*.cpp"))
    executions = [
        text
        for folder in ["Integration", "Reference", "Regression"]
        for text in read_all(f"test/{folder}/**/*.mlir")
        if runs_compiled(text)
    ]

    def row(op):
        infers = "InferTypeOpInterface" in op.interfaces
        if op.verifies or "SymbolUserOpInterface" in op.interfaces:
            verifier = "yes"
        elif infers:
            verifier = "by inference"
        else:
            verifier = "by trait" if {"SameOperandsAndResultType", "HasParent"} & set(op.traits) else "-"
        if any(mentions(text, op.name) for text in executions):
            cpu = "yes"
        elif "ExpandableOpInterface" in op.interfaces:
            cpu = "by expansion"
        else:
            cpu = "by lowering" if op.name in ["assert", "coo_to_csr", "make_graph", "graph_components", "yield"] else "-"
        adjoint, order_two = found.describe(f"mesh.{op.name}")
        if adjoint in ("none", "-"):
            adjoint = "-" if op.has_floats else "no floats"
        handler = re.search(rf"\badd\w*<(?:mesh::)?{op.cpp}\b", handlers)
        return [
            f"`mesh.{op.name}`",
            "yes" if "Constraints:" in op.page else "-",
            verifier,
            "yes" if infers else "-" if op.has_results else "no results",
            "yes" if any(mentions(text, op.name) for text in round_trips) else "-",
            "with its parent" if op.name == "yield" else "yes" if handler else REPLACED if op.is_replaced else "-",
            cpu,
            adjoint,
            order_two,
        ]

    head = ["op", "spec", "verifier", "inference", "printing", "interpreter", "CPU", "adjoint", "order two"]
    lines = [head, ["---"] * len(head)] + [row(op) for op in read_ops(dialect, definitions)]
    return LEGEND + "".join(f"| {' | '.join(line)} |\n" for line in lines) + found.core_ops()
