//===- MatrixMarketTest.cpp - Matrix Market files -------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/MatrixMarket.h"
#include "TestSupport.h"

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

using Ids = std::vector<int64_t>;
using Values = std::vector<double>;

Expected<SparseMatrix> parse(StringRef text) {
  return parseMatrixMarket(text, "g.mtx");
}
std::string failure(StringRef text) { return errorText(parse(text)); }

/// A coordinate file with this second half of the first line.
std::string coordinate(StringRef kind, StringRef body) {
  return ("%%MatrixMarket matrix coordinate " + kind + "\n" + body).str();
}

Values timesOnes(const SparseMatrix &matrix) {
  Array dense = get(denseMatrix(matrix, DType::F64));
  Values result(matrix.rows);
  for (int64_t i = 0; i < dense.size(); ++i)
    result[i / matrix.columns] += dense.doubleAt(i);
  return result;
}

TEST(MatrixMarket, HeaderMustBeExact) {
  std::string body = "3 3 2\n2 1\n3 2\n";
  EXPECT_CONTAINS(
      failure("%MatrixMarket matrix coordinate pattern symmetric\n" + body),
      "g.mtx: line 1: expects a Matrix Market header that starts with "
      "'%%MatrixMarket' in the first column, but got '%MatrixMarket");
  EXPECT_CONTAINS(
      failure(" %%MatrixMarket matrix coordinate pattern symmetric\n" + body),
      "g.mtx: line 1: expects a Matrix Market header");
  EXPECT_CONTAINS(failure(""), "the file is empty");
  EXPECT_CONTAINS(failure("%%MatrixMarket matrix coordinate\n"),
                  "format, field and symmetry");
  EXPECT_CONTAINS(failure("%%MatrixMarket vector coordinate real general\n"),
                  "expects the object 'matrix'");
  EXPECT_CONTAINS(failure("%%MatrixMarket matrix dense real general\n"),
                  "expects the format 'coordinate' or 'array'");
  EXPECT_CONTAINS(failure(coordinate("bits general", body)),
                  "expects the field");
  EXPECT_CONTAINS(failure(coordinate("real lower", body)),
                  "expects the symmetry");
}

TEST(MatrixMarket, SymmetryIsExpanded) {
  SparseMatrix matrix =
      get(parse(coordinate("pattern symmetric", "3 3 2\n2 1\n3 2\n")));
  EXPECT_EQ(matrix.row, (Ids{1, 0, 2, 1}));
  EXPECT_EQ(matrix.column, (Ids{0, 1, 1, 2}));
  EXPECT_EQ(values(matrix.values), (Values{1, 1, 1, 1}));
  SparseMatrix skew =
      get(parse(coordinate("real skew-symmetric", "2 2 1\n2 1 3.5\n")));
  EXPECT_EQ(values(skew.values), (Values{3.5, -3.5}));
  // A diagonal entry has no mirror image.
  SparseMatrix loop =
      get(parse(coordinate("integer symmetric", "2 2 2\n1 1 5\n2 1 6\n")));
  EXPECT_EQ(loop.row, (Ids{0, 1, 0}));
  EXPECT_EQ(values(loop.values), (Values{5, 6, 6}));
}

TEST(MatrixMarket, BothTrianglesAreRefused) {
  EXPECT_CONTAINS(
      failure(coordinate("pattern symmetric", "2 2 2\n2 1\n1 2\n")),
      "line 4: a symmetric file expects entries on one side of the diagonal, "
      "but line 3 is on the other side");
  EXPECT_EQ(failure(coordinate("pattern symmetric", "2 2 1\n1 2\n")),
            "no error");
  EXPECT_CONTAINS(failure(coordinate("real skew-symmetric", "2 2 1\n1 1 1\n")),
                  "expects no entry on the diagonal");
}

TEST(MatrixMarket, PatternFiles) {
  SparseMatrix matrix =
      get(parse(coordinate("pattern general", "3 3 2\n2 1\n3 2\n")));
  EXPECT_EQ(matrix.row, (Ids{1, 2}));
  EXPECT_EQ(matrix.column, (Ids{0, 1}));
  EXPECT_EQ(values(matrix.values), (Values{1, 1}));
  EXPECT_CONTAINS(failure(coordinate("pattern general", "2 1\n3 2\n")),
                  "line 2: need rows, columns, entries");
  EXPECT_CONTAINS(
      failure(coordinate("pattern general", "3 3 2\n2 1 0.5\n3 2\n")),
      "line 3: expects row and column, but got '2 1 0.5'");
}

