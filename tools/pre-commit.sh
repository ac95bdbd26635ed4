#!/usr/bin/env bash
# The checks that every commit passes, without the pre-commit package;
# .pre-commit-config.yaml and tools/test.sh run the same ones from here.
#
# usage: tools/pre-commit.sh                     all checks on all tracked files
#        tools/pre-commit.sh --fix               repair what can be repaired
#        tools/pre-commit.sh CHECK [FILE...]     one check
# The last line of a run of all checks is "N passed, N failed".
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

checks=(format whitespace file-size filecheck docs)
export PYTHONDONTWRITEBYTECODE=1

cpp_files() { # NUL-separated, of the named files or of all tracked ones
  if (($# == 0)); then
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
      mapfile -d '' -t names < <(git ls-files -z)
    else
      mapfile -d '' -t names < <(find . -path ./build -prune -o -type f -print0)
    fi
    set -- "${names[@]}"
  fi
  local name
  for name in "$@"; do
    case $name in
    *.h | *.hpp | *.cpp | *.c) [[ -f $name ]] && printf '%s\0' "$name" ;;
    esac
  done
  return 0
}

run_check() {
  local check=$1
  shift
  case $check in
  format) cpp_files "$@" | xargs -0 -r clang-format-22 --dry-run -Werror ;;
  whitespace) python3 tools/lint/whitespace.py "$@" ;;
  file-size) python3 tools/lint/file_size.py "$@" ;;
  filecheck) python3 tools/lint/filecheck.py "$@" ;;
  docs) tools/check-docs.sh ;;
  *)
    echo "unknown check '$check'; the checks are: ${checks[*]}" >&2
    return 2
    ;;
  esac
}

if [[ ${1:-} == --fix ]]; then
  cpp_files | xargs -0 -r clang-format-22 -i
  python3 tools/lint/whitespace.py --fix
  exit
fi
if (($# > 0)); then
  run_check "$@"
  exit
fi

passed=0 failed=0
for check in "${checks[@]}"; do
  if run_check "$check"; then
    echo "PASS: $check"
    passed=$((passed + 1))
  else
    echo "FAIL: $check"
    failed=$((failed + 1))
  fi
done
((failed == 0)) || echo "tools/pre-commit.sh --fix repairs formatting and white space."
echo "$passed passed, $failed failed"
((failed == 0))
