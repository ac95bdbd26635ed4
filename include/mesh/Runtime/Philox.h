//===- Philox.h - counter-based random numbers ------------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as
// easy as 1, 2, 3" (SC 2011). A pure function of (key, counter): the number of
// an element does not depend on threads, order or platform.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_RUNTIME_PHILOX_H
#define MESH_RUNTIME_PHILOX_H

#include <array>
#include <cstdint>

namespace mesh::runtime {

/// Multipliers of the two halves of the counter (table 2 of the paper).
inline constexpr std::uint32_t kPhiloxM0 = 0xD2511F53u;
inline constexpr std::uint32_t kPhiloxM1 = 0xCD9E8D57u;
/// Weyl increments of the key: the golden ratio and sqrt(3) - 1, as 0.32 bit
/// fractions.
inline constexpr std::uint32_t kPhiloxW0 = 0x9E3779B9u;
inline constexpr std::uint32_t kPhiloxW1 = 0xBB67AE85u;
inline constexpr int kPhiloxRounds = 10;

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// Four random 32-bit words.
inline PhiloxCounter philox4x32(PhiloxCounter c, PhiloxKey k) {
  for (int round = 0; round < kPhiloxRounds; ++round) {
    std::uint64_t p0 = static_cast<std::uint64_t>(kPhiloxM0) * c[0];
    std::uint64_t p1 = static_cast<std::uint64_t>(kPhiloxM1) * c[2];
    c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k[0],
         static_cast<std::uint32_t>(p1),
         static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k[1],
         static_cast<std::uint32_t>(p0)};
    k[0] += kPhiloxW0;
    k[1] += kPhiloxW1;
  }
  return c;
}

/// The words of element `index` in stream `stream` under `seed`. The key is
/// the seed (low word first), the counter is (index low, index high, stream,
/// block).
inline PhiloxCounter philox(std::uint64_t seed, std::uint64_t index,
                            std::uint32_t stream = 0, std::uint32_t block = 0) {
  return philox4x32({static_cast<std::uint32_t>(index),
                     static_cast<std::uint32_t>(index >> 32), stream, block},
                    {static_cast<std::uint32_t>(seed),
                     static_cast<std::uint32_t>(seed >> 32)});
}

/// A number of [0, 1) with 53 random bits, from two words.
inline double philoxUniform(std::uint32_t high, std::uint32_t low) {
  return static_cast<double>((static_cast<std::uint64_t>(high >> 5) << 26) |
                             (low >> 6)) *
         0x1p-53;
}

} // namespace mesh::runtime

#endif // MESH_RUNTIME_PHILOX_H
