#!/usr/bin/env bash
# Builds Mesh as tools/quickstart.sh does, then runs every test: the commit
# checks, the unit tests and the lit suites. The last line is
#   N passed, N failed            (with ", N skipped" where tests were skipped)
# and the exit status is 0 only if something passed and nothing failed. A build
# or a test runner that breaks counts as one failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/lib/setup.sh

passed=0 failed=0 skipped=0 ended=false
results=$(mktemp -d)

summary() {
  rm -rf "$results"
  $ended || failed=$((failed + 1)) # the script itself broke off
  local line="$passed passed, $failed failed"
  ((skipped == 0)) || line+=", $skipped skipped"
  printf '\n%s\n' "$line"
  trap - EXIT
  if ((passed > 0 && failed == 0)); then exit 0; else exit 1; fi
}
trap summary EXIT
trap 'exit 1' INT TERM HUP

# count KIND COMMAND...: runs a test runner that writes $results/KIND, and adds
# its numbers to the totals.
count() {
  local kind=$1 status=0 numbers
  shift
  "$@" || status=$?
  numbers=$(python3 tools/lib/count_results.py "$kind" "$results/$kind" "$status") ||
    numbers="0 1 0"
  local more_passed more_failed more_skipped
  read -r more_passed more_failed more_skipped <<<"$numbers"
  passed=$((passed + more_passed))
  failed=$((failed + more_failed))
  skipped=$((skipped + more_skipped))
}

commit_checks() { tools/pre-commit.sh | tee "$results/checks"; }

unit_tests() {
  "$build_dir/bin/mesh-unit-tests" --gtest_brief=1 --gtest_output="json:$results/gtest"
}

lit_suites() {
  "$(llvm-config-22 --bindir)/lit" -v --show-unsupported --output "$results/lit" "$build_dir/test"
}

build_mesh
section "Commit checks"
count checks commit_checks
if [[ -e test/unit/CMakeLists.txt ]]; then
  section "Unit tests"
  count gtest unit_tests
fi
section "Lit suites"
count lit lit_suites
ended=true
