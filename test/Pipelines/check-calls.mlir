// RUN: mesh-opt %s --mesh-check-calls --split-input-file --verify-diagnostics

func.func @even(%n: index) -> index {
  %r = call @odd(%n) : (index) -> index
  return %r : index
}
func.func private @odd(%n: index) -> index {
  // expected-error @+1 {{recursion cannot be compiled: @even -> @odd -> @even}}
  %r = call @even(%n) : (index) -> index
  return %r : index
}

// -----

// Only what an entry reaches matters.
func.func private @unused() {
  call @unused() : () -> ()
  return
}
func.func @entry() {
  call @twice() : () -> ()
  call @twice() : () -> ()
  return
}
func.func private @twice() {
  return
}

// -----

// expected-note @+1 {{declared here}}
func.func private @elsewhere()
func.func @declaration() {
  // expected-error @+1 {{calls @elsewhere, which has no body}}
  call @elsewhere() : () -> ()
  return
}

// -----

func.func @indirect(%f: () -> ()) {
  // expected-error @+1 {{cannot be compiled: call a function by its name}}
  call_indirect %f() : () -> ()
  return
}
