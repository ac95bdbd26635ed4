// Programs of region ops written by hand, each beside the same computation in core ops
// or in closed form. docs/region-ops.md explains them.
//
// DEFINE: %{s} = 97
// DEFINE: %{t} = 97
// DEFINE: %{e} = 900
// DEFINE: %{graph} = rmat:nodes=97,edges=900,seed=1
// DEFINE: %{arguments} = --run=all --arg=%{graph} --arg=normal:1:shape=%{s}x4 --arg=normal:2:shape=%{t}x4 --arg=normal:3:shape=%{e} --arg=normal:4:shape=4x4
// DEFINE: %{test} = mesh-opt %s %{arguments} && mesh-opt %s %{arguments} --reference
//
// RUN: %{test}
// A hub with more edges than a run.
// REDEFINE: %{graph} = hub:nodes=97,edges=9000,seed=3
// REDEFINE: %{e} = 9000
// RUN: %{test}
// Duplicates, self-loops, isolated nodes.
// REDEFINE: %{graph} = [[0,1,1,1,3,0],[1,0,0,1,3,1]]+nodes=5
// REDEFINE: %{s} = 5
// REDEFINE: %{t} = 5
// REDEFINE: %{e} = 6
// RUN: %{test}
// Bipartite.
// REDEFINE: %{graph} = [[0,6,6,2,0],[1,0,0,1,2]]+nodes=7:3
// REDEFINE: %{s} = 7
// REDEFINE: %{t} = 3
// REDEFINE: %{e} = 5
// RUN: %{test}
// No edges, no nodes.
// REDEFINE: %{graph} = [[],[]]+nodes=5
// REDEFINE: %{s} = 5
// REDEFINE: %{t} = 5
// REDEFINE: %{e} = 0
// RUN: %{test}
// REDEFINE: %{graph} = [[],[]]+nodes=0
// REDEFINE: %{s} = 0
// REDEFINE: %{t} = 0
// RUN: %{test}

!g = !mesh.graph
!x = tensor<?x4xf32>
!row = tensor<4xf32>
!v = tensor<?xf32>
!i = tensor<?xi32>
!w = tensor<4x4xf32>

#whole = affine_map<(e, f) -> (e, f)>
#edge = affine_map<(e, f) -> (e)>

// 1. A sum of rows by weight: y_v = sum of w_e x_u.
func.func private @weighted_sum(%g: !g, %x: !x, %w: !v) {
  %n = mesh.num_nodes %g target : !g
  %out = tensor.empty(%n) : !x
  %y = mesh.aggregate over(%g : !g) target source(%x : !x) edge(%w : !v) outs(%out : !x)
      init {
        %zero = arith.constant dense<0.0> : !row
        mesh.yield %zero : !row
      }
      step(%acc: !row, %row: !row, %weight: f32, %e: index) {
        %ws = tensor.splat %weight : !row
        %m = arith.mulf %row, %ws : !row
        %a = arith.addf %acc, %m : !row
        mesh.yield %a : !row
      }
  %m = mesh.gather %x, %g source : (!x, !g) -> !x
  %s = mesh.scale %m, %w : (!x, !v) -> !x
  %want = mesh.segment_sum %s, %g target : (!x, !g) -> !x
  check.close %y, %want {atol = 1.0e-3 : f64} : !x, !x
  return
}

// 2. A mean: `finish` knows the degree.
func.func private @mean(%g: !g, %x: !x) {
  %n = mesh.num_nodes %g target : !g
  %out = tensor.empty(%n) : !x
  %y = mesh.aggregate over(%g : !g) target source(%x : !x) outs(%out : !x)
      init {
        %zero = arith.constant dense<0.0> : !row
        mesh.yield %zero : !row
      }
      step(%acc: !row, %row: !row, %e: index) {
        %a = arith.addf %acc, %row : !row
        mesh.yield %a : !row
      }
      finish(%acc: !row, %degree: index) {
        %one = arith.constant 1 : index
        %safe = arith.maxsi %degree, %one : index
        %int = arith.index_cast %safe : index to i32
        %float = arith.sitofp %int : i32 to f32
        %d = tensor.splat %float : !row
        %r = arith.divf %acc, %d : !row
        mesh.yield %r : !row
      }
  %m = mesh.gather %x, %g source : (!x, !g) -> !x
  %want = mesh.segment_mean %m, %g target : (!x, !g) -> !x
  check.close %y, %want {atol = 1.0e-4 : f64} : !x, !x
  return
}

