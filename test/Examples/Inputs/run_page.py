#!/usr/bin/env python3
"""Runs the shell commands of an example page, as they are printed.

usage: run_page.py MESH_OPT EXAMPLES PAGE

Commands run in a fresh folder that holds `examples`, with the mesh-opt under
test in place of build/release/bin/mesh-opt. A command that names a data set
that is not there is skipped, and said so.
"""
import os
import re
import subprocess
import sys
import tempfile


def commands(page):
    """The commands of all ```sh blocks, one string each."""
    text = open(page, encoding="utf-8").read()
    for block in re.findall(r"```sh\n(.*?)```", text, re.S):
        for line in block.replace("\\\n", " ").splitlines():
            if line.strip():
                yield line.strip()


def main():
    mesh_opt, examples, page = sys.argv[1:]
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(examples), os.path.join(folder, "examples"))
        for command in commands(page):
            found += 1
            print("$", command, flush=True)
            if "@cora" in command and not os.environ.get("MESH_DATA_DIR"):
                print("skipped: MESH_DATA_DIR is not set", flush=True)
                continue
            command = command.replace("build/release/bin/mesh-opt", mesh_opt)
            status = subprocess.run(["bash", "-c", command], cwd=folder).returncode
            if status != 0:
                print(f"exit status {status}")
                return 1
    if found == 0:
        print("no commands on this page")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
