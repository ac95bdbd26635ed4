"""Which files the checks look at, and how they report."""

import os
import re
import subprocess
import sys


def tracked_files():
    """Files under version control; in a tree without git, every file outside build/."""
    git = subprocess.run(
        ["git", "ls-files", "-z"], capture_output=True, text=True, check=False
    )
    if git.returncode == 0:
        return [name for name in git.stdout.split("\0") if name]
    found = []
    for folder, folders, names in os.walk("."):
        folders[:] = sorted(f for f in folders if f not in ("build", ".git", "__pycache__"))
        found += [os.path.relpath(os.path.join(folder, name)) for name in sorted(names)]
    return found


def files_to_check(arguments, suffixes=(), folders=()):
    """The named files, or all tracked ones, that match a suffix and lie in one of the folders."""
    names = arguments or tracked_files()
    return [
        name
        for name in names
        if os.path.isfile(name)
        and not os.path.islink(name)
        and (not suffixes or name.endswith(tuple(suffixes)))
        and (not folders or name.startswith(tuple(folders)))
    ]


def read_text(name):
    """The lines of a text file with their ends, or None for a binary one."""
    with open(name, "rb") as stream:
        data = stream.read()
    if b"\0" in data:
        return None
    text = data.decode("utf-8", errors="surrogateescape")
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def finish(problems):
    """Prints the problems and exits with status 1 if there are any."""
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)
