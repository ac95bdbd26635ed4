// Principal neighbourhood aggregation: mean, maximum, minimum and deviation of the messages, each
// unscaled, amplified by log(d + 1) / delta and attenuated by delta / log(d + 1), put side by side.
//   deviation = sqrt(relu(mean m^2 - (mean m)^2) + 1e-2), attenuated: 0 without edges
//   y = [x, 12 aggregates] W, loss = mean sin(y)
// Source: Corso et al., "Principal Neighbourhood Aggregation for Graph Nets", 2020.
//
// EXPECTED random: 0.20012151178040932 0.9744512721695
// EXPECTED empty: 0.20503168202230762 -0.03233162367751
// EXPECTED star: 0.014165059058830554 -0.3553486164579
// EXPECTED multi: -0.046783846289934566 -0.01109462595888
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!N = tensor<?x2xf64>
func.func private @scaled(%x: tensor<?x8xf64>, %s: tensor<?xf64>) -> tensor<?x8xf64> {
  %y = mesh.scale %x, %s : (tensor<?x8xf64>, tensor<?xf64>) -> tensor<?x8xf64>
  return %y : tensor<?x8xf64>
}
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %x: tensor<?x2xf64>,         // N
    %e: tensor<?x2xf64>,         // E in [0.5, 1.5]
    %delta: f64,                 // 1.3 in [1.0, 2.0]
    %w: tensor<26x2xf64>
) -> f64 {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : !N
  %xs = mesh.gather %x, %g source : (!N, !mesh.graph) -> !N
  %m = arith.mulf %xs, %e : !N
  %mean = mesh.segment_mean %m, %g target : (!N, !mesh.graph) -> !N
  %max = mesh.segment_max %m, %g target : (!N, !mesh.graph) -> !N
  %min = mesh.segment_min %m, %g target : (!N, !mesh.graph) -> !N
  %m2 = arith.mulf %m, %m : !N
  %mean2 = mesh.segment_mean %m2, %g target : (!N, !mesh.graph) -> !N
  %mm = arith.mulf %mean, %mean : !N
  %v0 = arith.subf %mean2, %mm : !N
  %zero = arith.constant 0.0 : f64
  %zeros = tensor.splat %zero[%n] : !N
  // A segment of one edge has a variance of zero up to rounding: on the kink.
  %small = arith.constant 1.0e-2 : f64
  %smalls = tensor.splat %small[%n] : !N
  %v = arith.addf %v0, %smalls : !N
  %std = math.sqrt %v : !N
  %all = tensor.concat dim(1) %mean, %max, %min, %std : (!N, !N, !N, !N) -> tensor<?x8xf64>
  %deg = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %degf = arith.sitofp %deg : tensor<?xi32> to tensor<?xf64>
  %log = math.log1p %degf : tensor<?xf64>
  %ds = tensor.splat %delta[%n] : tensor<?xf64>
  %up = arith.divf %log, %ds : tensor<?xf64>
  %z1 = tensor.splat %zero[%n] : tensor<?xf64>
  %some = arith.cmpf ogt, %log, %z1 : tensor<?xf64>
  %inv = arith.divf %ds, %log : tensor<?xf64>
  %down = arith.select %some, %inv, %z1 : tensor<?xi1>, tensor<?xf64>
  %amplified = func.call @scaled(%all, %up) : (tensor<?x8xf64>, tensor<?xf64>) -> tensor<?x8xf64>
  %attenuated = func.call @scaled(%all, %down) : (tensor<?x8xf64>, tensor<?xf64>) -> tensor<?x8xf64>
  %cat = tensor.concat dim(1) %x, %all, %amplified, %attenuated : (!N, tensor<?x8xf64>, tensor<?x8xf64>, tensor<?x8xf64>) -> tensor<?x26xf64>
  %y = mesh.linear %cat, %w : (tensor<?x26xf64>, tensor<26x2xf64>) -> !N
  %sin = math.sin %y : !N
  %zt = tensor.from_elements %zero : tensor<f64>
  %s = linalg.reduce { arith.addf } ins(%sin : !N) outs(%zt : tensor<f64>) dimensions = [0, 1]
  %t = tensor.extract %s[] : tensor<f64>
  %two = arith.constant 2 : index
  %size = arith.muli %n, %two : index
  %si = arith.index_cast %size : index to i32
  %sf = arith.sitofp %si : i32 to f64
  %l = arith.divf %t, %sf : f64
  return %l : f64
}
