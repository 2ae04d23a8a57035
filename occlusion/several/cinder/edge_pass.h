// Peels the edges of all bodies layer by layer from the far end: at each pixel the next nearer edge (depth
// peeling). The thesis keeps one edge per pixel and misses what happens to those behind it (Fig. 4.11).
//
// Reads: depth and owner of the previous layer. Writes: those of this layer. Peeling starts at the far end,
// so that pixels without an edge have depth 0, in front of which no face counts.
#pragma once

#include <Eigen/Core>
#include <span>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/several/cinder/gpu_bodies.h"

namespace intercusp::cinder {

//! One edge per pixel. Two are used in turns, because a target cannot be read.
struct EdgeLayer {
  EdgeLayer(int width_px, int height_px);

  //! No edge anywhere. \param to_depth 0 before a layer is drawn; 1 for what comes before the first
  void clear(float to_depth) const;

  gl::Texture depth;      //!< DEPTH32F_STENCIL8; the stencil is winding_pass.h's
  gl::Texture owner;      //!< R32UI: 1 + the body that owns the edge, 0 without an edge
  gl::Framebuffer edges;  //!< of all three
  gl::Framebuffer faces;  //!< of depth and stencil, while the owner is read
};

void delete_query(GLuint name);

class EdgePass {
 public:
  EdgePass();

  //! \param inward_mm by which edges are moved into their own bodies
  void set_view(const Eigen::Matrix4f& clip_from_vertex, float inward_mm) const;

  //! Draws the edges of some bodies, in order, within a window. \return whether there is one in this layer
  [[nodiscard]] bool run(const GpuBodies& bodies, std::span<const std::size_t> owners,
                         const gl::Rectangle& window, const EdgeLayer& before, const EdgeLayer& layer) const;

 private:
  gl::Program program_;
  gl::Name<delete_query> any_edge_;
};

}  // namespace intercusp::cinder
