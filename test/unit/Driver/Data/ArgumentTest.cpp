//===- ArgumentTest.cpp - arguments of functions --------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Argument.h"
#include "TestSupport.h"
#include "mesh/Driver/Data/Npy.h"
#include "mesh/Driver/Data/Save.h"

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

using Ids = std::vector<int64_t>;
using Values = std::vector<double>;

ArgType tensorType(DType dtype, std::initializer_list<int64_t> shape) {
  ArgType type;
  type.dtype = dtype;
  type.shape.assign(shape);
  return type;
}
ArgType graphType(unsigned bits = 32) {
  ArgType type;
  type.kind = ArgType::Graph;
  type.indexBits = bits;
  return type;
}

Array tensor(StringRef spec, const ArgType &type,
             const LoadContext &context = {}) {
  const ArgValue value = get(loadArgument(spec, type, context));
  return value.array() ? *value.array() : Array();
}
std::string failure(StringRef spec, const ArgType &type,
                    const LoadContext &context = {}) {
  return errorText(loadArgument(spec, type, context));
}

const ArgType kRow = tensorType(DType::F32, {-1});
const ArgType kMatrix = tensorType(DType::F32, {-1, -1});

TEST(Argument, LiteralsAreChecked) {
  EXPECT_EQ(values(tensor("[[1,2],[3,4]]", kMatrix)), (Values{1, 2, 3, 4}));
  EXPECT_EQ(failure("[[1,2],[3,4]]", tensorType(DType::F32, {-1, 3})),
            "expects tensor<?x3xf32>, but got tensor<2x2xi64>: dimension 1 is "
            "2, expects 3");
  EXPECT_EQ(failure("[1]", kMatrix),
            "expects tensor<?x?xf32>, but got tensor<1xi64>: rank is 1, "
            "expects 2");
  EXPECT_EQ(failure("[1.5]", tensorType(DType::I32, {-1})),
            "expects tensor<?xi32>, but element [0] is 1.5, but 'i32' expects "
            "whole numbers");
  LoadContext named;
  named.argumentName = "x";
  EXPECT_EQ(failure("[1", kRow, named),
            "argument 'x': column 3 of the literal: expects ',' or ']', but "
            "got its end");
}

TEST(Argument, Scalars) {
  ArgType type;
  type.kind = ArgType::Scalar;
  EXPECT_EQ(tensor("3.5", type).doubleAt(0), 3.5);
  EXPECT_EQ(tensor("ones", type).doubleAt(0), 1);
  EXPECT_CONTAINS(failure("[3.5]", type), "expects f32, but got tensor<1xf64>");
  EXPECT_CONTAINS(failure("", type), "expects f32, but got an empty text");
}

TEST(Argument, GeneratorsNeedSizes) {
  ArgType type = tensorType(DType::F32, {-1, 16});
  EXPECT_EQ(failure("uniform:7", type),
            "the size of dimension 0 of tensor<?x16xf32> is not known, expects "
            "it as in 'uniform:7:shape=Nx16'");
  EXPECT_EQ(dims(tensor("uniform:7:shape=34x16", type)), (Ids{34, 16}));
  EXPECT_CONTAINS(failure("uniform:7:shape=34x15", type),
                  "dimension 1 is 15, expects 16");
  EXPECT_CONTAINS(failure("uniform:7:shape=ax16", type),
                  "expects a shape such as 34x16");
  LoadContext context;
  context.resolveDim = [](unsigned dim) -> std::optional<int64_t> {
    return dim == 0 ? std::optional<int64_t>(5) : std::nullopt;
  };
  EXPECT_EQ(dims(tensor("zeros", type, context)), (Ids{5, 16}));
  LoadContext fallback;
  fallback.fallbackShape = SmallVector<int64_t, 4>{7, 16};
  EXPECT_EQ(dims(tensor("zeros", type, fallback)), (Ids{7, 16}));
  EXPECT_EQ(dims(tensor("zeros", tensorType(DType::F32, {3, 4}))), (Ids{3, 4}));
}

TEST(Argument, WrongKindOfText) {
  EXPECT_CONTAINS(failure("rmat:nodes=4,edges=4,seed=1", kRow),
                  "'rmat' generates graphs");
  EXPECT_CONTAINS(failure("zeros", graphType()), "'zeros' generates tensors");
  EXPECT_CONTAINS(failure("x.npy", kRow), "a file is written '@x.npy'");
  EXPECT_CONTAINS(failure("g.mtx", graphType()), "a file is written '@g.mtx'");
  EXPECT_CONTAINS(failure("zeroes", kRow), "the generators are: zeros, ones");
}

