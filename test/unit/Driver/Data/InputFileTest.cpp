//===- InputFileTest.cpp - files as arguments, right and wrong ------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "mesh/Driver/Data/Argument.h"
#include "mesh/Driver/Data/Npy.h"
#include "mesh/Driver/Data/Save.h"

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

using Ids = std::vector<int64_t>;

ArgType graphType() {
  ArgType type;
  type.kind = ArgType::Graph;
  return type;
}
ArgType rowType() {
  ArgType type;
  type.shape = {-1};
  return type;
}
std::string failure(StringRef spec) {
  return errorText(loadArgument(spec, graphType()));
}
CooGraph graph(StringRef spec) {
  EdgeOrigin origin;
  return get(loadGraph(spec, {}, origin));
}

TEST(InputFile, MetisFilesAreRefusedByName) {
  TempFolder folder;
  for (const char *text :
       {"% tiny\n4 2\n2\n1 3\n2\n\n", "3 2 1\n2 7\n1 7 3 4\n2 4\n",
        "3 2 10\n9 2\n8 1 3\n7 2\n", "% tiny\n4 3\n2\n1 3\n2\n\n",
        "% tiny\r\n4 2\r\n2\r\n1 3\r\n2\r\n\r\n"}) {
    std::string path = folder.write("tiny.graph", text);
    EXPECT_EQ(failure("@" + path),
              path + ": METIS graph files are not supported, expects .npy, "
                     ".npz, .mtx or a text edge list (.txt, .edges, .tsv, "
                     ".csv, .el)");
    // Under the name of an edge list it is not taken for one.
    EXPECT_CONTAINS(failure("@" + folder.write("tiny.txt", text)), ": line ");
  }
}

TEST(InputFile, OtherFormats) {
  TempFolder folder;
  EXPECT_CONTAINS(failure("@" + folder.write("g.bin", "\1\2\3")),
                  "unknown file format, expects .npy");
  EXPECT_CONTAINS(failure("@" + folder.write("g.mat", "\1\2\3")),
                  "MATLAB files are not supported");
  EXPECT_CONTAINS(failure("@" + folder.write("g.txt.gz", "\x1f\x8b")),
                  "compressed files are not supported");
  EXPECT_CONTAINS(failure("@" + folder.write("empty", "")),
                  "unknown file format");
  // The first bytes decide where the name does not.
  EXPECT_EQ(graph("@" + folder.write("market", "%%MatrixMarket matrix "
                                               "coordinate pattern general\n"
                                               "2 2 1\n2 1\n"))
                .target,
            (Ids{1}));
}

TEST(InputFile, NaNIsNoIndex) {
  TempFolder folder;
  double nan = std::numeric_limits<double>::quiet_NaN();
  for (DType dtype : {DType::F16, DType::F32, DType::F64}) {
    std::string path = folder.file("g.npy");
    ASSERT_EQ(
        errorText(saveNpy(path, get(makeArray({0, nan, 1, 0}, {2, 2}, dtype)))),
        "no error");
    EXPECT_CONTAINS(failure("@" + path),
                    "a graph expects an integer index array of shape [2, E]");
  }
  EXPECT_CONTAINS(failure("[[0,nan],[1,0]]"), "expects an integer index array");
  EXPECT_CONTAINS(failure("@" + folder.write("g.txt", "0 1\nnan 1\n")),
                  "line 2: node ids must be whole numbers, but the source is "
                  "'nan'");
  EXPECT_CONTAINS(
      failure("@" + folder.write("g.mtx", "%%MatrixMarket matrix coordinate "
                                          "real general\n2 2 1\n1 nan 1\n")),
      "line 3: expects a column number, but got 'nan'");
  ArgType integers = rowType();
  integers.dtype = DType::I32;
  EXPECT_CONTAINS(errorText(loadArgument("[0,nan]", integers)),
                  "element [1] is nan, which 'i32' cannot hold");
  EXPECT_CONTAINS(failure("[[0],[1]]+nodes=nan"), "nan");
}

TEST(InputFile, NamesInAnyScript) {
  TempFolder folder;
  std::string edges =
      folder.write("gr\xc3\xb6\xc3\x9f\x65 \xe5\x9b\xbe.edges", "0 1\n");
  EXPECT_EQ(graph("@" + edges + "+undirected").source, (Ids{0, 1}));
  EXPECT_CONTAINS(failure("@" + edges + "x"), edges + "x");
  std::string path = folder.file("\xd0\xbf.npz");
  Array array = get(makeArray({1, 2}, {2}, DType::F32));
  ASSERT_EQ(errorText(saveNpz(
                path, {{"\xe8\xbe\xba", array}, {"clear\x1b[2J\xff", array}})),
            "no error");
  EXPECT_EQ(errorText(loadArgument("@" + path + ":\xe8\xbe\xba", rowType())),
            "no error");
  // Whole characters are shown, and what could harm a terminal is escaped.
  EXPECT_CONTAINS(errorText(loadArgument("@" + path + ":x", rowType())),
                  "the members are: \xe8\xbe\xba, clear\\1B[2J\\FF");
}

TEST(InputFile, LongListsOfMembersAreCut) {
  TempFolder folder;
  std::string path = folder.file("many.npz");
  std::vector<NamedArray> arrays;
  for (int i = 0; i < 30; ++i)
    arrays.push_back({"m" + std::to_string(i), get(makeArray({1}, {1}))});
  ASSERT_EQ(errorText(saveNpz(path, arrays)), "no error");
  EXPECT_CONTAINS(errorText(loadArgument("@" + path, rowType())),
                  "m18, m19 and 10 more");
}

} // namespace
