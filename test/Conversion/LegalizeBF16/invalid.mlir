// RUN: mesh-opt %s --mesh-legalize-bf16 --verify-diagnostics

llvm.func @sum(%x: bf16) -> bf16 {
  // expected-error @+1 {{expects no arithmetic on 'bf16', run 'mesh-expand-math' and 'arith-expand' before the conversion to LLVM}}
  %0 = llvm.fadd %x, %x : bf16
  llvm.return %0 : bf16
}