// 3. A maximum is no sum: `combine` says how the folds of two runs are joined. The
// accumulator comes second, so that a tie goes to the earlier edge.
func.func private @maximum(%g: !g, %x: !x) {
  %n = mesh.num_nodes %g target : !g
  %out = tensor.empty(%n) : !x
  %y = mesh.aggregate over(%g : !g) target source(%x : !x) outs(%out : !x)
      init {
        %lowest = arith.constant dense<0xFF800000> : !row
        mesh.yield %lowest : !row
      }
      step(%acc: !row, %row: !row, %e: index) {
        %a = arith.maximumf %row, %acc : !row
        mesh.yield %a : !row
      }
      combine(%earlier: !row, %later: !row) {
        %a = arith.maximumf %later, %earlier : !row
        mesh.yield %a : !row
      }
      finish(%acc: !row, %degree: index) {
        %c0 = arith.constant 0 : index
        %zero = arith.constant dense<0.0> : !row
        %isEmpty = arith.cmpi eq, %degree, %c0 : index
        %r = arith.select %isEmpty, %zero, %acc : !row
        mesh.yield %r : !row
      }
  %m = mesh.gather %x, %g source : (!x, !g) -> !x
  %want = mesh.segment_max %m, %g target : (!x, !g) -> !x
  check.equal %y, %want : !x, !x
  return
}

// 4. Which edge has the largest weight: two accumulators that go together, and the
// ordinal of the edge.
func.func private @winner(%g: !g, %w: !v) {
  %n = mesh.num_nodes %g target : !g
  %out = tensor.empty(%n) : !i
  %y = mesh.aggregate over(%g : !g) target edge(%w : !v) outs(%out : !i)
      init {
        %lowest = arith.constant 0xFF800000 : f32
        %none = arith.constant -1 : i32
        mesh.yield %lowest, %none : f32, i32
      }
      step(%best: f32, %at: i32, %weight: f32, %e: index) {
        %larger = arith.cmpf ogt, %weight, %best : f32
        %b = arith.select %larger, %weight, %best : f32
        %int = arith.index_cast %e : index to i32
        %a = arith.select %larger, %int, %at : i32
        mesh.yield %b, %a : f32, i32
      }
      combine(%b0: f32, %a0: i32, %b1: f32, %a1: i32) {
        %larger = arith.cmpf ogt, %b1, %b0 : f32
        %b = arith.select %larger, %b1, %b0 : f32
        %a = arith.select %larger, %a1, %a0 : i32
        mesh.yield %b, %a : f32, i32
      }
      finish(%b: f32, %a: i32, %degree: index) {
        mesh.yield %a : i32
      }
  %want = mesh.segment_argmax %w, %g target : (!v, !g) -> !i
  check.equal %y, %want : !i, !i
  return
}

// 5. Mean and variance of the rows in one sweep.
func.func private @variance(%g: !g, %x: !x) {
  %n = mesh.num_nodes %g target : !g
  %out = tensor.empty(%n) : !x
  %y:2 = mesh.aggregate over(%g : !g) target source(%x : !x) outs(%out, %out : !x, !x)
      init {
        %zero = arith.constant dense<0.0> : !row
        mesh.yield %zero, %zero : !row, !row
      }
      step(%sum: !row, %squares: !row, %row: !row, %e: index) {
        %s = arith.addf %sum, %row : !row
        %square = arith.mulf %row, %row : !row
        %q = arith.addf %squares, %square : !row
        mesh.yield %s, %q : !row, !row
      }
      finish(%sum: !row, %squares: !row, %degree: index) {
        %one = arith.constant 1 : index
        %safe = arith.maxsi %degree, %one : index
        %int = arith.index_cast %safe : index to i32
        %float = arith.sitofp %int : i32 to f32
        %d = tensor.splat %float : !row
        %mean = arith.divf %sum, %d : !row
        %meanOfSquares = arith.divf %squares, %d : !row
        %squareOfMean = arith.mulf %mean, %mean : !row
        %variance = arith.subf %meanOfSquares, %squareOfMean : !row
        mesh.yield %mean, %variance : !row, !row
      }
  %m = mesh.gather %x, %g source : (!x, !g) -> !x
  %mean = mesh.segment_mean %m, %g target : (!x, !g) -> !x
  %sq = arith.mulf %m, %m : !x
  %meanSq = mesh.segment_mean %sq, %g target : (!x, !g) -> !x
  %meanMean = arith.mulf %mean, %mean : !x
  %variance = arith.subf %meanSq, %meanMean : !x
  check.close %y#0, %mean {atol = 1.0e-4 : f64} : !x, !x
  check.close %y#1, %variance {atol = 1.0e-4 : f64} : !x, !x
  return
}