TEST(MatrixMarket, DenseFiles) {
  SparseMatrix skew = get(
      parse("%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n"));
  EXPECT_EQ(values(get(denseMatrix(skew, DType::F32))),
            (Values{0, -1, -2, 1, 0, -3, 2, 3, 0}));
  EXPECT_EQ(timesOnes(skew), (Values{-3, -2, 5}));
  SparseMatrix general =
      get(parse("%%MatrixMarket matrix array real general\n2 "
                "3\n1\n2\n3\n4\n5\n6\n"));
  EXPECT_EQ(values(get(denseMatrix(general, DType::F32))),
            (Values{1, 3, 5, 2, 4, 6}));
  SparseMatrix symmetric =
      get(parse("%%MatrixMarket matrix array integer symmetric\n2 "
                "2\n1\n2\n3\n"));
  EXPECT_EQ(values(symmetric.values), (Values{1, 2, 2, 3}));
  EXPECT_CONTAINS(errorText(graphFromMatrix(general)),
                  "expects a 'coordinate' file");
  EXPECT_CONTAINS(
      failure("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n"),
      "ends after 3 of 4 entries");
  EXPECT_CONTAINS(failure("%%MatrixMarket matrix array real "
                          "general\n1000000000 1000000000\n1\n"),
                  "more than a file of");
  EXPECT_CONTAINS(failure("%%MatrixMarket matrix array pattern general\n1 "
                          "1\n1\n"),
                  "invalid combination 'array pattern general'");
}

TEST(MatrixMarket, ComplexAndHermitianAreRefused) {
  EXPECT_CONTAINS(
      failure(coordinate("complex general", "2 2 1\n1 2 2.0 -3.0\n")),
      "complex values are not supported");
  EXPECT_CONTAINS(failure(coordinate("integer hermitian", "2 2 1\n2 1 1\n")),
                  "invalid combination 'coordinate integer hermitian'");
  EXPECT_CONTAINS(failure(coordinate("complex hermitian", "2 2 1\n2 1 0 1\n")),
                  "complex values are not supported");
}

TEST(MatrixMarket, BadEntriesGiveTheLine) {
  EXPECT_CONTAINS(failure(coordinate("real general", "2 2 1\n3 1 1.0\n")),
                  "line 3: row 3 is out of range, expects 1 <= row <= 2");
  EXPECT_CONTAINS(failure(coordinate("real general", "2 2 1\n1 0 1.0\n")),
                  "line 3: column 0 is out of range");
  EXPECT_CONTAINS(failure(coordinate("real symmetric", "2 3 1\n2 1 1.0\n")),
                  "line 2: a symmetric matrix expects as many rows as "
                  "columns, but got 2 rows and 3 columns");
  EXPECT_CONTAINS(failure(coordinate("real general", "2 ^ 1\n1 1 1\n")),
                  "line 2: need rows, columns, entries, but got '2 ^ 1'");
  EXPECT_CONTAINS(failure(coordinate("real general", "2 2 1\n1 1 1.0abc\n")),
                  "line 3: expects a number, but got '1.0abc'");
  EXPECT_CONTAINS(failure(coordinate("integer general", "2 2 1\n1 1 1.5\n")),
                  "line 3: expects an integer of 64 bits, but got '1.5'");
  EXPECT_CONTAINS(failure(coordinate("real general", "-2 2 1\n1 1 1\n")),
                  "line 2: need rows");
  EXPECT_CONTAINS(
      failure(coordinate("real general", "2 2 9999999999999999999\n")),
      "line 2: need rows");
}

TEST(MatrixMarket, CountMustMatch) {
  EXPECT_CONTAINS(failure(coordinate("real general", "3 3 3\n1 1 1\n2 2 2\n")),
                  "ends after 2 of 3 entries");
  EXPECT_CONTAINS(
      failure(coordinate("real general", "3 3 2\n1 1 1\n2 2 2\n3 3 3\n")),
      "line 5: expects no line after 2 of 2 entries");
  EXPECT_CONTAINS(failure(coordinate("real general", "3 3 2\n1 1 1.5\n2 2")),
                  "line 4: incomplete entry");
  EXPECT_CONTAINS(
      failure(coordinate("real general", "3 3 4000000000000000000\n1 1 1\n")),
      "ends after 1 of 4000000000000000000 entries");
}

const char kFreeLayout[] =
    "%%MatrixMarket  MATRIX    Coordinate    Real General\n% note\n\n"
    "   3  3   4\n\n1 1  1.0\n2   2       10.5\n   3 1    -2.8E2\n\n"
    "3\t3   1.5e-2\n\n\n";

