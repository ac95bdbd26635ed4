// A GConvGRU as it is often written: six Chebyshev convolutions a step, each with
// its own recurrence, maps first. Compiled, the recurrences are shared: that of the
// inputs leaves the loop for all steps at once, two remain in it, of the hidden state
// and of the state after the reset.
//
// RUN: mesh-opt %s --mesh-to-tensors | FileCheck %s
//
// The same numbers as the program as it stands, equal edges, self-loops and an
// isolated node among them.
// RUN: mesh-opt %s --run=gconv_gru --arg="[[0,0,1,2,2,2,3],[1,1,1,2,2,0,1]]+nodes=5" --arg=normal:1:shape=2x5x5 --arg=normal:2:shape=5x2 --arg=normal:3:shape=3x5x2 --arg=normal:4:shape=3x2x2 --arg=normal:5:shape=3x5x2 --arg=normal:6:shape=3x2x2 --arg=normal:7:shape=3x5x2 --arg=normal:8:shape=3x2x2 --compare-reference --tolerance=5e-5

!rows = tensor<?x5xf32>
!state = tensor<?x2xf32>
!scalars = tensor<?xf32>
!sequence = tensor<?x?x5xf32>
!wx = tensor<3x5x2xf32>
!wh = tensor<3x2x2xf32>
!wx1 = tensor<5x2xf32>
!wh1 = tensor<2x2xf32>

func.func private @norm(%g: !mesh.graph) -> !scalars {
  %one = arith.constant 1.0 : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %degree = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %d = arith.sitofp %degree : tensor<?xi32> to !scalars
  %ones = tensor.splat %one[%n] : !scalars
  %guarded = arith.maximumf %d, %ones : !scalars
  %norm = math.rsqrt %guarded : !scalars
  return %norm : !scalars
}

func.func private @laplacian(%g: !mesh.graph, %x: !state) -> !state {
  %norm = call @norm(%g) : (!mesh.graph) -> !scalars
  %xs = mesh.scale %x, %norm : (!state, !scalars) -> !state
  %m = mesh.gather %xs, %g source : (!state, !mesh.graph) -> !state
  %s = mesh.segment_sum %m, %g target : (!state, !mesh.graph) -> !state
  %p = mesh.scale %s, %norm : (!state, !scalars) -> !state
  %l = arith.negf %p : !state
  return %l : !state
}

// T_0 a + T_1 b + T_2 c from x w_0, x w_1, x w_2.
func.func private @chebyshev(%g: !mesh.graph, %a: !state, %b: !state, %c: !state) -> !state {
  %b1 = call @laplacian(%g, %b) : (!mesh.graph, !state) -> !state
  %c1 = call @laplacian(%g, %c) : (!mesh.graph, !state) -> !state
  %c2 = call @laplacian(%g, %c1) : (!mesh.graph, !state) -> !state
  %twice = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%c2 : !state) outs(%c2 : !state) {
    ^bb0(%e: f32, %_: f32):
      %k = arith.constant 2.0 : f32
      %r = arith.mulf %e, %k : f32
      linalg.yield %r : f32
  } -> !state
  %t2 = arith.subf %twice, %c : !state
  %ab = arith.addf %a, %b1 : !state
  %y = arith.addf %ab, %t2 : !state
  return %y : !state
}

func.func private @cheb_x(%g: !mesh.graph, %x: !rows, %w: !wx) -> !state {
  %w0 = tensor.extract_slice %w[0, 0, 0] [1, 5, 2] [1, 1, 1] : !wx to !wx1
  %w1 = tensor.extract_slice %w[1, 0, 0] [1, 5, 2] [1, 1, 1] : !wx to !wx1
  %w2 = tensor.extract_slice %w[2, 0, 0] [1, 5, 2] [1, 1, 1] : !wx to !wx1
  %a = mesh.linear %x, %w0 : (!rows, !wx1) -> !state
  %b = mesh.linear %x, %w1 : (!rows, !wx1) -> !state
  %c = mesh.linear %x, %w2 : (!rows, !wx1) -> !state
  %y = call @chebyshev(%g, %a, %b, %c) : (!mesh.graph, !state, !state, !state) -> !state
  return %y : !state
}

func.func private @cheb_h(%g: !mesh.graph, %x: !state, %w: !wh) -> !state {
  %w0 = tensor.extract_slice %w[0, 0, 0] [1, 2, 2] [1, 1, 1] : !wh to !wh1
  %w1 = tensor.extract_slice %w[1, 0, 0] [1, 2, 2] [1, 1, 1] : !wh to !wh1
  %w2 = tensor.extract_slice %w[2, 0, 0] [1, 2, 2] [1, 1, 1] : !wh to !wh1
  %a = mesh.linear %x, %w0 : (!state, !wh1) -> !state
  %b = mesh.linear %x, %w1 : (!state, !wh1) -> !state
  %c = mesh.linear %x, %w2 : (!state, !wh1) -> !state
  %y = call @chebyshev(%g, %a, %b, %c) : (!mesh.graph, !state, !state, !state) -> !state
  return %y : !state
}

// CHECK-LABEL:   func.func @gconv_gru(
// CHECK-COUNT-2: = mesh.aggregate {{.*}} target dim = 1
// CHECK-NOT:     = mesh.aggregate
// CHECK:         scf.for
// CHECK-COUNT-4: = mesh.aggregate
// CHECK-NOT:     = mesh.aggregate
// CHECK:         return
func.func @gconv_gru(%g: !mesh.graph, %x: !sequence, %h0: !state, %xz: !wx, %hz: !wh, %xr: !wx, %hr: !wh, %xc: !wx, %hc: !wh) -> !state {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %steps = tensor.dim %x, %c0 : !sequence
  %n = tensor.dim %x, %c1 : !sequence
  %h = scf.for %t = %c0 to %steps step %c1 iter_args(%now = %h0) -> !state {
    %xt = tensor.extract_slice %x[%t, 0, 0] [1, %n, 5] [1, 1, 1] : !sequence to !rows
    %zx = func.call @cheb_x(%g, %xt, %xz) : (!mesh.graph, !rows, !wx) -> !state
    %zh = func.call @cheb_h(%g, %now, %hz) : (!mesh.graph, !state, !wh) -> !state
    %za = arith.addf %zx, %zh : !state
    %z = mesh.sigmoid %za : (!state) -> !state
    %rx = func.call @cheb_x(%g, %xt, %xr) : (!mesh.graph, !rows, !wx) -> !state
    %rh = func.call @cheb_h(%g, %now, %hr) : (!mesh.graph, !state, !wh) -> !state
    %ra = arith.addf %rx, %rh : !state
    %r = mesh.sigmoid %ra : (!state) -> !state
    %reset = arith.mulf %r, %now : !state
    %cx = func.call @cheb_x(%g, %xt, %xc) : (!mesh.graph, !rows, !wx) -> !state
    %ch = func.call @cheb_h(%g, %reset, %hc) : (!mesh.graph, !state, !wh) -> !state
    %ca = arith.addf %cx, %ch : !state
    %candidate = math.tanh %ca : !state
    %ones = tensor.splat %one[%n] : !state
    %keep = arith.mulf %z, %now : !state
    %rest = arith.subf %ones, %z : !state
    %new = arith.mulf %rest, %candidate : !state
    %next = arith.addf %keep, %new : !state
    scf.yield %next : !state
  }
  return %h : !state
}
