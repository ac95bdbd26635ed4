"""Finds source files of more than 800 lines.

usage: file_size.py [FILE...]      (default: all tracked files)
"""

import sys

from files import files_to_check, finish, read_text

LIMIT = 800
SUFFIXES = [".h", ".cpp", ".c", ".cu", ".td", ".py", ".sh", ".cmake", ".mlir", ".test", "CMakeLists.txt"]


def main(arguments):
    problems = []
    for name in files_to_check(arguments, SUFFIXES):
        count = len(read_text(name) or [])
        if count > LIMIT:
            problems.append(f"{name}: {count} lines; the limit is {LIMIT}: split the file by concern")
    finish(problems)


if __name__ == "__main__":
    main(sys.argv[1:])
