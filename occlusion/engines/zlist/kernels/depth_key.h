// Depth and face of a layer as one number that grows with depth and, at equal depth, with the face. The
// greatest key is that of a pixel's last layer.
#pragma once

#include <cstdint>
#include <cstring>

#include "occlusion/engines/zlist/kernels/kernels.h"

namespace intercusp::zlist {

//! Transforms the bits of a float so that they grow with it. Never 0 for a finite depth; 0 means no layer.
static inline std::uint32_t ordered_bits(float depth) {
  std::uint32_t bits;
  std::memcpy(&bits, &depth, sizeof bits);
  return bits ^ ((bits >> 31) != 0 ? 0xFFFF'FFFFU : 0x8000'0000U);
}
static inline float depth_of_bits(std::uint32_t ordered) {
  const std::uint32_t bits = ordered ^ ((ordered >> 31) != 0 ? 0x8000'0000U : 0xFFFF'FFFFU);
  float depth;
  std::memcpy(&depth, &bits, sizeof depth);
  return depth;
}

//! \param face with its sheet_bit, without exit_bit
static inline std::uint64_t depth_key(float depth, std::uint32_t face) {
  return static_cast<std::uint64_t>(ordered_bits(depth)) << 32 | face;
}
static inline float depth_of_key(std::uint64_t key) {
  return depth_of_bits(static_cast<std::uint32_t>(key >> 32));
}
static inline std::int32_t face_of_key(std::uint64_t key) {
  return static_cast<std::int32_t>(key & face_bits);
}
static inline bool sheet_of_key(std::uint64_t key) { return (key & sheet_bit) != 0; }

}  // namespace intercusp::zlist
