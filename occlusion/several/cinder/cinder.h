// CInDeR (Knott 2003, chapter 4): which of many solids have edges inside which others, found on the GPU for
// all of them at once. An edge's pixels are rays to the edge: where more faces of a body are entered than
// left in front of it, the edge lies inside that body there.
//
// Every edge is drawn once and, unless an edge lies inside more than two bodies, every face once: the time is linear in
// both and in the depth complexity at a pixel.
//
// The result is sampled. Edges are drawn slightly inside their own bodies, so every report is an overlap of the two
// bodies, within two pixels of the edge (four at the tip of a needle). Only if a body is thinner than that, or its
// surface bends more finely, the edge may have left it. An edge may be missed if its part inside is shorter or
// shallower than a pixel or two, or if it is seen end on. So a missing report proves nothing (interference.h decides
// that exactly).
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "occlusion/geometry/solid.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! An edge of one body lies inside another; given by their indices.
struct Penetration {
  std::uint32_t penetrating = 0;
  std::uint32_t penetrated = 0;
  auto operator<=>(const Penetration&) const = default;
};

//! Created for bodies in the pose of their meshes; keeps its own OpenGL context.
class Cinder {
 public:
  //! \throw gl::ContextError if there is no OpenGL 4.5; gl::ShaderError if the driver refuses a shader;
  //!        std::length_error if the bodies are more than its buffers can name.
  explicit Cinder(std::span<const std::shared_ptr<const Solid>> bodies);
  ~Cinder();

  //! Tests along the lines of a view's pixels. \pre no winding number of a body is negative. \return in order, each
  //! once
  //! \throw std::length_error for a window larger than OpenGL can draw; gl::ContextError if OpenGL fails.
  [[nodiscard]] std::vector<Penetration> look(const View& view);

  //! KHR_debug messages of medium and high severity.
  [[nodiscard]] const std::vector<std::string>& debug_messages() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp
