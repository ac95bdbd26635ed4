//===- NpyTest.cpp - numpy files ------------------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Npy.h"
#include "TestSupport.h"

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

/// A file with this dictionary; `length` is the header length to pad to.
std::string npy(StringRef dict, StringRef payload, char major = 1,
                size_t length = 118) {
  std::string header = dict.str();
  header.resize(std::max(length, dict.size() + 1), ' ');
  header.back() = '\n';
  std::string file = "\x93NUMPY";
  file += major;
  file += '\0';
  file += char(header.size() & 0xff);
  file += char(header.size() >> 8);
  if (major != 1)
    file += std::string(2, '\0');
  return file + header + payload.str();
}

std::string plain(StringRef descr, StringRef shape, StringRef payload,
                  char major = 1, size_t length = 118) {
  return npy(("{'descr': '" + descr +
              "', 'fortran_order': False, 'shape': " + shape + ", }")
                 .str(),
             payload, major, length);
}

Expected<Array> parse(const std::string &bytes) {
  // The owner keeps a copy, as a mapped file would.
  auto copy = std::make_shared<std::string>(bytes);
  return parseNpy(*copy, copy, "x.npy");
}

std::string failure(const std::string &bytes) {
  return errorText(parse(bytes));
}

const std::string kOneTwo = bytesOf("0000803f 00000040");

TEST(Npy, FortranOrder) {
  Array array = get(parse(
      npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }",
          bytesOf("0000803f 00008040 00000040 0000a040 00004040 0000c040"))));
  EXPECT_EQ(dims(array), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(values(array), (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

TEST(Npy, FortranOrderOfRankThree) {
  // 8 distinct bytes: element (a, b, c) is a + 2 b + 4 c in the file's order.
  Array array = get(
      parse(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 2, 2)}",
                bytesOf("00 01 02 03 04 05 06 07"))));
  EXPECT_EQ(values(array), (std::vector<double>{0, 4, 2, 6, 1, 5, 3, 7}));
}

TEST(Npy, LongHeadersAndVersions) {
  std::vector<double> expected{1, 2};
  EXPECT_EQ(values(get(parse(plain("<f4", "(2,)", kOneTwo, 1, 374)))),
            expected);
  EXPECT_EQ(values(get(parse(plain("<f4", "(2,)", kOneTwo, 2, 116)))),
            expected);
  EXPECT_EQ(values(get(parse(plain("<f4", "(2,)", kOneTwo, 3, 116)))),
            expected);
  EXPECT_EQ(failure(plain("<f4", "(2,)", kOneTwo, 9, 116)),
            "x.npy: byte 6: expects format version 1.0, 2.0 or 3.0, but got "
            "9.0");
}

TEST(Npy, ScalarAndEmptyShapes) {
  Array scalar = get(parse(plain("<f8", "()", bytesOf("0000000000000440"))));
  EXPECT_EQ(scalar.rank(), 0u);
  EXPECT_EQ(scalar.doubleAt(0), 2.5);
  Array empty = get(parse(plain("<f4", "(0, 3)", "")));
  EXPECT_EQ(dims(empty), (std::vector<int64_t>{0, 3}));
}

TEST(Npy, MalformedShapesAreRefused) {
  EXPECT_CONTAINS(failure(plain("<f4", "(np.int64(2), np.int64(3))", "")),
                  "expects a dimension of 0 or more, but got 'np.int64(2)");
  EXPECT_CONTAINS(failure(plain("<f4", "10", "")),
                  "expects a shape in parentheses");
  EXPECT_CONTAINS(failure(plain("<f4", "(10)", "")),
                  "expects a tuple as the shape");
  EXPECT_CONTAINS(failure(plain("<f4", "(-1, 3)", "")),
                  "expects a dimension of 0 or more, but got '-1, 3)");
  EXPECT_CONTAINS(failure(plain("<f4", "(9223372036854775807, 2)", "")),
                  "overflows 64 bits");
  EXPECT_CONTAINS(failure(plain("<f4", "(99999999999999999999,)", "")),
                  "does not fit 64 bits");
  EXPECT_CONTAINS(failure(plain("<f4", "(0, 9223372036854775807, 2)", "")),
                  "overflows 64 bits");
}

TEST(Npy, TruncationIsNamed) {
  std::string file = plain("<f8", "(4,)", std::string(24, '\0'));
  EXPECT_EQ(failure(file), "x.npy: byte 128: expects 32 bytes of elements for "
                           "tensor<4xf64>, but found 24");
  EXPECT_CONTAINS(failure(file.substr(0, 60)),
                  "expects a header of 118 bytes from byte 10, but the file "
                  "ends after 60 bytes");
  EXPECT_CONTAINS(failure(file.substr(0, 5)), "the file ends after 5 bytes");
  EXPECT_CONTAINS(failure(""), "the file ends after 0 bytes");
  EXPECT_CONTAINS(failure(file.substr(0, 7)), "expects the format version");
  EXPECT_CONTAINS(failure(file.substr(0, 9)), "expects a header length");
  EXPECT_CONTAINS(failure(file + std::string(16, '\0')),
                  "expects 32 bytes of elements for tensor<4xf64>, but found "
                  "40");
}

