"""Whether every op with a derivative has its tests.

usage: mesh-opt --list-derivative-rules | coverage.py
Each op with a rule has a case in rules.py or folds.py, with differences and second derivatives,
and its adjoint in test/AutoDiff/Rules.
"""

import glob
import os
import re
import sys

import folds
import rules

# They have the rule of linalg, which refuses them: their maps are sums of loops,
# or they compute with integers.
REFUSED = re.compile(r"linalg\.(conv|depthwise_conv|pooling|quantized|div_unsigned)")
# No floats go in: it is replaced where other ops need what it gives.
CONSTANT = {"mesh.uniform", "linalg.fill_rng_2d"}


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    groups = list(rules.GROUPS.values()) + folds.GROUPS
    bodies = "\n".join(case.body for group in groups for case in group())
    checks = ""
    for path in glob.glob(os.path.join(here, "..", "Rules", "*.mlir")):
        with open(path) as stream:
            checks += stream.read()
    missing = []
    for line in sys.stdin:
        op, kind = line.split()
        if kind not in ("rule", "zero", "expansion") or REFUSED.match(op) or op in CONSTANT:
            continue
        name = re.escape(op)
        for text, what in [(bodies, "case in rules.py or folds.py"), (checks, "adjoint in test/AutoDiff/Rules")]:
            if not re.search(rf"\b{name}\b", text):
                missing.append(f"{op}: no {what}")
    print("\n".join(missing) or "every rule is tested")


if __name__ == "__main__":
    main()
