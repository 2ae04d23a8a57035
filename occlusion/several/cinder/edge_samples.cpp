#include "occlusion/several/cinder/edge_samples.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "cinder_shaders.h"

namespace intercusp::cinder {
namespace {

constexpr std::size_t header_bytes = 16, sample_bytes = 24;

//! By how much edges are moved into their own bodies, in pixels. A sample is a pixel's centre with the depth of the
//! edge's nearest point, at most half a pixel away from the edge; a quarter more covers the rounding of vertices. So a
//! sample found inside another body also lies inside its own, and an edge that touches another body, or runs along its
//! outside, is not reported. (The thesis moves edges outward, to keep them out of their own bodies; here a body's own
//! edges are not counted in the body itself.)
constexpr double inward_px = 0.75;

}  // namespace

EdgeSamples::EdgeSamples(std::size_t max_bytes)
    : max_bytes_(max_bytes),
      program_(shaders::cinder_edges_vert, shaders::cinder_edges_frag),
      samples_(header_bytes + sample_bytes * std::size_t{1024}) {}

void EdgeSamples::set_view(const PixelGrid& grid, const Eigen::Matrix4f& clip_from_vertex) {
  program_.set("clip_from_vertex", clip_from_vertex);
  program_.set("inward_mm", static_cast<float>(inward_px * grid.pixel_mm));
  if (heads_.width_px() == grid.width && heads_.height_px() == grid.height) return;
  heads_ = {};  // first, so that both need not fit
  depth_ = {};
  heads_ = gl::Texture(GL_R32UI, grid.width, grid.height);
  depth_ = gl::Texture(GL_DEPTH_COMPONENT32F, grid.width, grid.height);
  target_ = gl::Framebuffer({}, &depth_);
}

std::size_t EdgeSamples::capacity() const { return (samples_.size() - header_bytes) / sample_bytes; }

void EdgeSamples::bind() const {
  samples_.bind_storage(samples_binding);
  heads_.bind_image(heads_unit, GL_READ_WRITE);
}

std::size_t EdgeSamples::drawn(const GpuBodies& bodies, std::span<const std::size_t> owners,
                               const gl::Rectangle& window) const {
  const std::array<std::uint32_t, header_bytes / sizeof(std::uint32_t)> none = {};
  samples_.write(0, std::as_bytes(std::span(none)));
  heads_.clear(0U);
  // Clearing obeys the masks. Clears everything: clearing a part of a window is slower in software OpenGL.
  gl::apply({.depth = gl::Depth::keep_farthest}, target_);
  const float nearest = 0;
  glClearNamedFramebufferfv(target_.get(), GL_DEPTH, 0, &nearest);
  gl::apply({.depth = gl::Depth::keep_farthest, .scissor = window}, target_);
  bind();
  glUseProgram(program_.get());
  bodies.draw_edges(owners);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  std::uint32_t used = 0;
  glGetNamedBufferSubData(samples_.get(), 0, sizeof used, &used);
  return used;
}

std::optional<std::size_t> EdgeSamples::draw(const GpuBodies& bodies, std::span<const std::size_t> owners,
                                             const gl::Rectangle& window) {
  std::size_t needed = drawn(bodies, owners, window);
  if (needed <= capacity()) return needed;
  const std::size_t bytes = header_bytes + sample_bytes * (needed + needed / 4);
  if (bytes > max_bytes_) return std::nullopt;
  samples_ = {};
  samples_ = gl::Buffer(bytes);
  return drawn(bodies, owners, window);
}

}  // namespace intercusp::cinder
