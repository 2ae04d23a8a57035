// First impacts on planes and quadrics by OpenGL: the programmable vertex engine of Knott 2003 (section 3.2), as a compute
// shader. One invocation is one particle; it goes through all colliders and keeps the earliest impact.
//
// Numbers are floats relative to the middle of the colliders. With u = 2^-24, the polynomial f of time of a particle and a
// collider (quadric_collider.h) is wrong by at most 24·u·F(t), where F(t) is f(t) with every product taken by its
// magnitude: 3 u for the inputs, 9 u for two products with a matrix of four, 8 u for Horner's scheme and 4 u for the
// formula of quadratic roots. A crossing at which |f'| is not small is off by at most 48·u·F / |f'| seconds, plus 8·u of
// the time itself, wherever 48·u·F·|f''| ≤ f'² (Newton and Kantorovich). Paths that graze a surface, or pass its rim,
// nearer than that may hit in one way and pass in the other.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "occlusion/particles/path.h"
#include "occlusion/particles/quadric_collider.h"

namespace intercusp {

constexpr std::uint32_t no_collider = 0xffffffffU;

struct GlImpact {
  float time_s = 0;
  std::uint32_t collider = no_collider;  //!< none: the particle escapes
};

class GlParticles {
 public:
  //! \throw gl::ContextError without OpenGL 4.5, gl::ShaderError
  explicit GlParticles(std::vector<QuadricCollider> colliders);
  ~GlParticles();
  GlParticles(GlParticles&&) noexcept;
  GlParticles& operator=(GlParticles&&) noexcept;

  //! The first impact of each path at a time above 0 and up to `until_s`. \pre until_s is finite
  [[nodiscard]] std::vector<GlImpact> first_impacts(std::span<const Path> paths, double until_s);

  //! OpenGL's complaints since this was made.
  [[nodiscard]] const std::vector<std::string>& debug_messages() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp
