"""Finds trailing white space, CR line ends, and files that do not end in exactly one line end.

usage: whitespace.py [--fix] [FILE...]      (default: all tracked files)
"""

import sys

from files import files_to_check, finish, read_text


def check(name, lines):
    for number, line in enumerate(lines, 1):
        body = line.rstrip("\n")
        if body != body.rstrip():
            yield f"{name}:{number}: white space at the end of the line"
    if lines and not lines[-1].endswith("\n"):
        yield f"{name}:{len(lines)}: no line end at the end of the file"
    elif lines and not lines[-1].strip():
        yield f"{name}:{len(lines)}: blank line at the end of the file"


def fix(name, lines):
    text = "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"
    with open(name, "wb") as stream:
        stream.write(text.encode("utf-8", errors="surrogateescape"))


def main(arguments):
    fixing = "--fix" in arguments
    problems = []
    for name in files_to_check([a for a in arguments if a != "--fix"]):
        if name.startswith("test/fuzz/corpus/"):  # bytes, with odd line ends on purpose
            continue
        lines = read_text(name)
        if lines is None:
            continue
        found = list(check(name, lines))
        if found and fixing:
            fix(name, lines)
        else:
            problems += found
    finish(problems)


if __name__ == "__main__":
    main(sys.argv[1:])