TEST(Argument, GraphsOfBothWidths) {
  ArgValue narrow = get(loadArgument("[[0,1],[1,2]]", graphType()));
  ASSERT_TRUE(narrow.graph32());
  EXPECT_FALSE(narrow.graph64());
  EXPECT_EQ(narrow.graph32()->numTargets, 3);
  ArgValue wide = get(loadArgument("[[0,1],[1,2]]+nodes=4", graphType(64)));
  ASSERT_TRUE(wide.graph64());
  EXPECT_EQ(wide.graph64()->numTargets, 4);
  EXPECT_CONTAINS(failure("[[0,2147483648],[0,0]]", graphType()),
                  "number of sources is 2147483649, but 'i32' graph indices "
                  "allow at most 2147483647");
  EXPECT_CONTAINS(failure("[[0],[1099511627776]]", graphType(64)),
                  "needs more than the");
  for (const char *count : {"9000000000000000000", "-1", "1099511627776"})
    for (unsigned bits : {32, 64})
      EXPECT_CONTAINS(
          failure(("[[0],[0]]+nodes=" + Twine(count)).str(), graphType(bits)),
          count);
}

TEST(Argument, IndexArraysOfEveryWidth) {
  TempFolder folder;
  for (DType dtype : {DType::I8, DType::U8, DType::I16, DType::U16, DType::I32,
                      DType::U32, DType::I64, DType::U64}) {
    std::string path = folder.file("e.npy");
    ASSERT_EQ(
        errorText(saveNpy(path, get(makeArray({1, 0, 0, 1}, {2, 2}, dtype)))),
        "no error");
    ArgValue value = get(loadArgument("@" + path, graphType()));
    EXPECT_EQ(value.graph32()->src[0], 1);
    EXPECT_EQ(value.graph32()->dst[1], 1);
  }
  auto refused = [&](DType dtype, ArrayRef<int64_t> shape) {
    std::string path = folder.file("f.npy");
    EXPECT_EQ(
        errorText(saveNpy(path, get(makeArray(Values(*elementCount(shape), 1),
                                              shape, dtype)))),
        "no error");
    return failure("@" + path, graphType());
  };
  EXPECT_CONTAINS(refused(DType::F32, {2, 3}),
                  "f.npy: a graph expects an integer index array of shape "
                  "[2, E] (row 0 source, row 1 target), but got "
                  "tensor<2x3xf32>");
  EXPECT_CONTAINS(refused(DType::I32, {3, 2}),
                  "but got tensor<3x2xi32>: transpose it");
  EXPECT_CONTAINS(refused(DType::I32, {4}), "but got tensor<4xi32>");
  EXPECT_CONTAINS(failure("[[0,-1],[1,1]]", graphType()),
                  "edge 1: source -1 is out of range");
}

TEST(Argument, FilesOfEveryFormat) {
  TempFolder folder;
  std::string mtx = folder.write(
      "g.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 3 "
               "0.5\n2 1 4\n");
  ArgValue value = get(loadArgument("@" + mtx, graphType()));
  EXPECT_EQ(value.graph32()->numSources, 3);
  EXPECT_EQ(value.graph32()->numTargets, 2);
  EXPECT_EQ(value.graph32()->src[0], 2);
  EXPECT_EQ(values(tensor("@" + mtx, kMatrix)), (Values{0, 0, 0.5, 4, 0, 0}));
  EXPECT_EQ(values(tensor("@" + mtx, kRow)), (Values{0.5, 4}));
  EXPECT_CONTAINS(failure("@" + mtx, tensorType(DType::F32, {-1, 2})),
                  "g.mtx: expects tensor<?x2xf32>, but got tensor<2x3xf64>: "
                  "dimension 1 is 3, expects 2");
  EXPECT_CONTAINS(failure("@" + mtx, tensorType(DType::I32, {-1, -1})),
                  "element [0] is 0.5");
  std::string edges = folder.write("g.edges", "0 1 2.5\n1 2 3\n");
  EXPECT_EQ(get(loadArgument("@" + edges, graphType())).graph32()->numEdges(),
            2);
  EXPECT_EQ(values(tensor("@" + edges, kRow)), (Values{2.5, 3}));
  EXPECT_EQ(values(tensor("@" + edges, tensorType(DType::I32, {2, -1}))),
            (Values{0, 1, 1, 2}));
  std::string bare = folder.write("g.csv", "0,1\n1,2\n");
  EXPECT_CONTAINS(failure("@" + bare, kRow), "the edge list has no weights");
  // Known by its first bytes.
  std::string odd = folder.write("matrix", "%%MatrixMarket matrix array real "
                                           "general\n2 1\n1\n2\n");
  EXPECT_EQ(values(tensor("@" + odd, kRow)), (Values{1, 2}));
  EXPECT_CONTAINS(failure("@" + odd, graphType()),
                  "a graph expects a 'coordinate' file");
  EXPECT_CONTAINS(failure("@" + folder.write("x.dat", "0 1\n"), graphType()),
                  "unknown file format, expects .npy");
}

TEST(Argument, PathsWithPlusSigns) {
  TempFolder folder;
  std::string path = folder.write("a+b.edges", "0 1\n");
  EXPECT_EQ(get(loadArgument("@" + path + "+undirected+nodes=5", graphType()))
                .graph32()
                ->numEdges(),
            2);
  EXPECT_EQ(get(loadArgument("@" + path, graphType())).graph32()->numEdges(),
            1);
}

