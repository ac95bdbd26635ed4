// Calls and branches.

func.func private @power(%x: i32, %n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %is_zero = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %is_zero, ^end(%one : i32), ^again
^again:
  %rest = arith.subi %n, %one : i32
  %inner = func.call @power(%x, %rest) : (i32, i32) -> i32
  %product = arith.muli %inner, %x : i32
  cf.br ^end(%product : i32)
^end(%result: i32):
  return %result : i32
}

// RUN: mesh-opt %s --reference --run=recursion
func.func @recursion() {
  %three = arith.constant 3 : i32
  %five = arith.constant 5 : i32
  %power = call @power(%three, %five) : (i32, i32) -> i32
  %expected = arith.constant 243 : i32
  check.equal %power, %expected : i32
  return
}

// RUN: mesh-opt %s --reference --run=loop
func.func @loop() {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  cf.br ^header(%zero, %zero : i32, i32)
^header(%i: i32, %sum: i32):
  %goes_on = arith.cmpi slt, %i, %ten : i32
  cf.cond_br %goes_on, ^body, ^end
^body:
  %next_sum = arith.addi %sum, %i : i32
  %next = arith.addi %i, %one : i32
  cf.br ^header(%next, %next_sum : i32, i32)
^end:
  %expected = arith.constant 45 : i32
  check.equal %sum, %expected : i32
  return
}

func.func private @choose(%flag: i32) -> i32 {
  %a = arith.constant 100 : i32
  %b = arith.constant 200 : i32
  %c = arith.constant 300 : i32
  cf.switch %flag : i32, [
    default: ^end(%a : i32),
    -1: ^end(%b : i32),
    7: ^end(%c : i32)
  ]
^end(%result: i32):
  return %result : i32
}

// RUN: mesh-opt %s --reference --run=switch
func.func @switch() {
  %zero = arith.constant 0 : i32
  %minus_one = arith.constant -1 : i32
  %seven = arith.constant 7 : i32
  %x = call @choose(%zero) : (i32) -> i32
  %x_expected = arith.constant 100 : i32
  check.equal %x, %x_expected : i32
  %y = call @choose(%minus_one) : (i32) -> i32
  %y_expected = arith.constant 200 : i32
  check.equal %y, %y_expected : i32
  %z = call @choose(%seven) : (i32) -> i32
  %z_expected = arith.constant 300 : i32
  check.equal %z, %z_expected : i32
  return
}
