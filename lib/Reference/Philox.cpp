//===- Philox.cpp - the random numbers of mesh.uniform --------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Philox4x32-10, written from figure 1 and table 2 of Salmon, Moraes, Dror and
// Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", 2011. Not the runtime's
// copy, so that each checks the other.
//
//===----------------------------------------------------------------------===//

#include "Philox.h"

#include <cmath>

double mesh::reference::uniform(uint64_t seed, uint64_t index, unsigned bits) {
  uint64_t block = index / 4;
  uint32_t left0 = static_cast<uint32_t>(block);
  uint32_t right0 = static_cast<uint32_t>(block >> 32);
  uint32_t left1 = 0, right1 = 0;
  uint32_t key0 = static_cast<uint32_t>(seed);
  uint32_t key1 = static_cast<uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    uint64_t product0 = uint64_t(0xD2511F53) * left0;
    uint64_t product1 = uint64_t(0xCD9E8D57) * left1;
    left0 = static_cast<uint32_t>(product1 >> 32) ^ right0 ^ key0;
    right0 = static_cast<uint32_t>(product1);
    left1 = static_cast<uint32_t>(product0 >> 32) ^ right1 ^ key1;
    right1 = static_cast<uint32_t>(product0);
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
  const uint32_t words[4] = {left0, right0, left1, right1};
  return std::ldexp(words[index % 4] >> (32 - bits), -static_cast<int>(bits));
}
