#include "occlusion/several/cinder/winding_pass.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "cinder_shaders.h"

namespace intercusp::cinder {
namespace {

constexpr unsigned samples_binding = 0, heads_unit = 0;
constexpr std::size_t header_bytes = 16, sample_bytes = 24;

//! How far edges are moved into their own bodies, in pixels. A sample is a pixel's centre with the depth of
//! the nearest point of the edge, at most half a pixel away from the edge; another quarter covers the
//! rounding of vertices. So a sample found inside another body also lies inside its own. An edge that touches
//! another body, or runs along its outside, is not reported. (Knott moves edges outward to keep them out of
//! their own bodies; here a body's own faces do not count for its edges.)
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
  heads_ = {};  // released first, so that both need not fit
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
  // Clears obey the masks. The whole target is cleared, because clearing a part of a window is slower in
  // software OpenGL.
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

namespace {

constexpr std::size_t bits_per_word = 32;
constexpr std::size_t group_size = 256;  // shaders/cinder_found.comp
constexpr unsigned found_binding = 1;

//! The part of the samples' header that follows their number.
struct Findings {
  std::uint32_t inside = 0;   //!< some edge lies inside another body
  std::uint32_t unnamed = 0;  //!< some edge lies inside more bodies than its sums can identify
};

//! Reads and resets the findings.
Findings take_findings(const gl::Buffer& samples) {
  Findings findings;
  constexpr std::size_t after_count = sizeof(std::uint32_t);
  glGetNamedBufferSubData(samples.get(), after_count, sizeof findings, &findings);
  constexpr Findings none;
  samples.write(after_count, std::as_bytes(std::span(&none, 1)));
  return findings;
}

std::size_t checked_bytes(FoundTable table, std::size_t max_storage_bytes) {
  const std::size_t bytes = table.words().size_bytes();
  if (bytes > max_storage_bytes) throw std::length_error("too many bodies for one table of their pairs");
  return std::max(bytes, sizeof(std::uint32_t));  // OpenGL cannot create empty buffers
}

}  // namespace

FoundTable::FoundTable(std::size_t bodies)
    : words_per_owner_((bodies + bits_per_word - 1) / bits_per_word), words_(bodies * words_per_owner_) {}

bool FoundTable::holds(const Penetration& penetration) const {
  const auto [owner, body] = penetration;
  return (words_[owner * words_per_owner_ + body / bits_per_word] >> body % bits_per_word & 1U) != 0;
}

WindingPass::WindingPass(std::size_t bodies, std::size_t max_storage_bytes)
    : bodies_(bodies),
      face_program_(shaders::cinder_faces_vert, shaders::cinder_faces_frag),
      found_program_(gl::Program::compute(shaders::cinder_found_comp)),
      found_(checked_bytes(FoundTable(bodies), max_storage_bytes)) {
  found_program_.set("bodies", static_cast<std::uint32_t>(bodies));
  found_program_.set("words_per_owner", static_cast<std::uint32_t>(FoundTable(bodies).words_per_owner()));
}

void WindingPass::begin(const Eigen::Matrix4f& clip_from_vertex) const {
  glClearNamedBufferData(found_.get(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  face_program_.set("clip_from_vertex", clip_from_vertex);
}

bool WindingPass::run(const GpuBodies& bodies, std::span<const std::size_t> counted,
                      const gl::Rectangle& window, const EdgeSamples& edges, std::size_t samples) const {
  edges.bind();
  gl::apply({.depth = gl::Depth::test_less, .scissor = window}, edges.target());
  glUseProgram(face_program_.get());
  bodies.draw_faces(counted);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

  found_.bind_storage(found_binding);
  glUseProgram(found_program_.get());
  glDispatchCompute(static_cast<GLuint>((samples + group_size - 1) / group_size), 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  const Findings findings = take_findings(edges.buffer());
  if (findings.unnamed != 0) {
    const std::size_t half = counted.size() / 2;
    (void)run(bodies, counted.first(half), window, edges, samples);
    (void)run(bodies, counted.subspan(half), window, edges, samples);
  }
  return findings.inside != 0;
}

FoundTable WindingPass::found() const {
  FoundTable table(bodies_);
  const std::span<std::byte> bytes = std::as_writable_bytes(table.words());
  // gl::Buffer::read is not used, because its copy is slower than a table that the driver keeps
  // in host memory.
  glGetNamedBufferSubData(found_.get(), 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  return table;
}

}  // namespace intercusp::cinder
