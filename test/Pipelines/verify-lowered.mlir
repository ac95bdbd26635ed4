// RUN: mesh-opt %s --mesh-verify-lowered --split-input-file --verify-diagnostics

// expected-error @+1 {{'func.func' op was not lowered: run --convert-func-to-llvm}}
func.func @gather(%g: !mesh.graph, %x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'mesh.gather' op was not lowered: run --mesh-fuse before --mesh-lower-graph}}
  %m = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  // expected-error @+1 {{'mesh.relu' op was not lowered: run --mesh-expand first}}
  %r = mesh.relu %m : (tensor<?xf32>) -> tensor<?xf32>
  // expected-error @+1 {{'func.return' op was not lowered}}
  return %r : tensor<?xf32>
}

// -----

llvm.func @cast(%x: i64) {
  // expected-error @+1 {{a type was converted on one side only}}
  %y = builtin.unrealized_conversion_cast %x : i64 to index
  llvm.return
}

// -----

llvm.func @lowered(%x: i64) {
  llvm.return
}
