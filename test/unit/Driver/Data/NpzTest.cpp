//===- NpzTest.cpp - numpy archives ---------------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Npz.h"
#include "TestSupport.h"
#include "mesh/Driver/Data/Npy.h"
#include "mesh/Driver/Data/Save.h"

#include <zlib.h>

using namespace llvm;
using namespace mesh::driver;
using namespace mesh::driver::test;

namespace {

std::string le(uint64_t value, unsigned bytes) {
  std::string text;
  for (unsigned i = 0; i < bytes; ++i)
    text += char(value >> (8 * i) & 0xff);
  return text;
}

std::string deflated(StringRef data) {
  z_stream stream = {};
  deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, data.size()), '\0');
  stream.next_in = (Bytef *)data.data();
  stream.avail_in = data.size();
  stream.next_out = (Bytef *)out.data();
  stream.avail_out = out.size();
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// A zip archive in the ways that numpy writes one.
class Zip {
public:
  explicit Zip(bool compress, bool zip64 = true)
      : compress(compress), zip64(zip64) {}

  void add(const std::string &name, const std::string &data) {
    addRaw(name, compress ? deflated(data) : data, data.size(),
           crc32(0, (const Bytef *)data.data(), data.size()));
  }
  void addRaw(const std::string &name, const std::string &packed, uint64_t size,
              uint32_t crc, unsigned flags = 0) {
    uint64_t offset = bytes.size();
    std::string common =
        le(flags, 2) + le(compress ? 8 : 0, 2) + le(0, 4) + le(crc, 4);
    bytes += "PK\3\4" + le(45, 2) + common;
    // numpy puts the sizes into a 64-bit extra field of the local header.
    bytes += zip64 ? le(0xffffffff, 4) + le(0xffffffff, 4)
                   : le(packed.size(), 4) + le(size, 4);
    bytes += le(name.size(), 2) + le(zip64 ? 20 : 0, 2) + name;
    if (zip64)
      bytes += le(1, 2) + le(16, 2) + le(size, 8) + le(packed.size(), 8);
    dataStart = bytes.size();
    bytes += packed;
    directory += "PK\1\2" + le(45, 2) + le(45, 2) + common;
    directory += central64 ? le(0xffffffff, 4) + le(0xffffffff, 4)
                           : le(packed.size(), 4) + le(size, 4);
    directory += le(name.size(), 2) + le(central64 ? 28 : 0, 2) + le(0, 2) +
                 le(0, 2) + le(0, 2) + le(0, 4) +
                 (central64 ? le(0xffffffff, 4) : le(offset, 4)) + name;
    if (central64)
      directory += le(1, 2) + le(24, 2) + le(size, 8) + le(packed.size(), 8) +
                   le(offset, 8);
    ++count;
  }
  std::string finish() {
    uint64_t start = bytes.size();
    std::string all = bytes + directory;
    if (central64) {
      uint64_t end64 = all.size();
      all += "PK\6\6" + le(44, 8) + le(45, 2) + le(45, 2) + le(0, 4) +
             le(0, 4) + le(count, 8) + le(count, 8) + le(directory.size(), 8) +
             le(start, 8);
      all += "PK\6\7" + le(0, 4) + le(end64, 8) + le(1, 4);
      all += "PK\5\6" + le(0, 4) + le(0xffff, 2) + le(0xffff, 2) +
             le(0xffffffff, 4) + le(0xffffffff, 4) + le(0, 2);
      return all;
    }
    return all + "PK\5\6" + le(0, 4) + le(count, 2) + le(count, 2) +
           le(directory.size(), 4) + le(start, 4) + le(0, 2);
  }

  bool central64 = false;
  size_t dataStart = 0;
  std::string bytes;

private:
  bool compress, zip64;
  std::string directory;
  uint64_t count = 0;
};

std::string npyBytes(ArrayRef<double> list, DType dtype) {
  std::string bytes;
  raw_string_ostream os(bytes);
  consumeError(
      writeNpy(os, get(makeArray(list, {int64_t(list.size())}, dtype))));
  return bytes;
}

Zip threeMembers(bool compress, bool central64 = false) {
  Zip zip(compress);
  zip.central64 = central64;
  zip.add("src.npy", npyBytes({0, 1}, DType::I64));
  zip.add("dst.npy", npyBytes({1, 2}, DType::I64));
  zip.add("x.npy", npyBytes({1.5}, DType::F32));
  return zip;
}

TEST(Npz, MembersInAnyOrder) {
  TempFolder folder;
  for (bool compress : {false, true})
    for (bool central64 : {false, true}) {
      std::string path =
          folder.write("a.npz", threeMembers(compress, central64).finish());
      NpzFile npz = get(NpzFile::open(path));
      EXPECT_EQ(npz.names(), (std::vector<std::string>{"src", "dst", "x"}));
      EXPECT_EQ(values(get(npz.read("x"))), (std::vector<double>{1.5}));
      EXPECT_EQ(values(get(npz.read("dst"))), (std::vector<double>{1, 2}));
      EXPECT_EQ(values(get(npz.read("src.npy"))), (std::vector<double>{0, 1}));
      EXPECT_CONTAINS(errorText(npz.read("w")),
                      "no member 'w', the members are: src, dst, x");
    }
}

