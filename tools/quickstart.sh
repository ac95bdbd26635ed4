#!/usr/bin/env bash
# From a bare Debian 12 to a layer that runs: installs what is missing (as root
# or through sudo), builds Mesh into build/release, and compiles and runs a
# GraphSAGE layer on Zachary's karate club, shipped in examples/data/karate.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/lib/setup.sh

data=examples/data/karate
mesh_opt=$build_dir/bin/mesh-opt

# Weights are drawn from a fixed generator, so the numbers are the same everywhere.
main_job() {
  section "Mean GraphSAGE on the karate club (34 nodes, 78 ties)"
  show_and_run "$mesh_opt" examples/sage_mean.mlir --run=sage \
    --arg=@$data/edges.txt+undirected --arg=@$data/features.npy \
    --arg=glorot:1 --arg=zeros --arg=glorot:2
  section "GCN on the same graph, with a self-loop at every node"
  show_and_run "$mesh_opt" examples/gcn.mlir --run=gcn \
    --arg=@$data/edges.txt+undirected+self_loops --arg=@$data/features.npy \
    --arg=glorot:1 --arg=zeros
  section "Training a GCN: 200 epochs of forward, gradient and Adam in one function"
  show_and_run "$mesh_opt" examples/train/gcn.mlir --run=train \
    --arg=@$data/edges.txt+undirected+self_loops --arg=eye:shape=34x34 \
    --arg=@$data/labels.npy --arg=@$data/split.npy \
    --arg=classes=2 --arg=epochs=200 --arg=seed=1
}

build_mesh
main_job
section "Done. To see what the layer becomes on the way to machine code:"
echo "  $mesh_opt examples/sage_mean.mlir --mesh-expand --mesh-fuse --canonicalize  # one fold over the edges"
echo "  $mesh_opt examples/sage_mean.mlir --mesh-to-tensors --mesh-to-loops         # loops, vectors, OpenMP"
echo "  $mesh_opt examples/sage_mean.mlir --emit=llvm-ir                            # LLVM IR"
echo "examples/sage_mean.md walks through it."
