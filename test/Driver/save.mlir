// Results go to files whole or not at all.

// RUN: mesh-opt %s --run=two --arg=[1,2,3] --save=%t.npz | count 0
// RUN: mesh-opt %s --run=back --arg=@%t.npz:double --arg=@%t.npz:r1 | FileCheck %s
// CHECK:      r0: tensor<3xf32>
// CHECK-NEXT: [3, 6, 9]

// RUN: mesh-opt %s --run=back --arg=[1,2,3] --arg=[1,1,1] --save=%t.npy
// RUN: mesh-opt %s --run=back --arg=@%t.npy --arg=zeros | FileCheck %s --check-prefix=ONE
// ONE: [2, 3, 4]

// RUN: not mesh-opt %s --run=two --arg=[1,2,3] --save=%t.npy 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: error: --save={{.*}}.npy: a .npy file holds one array, but @two has 2 results: use .npz
// RUN: not mesh-opt %s --run=two --arg=[1,2,3] --save=%t.txt 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: error: --save={{.*}}.txt: expects a name that ends in .npy or .npz
// RUN: not mesh-opt %s --run=two --arg=[1,2,3] --save=%t.absent/x.npz 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: --save={{.*}}x.npz: there is no folder '{{.*}}.absent'

func.func @two(%x: tensor<3xf32>) -> (tensor<3xf32> {mesh.name = "double"}, tensor<3xf32>) {
  %d = arith.addf %x, %x : tensor<3xf32>
  return %d, %x : tensor<3xf32>, tensor<3xf32>
}
func.func @back(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %s = arith.addf %x, %y : tensor<3xf32>
  return %s : tensor<3xf32>
}
