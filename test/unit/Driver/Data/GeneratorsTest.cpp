//===- GeneratorsTest.cpp - made-up data ----------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Generators.h"
#include "TestSupport.h"
#include "mesh/Driver/Data/GraphModifiers.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

using Ids = std::vector<int64_t>;
using Values = std::vector<double>;

Expected<Array> tensor(StringRef text, DType dtype, ArrayRef<int64_t> shape) {
  Expected<GeneratorSpec> spec = parseGenerator(text);
  if (!spec)
    return spec.takeError();
  return generateTensor(*spec, dtype, shape);
}

Expected<CooGraph> graph(StringRef text) {
  Expected<GeneratorSpec> spec = parseGenerator(text);
  if (!spec)
    return spec.takeError();
  return generateGraph(*spec);
}

TEST(TensorGenerators, Constants) {
  for (DType dtype : {DType::Bool, DType::I8, DType::U64, DType::F16,
                      DType::BF16, DType::F32, DType::F64}) {
    EXPECT_EQ(values(get(tensor("zeros", dtype, {2, 2}))), Values(4, 0));
    EXPECT_EQ(values(get(tensor("ones", dtype, {3}))), Values(3, 1));
    EXPECT_EQ(values(get(tensor("iota", dtype, {2}))), (Values{0, 1}));
    EXPECT_EQ(values(get(tensor("eye", dtype, {2, 2, 3}))),
              (Values{1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0}));
    EXPECT_EQ(values(get(tensor("eye", dtype, {3, 2}))),
              (Values{1, 0, 0, 1, 0, 0}));
  }
  EXPECT_EQ(get(tensor("ones", DType::F32, {})).doubleAt(0), 1);
  EXPECT_CONTAINS(errorText(tensor("iota", DType::I8, {200})),
                  "the last value does not fit");
  EXPECT_EQ(errorText(tensor("iota", DType::I8, {128})), "no error");
}

TEST(TensorGenerators, UniformIsInRangeAndRepeatable) {
  Array first = get(tensor("uniform:7", DType::F32, {100, 100}));
  Array second = get(tensor("uniform:seed=7", DType::F32, {100, 100}));
  EXPECT_EQ(values(first), values(second));
  EXPECT_NE(values(first),
            values(get(tensor("uniform:8", DType::F32, {100, 100}))));
  double sum = 0;
  for (DType dtype : {DType::F16, DType::BF16, DType::F32, DType::F64})
    for (double x : values(get(tensor("uniform:7", dtype, {100, 100})))) {
      ASSERT_GE(x, 0);
      ASSERT_LT(x, 1);
    }
  for (double x : values(first))
    sum += x;
  EXPECT_NEAR(sum / 1e4, 0.5, 0.02);
  // The numbers are part of the contract: they may never change. Element 0 of
  // seed 0 comes from the first known answer of the generator.
  Array zero = get(tensor("uniform:0", DType::F32, {1}));
  EXPECT_EQ(zero.as<float>()[0], float(0x6627e8d5 >> 8) * 0x1p-24f);
}

