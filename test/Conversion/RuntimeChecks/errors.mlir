// RUN: mesh-opt %s --mesh-lower-runtime-checks --split-input-file --verify-diagnostics

func.func @inLoop(%ok: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{cannot leave the region of 'scf.for': --convert-scf-to-cf comes before --mesh-lower-runtime-checks}}
    mesh.assert %ok, "bad"
  }
  return
}

// -----

func.func @besideLoop(%ok: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    // expected-error @+1 {{cannot fail in a parallel region beside a work-sharing construct}}
    mesh.assert %ok, "bad"
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
