"""Which ops have derivatives: asks the program that is built."""

import collections
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join("test", "AutoDiff", "Inputs"))

import harness
import rules

WORDS = {"rule": "yes", "expansion": "by expansion", "zero": "zero", "derivative": "by --mesh-autodiff", "none": "none"}

CORE = """
## Core ops

Ops of MLIR's dialects with an adjoint, found as above. Each was differentiated twice,
but for those in brackets. The rule of `linalg` is one for all ops whose maps are
projected permutations.

| dialect | adjoint | by expansion | zero |
| --- | --- | --- | --- |
"""


class Derivatives:
    def __init__(self, mesh_opt):
        self.mesh_opt = mesh_opt
        listed = subprocess.run([mesh_opt, "--list-derivative-rules"], check=True, capture_output=True, text=True).stdout
        self.kinds = dict(line.split() for line in listed.splitlines())
        self.cases = [case for group in rules.GROUPS.values() for case in group()]
        # All at once, as almost always all are differentiated.
        self.twice = {case.name: case.order > 1 for case in self.cases}
        if not self.differentiates(self.cases):
            self.twice = {case.name: case.order > 1 and self.differentiates([case]) for case in self.cases}

    def differentiates(self, cases):
        """Whether --mesh-autodiff does so as often as the cases say."""
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(harness.program(cases))
            file.flush()
            command = [self.mesh_opt, file.name, "--mesh-autodiff", "-o", os.devnull]
            return subprocess.run(command, capture_output=True).returncode == 0

    def once(self, case):
        most, case.order = case.order, 1
        done = self.differentiates([case])
        case.order = most
        return done

    def describe(self, op):
        """The entries for adjoint and order two; "none" if nothing is registered."""
        kind = self.kinds.get(op, "none")
        if kind == "zero":
            return "zero", "zero"
        if kind not in ("rule", "expansion"):
            return WORDS[kind], "-"
        cases = [case for case in self.cases if re.search(rf"(?<![\w.]){re.escape(op)}\b", case.body)][:2]
        if not cases:
            return "-", "-"
        if all(self.twice[case.name] for case in cases):
            return WORDS[kind], "yes"
        return WORDS[kind] if all(self.once(case) for case in cases) else "-", "-"

    def core_ops(self):
        """The table of the other dialects."""
        table = collections.defaultdict(lambda: collections.defaultdict(list))
        for op in self.kinds:
            dialect, name = op.split(".", 1)
            if dialect == "mesh":
                continue
            adjoint, order_two = self.describe(op)
            if adjoint in ("yes", "by expansion", "zero"):
                table[dialect][adjoint].append(f"`{name}`" if order_two != "-" else f"(`{name}`)")
        text = CORE
        for dialect, columns in sorted(table.items()):
            cells = [", ".join(columns[word]) for word in ("yes", "by expansion", "zero")]
            text += f"| `{dialect}` | {' | '.join(cell or '-' for cell in cells)} |\n"
        return text
