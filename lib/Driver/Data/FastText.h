//===- FastText.h - numbers of usual text files, fast -----------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// Readers of large text files take lines of the usual form with these, and all
// other lines (signs, odd blanks, mistakes) with the functions of Text.h, which
// know how to complain. Every function needs a line end at or after `p`, stops
// there, and gives false where it does not know the text.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DRIVER_DATA_FASTTEXT_H
#define MESH_LIB_DRIVER_DATA_FASTTEXT_H

#include "mesh/Driver/Data/Text.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"

namespace mesh::driver::fast {

inline bool isBlank(char c) { return c == ' ' || c == '\t'; }

inline void skipBlanks(const char *&p) {
  while (isBlank(*p))
    ++p;
}

/// The value of the digits that eight bytes of text start with, and how many
/// those are. All at once: a loop would be mispredicted at the end of nearly
/// every number.
inline unsigned leadingDigits(const char *p, uint64_t &value) {
  uint64_t x = llvm::support::endian::read64le(p) ^ 0x3030303030303030;
  // A byte is above 9 if its upper half is set, or comes to be by adding 6. A
  // carry out of such a byte can only disturb later ones.
  uint64_t other = (x | (x + 0x0606060606060606)) & 0xf0f0f0f0f0f0f0f0;
  unsigned count = other ? llvm::countr_zero(other) / 8 : 8;
  if (count == 0)
    return 0;
  x <<= 64 - 8 * count; // zeros in front
  x = (x * 10 + (x >> 8)) & 0x00ff00ff00ff00ff;
  x = (x * 100 + (x >> 16)) & 0x0000ffff0000ffff;
  x = x * 10000 + (x >> 32);
  value = x & 0xffffffff;
  return count;
}

/// A number of at most 18 digits without a sign. `end` is the text's.
inline bool scanIndex(const char *&p, const char *end, int64_t &value) {
  const char *start = p;
  uint64_t sum = 0;
  if (end - p >= 8) {
    unsigned count = leadingDigits(p, sum);
    p += count;
    if (count < 8) {
      value = static_cast<int64_t>(sum);
      return count != 0;
    }
  }
  for (unsigned digit; (digit = static_cast<unsigned char>(*p) - '0') < 10; ++p)
    sum = sum * 10 + digit;
  value = static_cast<int64_t>(sum);
  // A longer number has wrapped, which does no harm.
  return p != start && p - start <= 18;
}

/// LF or CR LF.
inline bool scanLineEnd(const char *&p) {
  if (*p == '\r' && p[1] == '\n')
    ++p;
  if (*p != '\n')
    return false;
  ++p;
  return true;
}

/// A number up to a blank, a comma or a line end; the one that `parseReal`
/// gives.
inline bool scanReal(const char *&p, double &value) {
  // Up to 15 digits and powers of ten up to 10^22 are exact as doubles, so that
  // the quotient has the one rounding that it should have (Clinger 1990).
  static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3, 1e4,  1e5,
                                      1e6,  1e7,  1e8,  1e9, 1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15};
  const char *q = p;
  bool negative = *q == '-';
  q += negative;
  const char *start = q;
  uint64_t sum = 0;
  for (unsigned digit; (digit = static_cast<unsigned char>(*q) - '0') < 10; ++q)
    sum = sum * 10 + digit;
  ptrdiff_t digits = q - start, decimals = 0;
  if (*q == '.') {
    const char *point = ++q;
    for (unsigned digit; (digit = static_cast<unsigned char>(*q) - '0') < 10;
         ++q)
      sum = sum * 10 + digit;
    decimals = q - point;
    digits += decimals;
  }
  auto ends = [](char c) {
    return isBlank(c) || c == ',' || c == '\n' || c == '\r';
  };
  if (digits > 0 && digits <= 15 && ends(*q)) {
    double magnitude = static_cast<double>(sum) / powers[decimals];
    value = negative ? -magnitude : magnitude;
    p = q;
    return true;
  }
  while (!ends(*q))
    ++q;
  if (!parseReal(llvm::StringRef(p, q - p), value))
    return false;
  p = q;
  return true;
}

} // namespace mesh::driver::fast

#endif // MESH_LIB_DRIVER_DATA_FASTTEXT_H