TEST(MatrixMarket, FreeLayoutAndLineEnds) {
  std::string windows;
  for (char c : StringRef(kFreeLayout)) {
    if (c == '\n')
      windows += '\r';
    windows += c;
  }
  std::string noEnd = StringRef(kFreeLayout).rtrim().str();
  for (const std::string &text : {std::string(kFreeLayout), windows, noEnd}) {
    SparseMatrix matrix = get(parse(text));
    EXPECT_EQ(matrix.row.size(), 4u);
    Values product = timesOnes(matrix);
    ASSERT_EQ(product.size(), 3u);
    EXPECT_DOUBLE_EQ(product[0], 1);
    EXPECT_DOUBLE_EQ(product[1], 10.5);
    EXPECT_DOUBLE_EQ(product[2], -279.985);
  }
}

TEST(MatrixMarket, ExplicitZerosStay) {
  SparseMatrix matrix =
      get(parse(coordinate("integer general", "3 3 3\n1 2 4\n2 3 2\n3 3 0\n")));
  EXPECT_EQ(matrix.row, (Ids{0, 1, 2}));
  EXPECT_EQ(values(matrix.values), (Values{4, 2, 0}));
  CooGraph graph = get(graphFromMatrix(matrix));
  EXPECT_EQ(graph.numEdges(), 3);
  EXPECT_EQ(graph.target, (Ids{0, 1, 2}));
  EXPECT_EQ(graph.source, (Ids{1, 2, 2}));
}

TEST(MatrixMarket, RectangularAndDuplicates) {
  SparseMatrix matrix =
      get(parse(coordinate("integer general", "2 3 3\n1 3 4\n1 3 5\n2 1 1\n")));
  CooGraph graph = get(graphFromMatrix(matrix));
  EXPECT_EQ(graph.numSources, 3);
  EXPECT_EQ(graph.numTargets, 2);
  EXPECT_EQ(graph.source, (Ids{2, 2, 0}));
  EXPECT_EQ(values(get(denseMatrix(matrix, DType::I32))),
            (Values{0, 0, 9, 1, 0, 0}));
  SparseMatrix large =
      get(parse(coordinate("integer general", "1 1 2\n1 1 100\n1 1 100\n")));
  EXPECT_CONTAINS(errorText(denseMatrix(large, DType::I8)),
                  "sum of the duplicate entries of row 0, column 0");
  SparseMatrix huge = get(
      parse(coordinate("pattern general", "4000000000 4000000000 1\n1 1\n")));
  EXPECT_NE(errorText(denseMatrix(huge, DType::F32)), "no error");
}

TEST(MatrixMarket, MistakesAfterUsualLines) {
  auto body = [](StringRef kind, StringRef last) {
    return failure(coordinate(kind, ("3 3 4\n2 1 5\n3 1 6\n" + last).str()));
  };
  EXPECT_CONTAINS(body("real general", "4 1 1\n1 1 1\n"),
                  "line 5: row 4 is out of range");
  EXPECT_CONTAINS(body("real general", "1 0 1\n1 1 1\n"),
                  "line 5: column 0 is out of range");
  EXPECT_CONTAINS(body("real general", "1 1 x\n1 1 1\n"),
                  "line 5: expects a number, but got 'x'");
  EXPECT_CONTAINS(body("integer general", "1 1 1.5\n1 1 1\n"),
                  "line 5: expects an integer of 64 bits, but got '1.5'");
  EXPECT_CONTAINS(body("real general", "1 1 1 7\n1 1 1\n"),
                  "line 5: expects row, column and value");
  EXPECT_CONTAINS(body("real general", "1 1 1\n"),
                  "the file ends after 3 of 4 entries");
  EXPECT_CONTAINS(body("real general", "1 1 1\n1 1 1\n1 1 1\n"),
                  "line 7: expects no line after 4 of 4 entries");
  EXPECT_CONTAINS(body("real symmetric", "3 3 1\n1 2 1\n"),
                  "line 6: a symmetric file expects entries on one side of the "
                  "diagonal, but line 4 is on the other side");
  EXPECT_CONTAINS(body("real skew-symmetric", "3 3 1\n3 2 1\n"),
                  "line 5: a skew-symmetric file expects no entry on the "
                  "diagonal");
}

TEST(MatrixMarket, ManySymmetricEntries) {
  SparseMatrix skew = get(parse(
      coordinate("integer skew-symmetric", "4 4 3\n2 1 5\n3 1 -6\n4 3 7\n")));
  EXPECT_EQ(skew.row, (Ids{1, 0, 2, 0, 3, 2}));
  EXPECT_EQ(skew.column, (Ids{0, 1, 0, 2, 2, 3}));
  EXPECT_EQ(values(skew.values), (Values{5, -5, -6, 6, 7, -7}));
  SparseMatrix upper = get(
      parse(coordinate("real symmetric", "3 3 3\n1 2 .5\n2 2 1\n2 3 1e-3\n")));
  EXPECT_EQ(upper.row, (Ids{0, 1, 1, 1, 2}));
  EXPECT_EQ(values(upper.values), (Values{.5, .5, 1, 1e-3, 1e-3}));
}

} // namespace
