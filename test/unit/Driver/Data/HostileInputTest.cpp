//===- HostileInputTest.cpp - damaged files never crash a reader ----------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "mesh/Driver/Data/EdgeList.h"
#include "mesh/Driver/Data/Generators.h"
#include "mesh/Driver/Data/Literal.h"
#include "mesh/Driver/Data/MatrixMarket.h"
#include "mesh/Driver/Data/Npy.h"
#include "mesh/Driver/Data/Npz.h"
#include "mesh/Runtime/Philox.h"

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

/// Good input with one to four bytes replaced, removed or doubled, the same
/// ones in every run.
std::string damage(StringRef good, uint64_t round) {
  std::string text = good.str();
  auto words = mesh::runtime::philox(round, 0);
  for (unsigned i = 0; i <= words[3] % 4 && !text.empty(); ++i) {
    auto draw = mesh::runtime::philox(round, i + 1);
    size_t at = draw[0] % text.size();
    constexpr char likely[] = "0123456789-+. \n,[]%'()\xff\x7f";
    switch (draw[1] % 4) {
    case 0:
      text[at] = char(draw[2]);
      break;
    case 1:
      text[at] = likely[draw[2] % (sizeof(likely) - 1)];
      break;
    case 2:
      text.erase(at, 1 + draw[2] % 8);
      break;
    default:
      text.insert(at, text.substr(at, 1 + draw[2] % 8));
      break;
    }
  }
  return text;
}

constexpr uint64_t kRounds = 3000;

TEST(HostileInput, Npy) {
  std::string good;
  raw_string_ostream os(good);
  ASSERT_EQ(errorText(writeNpy(
                os, get(makeArray({1, 2, 3, 4, 5, 6}, {2, 3}, DType::F32)))),
            "no error");
  for (uint64_t round = 0; round < kRounds; ++round) {
    auto copy = std::make_shared<std::string>(damage(good, round));
    Expected<Array> array = parseNpy(*copy, copy, "x.npy");
    if (!array) {
      consumeError(array.takeError());
      continue;
    }
    EXPECT_LE(array->byteSize(), good.size() + 64);
    (void)values(*array);
  }
}

TEST(HostileInput, Npz) {
  TempFolder folder;
  std::string good;
  raw_string_ostream os(good);
  std::vector<NamedArray> arrays{{"a", get(makeArray({1, 2}, {2}))},
                                 {"b", get(makeArray({3}, {}))}};
  ASSERT_EQ(errorText(writeNpz(os, arrays)), "no error");
  for (uint64_t round = 0; round < kRounds / 4; ++round) {
    Expected<NpzFile> npz =
        NpzFile::open(folder.write("x.npz", damage(good, round)));
    if (!npz) {
      consumeError(npz.takeError());
      continue;
    }
    for (const std::string &name : npz->names())
      (void)errorText(npz->read(name));
  }
}

TEST(HostileInput, Text) {
  const char market[] = "%%MatrixMarket matrix coordinate real symmetric\n"
                        "3 3 2\n2 1 0.5\n3 2 4\n";
  const char array[] = "%%MatrixMarket matrix array integer skew-symmetric\n"
                       "3 3\n1\n2\n3\n";
  for (uint64_t round = 0; round < kRounds; ++round) {
    for (const char *text : {market, array}) {
      Expected<SparseMatrix> matrix =
          parseMatrixMarket(damage(text, round), "g.mtx");
      if (!matrix) {
        consumeError(matrix.takeError());
        continue;
      }
      if (matrix->rows < 100 && matrix->columns < 100)
        (void)errorText(denseMatrix(*matrix, DType::F32));
    }
    (void)errorText(parseEdgeList(damage("0 1 2.5\n1 2 3\n", round), "e"));
    (void)errorText(parseLiteral(damage("[[1,2.5],[-3,4]]", round)));
    (void)errorText(
        parseGenerator(damage("rmat:nodes=9,edges=20,seed=1", round)));
  }
}

} // namespace
