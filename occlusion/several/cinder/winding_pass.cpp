#include "occlusion/several/cinder/winding_pass.h"

#include <algorithm>
#include <stdexcept>

#include "cinder_shaders.h"

namespace intercusp::cinder {
namespace {

constexpr std::size_t bits_per_word = 32;

std::size_t checked_bytes(FoundTable table, std::size_t max_storage_bytes) {
  const std::size_t bytes = table.words().size_bytes();
  if (bytes > max_storage_bytes) throw std::length_error("too many bodies for one table of their pairs");
  return std::max(bytes, sizeof(std::uint32_t));  // OpenGL makes no buffer of no size
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
      found_program_(shaders::cinder_window_vert, shaders::cinder_found_frag),
      found_(checked_bytes(FoundTable(bodies), max_storage_bytes)) {
  found_program_.set("words_per_owner", static_cast<std::uint32_t>(FoundTable(bodies).words_per_owner()));
}

void WindingPass::begin(const Eigen::Matrix4f& clip_from_vertex) const {
  glClearNamedBufferData(found_.get(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  face_program_.set("clip_from_vertex", clip_from_vertex);
}

void WindingPass::run(const GpuBodies& bodies, std::size_t body, const gl::Rectangle& window,
                      const EdgeLayer& layer) const {
  gl::apply({.depth = gl::Depth::test_less, .stencil = gl::Stencil::count_winding, .scissor = window},
            layer.faces);
  glUseProgram(face_program_.get());
  bodies.draw_faces(body);

  gl::apply({.stencil = gl::Stencil::take_positive, .scissor = window}, layer.faces);
  layer.owner.bind(0);
  found_.bind_storage(0);
  found_program_.set("body", static_cast<std::uint32_t>(body));
  glUseProgram(found_program_.get());
  glBindVertexArray(no_arrays_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

FoundTable WindingPass::found() const {
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  FoundTable table(bodies_);
  const std::span<std::byte> bytes = std::as_writable_bytes(table.words());
  // Not by gl::Buffer::read, whose copy takes longer than a table that the driver keeps with the host.
  glGetNamedBufferSubData(found_.get(), 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  return table;
}

}  // namespace intercusp::cinder