TEST(Npz, DamageIsFound) {
  TempFolder folder;
  for (bool compress : {false, true}) {
    Zip zip = threeMembers(compress);
    std::string good = zip.finish();
    // The last member's data; some flips give a broken stream, some another
    // value: both must be found.
    for (size_t at = zip.dataStart; at < zip.bytes.size(); ++at) {
      std::string bad = good;
      bad[at] ^= 0x10;
      NpzFile npz = get(NpzFile::open(folder.write("bad.npz", bad)));
      std::string text = errorText(npz.read("x"));
      EXPECT_NE(text, "no error") << at;
      EXPECT_EQ(errorText(npz.read("dst")), "no error");
      if (!compress)
        EXPECT_CONTAINS(text, "checksum error");
    }
  }
}

TEST(Npz, FlippedByteOfDeflatedDataIsAChecksumError) {
  TempFolder folder;
  std::vector<double> many;
  for (int i = 0; i < 500; ++i)
    many.push_back(i * i % 97);
  Zip zip(true);
  zip.add("x.npy", npyBytes(many, DType::F32));
  std::string bad = zip.finish();
  bad[zip.dataStart + (zip.bytes.size() - zip.dataStart) * 3 / 4] ^= 1;
  NpzFile npz = get(NpzFile::open(folder.write("bad.npz", bad)));
  EXPECT_CONTAINS(errorText(npz.read("x")), "checksum error");
}

TEST(Npz, CutFilesAreRefused) {
  TempFolder folder;
  std::string good = threeMembers(true).finish();
  for (size_t length = 0; length < good.size(); length += 7) {
    std::string path = folder.write("cut.npz", good.substr(0, length));
    EXPECT_NE(errorText(NpzFile::open(path)), "no error") << length;
  }
}

TEST(Npz, SizesThatLieAreNotAllocated) {
  TempFolder folder;
  // A bomb: the directory and the header agree on 1 TiB, the data do not.
  std::string header = npyHeader(get(makeArray({0}, {1}, DType::U8)));
  std::string shape = "(1,)";
  std::string wide = "(1099511627648,)";
  size_t at = header.find(shape);
  header.replace(at, shape.size(), wide);
  header.erase(header.find_last_not_of(" \n") + 1, wide.size() - shape.size());
  ASSERT_EQ(header.size(), 128u);
  std::string packed = deflated(header + std::string(1 << 20, '\0'));
  Zip zip(true);
  zip.central64 = true;
  zip.addRaw("x.npy", packed, uint64_t(1) << 40, 0);
  NpzFile npz = get(NpzFile::open(folder.write("bomb.npz", zip.finish())));
  EXPECT_CONTAINS(errorText(npz.read("x")), "claims 1099511627776 bytes");

  // More data than declared.
  Zip more(true);
  std::string array = npyBytes({1, 2}, DType::F32);
  more.addRaw("x.npy", deflated(array + std::string(1000, '\0')), array.size(),
              0);
  NpzFile second = get(NpzFile::open(folder.write("more.npz", more.finish())));
  EXPECT_CONTAINS(errorText(second.read("x")), "damaged or cut short");

  // A size that does not match the member's own header.
  Zip less(true);
  less.addRaw("x.npy", deflated(array), array.size() + 4, 0);
  NpzFile third = get(NpzFile::open(folder.write("less.npz", less.finish())));
  EXPECT_NE(errorText(third.read("x")), "no error");

  Zip secret(false);
  secret.addRaw("x.npy", array, array.size(), 0, /*flags=*/1);
  NpzFile fourth = get(NpzFile::open(folder.write("s.npz", secret.finish())));
  EXPECT_CONTAINS(errorText(fourth.read("x")), "encrypted");
}

TEST(Npz, RoundTripIsRepeatable) {
  TempFolder folder;
  std::vector<NamedArray> arrays{
      {"r0", get(makeArray({1, 2, 3}, {3}, DType::F32))},
      {"loss", get(makeArray({0.5}, {}))},
      {"empty", get(makeArray({}, {0, 3}, DType::I32))}};
  std::string path = folder.file("out.npz");
  ASSERT_EQ(errorText(saveNpz(path, arrays)), "no error");
  NpzFile npz = get(NpzFile::open(path));
  EXPECT_EQ(npz.names(), (std::vector<std::string>{"r0", "loss", "empty"}));
  for (const NamedArray &named : arrays) {
    Array again = get(npz.read(named.name));
    EXPECT_EQ(values(again), values(named.array));
    EXPECT_EQ(dims(again), dims(named.array));
  }
  std::string first, second;
  raw_string_ostream a(first), b(second);
  consumeError(writeNpz(a, arrays));
  consumeError(writeNpz(b, arrays));
  EXPECT_EQ(first, second);
  arrays[1].name = "r0";
  EXPECT_CONTAINS(errorText(saveNpz(path, arrays)), "have the name 'r0'");
}

TEST(Npz, NotAnArchive) {
  TempFolder folder;
  EXPECT_CONTAINS(
      errorText(NpzFile::open(folder.write("a.npz", std::string(500, 'x')))),
      "not a zip file");
  Zip none(false);
  NpzFile npz = get(NpzFile::open(folder.write("b.npz", none.finish())));
  EXPECT_CONTAINS(errorText(npz.read("x")), "the members are: none");
}

} // namespace