TEST(Npy, ClaimsAreNotAllocated) {
  EXPECT_CONTAINS(failure(plain("<f8", "(1099511627776,)", "12345678")),
                  "but found 8");
  std::string header = plain("<f4", "(2,)", kOneTwo, 2, 116);
  header[10] = '\xff';
  header[11] = '\x7f';
  EXPECT_CONTAINS(failure(header), "expects at most 65536");
}

TEST(Npy, ElementTypes) {
  for (auto [descr, payload] :
       {std::pair<const char *, const char *>{"<i4", "01000000 feffffff"},
        {">i4", "00000001 fffffffe"},
        {"<i8", "0100000000000000 feffffffffffffff"},
        {">i2", "0001 fffe"},
        {"|i1", "01 fe"},
        {"=i1", "01 fe"},
        {"<f2", "003c 00c0"},
        {">f8", "3ff0000000000000 c000000000000000"},
        {"<V2", "803f 00c0"}})
    EXPECT_EQ(values(get(parse(plain(descr, "(2,)", bytesOf(payload))))),
              (std::vector<double>{1, -2}))
        << descr;
  for (auto [descr, payload] :
       {std::pair<const char *, const char *>{"<u4", "01000000 00000000"},
        {"|u1", "01 00"},
        {"|b1", "01 00"},
        {">u8", "0000000000000001 0000000000000000"}})
    EXPECT_EQ(values(get(parse(plain(descr, "(2,)", bytesOf(payload))))),
              (std::vector<double>{1, 0}))
        << descr;
  for (const char *descr : {"<c8", "<f16", "|O", "<U3", "|S3", "<M8[ns]", ""})
    EXPECT_CONTAINS(
        failure(plain(descr, "(2,)", "")),
        ("element type '" + Twine(descr) + "' is not supported").str());
  EXPECT_CONTAINS(failure(plain("|b1", "(2,)", bytesOf("01 02"))),
                  "byte 129: expects a boolean 0 or 1, but got 2");
}

TEST(Npy, StrangeDictionaries) {
  EXPECT_EQ(values(get(parse(npy("{\"shape\":(2L,),'fortran_order':False ,"
                                 "\"descr\":\"<f4\"}",
                                 kOneTwo)))),
            (std::vector<double>{1, 2}));
  EXPECT_CONTAINS(failure(npy("{'descr': '<f4', 'shape': (2,)}", kOneTwo)),
                  "the header has no key 'fortran_order'");
  EXPECT_CONTAINS(failure(npy("{'descr': '<f4', 'descr': '<f4'}", kOneTwo)),
                  "the key 'descr' occurs twice");
  EXPECT_CONTAINS(failure(npy("{'x': 1}", kOneTwo)), "but got 'x'");
  EXPECT_CONTAINS(failure(npy("[1]", kOneTwo)), "expects '{'");
  EXPECT_CONTAINS(
      failure(npy("{'descr': [('a', '<f4')], 'shape': (2,)}", kOneTwo)),
      "structured element types are not supported");
  EXPECT_CONTAINS(failure(npy("{'descr': '<f4", kOneTwo, 1, 14)),
                  "expects an element type in quotes");
  EXPECT_CONTAINS(failure(plain("<f4", "(2,)} x", kOneTwo)),
                  "to the end of the header");
}

TEST(Npy, RoundTrip) {
  for (DType dtype :
       {DType::Bool, DType::I8, DType::U8, DType::I16, DType::U16, DType::I32,
        DType::U32, DType::I64, DType::U64, DType::F16, DType::F32, DType::F64,
        DType::Index, DType::BF16}) {
    Array array = get(makeArray({0, 1, 1, 0, 1, 1}, {2, 3}, dtype));
    std::string bytes;
    raw_string_ostream os(bytes);
    EXPECT_EQ(errorText(writeNpy(os, array)), "no error");
    Array again = get(parse(bytes));
    EXPECT_EQ(values(again), values(array));
    EXPECT_EQ(dims(again), dims(array));
    EXPECT_EQ(again.dtype, dtype == DType::Index  ? DType::I64
                           : dtype == DType::BF16 ? DType::F32
                                                  : dtype);
    EXPECT_EQ(bytes.find('\n') % 64, 63u) << "elements start at a multiple";
  }
}

TEST(Npy, FilesAreMappedAndDevicesRefused) {
  TempFolder folder;
  std::string data(1 << 18, '\1');
  std::string path = folder.write("big.npy", plain("|u1", "(262144,)", data));
  Array array = get(readNpy(path));
  EXPECT_EQ(array.size(), 1 << 18);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(array.data()) % 64, 0u);
  EXPECT_EQ(array.doubleAt(262143), 1);
  EXPECT_CONTAINS(errorText(readNpy(folder.root())), "but got a folder");
  EXPECT_CONTAINS(errorText(readNpy("/dev/zero")), "but got a device");
  EXPECT_CONTAINS(errorText(readNpy(folder.file("none.npy"))), "none.npy");
}

} // namespace