// 6. Rows of both ends: y_v = sum of (x_u - x_v)^2. The owner's row is an operand like
// any other.
func.func private @differences(%g: !g, %x: !x, %z: !x) {
  %n = mesh.num_nodes %g target : !g
  %out = tensor.empty(%n) : !x
  %y = mesh.aggregate over(%g : !g) target source(%x : !x) owner(%z : !x) outs(%out : !x)
      init {
        %zero = arith.constant dense<0.0> : !row
        mesh.yield %zero : !row
      }
      step(%acc: !row, %u: !row, %v: !row, %e: index) {
        %d = arith.subf %u, %v : !row
        %m = arith.mulf %d, %d : !row
        %a = arith.addf %acc, %m : !row
        mesh.yield %a : !row
      }
  %s = mesh.gather %x, %g source : (!x, !g) -> !x
  %t = mesh.gather %z, %g target : (!x, !g) -> !x
  %d = arith.subf %s, %t : !x
  %m = arith.mulf %d, %d : !x
  %want = mesh.segment_sum %m, %g target : (!x, !g) -> !x
  check.close %y, %want {atol = 1.0e-2 : f64} : !x, !x
  return
}

// 7. Attention: `score` gives a logit, the op makes weights of it, `step` is linear in
// them and `finish` divides by their sum.
func.func private @attention(%g: !g, %x: !x, %w: !v) {
  %n = mesh.num_nodes %g target : !g
  %out = tensor.empty(%n) : !x
  %y = mesh.aggregate over(%g : !g) target stabilize = softmax
      source(%x : !x) score_edge(%w : !v) outs(%out : !x)
      init {
        %zero = arith.constant dense<0.0> : !row
        mesh.yield %zero : !row
      }
      score(%logit: f32, %e: index) {
        mesh.yield %logit : f32
      }
      step(%acc: !row, %weight: f32, %row: !row, %e: index) {
        %ws = tensor.splat %weight : !row
        %m = arith.mulf %row, %ws : !row
        %a = arith.addf %acc, %m : !row
        mesh.yield %a : !row
      }
      finish(%acc: !row, %max: f32, %sum: f32, %degree: index) {
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %isEmpty = arith.cmpf oeq, %sum, %zero : f32
        %safe = arith.select %isEmpty, %one, %sum : f32
        %ss = tensor.splat %safe : !row
        %r = arith.divf %acc, %ss : !row
        mesh.yield %r : !row
      }
  %a = mesh.segment_softmax %w, %g target : (!v, !g) -> !v
  %m = mesh.gather %x, %g source : (!x, !g) -> !x
  %s = mesh.scale %m, %a : (!x, !v) -> !x
  %want = mesh.segment_sum %s, %g target : (!x, !g) -> !x
  check.close %y, %want {atol = 1.0e-4 : f64} : !x, !x
  return
}

