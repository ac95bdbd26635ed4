//===- Npz.cpp - numpy's .npz archives, reading ---------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Npz.h"
#include "mesh/Driver/Data/Npy.h"
#include "mesh/Driver/Data/Progress.h"
#include "mesh/Driver/Data/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"

#include <algorithm>
#include <limits>
#include <zlib.h>

using namespace llvm;
using namespace llvm::support;
using namespace mesh::driver;

namespace {

constexpr uint32_t kEndSignature = 0x06054b50;
constexpr uint32_t kEnd64Signature = 0x06064b50;
constexpr uint32_t kEnd64LocatorSignature = 0x07064b50;
constexpr uint32_t kEntrySignature = 0x02014b50;
constexpr uint32_t kLocalSignature = 0x04034b50;
constexpr uint64_t kEndBytes = 22, kEnd64Bytes = 56, kLocatorBytes = 20,
                   kEntryBytes = 46, kLocalBytes = 30;
constexpr uint32_t kNeeds64 = 0xffffffff;
/// Deflate cannot expand by more: a block of 258 bytes takes two bits.
constexpr uint64_t kMaxDeflateRatio = 1032;

uint16_t u16(StringRef bytes, uint64_t at) {
  return endian::read16le(bytes.data() + at);
}
uint32_t u32(StringRef bytes, uint64_t at) {
  return endian::read32le(bytes.data() + at);
}
uint64_t u64(StringRef bytes, uint64_t at) {
  return endian::read64le(bytes.data() + at);
}
/// Whether [at, at + size) lies inside.
bool inside(StringRef bytes, uint64_t at, uint64_t size) {
  return at <= bytes.size() && size <= bytes.size() - at;
}

/// Raw deflate in pieces.
class Inflater {
public:
  explicit Inflater(StringRef packed) : rest(packed) {
    ready = inflateInit2(&stream, -MAX_WBITS) == Z_OK;
  }
  ~Inflater() {
    if (ready)
      inflateEnd(&stream);
  }
  Inflater(const Inflater &) = delete;
  Inflater &operator=(const Inflater &) = delete;

  /// Fills up to `size` bytes; gives the number written, which is less at the
  /// end of the stream or at damage.
  uint64_t fill(char *out, uint64_t size) {
    uint64_t written = 0;
    while (ready && !ended && !damaged && written < size) {
      auto piece = [](uint64_t n) {
        return static_cast<uInt>(
            std::min<uint64_t>(n, std::numeric_limits<uInt>::max()));
      };
      uInt inputPiece = piece(rest.size()), outputPiece = piece(size - written);
      stream.next_in =
          reinterpret_cast<Bytef *>(const_cast<char *>(rest.data()));
      stream.avail_in = inputPiece;
      stream.next_out = reinterpret_cast<Bytef *>(out + written);
      stream.avail_out = outputPiece;
      int code = inflate(&stream, Z_NO_FLUSH);
      rest = rest.drop_front(inputPiece - stream.avail_in);
      uInt produced = outputPiece - stream.avail_out;
      written += produced;
      ended = code == Z_STREAM_END;
      // Z_BUF_ERROR without progress means that the input is used up.
      damaged = !ended && (code != Z_OK || (produced == 0 && rest.empty()));
    }
    return written;
  }

  /// True if the stream ends here: no byte more comes out.
  bool atEnd() {
    char extra;
    return fill(&extra, 1) == 0 && ended;
  }

private:
  z_stream stream = {};
  StringRef rest;
  bool ready = false, ended = false, damaged = false;
};

} // namespace

Expected<NpzFile> NpzFile::open(StringRef path) {
  Expected<FileBytes> bytes = openFile(path);
  if (!bytes)
    return bytes.takeError();
  return parse(std::move(*bytes));
}

Expected<NpzFile> NpzFile::parse(FileBytes bytes) {
  NpzFile npz;
  npz.file = std::move(bytes);
  if (Error error = npz.readDirectory())
    return std::move(error);
  return npz;
}

