// RUN: mesh-opt %s --emit=mlir | FileCheck %s --check-prefix=MLIR
// MLIR: llvm.func @double(%{{.*}}: !llvm.ptr,
// MLIR: llvm.func @_mlir_ciface_double(

// RUN: mesh-opt %s --emit=llvm-ir --cpu=x86-64-v3 | FileCheck %s --check-prefix=LLVMIR
// LLVMIR: target triple =
// LLVMIR: define {{.*}} @double(
// LLVMIR: define void @_mlir_ciface_double(

// RUN: mesh-opt %s --emit=asm --entry=double -o %t.s | count 0
// RUN: FileCheck %s --check-prefix=ASM < %t.s
// ASM-NOT: square
// ASM: double:

// What the passes of the command line have done is not done again.
// RUN: mesh-opt %s --mesh-to-cpu --emit=llvm-ir | FileCheck %s --check-prefix=LLVMIR

// A program that cannot be compiled leaves no file.
// RUN: rm -f %t.none.s
// RUN: not mesh-opt %s --emit=asm --entry=unknown -o %t.none.s 2>/dev/null
// RUN: test ! -e %t.none.s

func.func @double(%x: tensor<?xf32>) -> tensor<?xf32> {
  %d = arith.addf %x, %x : tensor<?xf32>
  return %d : tensor<?xf32>
}
func.func @square(%x: tensor<?xf32>) -> tensor<?xf32> {
  %d = arith.mulf %x, %x : tensor<?xf32>
  return %d : tensor<?xf32>
}
