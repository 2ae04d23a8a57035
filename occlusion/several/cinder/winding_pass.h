// Finds edges that lie inside other bodies: edges with more faces of a body entered than left
// in front of them.
//
// The faces of many bodies are drawn once. Each face in front of an edge's sample adds to it its sign, its
// sign times its body's name, and its sign times the square of the name. (Knott uses the stencil and colours,
// sections 4.4.1 and 4.5.1.) No winding number of a solid is negative. So a sum of signs above 0 at any
// sample is Knott's early test for interference anywhere (section 4.5.2), and one or two bodies around a
// sample follow from its three sums. For more bodies, halves of the bodies are drawn separately, recursively.
//
// Reads: heads and depth of the samples. Writes: the sums of the samples, which the pass that reads them
// resets; and one bit per owner and body, so that no picture is read back.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/several/cinder/cinder.h"
#include "occlusion/several/cinder/gpu_bodies.h"
#include "occlusion/view/view.h"

namespace intercusp::cinder {

//! All edges of all bodies at the pixels that they cross: the ends of CInDeR's rays.
//!
//! Knott keeps one edge per pixel in the depth buffer and misses the edges behind it (Fig. 4.11). Here each
//! edge is a sample with its own counter, in a chain of its pixel. The depth buffer holds the farthest edge
//! of a pixel. Faces behind it, and faces at pixels without edges, are rejected before anything is computed.
//!
//! Writes: samples (shaders/cinder_samples.glsl), heads R32UI: 1 + the first sample of the pixel's chain, 0
//! without edges; depth DEPTH32F, 0 without edges.
class EdgeSamples {
 public:
  //! \param max_bytes greatest size of a buffer
  explicit EdgeSamples(std::size_t max_bytes);

  void set_view(const PixelGrid& grid, const Eigen::Matrix4f& clip_from_vertex);

  //! Draws the listed edges of some bodies in a window.
  //! \return the number of their samples; empty if these do not fit into one buffer
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

//! One bit for each owner and body.
class FoundTable {
 public:
  explicit FoundTable(std::size_t bodies);

  [[nodiscard]] bool holds(const Penetration& penetration) const;
  [[nodiscard]] std::size_t words_per_owner() const { return words_per_owner_; }
  [[nodiscard]] std::span<std::uint32_t> words() { return words_; }

 private:
  std::size_t words_per_owner_;
  std::vector<std::uint32_t> words_;
};

class WindingPass {
 public:
  //! \throw std::length_error if one buffer cannot hold a bit for every pair
  WindingPass(std::size_t bodies, std::size_t max_storage_bytes);

  //! Resets the results.
  void begin(const Eigen::Matrix4f& clip_from_vertex) const;

  //! \param counted bodies that edges of others may enter
  //! \param samples the number of samples in `edges`
  //! \return whether an edge lies inside another body
  [[nodiscard]] bool run(const GpuBodies& bodies, std::span<const std::size_t> counted,
                         const gl::Rectangle& window, const EdgeSamples& edges, std::size_t samples) const;

  //! The results since `begin`.
  [[nodiscard]] FoundTable found() const;

 private:
  std::size_t bodies_;
  gl::Program face_program_, found_program_;
  gl::Buffer found_;
};

}  // namespace intercusp::cinder
