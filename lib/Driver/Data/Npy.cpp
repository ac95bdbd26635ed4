//===- Npy.cpp - numpy's .npy files ---------------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Npy.h"
#include "mesh/Driver/Data/File.h"
#include "mesh/Driver/Data/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SwapByteOrder.h"

#include <cstring>

using namespace llvm;
using namespace mesh::driver;

namespace {

constexpr StringLiteral kMagic("\x93NUMPY");

/// Reads the Python dictionary of a header.
class HeaderParser : Scanner {
public:
  HeaderParser(StringRef text, uint64_t offset, StringRef name)
      : Scanner{text}, offset(offset), name(name) {}

  Expected<NpyHeader> parse() {
    if (Error error = expect('{'))
      return std::move(error);
    bool haveType = false, haveOrder = false, haveShape = false;
    while (!accept('}')) {
      Expected<std::string> key = parseString("a key");
      if (!key)
        return key.takeError();
      if (Error error = expect(':'))
        return std::move(error);
      bool *have = *key == "descr"           ? &haveType
                   : *key == "fortran_order" ? &haveOrder
                   : *key == "shape"         ? &haveShape
                                             : nullptr;
      if (!have)
        return fail("expects the keys 'descr', 'fortran_order' and 'shape', "
                    "but got '" +
                    *key + "'");
      if (std::exchange(*have, true))
        return fail("the key '" + *key + "' occurs twice");
      Error error = have == &haveType    ? parseType()
                    : have == &haveOrder ? parseOrder()
                                         : parseShape();
      if (error)
        return std::move(error);
      if (accept(','))
        continue;
      if (Error close = expect('}'))
        return std::move(close);
      break;
    }
    skipSpace();
    if (position != text.size())
      return fail("expects blanks to the end of the header, but got '" +
                  found() + "'");
    for (auto [have, key] : {std::pair<bool, const char *>{haveType, "descr"},
                             {haveOrder, "fortran_order"},
                             {haveShape, "shape"}})
      if (!have)
        return fail(Twine("the header has no key '") + key + "'");
    return header;
  }

private:
  Error fail(const Twine &message) {
    return byteError(name, offset + position, message);
  }
  Error expect(char c) {
    if (accept(c))
      return Error::success();
    return fail(Twine("expects '") + Twine(c) + "' in the header, but got '" +
                found() + "'");
  }
  /// The next few characters, printable.
  std::string found() const {
    std::string out;
    raw_string_ostream os(out);
    printEscapedString(text.substr(position, 20), os);
    return out.empty() ? "the end of the header" : out;
  }

  Expected<std::string> parseString(const char *what) {
    skipSpace();
    if (!atEnd() && (text[position] == '\'' || text[position] == '"')) {
      size_t end = text.find(text[position], position + 1);
      if (end != StringRef::npos) {
        StringRef value = text.slice(position + 1, end);
        position = end + 1;
        return value.str();
      }
    }
    return fail(Twine("expects ") + what + " in quotes, but got '" + found() +
                "'");
  }

  Error parseType() {
    skipSpace();
    if (!atEnd() && text[position] == '[')
      return fail("structured element types are not supported");
    Expected<std::string> descr = parseString("an element type");
    if (!descr)
      return descr.takeError();
    StringRef type(*descr);
    bool little = type.consume_front("<"), big = false;
    if (!little)
      big = type.consume_front(">");
    if (!little && !big && !type.consume_front("|"))
      type.consume_front("=");
    header.swapped = (big && sys::IsLittleEndianHost) ||
                     (little && !sys::IsLittleEndianHost);
    auto dtype = elementType(type);
    if (!dtype)
      return fail("element type '" + *descr +
                  "' is not supported, expects bool, an integer or a float of "
                  "at most 64 bits (b1, i1 to i8, u1 to u8, f2, f4, f8)");
    header.dtype = *dtype;
    return Error::success();
  }