// 8. What a softmax keeps for itself is a result too: log of the sum of exp(w_e), with
// no accumulator at all.
func.func private @log_sum_exp(%g: !g, %w: !v) {
  %n = mesh.num_nodes %g target : !g
  %out = tensor.empty(%n) : !v
  %y = mesh.aggregate over(%g : !g) target stabilize = softmax score_edge(%w : !v) outs(%out : !v)
      init {
        mesh.yield
      }
      score(%logit: f32, %e: index) {
        mesh.yield %logit : f32
      }
      step(%weight: f32, %e: index) {
        mesh.yield
      }
      finish(%max: f32, %sum: f32, %degree: index) {
        %log = math.log %sum : f32
        %r = arith.addf %max, %log : f32
        mesh.yield %r : f32
      }
  %exp = math.exp %w : !v
  %total = mesh.segment_sum %exp, %g target : (!v, !g) -> !v
  %want = math.log %total : !v
  check.close %y, %want {atol = 1.0e-4 : f64} : !v, !v
  return
}

// 9. A product: multiplication joins it.
func.func private @product(%g: !g, %w: !v) {
  %n = mesh.num_nodes %g target : !g
  %out = tensor.empty(%n) : !v
  %y = mesh.aggregate over(%g : !g) target edge(%w : !v) outs(%out : !v)
      init {
        %one = arith.constant 1.0 : f32
        mesh.yield %one : f32
      }
      step(%acc: f32, %weight: f32, %e: index) {
        // Close to 1, so that a product of thousands stays a number.
        %small = arith.constant 1.0e-3 : f32
        %one = arith.constant 1.0 : f32
        %part = arith.mulf %weight, %small : f32
        %factor = arith.addf %part, %one : f32
        %a = arith.mulf %acc, %factor : f32
        mesh.yield %a : f32
      }
      combine(%earlier: f32, %later: f32) {
        %a = arith.mulf %earlier, %later : f32
        mesh.yield %a : f32
      }
  %small = arith.constant dense<1.0e-3> : tensor<f32>
  %e = mesh.num_edges %g : !g
  %empty = tensor.empty(%e) : !v
  %factors = linalg.generic {indexing_maps = [affine_map<(e) -> (e)>, affine_map<(e) -> (e)>], iterator_types = ["parallel"]}
      ins(%w : !v) outs(%empty : !v) {
    ^bb0(%in: f32, %o: f32):
      %c = arith.constant 1.0e-3 : f32
      %part = arith.mulf %in, %c : f32
      %l = math.log1p %part : f32
      linalg.yield %l : f32
  } -> !v
  %logs = mesh.segment_sum %factors, %g target : (!v, !g) -> !v
  %want = math.exp %logs : !v
  check.close %y, %want {rtol = 1.0e-3 : f64} : !v, !v
  return
}

// 10. A map of every message by a matrix that all edges read whole, at the sources:
// y_u = sum over u -> v of relu(x_v W).
func.func private @mapped_messages(%g: !g, %z: !x, %w: !w) {
  %n = mesh.num_nodes %g source : !g
  %out = tensor.empty(%n) : !x
  %y = mesh.aggregate over(%g : !g) source source(%z : !x) shared(%w : !w) outs(%out : !x)
      init {
        %zero = arith.constant dense<0.0> : !row
        mesh.yield %zero : !row
      }
      step(%acc: !row, %row: !row, %matrix: !w, %e: index) {
        %zero = arith.constant dense<0.0> : !row
        %p = linalg.vecmat ins(%row, %matrix : !row, !w) outs(%zero : !row) -> !row
        %m = arith.maximumf %p, %zero : !row
        %a = arith.addf %acc, %m : !row
        mesh.yield %a : !row
      }
  %p = mesh.linear %z, %w : (!x, !w) -> !x
  %r = mesh.relu %p : (!x) -> !x
  %m = mesh.gather %r, %g target : (!x, !g) -> !x
  %want = mesh.segment_sum %m, %g source : (!x, !g) -> !x
  check.close %y, %want {atol = 1.0e-2 : f64} : !x, !x
  return
}

// 11. A score of each edge from the rows of its ends.
func.func private @scores(%g: !g, %x: !x, %z: !x) {
  %n = mesh.num_edges %g : !g
  %out = tensor.empty(%n) : !v
  %y = mesh.map_edges over(%g : !g) source(%x : !x) target(%z : !x) outs(%out : !v)
      body(%u: !row, %v: !row, %e: index) {
        %zero = arith.constant dense<0.0> : tensor<f32>
        %dot = linalg.dot ins(%u, %v : !row, !row) outs(%zero : tensor<f32>) -> tensor<f32>
        %r = tensor.extract %dot[] : tensor<f32>
        mesh.yield %r : f32
      }
  %s = mesh.gather %x, %g source : (!x, !g) -> !x
  %t = mesh.gather %z, %g target : (!x, !g) -> !x
  %m = arith.mulf %s, %t : !x
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty(%n) : !v
  %fill = linalg.fill ins(%zero : f32) outs(%empty : !v) -> !v
  %want = linalg.reduce { arith.addf } ins(%m : !x) outs(%fill : !v) dimensions = [1]
  check.close %y, %want {atol = 1.0e-4 : f64} : !v, !v
  return
}

