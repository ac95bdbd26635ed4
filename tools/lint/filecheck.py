"""Finds CHECK lines that nothing reads: those in a test file without FileCheck in a RUN line,
and those whose prefix no --check-prefix of the file names.

usage: filecheck.py [FILE...]      (default: all tracked files of test/ and examples/)
"""

import re
import sys

from files import files_to_check, finish, read_text

# A comment line that starts with a prefix FileCheck could read: CHECK, CHECK-SAME, CPU-CHECK-NEXT, ...
CHECK_LINE = re.compile(
    r"^\s*(?://|#)\s*(?P<prefix>[A-Z][A-Z0-9_-]*?)"
    r"(?P<kind>-(?:NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-\d+))?(?:\{LITERAL\})?:"
)
LIT_LINE = re.compile(r"(?:RUN|DEFINE|REDEFINE):(?P<command>.*)")
PREFIXES = re.compile(r"--?check-prefix(?:es)?[= ]\s*(?P<names>[\w,%{}-]+)")
KEYWORDS = {"RUN", "DEFINE", "REDEFINE", "REQUIRES", "UNSUPPORTED", "XFAIL", "ALLOW_RETRIES", "END"}


def prefixes_in_use(commands):
    """The prefixes the file's FileCheck commands read, or None if a substitution hides them."""
    names = set()
    for command in commands:
        for match in PREFIXES.finditer(command):
            names.update(match["names"].split(","))
    if any("%{" in name for name in names):
        return None
    # Without the option, and beside it in other RUN lines, the prefix is CHECK.
    return names | {"CHECK"}


def check(name, lines):
    commands = [m["command"] for m in map(LIT_LINE.search, lines) if m]
    has_filecheck = any("FileCheck" in command for command in commands)
    in_use = prefixes_in_use(commands)
    for number, line in enumerate(lines, 1):
        match = CHECK_LINE.match(line)
        if not match or match["prefix"] in KEYWORDS:
            continue
        is_check = match["kind"] or "CHECK" in match["prefix"]
        if is_check and not has_filecheck:
            yield f"{name}:{number}: '{match['prefix']}' line, but no RUN line calls FileCheck"
        elif is_check and in_use is not None and match["prefix"] not in in_use:
            yield f"{name}:{number}: no RUN line reads the prefix '{match['prefix']}'"


def main(arguments):
    problems = []
    for name in files_to_check(arguments, [".mlir", ".test"], ["test/", "examples/"]):
        problems += check(name, read_text(name) or [])
    finish(problems)


if __name__ == "__main__":
    main(sys.argv[1:])
