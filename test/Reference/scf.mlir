// Structured control flow.

// RUN: mesh-opt %s --reference --run=for_loops
func.func @for_loops() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0 : index
  // 0 + 2 + 4 + 6.
  %sum, %last = scf.for %i = %c0 to %c7 step %c2 iter_args(%acc = %zero, %old = %c7) -> (index, index) {
    %next = arith.addi %acc, %i : index
    scf.yield %next, %i : index, index
  }
  %twelve = arith.constant 12 : index
  %six = arith.constant 6 : index
  check.equal %sum, %twelve : index
  check.equal %last, %six : index
  // No iteration: the results are the initial values.
  %none = scf.for %i = %c7 to %c0 step %c2 iter_args(%acc = %twelve) -> (index) {
    scf.yield %i : index
  }
  check.equal %none, %twelve : index
  // The bound is the largest number of its type: the loop must end.
  %low = arith.constant 120 : i8
  %high = arith.constant 127 : i8
  %step = arith.constant 5 : i8
  %bytes = scf.for %i = %low to %high step %step iter_args(%acc = %zero) -> (index) : i8 {
    %one = arith.constant 1 : index
    %next = arith.addi %acc, %one : index
    scf.yield %next : index
  }
  check.equal %bytes, %c2 : index
  return
}

// RUN: mesh-opt %s --reference --run=swapped_arguments
func.func @swapped_arguments() {
  // Both new values come from the old ones.
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %b = arith.constant dense<[3, 4]> : tensor<2xi32>
  %x, %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %a, %q = %b) -> (tensor<2xi32>, tensor<2xi32>) {
    scf.yield %q, %p : tensor<2xi32>, tensor<2xi32>
  }
  check.equal %x, %b : tensor<2xi32>
  check.equal %y, %a : tensor<2xi32>
  return
}

// RUN: mesh-opt %s --reference --run=branches
func.func @branches() {
  %true = arith.constant true
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %x = scf.if %true -> (i32) {
    scf.yield %one : i32
  } else {
    scf.yield %two : i32
  }
  check.equal %x, %one : i32
  %c5 = arith.constant 5 : index
  %y = scf.index_switch %c5 -> i32
  case 4 {
    scf.yield %one : i32
  }
  case 5 {
    scf.yield %two : i32
  }
  default {
    %three = arith.constant 3 : i32
    scf.yield %three : i32
  }
  check.equal %y, %two : i32
  %z = scf.execute_region -> i32 {
    scf.yield %two : i32
  }
  check.equal %z, %two : i32
  return
}

// RUN: mesh-opt %s --reference --run=while_loop
func.func @while_loop() {
  // Doubled until it is above 100: 3, 6, ... 192.
  %start = arith.constant 3 : i32
  %limit = arith.constant 100 : i32
  %end, %rounds = scf.while (%x = %start, %n = %start) : (i32, i32) -> (i32, i32) {
    %goes_on = arith.cmpi sle, %x, %limit : i32
    scf.condition(%goes_on) %x, %n : i32, i32
  } do {
  ^bb0(%x: i32, %n: i32):
    %next = arith.addi %x, %x : i32
    %one = arith.constant 1 : i32
    %count = arith.addi %n, %one : i32
    scf.yield %next, %count : i32, i32
  }
  %end_expected = arith.constant 192 : i32
  %rounds_expected = arith.constant 9 : i32
  check.equal %end, %end_expected : i32
  check.equal %rounds, %rounds_expected : i32
  return
}

// RUN: mesh-opt %s --reference --run=forall_loop
func.func @forall_loop() {
  %out = arith.constant dense<-1> : tensor<2x3xindex>
  %filled = scf.forall (%i, %j) in (2, 2) shared_outs(%o = %out) -> (tensor<2x3xindex>) {
    %c10 = arith.constant 10 : index
    %row = arith.muli %i, %c10 : index
    %entry = arith.addi %row, %j : index
    %single = tensor.from_elements %entry : tensor<1x1xindex>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %single into %o[%i, %j] [1, 1] [1, 1] : tensor<1x1xindex> into tensor<2x3xindex>
    }
  }
  %expected = arith.constant dense<[[0, 1, -1], [10, 11, -1]]> : tensor<2x3xindex>
  check.equal %filled, %expected : tensor<2x3xindex>
  %before = arith.constant dense<-1> : tensor<2x3xindex>
  check.equal %out, %before : tensor<2x3xindex>
  return
}

// RUN: mesh-opt %s --reference --run=parallel_loop
func.func @parallel_loop() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %sum = scf.parallel (%i) = (%c0) to (%c5) step (%c1) init (%c0) -> index {
    scf.reduce(%i : index) {
    ^bb0(%a: index, %b: index):
      %next = arith.addi %a, %b : index
      scf.reduce.return %next : index
    }
  }
  %ten = arith.constant 10 : index
  check.equal %sum, %ten : index
  return
}
