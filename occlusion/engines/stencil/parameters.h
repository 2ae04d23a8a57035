// Parameters shared by all stages of the stencil engine: the C++ side of shaders/parameters.glsl.
#pragma once

#include <cstdint>

namespace intercusp::stencil {

//! std140, binding 0.
struct Parameters {
  float depth_mm;   //!< length of the depth range
  float tolerance;  //!< the depth tolerance as a share of the range
  std::int32_t upper_anatomy;
  std::int32_t lower_anatomy;
  std::uint32_t max_listed;
  std::uint32_t max_coded_layers;
  std::uint32_t live;
  std::int32_t unused = 0;  //!< std140 pads to 16 bytes
};

//! Two bits a layer, 24 bits exact in a float, four components.
constexpr std::uint32_t max_coded_layers = 48;

//! Bits of the plane `waits`: the stages that a pixel waits for, and what is known already.
namespace waits {
constexpr unsigned for_layers = 8;
constexpr unsigned decided_pass1 = 16;
constexpr unsigned decided_pass2 = 32;
constexpr unsigned no_state = decided_pass1 | decided_pass2;  //!< only one jaw is there
constexpr unsigned is_interfering = 64;
constexpr unsigned has_value = 128;
}  // namespace waits

constexpr unsigned parameters_binding = 0;
constexpr unsigned tiles_binding = 0;
constexpr unsigned sent_pixels_binding = 1;
constexpr unsigned overflow_binding = 3;
constexpr unsigned nearest_depths_binding = 4;
constexpr unsigned nearest_faces_binding = 5;
constexpr unsigned upper_names_binding = 6;
constexpr unsigned lower_names_binding = 7;

}  // namespace intercusp::stencil