/// Writes a matrix as scipy.sparse.save_npz does (but for `format`).
std::string scipy(const TempFolder &folder, ArrayRef<double> pointers,
                  ArrayRef<double> columns, ArrayRef<double> data) {
  auto vector = [](ArrayRef<double> list, DType dtype) {
    return get(makeArray(list, {int64_t(list.size())}, dtype));
  };
  std::string path = folder.file("m.npz");
  EXPECT_EQ(errorText(saveNpz(path, {{"indices", vector(columns, DType::I32)},
                                     {"indptr", vector(pointers, DType::I32)},
                                     {"shape", vector({2, 3}, DType::I64)},
                                     {"data", vector(data, DType::F32)}})),
            "no error");
  return "@" + path;
}

TEST(Argument, SciPyMatrices) {
  TempFolder folder;
  std::string good = scipy(folder, {0, 1, 3}, {2, 0, 1}, {5, 6, 7});
  EXPECT_EQ(values(tensor(good, kMatrix)), (Values{0, 0, 5, 6, 7, 0}));
  EXPECT_EQ(values(tensor(good, kRow)), (Values{5, 6, 7}));
  EXPECT_EQ(values(tensor(good + ":indptr", tensorType(DType::I64, {3}))),
            (Values{0, 1, 3}));
  ArgValue graph = get(loadArgument(good, graphType()));
  EXPECT_EQ(graph.graph32()->numSources, 3);
  EXPECT_EQ(graph.graph32()->numTargets, 2);
  EXPECT_EQ(graph.graph32()->src[0], 2);
  EXPECT_CONTAINS(failure(good + ":none", kRow),
                  "no member 'none', the members are: indices, indptr, shape, "
                  "data");
  EXPECT_CONTAINS(
      failure(scipy(folder, {1, 1, 3}, {2, 0, 1}, {5, 6, 7}), kMatrix),
      "'indptr' expects 0 as its first value, but got 1");
  EXPECT_CONTAINS(
      failure(scipy(folder, {0, 4, 3}, {2, 0, 1}, {5, 6, 7}), kMatrix),
      "'indptr' decreases at row 1: 4, then 3");
  EXPECT_CONTAINS(
      failure(scipy(folder, {0, 1, 2}, {2, 0, 1}, {5, 6, 7}), kMatrix),
      "expects the number of entries 3 as its last value, but got 2");
  EXPECT_CONTAINS(failure(scipy(folder, {0, 3}, {2, 0, 1}, {5, 6, 7}), kMatrix),
                  "expects one more than the 2 rows, but got 2");
  EXPECT_CONTAINS(
      failure(scipy(folder, {0, 1, 3}, {2, 0, 3}, {5, 6, 7}), kMatrix),
      "entry 2: column 3 is out of range, expects 0 <= column < 3");
  EXPECT_CONTAINS(failure(scipy(folder, {0, 1, 3}, {2, 0, 1}, {5, 6}), kMatrix),
                  "'data' expects one value for each of the 3 entries");
}

TEST(Argument, ArchivesOfSeveralArrays) {
  TempFolder folder;
  Array array = get(makeArray({1, 2}, {2}, DType::F32));
  std::string path = folder.file("r.npz");
  ASSERT_EQ(errorText(saveNpz(path, {{"a", array}, {"b", array}})), "no error");
  EXPECT_EQ(values(tensor("@" + path + ":b", kRow)), (Values{1, 2}));
  EXPECT_CONTAINS(failure("@" + path, kRow), "the members are: a, b");
  ASSERT_EQ(errorText(saveNpz(path, {{"a", array}})), "no error");
  EXPECT_EQ(values(tensor("@" + path, kRow)), (Values{1, 2}));
  EXPECT_CONTAINS(failure("@" + path + ":", kRow),
                  "expects the name of a member");
}

TEST(Argument, PathsAreLookedForInTwoPlaces) {
  TempFolder folder;
  folder.write("only-there.edges", "0 1\n");
  LoadContext context;
  context.dataDir = folder.root().str();
  EXPECT_EQ(get(loadArgument("@only-there.edges", graphType(), context))
                .graph32()
                ->numEdges(),
            1);
  std::string text = failure("@nowhere.edges", graphType(), context);
  EXPECT_CONTAINS(text, "no file 'nowhere.edges' in the current folder");
  EXPECT_CONTAINS(text, folder.file("nowhere.edges"));
  context.dataDir = "";
  EXPECT_CONTAINS(failure("@nowhere.edges", graphType(), context),
                  "MESH_DATA_DIR is not set");
  EXPECT_CONTAINS(failure("@/none/x.npy", kRow), "/none/x.npy: no such file");
  EXPECT_CONTAINS(failure("@", kRow), "expects a path after '@'");
}

} // namespace
