// What all stages of the stencil engine share: the C++ side of shaders/parameters.glsl.
#pragma once

#include <array>
#include <cstdint>

namespace intercusp::stencil {

//! How layers are counted; the values are those of the shaders.
enum class Form : std::uint32_t { signed_counts, parity, simplified, basic };

//! std140, binding 0.
struct Parameters {
  float depth_mm;   //!< length of the depth range
  float tolerance;  //!< the depth tolerance, as a part of the range
  std::int32_t upper_anatomy;
  std::int32_t lower_anatomy;
  std::uint32_t counter_limit;
  Form form;
  std::uint32_t max_listed;
  std::uint32_t max_coded_layers;
  std::int32_t tiles_across;
  std::uint32_t live;
  std::array<std::int32_t, 2> unused = {};  //!< std140 ends on 16 bytes
};

//! Two bits a layer, 24 bits exactly in a float, four components.
constexpr std::uint32_t max_coded_layers = 48;

//! Bits of the plane `waits` that say what the stages before the layers know of a pixel.
namespace waits {
constexpr unsigned decided_pass1 = 16;
constexpr unsigned decided_pass2 = 32;
constexpr unsigned is_interfering = 64;
constexpr unsigned has_value = 128;
}  // namespace waits

constexpr unsigned parameters_binding = 0;
constexpr unsigned tallies_binding = 0;
constexpr unsigned listed_binding = 3;
constexpr unsigned tiles_binding = 4;

}  // namespace intercusp::stencil
