"""Prints "passed failed skipped" for what a test runner wrote.

usage: count_results.py checks|gtest|lit FILE STATUS

STATUS is the runner's exit status. A runner that left no readable results, or
that failed without naming a failed test, counts as one failure.
"""

import json
import re
import sys

LIT_PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def count_checks(text):
    match = re.search(r"^(\d+) passed, (\d+) failed$", text.splitlines()[-1])
    return int(match[1]), int(match[2]), 0


def count_gtest(text):
    passed = failed = skipped = 0
    for suite in json.loads(text)["testsuites"]:
        for case in suite["testsuite"]:
            if case.get("failures"):
                failed += 1
            elif case["result"] == "COMPLETED":
                passed += 1
            else:
                skipped += 1
    return passed, failed, skipped


def count_lit(text):
    codes = [test["code"] for test in json.loads(text)["tests"]]
    passed = sum(code in LIT_PASSED for code in codes)
    skipped = sum(code in LIT_SKIPPED for code in codes)
    return passed, len(codes) - passed - skipped, skipped


COUNTERS = {"checks": count_checks, "gtest": count_gtest, "lit": count_lit}


def main(kind, path, status):
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            passed, failed, skipped = COUNTERS[kind](stream.read())
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        print(f"{kind}: no readable results, exit status {status} ({error})", file=sys.stderr)
        passed, failed, skipped = 0, 1, 0
    if status != 0 and failed == 0:
        print(f"{kind}: exit status {status}, but no failed test was named", file=sys.stderr)
        failed = 1
    print(passed, failed, skipped)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
