// CInDeR (Knott 2003, chapter 4): which of many solids have edges inside which others, found on the GPU for
// all of them at once. An edge's pixels are rays to the edge: where more faces of a body are entered than
// left in front of it, the edge lies inside that body there.
//
// Every edge is drawn once and, unless an edge lies inside more than two bodies, every face once: the time is
// linear in both and in what lies behind each other at a pixel.
//
// What it says is sampled. Edges are drawn a little inside their own bodies, so what is reported is an
// overlap of the two bodies, within two pixels of the edge (four at the tip of a needle); only where a body
// is thinner than that, or its surface bends more finely, the edge may have come out of it. It may miss an
// edge whose way inside is shorter or shallower than a pixel or two, or that is seen end on; so what it does
// not see is no proof of anything (interference.h settles that exactly).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "occlusion/geometry/solid.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! An edge of one body lies inside another; by their places among the bodies.
struct Penetration {
  std::uint32_t penetrating = 0;
  std::uint32_t penetrated = 0;
  auto operator<=>(const Penetration&) const = default;
};

//! Made for some bodies that stand as their meshes do; keeps an OpenGL context of its own.
class Cinder {
 public:
  //! \throw gl::ContextError if there is no OpenGL 4.5; gl::ShaderError if the driver refuses a shader;
  //!        std::length_error if the bodies are more than its buffers can name.
  explicit Cinder(std::span<const std::shared_ptr<const Solid>> bodies);
  ~Cinder();
  Cinder(Cinder&&) noexcept;
  Cinder& operator=(Cinder&&) noexcept;

  //! Looks along the lines of a view's pixels. \pre no winding number of a body is negative. \return in order,
  //! each once
  //! \throw std::length_error for a window larger than OpenGL can draw; gl::ContextError if OpenGL fails.
  [[nodiscard]] std::vector<Penetration> look(const View& view);

  //! What OpenGL complained about, KHR_debug messages of medium and high severity.
  [[nodiscard]] const std::vector<std::string>& debug_messages() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp
