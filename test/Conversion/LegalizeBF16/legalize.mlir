// RUN: mesh-opt %s --mesh-legalize-bf16 | FileCheck %s

// CHECK-LABEL: llvm.func @copy(
// CHECK-NOT: bf16
// CHECK: llvm.mlir.constant(32704 : i16) : i16
// CHECK: llvm.mlir.constant(dense<16256> : vector<8xi16>) : vector<8xi16>
// CHECK: llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, i16
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<8xi16>
// CHECK: llvm.select %{{.*}} : vector<8xi1>, vector<8xi16>
// CHECK: llvm.store %{{.*}} : vector<8xi16>, !llvm.ptr
llvm.func @copy(%from: !llvm.ptr, %to: !llvm.ptr, %c: vector<8xi1>) -> bf16 {
  %nan = llvm.mlir.constant(0x7FC0 : bf16) : bf16
  %one = llvm.mlir.constant(dense<1.0> : vector<8xbf16>) : vector<8xbf16>
  %p = llvm.getelementptr %from[1] : (!llvm.ptr) -> !llvm.ptr, bf16
  %v = llvm.load %p : !llvm.ptr -> vector<8xbf16>
  %s = llvm.select %c, %v, %one : vector<8xi1>, vector<8xbf16>
  llvm.store %s, %to : vector<8xbf16>, !llvm.ptr
  llvm.return %nan : bf16
}
