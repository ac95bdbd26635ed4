// Every row is computed, whatever the number of threads.

// RUN: mesh-opt %s --reference --run=uneven
// RUN: mesh-opt %s --num-threads=1 --run=uneven
// RUN: mesh-opt %s --num-threads=2 --run=uneven
// RUN: mesh-opt %s --num-threads=3 --run=uneven
// RUN: mesh-opt %s --num-threads=4 --run=uneven
// RUN: mesh-opt %s --num-threads=7 --run=uneven
// RUN: mesh-opt %s --num-threads=16 --run=uneven
func.func @uneven() {
  %g_src = arith.constant dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<11xi32>
  %g_dst = arith.constant dense<[0, 0, 0, 1, 1, 2, 2, 2, 2, 4, 4]> : tensor<11xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 5 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<11xi32>, tensor<11xi32>, index, index) -> !mesh.graph
  %m = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0]> : tensor<11xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<11xf32>, !mesh.graph) -> tensor<?xf32>
  %y_expected = arith.constant dense<[6.0, 9.0, 30.0, 0.0, 21.0]> : tensor<5xf32>
  check.equal %y, %y_expected : tensor<?xf32>, tensor<5xf32>
  %d = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %d_expected = arith.constant dense<[3, 2, 4, 0, 2]> : tensor<5xi32>
  check.equal %d, %d_expected : tensor<?xi32>, tensor<5xi32>
  return
}
