// Where output cannot be written there is an error, no crash and no file.

// RUN: not sh -c "mesh-opt %s --run=id --arg=iota >&-" 2>&1 | FileCheck %s --check-prefix=CLOSED
// RUN: not sh -c "mesh-opt %s --emit=llvm-ir >&-" 2>&1 | FileCheck %s --check-prefix=CLOSED
// RUN: not sh -c "mesh-opt %s --signature >&-" 2>&1 | FileCheck %s --check-prefix=CLOSED
// CLOSED: mesh-opt: error: cannot write standard output: Bad file descriptor
// CLOSED-NOT: Stack dump

// RUN: not sh -c "mesh-opt %s >&-" 2>&1 | FileCheck %s --check-prefix=CLOSED-PRINT
// CLOSED-PRINT: Bad file descriptor
// CLOSED-PRINT-NOT: Stack dump

// Nothing is to be printed, so nothing is wrong; the file is no stand-in for the stream.
// RUN: sh -c "mesh-opt %s --run=id --arg=iota --save=%t.closed.npy >&-"
// RUN: mesh-opt %s --run=id --arg=@%t.closed.npy | FileCheck %s --check-prefix=VALUES
// VALUES: r0: tensor<300xf64>
// VALUES-NEXT: {{\[ *}}0, 1, 2,

// RUN: not sh -c "mesh-opt - --run=id --arg=iota <&-" 2>&1 | FileCheck %s --check-prefix=NO-INPUT
// NO-INPUT: error: cannot open input file '-': Bad file descriptor

// A full disk, as standard output and as a file.
// RUN: not sh -c "mesh-opt %s --run=id --arg=iota >/dev/full" 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: not mesh-opt %s --emit=llvm-ir -o /dev/full 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: mesh-opt: error: cannot write {{standard output|/dev/full}}: No space left on device
// RUN: rm -rf %t.dir && mkdir %t.dir && ln -s /dev/full %t.dir/full.npy && ln -s /dev/full %t.dir/full.npz
// RUN: not mesh-opt %s --run=id --arg=iota --save=%t.dir/full.npy 2>&1 | FileCheck %s --check-prefix=FULL-FILE
// RUN: not mesh-opt %s --run=id --arg=iota --save=%t.dir/full.npz 2>&1 | FileCheck %s --check-prefix=FULL-FILE
// FULL-FILE: error: cannot write '{{.*}}full.np{{[yz]}}': No space left on device

// A limit on the size of files: what was there stays, and nothing else is left.
// RUN: echo old > %t.dir/y.npy
// RUN: not sh -c "ulimit -f 1; mesh-opt %s --run=id --arg=iota --save=%t.dir/y.npy" 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: error: cannot write '{{.*}}y.npy': File too large
// RUN: ls %t.dir | FileCheck %s --check-prefix=LEFT
// LEFT:      full.npy
// LEFT-NEXT: full.npz
// LEFT-NEXT: y.npy
// LEFT-NOT:  {{.}}
// RUN: FileCheck %s --check-prefix=OLD < %t.dir/y.npy
// OLD: old

// Folders in which not even root can make a file.
// RUN: not mesh-opt %s --run=id --arg=iota --save=/proc/y.npz 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: cannot write '/proc/y.npz':

func.func @id(%x: tensor<300xf64>) -> tensor<300xf64> {
  return %x : tensor<300xf64>
}
