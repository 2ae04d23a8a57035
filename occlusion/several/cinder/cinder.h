// CInDeR (Knott 2003, chapter 4): tells which of many solids have edges inside which others, for all of them
// at once on the GPU. The pixels of an edge are rays to the edge. If more faces of a body are entered than
// left in front of the edge, the edge lies inside that body there.
//
// Every edge is drawn once and, unless an edge lies inside more than two bodies, every face once. The time is
// linear in both and in the depth complexity at a pixel.
//
// The result is sampled. Edges are drawn slightly inside their own bodies, so every reported pair overlaps
// within two pixels of the edge (four at the tip of a needle). The only exceptions are bodies that are
// thinner than that or whose surface bends more finely, because the moved edge may have left them. An edge
// may be missed if its part inside is shorter or shallower than a pixel or two, or if it is seen end on. So a
// missing report proves nothing (interference.h decides exactly).
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

//! An edge of one body lies inside another body; indices of these bodies.
struct Penetration {
  std::uint32_t penetrating = 0;
  std::uint32_t penetrated = 0;
  auto operator<=>(const Penetration&) const = default;
};

//! Made for bodies in the pose of their meshes; has its own OpenGL context.
class Cinder {
 public:
  //! \throw gl::ContextError without OpenGL 4.5; gl::ShaderError if the driver refuses a shader;
  //! std::length_error if there are more bodies than its buffers can name
  explicit Cinder(std::span<const std::shared_ptr<const Solid>> bodies);
  ~Cinder();

  //! Tests along the lines of a view's pixels.
  //! \pre no winding number of a body is negative
  //! \return sorted, each once
  //! \throw std::length_error for a window larger than OpenGL can draw; gl::ContextError if OpenGL fails
  [[nodiscard]] std::vector<Penetration> look(const View& view);

  //! KHR_debug messages of medium and high severity.
  [[nodiscard]] const std::vector<std::string>& debug_messages() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp
