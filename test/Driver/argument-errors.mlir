// Everything that is wrong with arguments is found before anything is compiled:
// the body of @broken could not be.

// RUN: not mesh-opt %s --run=broken --arg=zeros 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: error: @broken takes 3 argument(s), but got 1; missing 'features': tensor<?x4xf32>, 'n': index

// RUN: not mesh-opt %s --run=broken --arg=1 --arg=1 --arg=1 --arg=1 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: @broken takes 3 argument(s), but got 4; they are 'g', 'features', 'n'

// RUN: not mesh-opt %s --run=broken --arg=x=zeros 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: @broken has no argument 'x'; they are 'g', 'features', 'n'

// RUN: not mesh-opt %s --run=broken --arg=n=1 --arg=n=2 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: argument 3 'n' is given twice

// RUN: not mesh-opt %s --run=broken --arg=@%data/karate/graph.mtx --arg=ones:shape=34x5 --arg=1 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: error: argument 2 'features': expects tensor<?x4xf32>, but got {{.*}}34x5

// RUN: not mesh-opt %s --run=broken --arg=@%data/karate/graph.mtx --arg=@%data/karate/features.npy --arg=2.5 2>&1 | FileCheck %s --check-prefix=DTYPE
// DTYPE: error: argument 3 'n': {{.*}}2.5

// RUN: mkdir -p %t && cd %t && env MESH_DATA_DIR=%data not mesh-opt %s --run=broken --arg=@nowhere.mtx --arg=ones --arg=1 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: argument 1 'g': {{.*}}nowhere.mtx{{.*}}data

// RUN: not mesh-opt %s --run=broken --arg=[[0],[1]]+symmetric --arg=ones --arg=1 2>&1 | FileCheck %s --check-prefix=MODIFIER
// MODIFIER: error: argument 1 'g': {{.*}}symmetric

// RUN: not mesh-opt %s --run=broken --arg=[[0,1],[1,2]]+nodes=2:3 --arg=ones --arg=1 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: error: argument 2 'features': the size of dimension 0 of tensor<?x4xf32> is not known, expects it as in 'ones:shape=Nx4'

func.func @broken(%g: !mesh.graph, %x: tensor<?x4xf32> {mesh.name = "features"}, %n: index) -> tensor<?x4xf32> {
  %r = call @broken(%g, %x, %n) : (!mesh.graph, tensor<?x4xf32>, index) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// RUN: not mesh-opt %s --run=memory --arg=zeros 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: {{.*}}argument-errors.mlir:[[#@LINE+1]]:19: error: argument 1 'b': a value of type 'memref<4xf32>' cannot be given: only graphs, tensors and numbers can
func.func @memory(%b: memref<4xf32>) {
  return
}

// RUN: not mesh-opt %s --run=graph --arg=[[0],[1]] 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: {{.*}}argument-errors.mlir:[[#@LINE+1]]:1: error: result 'r0' of @graph has type '!mesh.graph': only tensors and numbers can be printed or saved
func.func @graph(%g: !mesh.graph) -> !mesh.graph {
  return %g : !mesh.graph
}
