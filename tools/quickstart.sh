#!/usr/bin/env bash
# From a bare Debian 12 to a layer that runs: installs what is missing (as root
# or through sudo), builds Mesh into build/release, and compiles and runs a
# GraphSAGE layer on Zachary's karate club, shipped in examples/data/karate.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/lib/setup.sh

program=examples/sage_mean.mlir

main_job() {
  show_and_run "$build_dir/bin/mesh-opt" "$program" --run=sage \
    --arg=@examples/data/karate/edges.txt+undirected \
    --arg=@examples/data/karate/features.npy \
    --arg=glorot:1 \
    --arg=zeros \
    --arg=glorot:2
}

build_mesh
section "Run a GraphSAGE layer on the karate club (34 nodes, 78 ties)"
main_job
section "Done. To see what the layer becomes on the way to machine code:"
echo "  $build_dir/bin/mesh-opt $program --mesh-to-cpu=\"stage=loops\""
