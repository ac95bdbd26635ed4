// A value that begins with `@` is data, also as a word of its own, never a file
// of options.
// RUN: rm -rf %t && mkdir %t
// RUN: echo "--save=%t/written.npy 1 2" > %t/x.txt
// RUN: not mesh-opt %s --run=f --arg @%t/x.txt 2>&1 | FileCheck %s --check-prefix=DATA
// RUN: not ls %t/written.npy
// DATA: error: argument 1 'x': {{.*}}x.txt: line 1: expects a number, but got '--save=

// A table of text is a tensor.
// RUN: printf '# a b\n1 2.5\n3 4\n' > %t/table.txt
// RUN: mesh-opt %s --run=f --arg @%t/table.txt | FileCheck %s --check-prefix=TABLE
// TABLE:      y: tensor<2x2xf32>
// TABLE-NEXT: {{\[\[}}2, 5],
// TABLE-NEXT: [6, 8]]
func.func @f(%x: tensor<?x2xf32>) -> (tensor<?x2xf32> {mesh.name = "y"}) {
  %0 = arith.addf %x, %x : tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
