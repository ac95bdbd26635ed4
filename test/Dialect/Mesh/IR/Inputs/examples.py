"""Runs every ```mlir block of the .td files below a folder through mesh-opt.

usage: examples.py FOLDER TEMPORARY MESH_OPT
"""

import os
import re
import subprocess
import sys
import textwrap


def blocks(folder):
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(n for n in names if n.endswith(".td")):
            path = os.path.join(root, name)
            with open(path) as stream:
                text = stream.read()
            for match in re.finditer(r"^ *```mlir\n(.*?)^ *```$", text, re.M | re.S):
                line = text.count("\n", 0, match.start()) + 1
                yield f"{os.path.relpath(path, folder)}:{line}", textwrap.dedent(match[1])


def main(folder, temporary, mesh_opt):
    os.makedirs(temporary, exist_ok=True)
    count = failed = 0
    for place, text in blocks(folder):
        count += 1
        source = os.path.join(temporary, f"{count}.mlir")
        with open(source, "w") as stream:
            stream.write(text)
        run = subprocess.run([mesh_opt, source], capture_output=True, text=True)
        if run.returncode != 0:
            failed += 1
            print(f"{place}: exit status {run.returncode}\n{run.stderr}")
    print(f"{count} examples, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
