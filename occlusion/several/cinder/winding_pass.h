// Finds edges of a layer that lie inside a body: more of its faces are entered than left in front of the
// edge.
//
// Reads: depth and owner of the layer. Writes: its stencil, which counts one body at a time and is reset by
// the pass that reads it (the thesis' passes 5 to 7, two-sided, in two draws); and one bit per owner and
// body, so that no picture is read back.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/several/cinder/cinder.h"
#include "occlusion/several/cinder/edge_pass.h"

namespace intercusp::cinder {

//! A bit for every owner and body.
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
  //! \throw std::length_error if one buffer cannot hold a bit for every pair.
  WindingPass(std::size_t bodies, std::size_t max_storage_bytes);

  //! Nothing is found yet.
  void begin(const Eigen::Matrix4f& clip_from_vertex) const;

  //! \param window around all pixels in which edges of others can lie inside the body
  void run(const GpuBodies& bodies, std::size_t body, const gl::Rectangle& window,
           const EdgeLayer& layer) const;

  //! Since `begin`.
  [[nodiscard]] FoundTable found() const;

 private:
  std::size_t bodies_;
  gl::Program face_program_, found_program_;
  gl::VertexArray no_arrays_;
  gl::Buffer found_;
};

}  // namespace intercusp::cinder