// 12. The ordinal of an edge is its place in COO order: every other edge counts.
func.func private @every_other(%g: !g, %w: !v) {
  %n = mesh.num_nodes %g target : !g
  %out = tensor.empty(%n) : !v
  %y = mesh.aggregate over(%g : !g) target edge(%w : !v) outs(%out : !v)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      step(%acc: f32, %weight: f32, %e: index) {
        %two = arith.constant 2 : index
        %c0 = arith.constant 0 : index
        %zero = arith.constant 0.0 : f32
        %rest = arith.remui %e, %two : index
        %even = arith.cmpi eq, %rest, %c0 : index
        %m = arith.select %even, %weight, %zero : f32
        %a = arith.addf %acc, %m : f32
        mesh.yield %a : f32
      }
  %ids = mesh.edge_ids %g : (!g) -> !i
  %e = mesh.num_edges %g : !g
  %empty = tensor.empty(%e) : !v
  %kept = linalg.generic {indexing_maps = [affine_map<(e) -> (e)>, affine_map<(e) -> (e)>, affine_map<(e) -> (e)>], iterator_types = ["parallel"]}
      ins(%ids, %w : !i, !v) outs(%empty : !v) {
    ^bb0(%id: i32, %in: f32, %o: f32):
      %one = arith.constant 1 : i32
      %c0 = arith.constant 0 : i32
      %zero = arith.constant 0.0 : f32
      %low = arith.andi %id, %one : i32
      %even = arith.cmpi eq, %low, %c0 : i32
      %r = arith.select %even, %in, %zero : f32
      linalg.yield %r : f32
  } -> !v
  %want = mesh.segment_sum %kept, %g target : (!v, !g) -> !v
  check.close %y, %want {atol = 1.0e-3 : f64} : !v, !v
  return
}

// 13. A sum over all edges: the Dirichlet energy.
func.func private @energy(%g: !g, %x: !x, %z: !x) {
  %out = tensor.empty() : !row
  %y = mesh.reduce_edges over(%g : !g) source(%x : !x) target(%z : !x) outs(%out : !row)
      body(%u: !row, %v: !row, %e: index) {
        %d = arith.subf %u, %v : !row
        %m = arith.mulf %d, %d : !row
        mesh.yield %m : !row
      }
  %s = mesh.gather %x, %g source : (!x, !g) -> !x
  %t = mesh.gather %z, %g target : (!x, !g) -> !x
  %d = arith.subf %s, %t : !x
  %m = arith.mulf %d, %d : !x
  %atTargets = mesh.segment_sum %m, %g target : (!x, !g) -> !x
  %zero = arith.constant dense<0.0> : !row
  %want = linalg.reduce { arith.addf } ins(%atTargets : !x) outs(%zero : !row) dimensions = [0]
  check.close %y, %want {rtol = 1.0e-4 : f64} : !row, !row
  return
}

