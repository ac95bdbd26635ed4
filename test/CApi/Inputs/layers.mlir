// Functions that C programs call: every kind of argument, of result and of
// failure.

// |sum of in-neighbours times W, scaled|.
func.func @layer(%g: !mesh.graph, %x: tensor<?x16xf32>, %w: tensor<16x8xf32>, %scale: f32)
    -> (tensor<?x8xf32> {mesh.name = "y"}) {
  %m = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %a = mesh.segment_sum %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %h = mesh.linear %a, %w : (tensor<?x16xf32>, tensor<16x8xf32>) -> tensor<?x8xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %h, %c0 : tensor<?x8xf32>
  %s = tensor.splat %scale[%n] : tensor<?x8xf32>
  %k = arith.mulf %h, %s : tensor<?x8xf32>
  %y = math.absf %k : tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// One number for each edge, and the two ends.
func.func @edges(%g: !mesh.graph, %x: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xi32> {mesh.name = "source"}, tensor<?xi32> {mesh.name = "target"}) {
  %s = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %t = mesh.gather %x, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %d = arith.subf %s, %t : tensor<?xf32>
  %source, %target = mesh.endpoints %g : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>)
  return %d, %source, %target : tensor<?xf32>, tensor<?xi32>, tensor<?xi32>
}

// What arrives at each target.
func.func @sums(%g: !mesh.graph, %x: tensor<?xf32>) -> tensor<?xf32> {
  %m = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %a = mesh.segment_sum %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %a : tensor<?xf32>
}

// Numbers and a tensor of rank 0.
func.func @numbers(%a: f64, %n: i8, %b: i1, %x: tensor<4xf32>) -> (f64, i8, i1, tensor<f32>) {
  %two = arith.addf %a, %a : f64
  %m = arith.muli %n, %n : i8
  %one = arith.constant true
  %c = arith.xori %b, %one : i1
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce ins(%x : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    (%p: f32, %q: f32) { %r = arith.addf %p, %q : f32 linalg.yield %r : f32 }
  return %two, %m, %c, %sum : f64, i8, i1, tensor<f32>
}

// The size follows from a number.
func.func @constant_rows(%n: index, %value: f32) -> tensor<?x3xf32> {
  %0 = tensor.splat %value[%n] : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// The size follows from data.
func.func @as_told(%size: tensor<1xindex>, %value: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.extract %size[%c0] : tensor<1xindex>
  %0 = tensor.splat %value[%n] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The argument itself, twice.
func.func @same(%x: tensor<?x16xf32>) -> (tensor<?x16xf32>, tensor<?x16xf32>) {
  return %x, %x : tensor<?x16xf32>, tensor<?x16xf32>
}

// Fails unless every edge has its reverse.
func.func @symmetric(%g: !mesh.graph) -> index {
  mesh.require %g symmetric : !mesh.graph
  %n = mesh.num_edges %g : !mesh.graph
  return %n : index
}

// Fails inside a parallel loop for the least number by -1, or by 0.
func.func @quotients(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %q = arith.divsi %a, %b : tensor<?xi32>
  return %q : tensor<?xi32>
}

// Indices of 64 bits, and no result.
func.func @wide(%g: !mesh.graph<i64>) {
  mesh.require %g loop_free : !mesh.graph<i64>
  return
}

// Half-precision numbers are passed as their bits.
func.func @halves(%x: tensor<?xf16>, %s: f16) -> tensor<?xf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf16>
  %t = tensor.splat %s[%n] : tensor<?xf16>
  %y = arith.mulf %x, %t : tensor<?xf16>
  return %y : tensor<?xf16>
}
