"""Runs a function of a program and fails if it needed more memory than it may.

usage: memory.py MEGABYTES COMMAND...
"""

import resource
import subprocess
import sys

if __name__ == "__main__":
    limit, command = int(sys.argv[1]), sys.argv[2:]
    if subprocess.run(command, stdout=subprocess.DEVNULL).returncode != 0:
        sys.exit(1)
    # In KiB, of the children that have ended.
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"{peak} MiB, {limit} allowed")
    sys.exit(peak > limit)