Error NpzFile::readDirectory() {
  StringRef bytes = file.bytes;
  if (bytes.size() < kEndBytes)
    return byteError(file.path, bytes.size(),
                     "expects a .npz (zip) archive of at least 22 bytes, but "
                     "the file has " +
                         Twine(bytes.size()));
  // The end record may be followed by a comment of up to 65,535 bytes.
  uint64_t last = bytes.size() - kEndBytes;
  uint64_t first = last > 0xffff ? last - 0xffff : 0;
  uint64_t end = last + 1;
  while (end > first) {
    if (u32(bytes, end - 1) == kEndSignature &&
        end - 1 + kEndBytes + u16(bytes, end - 1 + 20) == bytes.size())
      break;
    --end;
  }
  if (end == first)
    return byteError(file.path, bytes.size(),
                     "expects a .npz (zip) archive, but found no end record: "
                     "not a zip file, or cut short");
  end -= 1;
  uint64_t count = u16(bytes, end + 10), size = u32(bytes, end + 12),
           start = u32(bytes, end + 16);
  if (end >= kLocatorBytes &&
      u32(bytes, end - kLocatorBytes) == kEnd64LocatorSignature) {
    uint64_t end64 = u64(bytes, end - kLocatorBytes + 8);
    if (!inside(bytes, end64, kEnd64Bytes) ||
        u32(bytes, end64) != kEnd64Signature)
      return byteError(file.path, end - kLocatorBytes,
                       "the 64-bit end record is not where the archive says");
    count = u64(bytes, end64 + 32);
    size = u64(bytes, end64 + 40);
    start = u64(bytes, end64 + 48);
  }
  if (!inside(bytes, start, size))
    return byteError(file.path, end,
                     "the directory (" + Twine(size) + " bytes from byte " +
                         Twine(start) + ") lies outside the file of " +
                         Twine(bytes.size()) + " bytes");
  uint64_t position = start;
  for (uint64_t i = 0; i < count; ++i)
    if (Error error = readEntry(position, start + size))
      return error;
  return Error::success();
}

Error NpzFile::readEntry(uint64_t &position, uint64_t end) {
  StringRef bytes = file.bytes;
  auto cut = [&] {
    return byteError(file.path, position,
                     "expects an entry of the directory here");
  };
  if (end - position < kEntryBytes || u32(bytes, position) != kEntrySignature)
    return cut();
  uint64_t nameLength = u16(bytes, position + 28),
           extraLength = u16(bytes, position + 30),
           commentLength = u16(bytes, position + 32);
  uint64_t total = kEntryBytes + nameLength + extraLength + commentLength;
  if (end - position < total)
    return cut();
  Member member;
  member.flags = u16(bytes, position + 8);
  member.method = u16(bytes, position + 10);
  member.crc = u32(bytes, position + 16);
  member.packedBytes = u32(bytes, position + 20);
  member.bytes = u32(bytes, position + 24);
  member.localHeader = u32(bytes, position + 42);
  StringRef name = bytes.substr(position + kEntryBytes, nameLength);
  name.consume_back(".npy");
  member.name = name.str();

  // The 64-bit extra field holds, in this order, those of the sizes and the
  // offset that did not fit.
  StringRef extra =
      bytes.substr(position + kEntryBytes + nameLength, extraLength);
  while (extra.size() >= 4) {
    uint64_t id = u16(extra, 0), length = u16(extra, 2);
    if (length > extra.size() - 4)
      break;
    StringRef field = extra.substr(4, length);
    extra = extra.drop_front(4 + length);
    if (id != 1)
      continue;
    for (uint64_t *value :
         {&member.bytes, &member.packedBytes, &member.localHeader}) {
      if (*value != kNeeds64)
        continue;
      if (field.size() < 8)
        return cut();
      *value = u64(field, 0);
      field = field.drop_front(8);
    }
  }
  members.push_back(std::move(member));
  position += total;
  return Error::success();
}

std::vector<std::string> NpzFile::names() const {
  std::vector<std::string> result;
  for (const Member &member : members)
    result.push_back(member.name);
  return result;
}

std::string NpzFile::nameList() const {
  constexpr size_t most = 20;
  std::string list;
  for (size_t i = 0; i < std::min(members.size(), most); ++i)
    list += (i ? ", " : "") + readable(members[i].name);
  if (members.size() > most)
    list += " and " + std::to_string(members.size() - most) + " more";
  return members.empty() ? "none" : list;
}

bool NpzFile::contains(StringRef name) const {
  name.consume_back(".npy");
  return any_of(members, [&](const Member &m) { return m.name == name; });
}

std::string NpzFile::memberName(const Member &member) const {
  return file.path + ":" + readable(member.name);
}

Expected<const NpzFile::Member *> NpzFile::find(StringRef name) const {
  StringRef bare = name;
  bare.consume_back(".npy");
  for (const Member &member : members)
    if (member.name == bare)
      return &member;
  return dataError(file.path + ": no member '" + name +
                   "', the members are: " + nameList());
}

