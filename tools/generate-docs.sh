#!/usr/bin/env bash
# Writes the reference pages from the definitions of ops and passes:
#   mesh-ops.md   the dialect, its ops, attributes and types
#   passes.md     all passes
#   status.md     what is there for each op
#   examples.md   what the examples are compiled to
# Needs mlir-tblgen (Debian: mlir-22-tools), Python 3 and a mesh-opt that is built:
# build/release/bin/mesh-opt, or the one that MESH_OPT names. It says which ops have
# derivatives, and what the examples are compiled to.
#
# usage: tools/generate-docs.sh [FOLDER]      (default: docs/reference)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=${1:-docs/reference}
llvm=$(llvm-config-22 --prefix 2>/dev/null || echo /usr/lib/llvm-22)
tblgen=$llvm/bin/mlir-tblgen
if [[ ! -x $tblgen ]]; then
  echo "tools/generate-docs.sh: no $tblgen; install mlir-22-tools and libmlir-22-dev" >&2
  exit 1
fi

mesh_opt=${MESH_OPT:-build/release/bin/mesh-opt}
if [[ ! -x $mesh_opt ]]; then
  echo "tools/generate-docs.sh: no $mesh_opt; build it first, or name it by MESH_OPT" >&2
  exit 1
fi

records=$(mktemp -d)
trap 'rm -rf "$records"' EXIT
mkdir -p "$out"

from_td() { "$tblgen" -I include -I "$llvm/include" "$@"; }

ops=include/mesh/Dialect/Mesh/IR/MeshOps.td
from_td -gen-dialect-doc -dialect=mesh "$ops" >"$records/dialect.md"
from_td --print-records "$ops" >"$records/ops.txt"
mapfile -t files < <(find include -name Passes.td | LC_ALL=C sort)
for file in "${files[@]}"; do
  name=${file#include/mesh/}
  name=${name%/Passes.td}
  from_td -gen-pass-doc "$file" >"$records/passes-${name//\//-}.md"
done

export PYTHONDONTWRITEBYTECODE=1
python3 tools/docs/reference.py "$records" "$mesh_opt" "$out"
