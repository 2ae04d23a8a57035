// All edges of all bodies at the pixels that they cross: the ends of CInDeR's rays.
//
// Knott keeps one edge per pixel, in the depth buffer, and misses the edges behind it (Fig. 4.11). Here each edge is a
// sample with its own counter (winding_pass.h), in a chain of its pixel. The depth buffer holds the farthest edge of a
// pixel: faces behind it, and faces at pixels without edges, are rejected before anything is computed.
//
// Writes: samples (shaders/cinder_samples.glsl), heads R32UI: 1 + the first sample of the pixel's chain, 0
// without edges; depth DEPTH32F, 0 without edges.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <span>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/several/cinder/gpu_bodies.h"
#include "occlusion/view/view.h"

namespace intercusp::cinder {

constexpr unsigned samples_binding = 0;
constexpr unsigned heads_unit = 0;

class EdgeSamples {
 public:
  //! \param max_bytes of one buffer
  explicit EdgeSamples(std::size_t max_bytes);

  void set_view(const PixelGrid& grid, const Eigen::Matrix4f& clip_from_vertex);

  //! Draws the listed edges of some bodies within a window. \return the number of their samples; empty if these do not
  //! fit into one buffer
  [[nodiscard]] std::optional<std::size_t> draw(const GpuBodies& bodies, std::span<const std::size_t> owners,
                                                const gl::Rectangle& window);

  void bind() const;
  [[nodiscard]] const gl::Framebuffer& target() const { return target_; }
  [[nodiscard]] const gl::Buffer& buffer() const { return samples_; }

 private:
  [[nodiscard]] std::size_t capacity() const;
  [[nodiscard]] std::size_t drawn(const GpuBodies& bodies, std::span<const std::size_t> owners,
                                  const gl::Rectangle& window) const;

  std::size_t max_bytes_;
  gl::Program program_;
  gl::Texture heads_, depth_;
  gl::Framebuffer target_;
  gl::Buffer samples_;
};

}  // namespace intercusp::cinder
