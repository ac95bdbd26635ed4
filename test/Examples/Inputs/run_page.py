#!/usr/bin/env python3
"""Runs the shell commands of a page, as they are printed.

usage: run_page.py MESH_OPT EXAMPLES PAGE

Commands run in a fresh folder that holds `examples`, with the mesh-opt under
test in place of build/release/bin/mesh-opt. A ```mlir or ```c block whose first
line is `// NAME.mlir` or `/* NAME.c */` is written to that file. A ```text block right after a block of
commands is what they print: all of it, or parts in order where a line `...`
stands for other lines; inside of a line, `...` stands for any text. A command that names a data set that is not there is
skipped, and said so.
"""
import os
import re
import subprocess
import sys
import tempfile


def blocks(page):
    """The fenced blocks: language, text, whether it follows the one before directly."""
    text = open(page, encoding="utf-8").read()
    end = 0
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M):
        yield match[1], match[2], not text[end : match.start()].strip()
        end = match.end()


def commands(block):
    for line in block.replace("\\\n", " ").splitlines():
        if line.strip():
            yield line.strip()


def run(command, mesh_opt, folder):
    """What the command prints, or None if it was skipped. Leaves after a failure."""
    print("$", command, flush=True)
    if re.search("@(cora|citeseer|chickenpox)/", command) and not os.environ.get("MESH_DATA_DIR"):
        print("skipped: MESH_DATA_DIR is not set", flush=True)
        return None
    command = command.replace("build/release/bin/mesh-opt", mesh_opt)
    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=folder, stdout=subprocess.PIPE
    )
    output = result.stdout.decode()
    print(output, end="", flush=True)
    if result.returncode != 0:
        sys.exit(f"exit status {result.returncode}")
    return output


def lines(text):
    return [line.rstrip() for line in text.rstrip().splitlines()]


def matches(expected, printed):
    pattern = ".*".join(re.escape(piece) for piece in expected.split("..."))
    return re.fullmatch(pattern, printed) is not None


def check(expected, output):
    """Compares a ```text block with what was printed."""
    expected, rest = lines(expected), lines(output)
    parts, exact = [[]], True
    for line in expected:
        if line.strip() == "...":
            parts.append([])
            exact = False
        else:
            parts[-1].append(line)
    for part in parts:
        at = next(
            (
                i
                for i in range(len(rest) - len(part) + 1)
                if all(map(matches, part, rest[i : i + len(part)]))
            ),
            None,
        )
        if at is None or exact and len(part) != len(rest):
            sys.exit("the page says, but this is not printed:\n" + "\n".join(part))
        rest = rest[at + len(part) :]


def main():
    mesh_opt, examples, page = sys.argv[1:]
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(examples), os.path.join(folder, "examples"))
        output = None
        for language, text, follows in blocks(page):
            name = re.match(r"(?://|/\*) ([\w-]+\.(?:mlir|c))(?: \*/)?\n", text)
            if language == "sh":
                found += 1
                outputs = [run(command, mesh_opt, folder) for command in commands(text)]
                output = None if None in outputs else "".join(outputs)
                continue
            if language == "text" and follows and output is not None:
                check(text, output)
            if name:
                with open(os.path.join(folder, name[1]), "w", encoding="utf-8") as file:
                    file.write(text)
            output = None
    if found == 0:
        sys.exit("no commands on this page")


if __name__ == "__main__":
    main()