// 14. Control flow on scalars has no form on vectors; it is computed for each element.
func.func private @branches(%g: !g, %x: !x) {
  %n = mesh.num_nodes %g target : !g
  %out = tensor.empty(%n) : !x
  %y = mesh.aggregate over(%g : !g) target source(%x : !x) outs(%out : !x)
      init {
        %zero = arith.constant dense<0.0> : !row
        mesh.yield %zero : !row
      }
      step(%acc: !row, %row: !row, %e: index) {
        %empty = tensor.empty() : !row
        %m = linalg.generic {indexing_maps = [affine_map<(f) -> (f)>, affine_map<(f) -> (f)>], iterator_types = ["parallel"]}
            ins(%row : !row) outs(%empty : !row) {
          ^bb0(%in: f32, %o: f32):
            %zero = arith.constant 0.0 : f32
            %positive = arith.cmpf ogt, %in, %zero : f32
            %r = scf.if %positive -> (f32) {
              %root = math.sqrt %in : f32
              scf.yield %root : f32
            } else {
              scf.yield %in : f32
            }
            linalg.yield %r : f32
        } -> !row
        %a = arith.addf %acc, %m : !row
        mesh.yield %a : !row
      }
  %m = mesh.gather %x, %g source : (!x, !g) -> !x
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %e = mesh.num_edges %g : !g
  %empty = tensor.empty(%e) : !x
  %mapped = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel"]}
      ins(%m : !x) outs(%empty : !x) {
    ^bb0(%in: f32, %o: f32):
      %c0 = arith.constant 0.0 : f32
      %positive = arith.cmpf ogt, %in, %c0 : f32
      %safe = arith.maximumf %in, %c0 : f32
      %root = math.sqrt %safe : f32
      %r = arith.select %positive, %root, %in : f32
      linalg.yield %r : f32
  } -> !x
  %want = mesh.segment_sum %mapped, %g target : (!x, !g) -> !x
  check.close %y, %want {atol = 1.0e-3 : f64} : !x, !x
  return
}

// 15. Edge rows in the order in which a fold reads them: `sweep` writes them so,
// `sorted` says so to the reader. Ordinals stay those of COO order.
func.func private @in_order(%g: !g, %x: !x, %w: !v) {
  %n = mesh.num_nodes %g target : !g
  %edges = mesh.num_edges %g : !g
  %out = tensor.empty(%n) : !v
  %rows = tensor.empty(%edges) : !v
  %m:2 = mesh.map_edges over(%g : !g) sweep = target sorted = array<i1: false, true, false>
      source(%x : !x) edge(%w : !v) outs(%rows, %rows : !v, !v)
      body(%u: !row, %weight: f32, %e: index) {
        %c0 = arith.constant 0 : index
        %first = tensor.extract %u[%c0] : !row
        %int = arith.index_cast %e : index to i32
        %float = arith.sitofp %int : i32 to f32
        %p = arith.mulf %first, %weight : f32
        %r = arith.addf %p, %float : f32
        mesh.yield %r, %r : f32, f32
      }
  %y = mesh.aggregate over(%g : !g) target sorted = array<i1: true, false> edge(%m#0, %m#1 : !v, !v) outs(%out : !v)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      step(%acc: f32, %sorted: f32, %coo: f32, %e: index) {
        %two = arith.constant 2.0 : f32
        %twice = arith.mulf %sorted, %two : f32
        %d = arith.subf %twice, %coo : f32
        %a = arith.addf %acc, %d : f32
        mesh.yield %a : f32
      }
  %want = mesh.segment_sum %m#1, %g target : (!v, !g) -> !v
  check.close %y, %want {rtol = 1.0e-4 : f64} : !v, !v
  return
}

func.func @all(%g: !g, %x: !x, %z: !x, %w: !v, %matrix: !w) {
  call @weighted_sum(%g, %x, %w) : (!g, !x, !v) -> ()
  call @mean(%g, %x) : (!g, !x) -> ()
  call @maximum(%g, %x) : (!g, !x) -> ()
  call @winner(%g, %w) : (!g, !v) -> ()
  call @variance(%g, %x) : (!g, !x) -> ()
  call @differences(%g, %x, %z) : (!g, !x, !x) -> ()
  call @attention(%g, %x, %w) : (!g, !x, !v) -> ()
  call @log_sum_exp(%g, %w) : (!g, !v) -> ()
  call @product(%g, %w) : (!g, !v) -> ()
  call @mapped_messages(%g, %z, %matrix) : (!g, !x, !w) -> ()
  call @scores(%g, %x, %z) : (!g, !x, !x) -> ()
  call @every_other(%g, %w) : (!g, !v) -> ()
  call @energy(%g, %x, %z) : (!g, !x, !x) -> ()
  call @branches(%g, %x) : (!g, !x) -> ()
  call @in_order(%g, %x, %w) : (!g, !x, !v) -> ()
  return
}