Expected<StringRef> NpzFile::packed(const Member &member) const {
  StringRef bytes = file.bytes;
  std::string name = memberName(member);
  if (member.flags & 1)
    return dataError(name + ": encrypted members are not supported");
  if (member.method != 0 && member.method != 8)
    return dataError(name + ": compression method " + Twine(member.method) +
                     " is not supported, expects stored (0) or deflated (8)");
  if (!inside(bytes, member.localHeader, kLocalBytes) ||
      u32(bytes, member.localHeader) != kLocalSignature)
    return byteError(name, member.localHeader,
                     "expects the header of the member here");
  // Sizes come from the directory: the local header may leave them out.
  uint64_t start = member.localHeader + kLocalBytes +
                   u16(bytes, member.localHeader + 26) +
                   u16(bytes, member.localHeader + 28);
  if (!inside(bytes, start, member.packedBytes))
    return byteError(
        name, start,
        "expects " + Twine(member.packedBytes) +
            " bytes of data, but the file ends after " +
            Twine(bytes.size() - std::min<uint64_t>(start, bytes.size())));
  if (member.method == 0 && member.packedBytes != member.bytes)
    return dataError(name + ": a stored member of " + Twine(member.bytes) +
                     " bytes has " + Twine(member.packedBytes) +
                     " bytes of data");
  return bytes.substr(start, member.packedBytes);
}

static Error checkCrc(StringRef name, StringRef bytes, uint32_t expected) {
  uint32_t found =
      crc32_z(0, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size());
  if (found == expected)
    return Error::success();
  return dataError(name + ": checksum error, expects " +
                   utohexstr(expected, true, 8) + ", but got " +
                   utohexstr(found, true, 8));
}

Expected<Array> NpzFile::inflateArray(const Member &member,
                                      StringRef packedBytes) const {
  std::string name = memberName(member);
  // First the header alone, so that nothing is allocated on the word of the
  // directory.
  std::string head(std::min(member.bytes, kMaxNpyHeader + 12), '\0');
  head.resize(Inflater(packedBytes).fill(head.data(), head.size()));
  auto damaged = [&](uint64_t found) {
    return dataError(name +
                     ": checksum error, the compressed data are damaged "
                     "or cut short (expects " +
                     Twine(member.bytes) + " bytes, but got " + Twine(found) +
                     ")");
  };
  if (head.size() < std::min(member.bytes, kMaxNpyHeader + 12))
    return damaged(head.size());
  Expected<NpyHeader> header = parseNpyHeader(head, name);
  if (!header)
    return header.takeError();
  if (header->dataBytes > member.bytes ||
      header->dataOffset + header->dataBytes != member.bytes)
    return dataError(name + ": expects " + Twine(header->dataBytes) +
                     " bytes of elements for " +
                     tensorTypeName(header->dtype, header->shape) +
                     ", but the member holds " +
                     Twine(member.bytes - header->dataOffset));
  if (member.bytes / kMaxDeflateRatio > packedBytes.size())
    return dataError(name + ": claims " + Twine(member.bytes) +
                     " bytes, more than " + Twine(packedBytes.size()) +
                     " compressed bytes can hold");

  Expected<NewArray> whole =
      allocateArray(DType::U8, {static_cast<int64_t>(member.bytes)});
  if (!whole)
    return whole.takeError();
  Inflater inflater(packedBytes);
  Progress progress("unpacking " + name, member.bytes);
  uint64_t found = 0;
  // In pieces, for the sake of the progress.
  while (found < member.bytes) {
    uint64_t piece = std::min<uint64_t>(member.bytes - found, 1 << 22);
    uint64_t got = inflater.fill(whole->bytes + found, piece);
    found += got;
    progress.update(found);
    if (got < piece)
      break;
  }
  if (found != member.bytes || !inflater.atEnd())
    return damaged(found);
  StringRef bytes(whole->bytes, member.bytes);
  if (Error error = checkCrc(name, bytes, member.crc))
    return std::move(error);
  return parseNpy(bytes, whole->array.storage, name);
}

Expected<Array> NpzFile::read(StringRef name) const {
  Expected<const Member *> member = find(name);
  if (!member)
    return member.takeError();
  Expected<StringRef> bytes = packed(**member);
  if (!bytes)
    return bytes.takeError();
  if ((*member)->method == 8)
    return inflateArray(**member, *bytes);
  std::string full = memberName(**member);
  if (Error error = checkCrc(full, *bytes, (*member)->crc))
    return std::move(error);
  return parseNpy(*bytes, file.owner, full);
}

Expected<std::string> NpzFile::readText(StringRef name) const {
  Expected<const Member *> member = find(name);
  if (!member)
    return member.takeError();
  Expected<StringRef> bytes = packed(**member);
  if (!bytes)
    return bytes.takeError();
  std::string head;
  if ((*member)->method == 0) {
    head = bytes->take_front(4096).str();
  } else {
    head.resize(4096);
    head.resize(Inflater(*bytes).fill(head.data(), head.size()));
  }
  // Version 1 headers only: what numpy writes for a short string.
  uint64_t offset = head.size() < 10 ? 0 : 10 + u16(head, 8);
  if (!StringRef(head).starts_with("\x93NUMPY\x01") || offset > head.size())
    return dataError(memberName(**member) + ": expects a text");
  std::string text;
  for (char c : StringRef(head).substr(offset, 64))
    if (c != '\0')
      text += c;
  return text;
}