  static std::optional<DType> elementType(StringRef type) {
    static constexpr std::pair<StringLiteral, DType> types[] = {
        {"b1", DType::Bool}, {"i1", DType::I8},  {"u1", DType::U8},
        {"i2", DType::I16},  {"u2", DType::U16}, {"i4", DType::I32},
        {"u4", DType::U32},  {"i8", DType::I64}, {"u8", DType::U64},
        {"f2", DType::F16},  {"f4", DType::F32}, {"f8", DType::F64},
        {"V2", DType::BF16}};
    for (const auto &[name, dtype] : types)
      if (name == type)
        return dtype;
    return std::nullopt;
  }

  Error parseOrder() {
    skipSpace();
    for (auto [word, value] :
         {std::pair<StringRef, bool>{"True", true}, {"False", false}})
      if (text.substr(position).starts_with(word)) {
        position += word.size();
        header.fortranOrder = value;
        return Error::success();
      }
    return fail("expects True or False, but got '" + found() + "'");
  }

  Error parseShape() {
    if (!accept('('))
      return fail("expects a shape in parentheses such as (2, 3), but got '" +
                  found() + "'");
    bool comma = true;
    while (!accept(')')) {
      if (!comma)
        return fail("expects ',' or ')' in the shape, but got '" + found() +
                    "'");
      skipSpace();
      StringRef digits = text.substr(position).take_while(isDigit);
      int64_t dim;
      if (digits.empty())
        return fail("expects a dimension of 0 or more, but got '" + found() +
                    "'");
      if (digits.getAsInteger(10, dim))
        return fail("dimension " + digits + " does not fit 64 bits");
      position += digits.size();
      // Python 2 wrote its long integers as 2L.
      if (!atEnd() && text[position] == 'L')
        ++position;
      header.shape.push_back(dim);
      comma = accept(',');
    }
    if (header.shape.size() == 1 && !comma)
      return fail("expects a tuple as the shape, but got an integer in "
                  "parentheses");
    return Error::success();
  }

  uint64_t offset;
  StringRef name;
  NpyHeader header;
};

/// Copies elements of `Word`'s size from file order to C order.
template <class Word>
void reorder(const NpyHeader &header, const char *from, char *to,
             int64_t count) {
  auto load = [&](int64_t i) {
    Word word;
    std::memcpy(&word, from + i * sizeof(Word), sizeof(Word));
    return header.swapped ? sys::getSwappedBytes(word) : word;
  };
  auto *out = reinterpret_cast<Word *>(to);
  if (!header.fortranOrder || header.shape.size() < 2) {
    for (int64_t i = 0; i < count; ++i)
      out[i] = load(i);
    return;
  }
  // Walk the output in order and keep the matching offset in the input.
  size_t rank = header.shape.size();
  SmallVector<int64_t, 4> stride(rank, 1), index(rank, 0);
  for (size_t d = 1; d < rank; ++d)
    stride[d] = stride[d - 1] * header.shape[d - 1];
  int64_t offset = 0;
  for (int64_t i = 0; i < count; ++i) {
    out[i] = load(offset);
    for (size_t d = rank; d-- > 0;) {
      offset += stride[d];
      if (++index[d] < header.shape[d])
        break;
      offset -= stride[d] * header.shape[d];
      index[d] = 0;
    }
  }
}

} // namespace

