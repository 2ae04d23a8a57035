// The edges of all bodies, one layer after the other from the far end: at each pixel the next edge that lies
// nearer than the one before (depth peeling). The thesis keeps one edge a pixel, and misses what happens to
// those that lie behind it (Fig. 4.11).
//
// Reads: the layer before, depth and owner. Writes: those of the layer. From the far end, because a pixel
// without an edge then has depth 0, in front of which no face is counted.
#pragma once

#include <Eigen/Core>
#include <span>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/several/cinder/gpu_bodies.h"

namespace intercusp::cinder {

//! One edge at each pixel. There are two, in turns: what is drawn into cannot be read.
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
