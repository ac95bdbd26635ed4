//===- NpzWriter.cpp - numpy's .npz archives, writing ---------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Npy.h"
#include "mesh/Driver/Data/Npz.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/EndianStream.h"

#include <zlib.h>

using namespace llvm;
using namespace mesh::driver;

namespace {

/// 1980-01-01, the first day that zip can express.
constexpr uint16_t kDate = (1 << 5) | 1;

struct Written {
  std::string fileName;
  uint64_t bytes;
  uint64_t offset;
  uint32_t crc;
};

uint32_t crcOf(uint32_t crc, StringRef bytes) {
  return crc32_z(crc, reinterpret_cast<const Bytef *>(bytes.data()),
                 bytes.size());
}

/// 32 bits of a number, or the mark that the extra field holds it.
uint32_t low(uint64_t value) {
  return value >= UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(value);
}

class ZipWriter {
public:
  explicit ZipWriter(raw_ostream &os)
      : os(os), out(os, llvm::endianness::little), start(os.tell()) {}

  void member(const std::string &fileName, StringRef header, StringRef data) {
    Written entry{fileName, header.size() + data.size(), os.tell() - start,
                  crcOf(crcOf(0, header), data)};
    bool big = entry.bytes >= UINT32_MAX;
    out.write<uint32_t>(0x04034b50);
    common(entry, big, big ? 20 : 0);
    os << fileName;
    if (big) {
      out.write<uint16_t>(1);
      out.write<uint16_t>(16);
      out.write<uint64_t>(entry.bytes);
      out.write<uint64_t>(entry.bytes);
    }
    os << header << data;
    entries.push_back(std::move(entry));
  }

  void finish() {
    uint64_t directory = os.tell() - start;
    for (const Written &entry : entries) {
      bool bigSize = entry.bytes >= UINT32_MAX;
      bool bigOffset = entry.offset >= UINT32_MAX;
      uint16_t payload = (bigSize ? 16 : 0) + (bigOffset ? 8 : 0);
      out.write<uint32_t>(0x02014b50);
      out.write<uint16_t>((3 << 8) | 45); // made on Unix, zip 4.5
      common(entry, bigSize || bigOffset, payload ? payload + 4 : 0);
      out.write<uint16_t>(0); // comment
      out.write<uint16_t>(0); // disk
      out.write<uint16_t>(0); // internal attributes
      out.write<uint32_t>(0100644u << 16);
      out.write<uint32_t>(low(entry.offset));
      os << entry.fileName;
      if (payload) {
        out.write<uint16_t>(1);
        out.write<uint16_t>(payload);
        if (bigSize) {
          out.write<uint64_t>(entry.bytes);
          out.write<uint64_t>(entry.bytes);
        }
        if (bigOffset)
          out.write<uint64_t>(entry.offset);
      }
    }
    end(directory, os.tell() - start - directory);
  }

private:
  /// The fields that the local and the directory header share.
  void common(const Written &entry, bool big, uint16_t extraBytes) {
    out.write<uint16_t>(big ? 45 : 20); // version needed
    out.write<uint16_t>(0x0800);        // the name is UTF-8
    out.write<uint16_t>(0);             // stored
    out.write<uint16_t>(0);             // time
    out.write<uint16_t>(kDate);
    out.write<uint32_t>(entry.crc);
    out.write<uint32_t>(low(entry.bytes));
    out.write<uint32_t>(low(entry.bytes));
    out.write<uint16_t>(entry.fileName.size());
    out.write<uint16_t>(extraBytes);
  }

  void end(uint64_t directory, uint64_t size) {
    uint64_t count = entries.size();
    if (count >= UINT16_MAX || directory >= UINT32_MAX || size >= UINT32_MAX) {
      uint64_t end64 = os.tell() - start;
      out.write<uint32_t>(0x06064b50);
      out.write<uint64_t>(44); // rest of this record
      out.write<uint16_t>((3 << 8) | 45);
      out.write<uint16_t>(45);
      out.write<uint32_t>(0);
      out.write<uint32_t>(0);
      out.write<uint64_t>(count);
      out.write<uint64_t>(count);
      out.write<uint64_t>(size);
      out.write<uint64_t>(directory);
      out.write<uint32_t>(0x07064b50);
      out.write<uint32_t>(0);
      out.write<uint64_t>(end64);
      out.write<uint32_t>(1);
    }
    uint16_t shortCount = std::min<uint64_t>(count, UINT16_MAX);
    out.write<uint32_t>(0x06054b50);
    out.write<uint16_t>(0);
    out.write<uint16_t>(0);
    out.write<uint16_t>(shortCount);
    out.write<uint16_t>(shortCount);
    out.write<uint32_t>(low(size));
    out.write<uint32_t>(low(directory));
    out.write<uint16_t>(0); // comment
  }

  raw_ostream &os;
  support::endian::Writer out;
  uint64_t start;
  std::vector<Written> entries;
};

} // namespace

Error mesh::driver::writeNpz(raw_ostream &os, ArrayRef<NamedArray> arrays) {
  StringSet<> seen;
  for (const NamedArray &named : arrays) {
    if (named.name.empty() || named.name.size() > 65000)
      return dataError("expects a member name of 1 to 65000 bytes, but got " +
                       Twine(named.name.size()));
    if (!seen.insert(named.name).second)
      return dataError("two members of an .npz have the name '" + named.name +
                       "'");
  }
  ZipWriter writer(os);
  for (const NamedArray &named : arrays) {
    Expected<Array> storable = npyStorable(named.array);
    if (!storable)
      return storable.takeError();
    writer.member(named.name + ".npy", npyHeader(*storable),
                  StringRef(storable->data(), storable->byteSize()));
  }
  writer.finish();
  return Error::success();
}