TEST(TensorGenerators, UniformRanges) {
  for (double x :
       values(get(tensor("uniform:1,low=-2,high=3", DType::F64, {1000})))) {
    ASSERT_GE(x, -2);
    ASSERT_LT(x, 3);
  }
  std::set<double> seen;
  for (double x : values(get(tensor("uniform:1:high=7", DType::I32, {1000}))))
    seen.insert(x);
  EXPECT_EQ(seen, (std::set<double>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_CONTAINS(errorText(tensor("uniform:1", DType::I32, {3})),
                  "expects the option 'high='");
  EXPECT_CONTAINS(errorText(tensor("uniform:1:high=300", DType::I8, {3})),
                  "which 'i8' cannot hold");
  EXPECT_CONTAINS(errorText(tensor("uniform:1:high=inf", DType::I8, {3})),
                  "whole numbers");
  EXPECT_CONTAINS(errorText(tensor("uniform:1:high=1e300", DType::F32, {3})),
                  "low < high");
}

TEST(TensorGenerators, NormalHasItsMoments) {
  double sum = 0, square = 0;
  Array array = get(tensor("normal:3", DType::F64, {20000}));
  for (double x : values(array)) {
    ASSERT_TRUE(std::isfinite(x));
    sum += x;
    square += x * x;
  }
  EXPECT_NEAR(sum / 2e4, 0, 0.03);
  EXPECT_NEAR(square / 2e4, 1, 0.03);
}

/// The bits are part of the contract. These come from Philox and the definition
/// of the generator in another language; they are within 5e-16 of the exact
/// values.
TEST(TensorGenerators, NormalHasTheSameBitsEverywhere) {
  EXPECT_EQ(values(get(tensor("normal:3", DType::F64, {4}))),
            (Values{-0x1.0676d2fb8ea66p+0, 0x1.03601ecceae12p-3,
                    0x1.7f04a7ea7342fp-1, -0x1.e9a43cf8f13aap-3}));
}

TEST(GraphGenerators, PowerLawIsTheSameEverywhere) {
  for (auto [exponent, targets] :
       {std::pair<const char *, Ids>{"2.1",
                                     {8170, 90641, 489, 368, 6998, 2077}},
        {"1.5", {1, 2, 0, 0, 0, 0}},
        {"2", {1070, 22645, 63, 49, 898, 247}}})
    EXPECT_EQ(get(graph(("power_law:nodes=1000000,edges=6,seed=5,exponent=" +
                         Twine(exponent))
                            .str()))
                  .target,
              targets)
        << exponent;
}

TEST(TensorGenerators, GlorotUsesTheLastTwoDimensions) {
  double limit = std::sqrt(6.0 / (30 + 20)), largest = 0;
  for (double x : values(get(tensor("glorot:3", DType::F32, {4, 30, 20}))))
    largest = std::max(largest, std::fabs(x));
  EXPECT_LE(largest, limit);
  EXPECT_GT(largest, 0.99 * limit);
  EXPECT_CONTAINS(errorText(tensor("glorot:3", DType::F32, {4})),
                  "expects two dimensions or more");
  EXPECT_CONTAINS(errorText(tensor("glorot:3", DType::I32, {4, 4})),
                  "expects a float type, but got 'i32'");
}

TEST(TensorGenerators, Mistakes) {
  EXPECT_CONTAINS(errorText(tensor("uniform", DType::F32, {1})),
                  "expects a seed, such as 'uniform:1'");
  EXPECT_CONTAINS(errorText(tensor("normal:x", DType::F32, {1})),
                  "expects a seed");
  EXPECT_CONTAINS(errorText(tensor("uniforn:1", DType::F32, {1})),
                  "the generators are: zeros, ones, eye");
  EXPECT_CONTAINS(errorText(tensor("zeros:5", DType::F32, {1})),
                  "'zeros' does not take '5'");
  EXPECT_CONTAINS(errorText(tensor("normal:1:high=3", DType::F32, {1})),
                  "'normal' has no option 'high='");
  EXPECT_CONTAINS(errorText(tensor("normal::", DType::F32, {1})), "is empty");
  EXPECT_CONTAINS(errorText(tensor("ones", DType::F32, {int64_t(1) << 60})),
                  "but this machine has");
}

TEST(GraphGenerators, Shapes) {
  CooGraph star = get(graph("star:nodes=4"));
  EXPECT_EQ(star.source, (Ids{1, 2, 3}));
  EXPECT_EQ(star.target, (Ids{0, 0, 0}));
  CooGraph ring = get(graph("ring:nodes=3"));
  EXPECT_EQ(ring.source, (Ids{0, 1, 2}));
  EXPECT_EQ(ring.target, (Ids{1, 2, 0}));
  CooGraph grid = get(graph("grid:rows=2,cols=2"));
  EXPECT_EQ(grid.numSources, 4);
  EXPECT_EQ(grid.source, (Ids{0, 0, 1, 1, 2, 2, 3, 3}));
  EXPECT_EQ(grid.target, (Ids{1, 2, 0, 3, 0, 3, 1, 2}));
  for (const char *text : {"star:nodes=0", "ring:nodes=0", "grid:rows=0,cols=5",
                           "grid:rows=5,cols=0", "rmat:nodes=0,edges=0,seed=1",
                           "uniform_graph:nodes=3,edges=0,seed=1"})
    EXPECT_EQ(get(graph(text)).numEdges(), 0) << text;
  EXPECT_EQ(get(graph("grid:rows=3,cols=4")).numEdges(), 2 * (3 * 3 + 2 * 4));
}

TEST(GraphGenerators, RandomOnesStayInRange) {
  for (const char *text :
       {"rmat:nodes=1000,edges=5000,seed=1,p=.45/.22/.22/.11,shuffle",
        "rmat:nodes=1000,edges=5000,seed=1,p=0.25/0.25/0.25/0.25",
        "rmat:nodes=1000,edges=5000,seed=1,p=1/0/0/0",
        "uniform_graph:nodes=1000,edges=5000,seed=1",
        "power_law:nodes=1000,edges=5000,seed=1,exponent=2.5",
        "power_law:nodes=1000,edges=5000,seed=1,exponent=2",
        "power_law:nodes=1000,edges=5000,seed=1,exponent=1.01",
        "power_law:nodes=1000,edges=5000,seed=1,exponent=50",
        "hub:nodes=1000,edges=5000,seed=1"}) {
    CooGraph first = get(graph(text)), second = get(graph(text));
    EXPECT_EQ(first.numEdges(), 5000);
    EXPECT_EQ(first.source, second.source);
    EXPECT_EQ(first.target, second.target);
    EdgeOrigin origin;
    EXPECT_EQ(errorText(applyModifiers(first, {}, origin)), "no error") << text;
  }
}

int64_t largestInDegree(const CooGraph &graph) {
  Ids degree(graph.numTargets);
  for (int64_t target : graph.target)
    ++degree[target];
  return *std::max_element(degree.begin(), degree.end());
}

TEST(GraphGenerators, Skew) {
  EXPECT_GT(largestInDegree(get(graph("hub:nodes=1000,edges=5000,seed=1"))),
            2499);
  EXPECT_GT(
      largestInDegree(get(graph("power_law:nodes=1000,edges=5000,seed=1"))),
      100);
  EXPECT_GT(largestInDegree(get(
                graph("rmat:nodes=1000,edges=5000,seed=1,p=.6/.15/.15/.1"))),
            50);
  EXPECT_LT(
      largestInDegree(get(graph("uniform_graph:nodes=1000,edges=5000,seed=1"))),
      25);
  // Shuffling renames nodes and keeps the degrees.
  CooGraph plain = get(graph("rmat:nodes=1000,edges=5000,seed=1"));
  CooGraph mixed = get(graph("rmat:nodes=1000,edges=5000,seed=1,shuffle"));
  EXPECT_NE(plain.target, mixed.target);
  EXPECT_EQ(largestInDegree(plain), largestInDegree(mixed));
}

TEST(GraphGenerators, Mistakes) {
  EXPECT_CONTAINS(errorText(graph("rmat:nodes=5,edges=5")),
                  "expects the option 'seed='");
  EXPECT_CONTAINS(errorText(graph("rmat:nodes=5,seed=1")),
                  "expects the option 'edges='");
  EXPECT_CONTAINS(errorText(graph("rmat:nodes=-5,edges=5,seed=1")),
                  "expects a number of 0 or more for 'nodes=', but got '-5'");
  EXPECT_CONTAINS(errorText(graph("rmat:nodes=0,edges=5,seed=1")),
                  "cannot put 5 edges between 0 nodes");
  EXPECT_CONTAINS(errorText(graph("rmat:nodes=5,edges=5,seed=1,p=1/2/3")),
                  "four chances that add up to 1");
  EXPECT_CONTAINS(errorText(graph("rmat:nodes=5,edges=5,seed=1,p=0/0/0/1")),
                  "almost never draws");
  EXPECT_CONTAINS(errorText(graph("rmat:nodes=5,edges=5,seed=1,shufle")),
                  "'rmat' does not take 'shufle'");
  EXPECT_CONTAINS(
      errorText(graph("uniform_graph:nodes=5,edges=4000000000000000000,"
                      "seed=1")),
      "4000000000000000000 edges need more than");
  EXPECT_CONTAINS(errorText(graph("grid:rows=4000000000,cols=4000000000")),
                  "too large");
  EXPECT_CONTAINS(errorText(graph("star:nodes=1099511627776")),
                  "1099511627776 edges need more than");
  EXPECT_CONTAINS(errorText(graph("tree:nodes=3")), "the generators are: rmat");
  EXPECT_CONTAINS(errorText(graph("ring:nodes=3,nodes=4")), "occurs twice");
}

} // namespace