Expected<NpyHeader> mesh::driver::parseNpyHeader(StringRef prefix,
                                                 StringRef name) {
  uint64_t size = prefix.size();
  if (!prefix.starts_with(kMagic)) {
    if (size < kMagic.size())
      return byteError(name, size,
                       "expects a .npy file, which starts with 6 bytes "
                       "\\x93NUMPY, but the file ends after " +
                           Twine(size) + " bytes");
    return byteError(name, 0,
                     "expects a .npy file, which starts with \\x93NUMPY");
  }
  if (size < 8)
    return byteError(name, size,
                     "expects the format version in bytes 6 and 7, but the "
                     "file ends after " +
                         Twine(size) + " bytes");
  unsigned major = uint8_t(prefix[6]), minor = uint8_t(prefix[7]);
  if (major < 1 || major > 3 || minor != 0)
    return byteError(name, 6,
                     "expects format version 1.0, 2.0 or 3.0, but got " +
                         Twine(major) + "." + Twine(minor));
  uint64_t lengthBytes = major == 1 ? 2 : 4, start = 8 + lengthBytes;
  if (size < start)
    return byteError(name, size,
                     "expects a header length of " + Twine(lengthBytes) +
                         " bytes at byte 8, but the file ends after " +
                         Twine(size) + " bytes");
  uint64_t length = major == 1 ? support::endian::read16le(prefix.data() + 8)
                               : support::endian::read32le(prefix.data() + 8);
  if (length > kMaxNpyHeader)
    return byteError(name, 8,
                     "the header claims " + Twine(length) +
                         " bytes, expects at most " + Twine(kMaxNpyHeader));
  if (size < start + length)
    return byteError(name, size,
                     "expects a header of " + Twine(length) +
                         " bytes from byte " + Twine(start) +
                         ", but the file ends after " + Twine(size) + " bytes");
  Expected<NpyHeader> header =
      HeaderParser(prefix.substr(start, length), start, name).parse();
  if (!header)
    return header.takeError();
  std::optional<int64_t> count = elementCount(header->shape);
  int64_t bytes = 0;
  if (!count || MulOverflow(*count, int64_t(byteWidth(header->dtype)), bytes))
    return byteError(name, start,
                     tensorTypeName(header->dtype, header->shape) +
                         " is too large: its size in bytes overflows 64 bits");
  header->dataOffset = start + length;
  header->dataBytes = bytes;
  return header;
}

Expected<Array> mesh::driver::parseNpy(StringRef bytes,
                                       std::shared_ptr<const void> owner,
                                       StringRef name) {
  Expected<NpyHeader> header = parseNpyHeader(bytes, name);
  if (!header)
    return header.takeError();
  uint64_t found = bytes.size() - header->dataOffset;
  // Before anything is allocated: the header's claim is only a claim.
  if (found != header->dataBytes)
    return byteError(name, header->dataOffset,
                     "expects " + Twine(header->dataBytes) +
                         " bytes of elements for " +
                         tensorTypeName(header->dtype, header->shape) +
                         ", but found " + Twine(found));
  const char *data = bytes.data() + header->dataOffset;
  unsigned width = byteWidth(header->dtype);
  if (header->dtype == DType::Bool)
    for (uint64_t i = 0; i < found; ++i)
      if (uint8_t(data[i]) > 1)
        return byteError(name, header->dataOffset + i,
                         "expects a boolean 0 or 1, but got " +
                             Twine(unsigned(uint8_t(data[i]))));
  bool plain = !header->fortranOrder || header->shape.size() < 2;
  if (plain && (!header->swapped || width == 1))
    return borrowArray(header->dtype, header->shape, data, std::move(owner));

  Expected<NewArray> made = allocateArray(header->dtype, header->shape);
  if (!made)
    return made.takeError();
  int64_t count = made->array.size();
  switch (width) {
  case 1:
    reorder<uint8_t>(*header, data, made->bytes, count);
    break;
  case 2:
    reorder<uint16_t>(*header, data, made->bytes, count);
    break;
  case 4:
    reorder<uint32_t>(*header, data, made->bytes, count);
    break;
  default:
    reorder<uint64_t>(*header, data, made->bytes, count);
    break;
  }
  return made->array;
}

Expected<Array> mesh::driver::readNpy(StringRef path) {
  Expected<FileBytes> file = openFile(path);
  if (!file)
    return file.takeError();
  return parseNpy(file->bytes, file->owner, path);
}
