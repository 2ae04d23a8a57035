// Triangle meshes for the shader of gl_particles: a tree of boxes over all of them, and their faces. Internal to
// gl_particles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

class GlMeshes {
 public:
  GlMeshes() = default;
  //! \param middle becomes the origin  \throw gl::ContextError if they do not fit into one buffer each
  GlMeshes(std::span<const TriangleMesh* const> meshes, const Eigen::Vector3d& middle,
           const gl::Context& context);

  struct Place {
    std::uint32_t mesh = 0, face = 0;
  };
  //! \param face counted through all meshes
  [[nodiscard]] Place place_of(std::uint32_t face) const;

  [[nodiscard]] std::uint32_t nodes() const { return node_count_; }
  void bind() const;

 private:
  std::vector<std::uint32_t> first_face_;  //!< of each mesh
  std::uint32_t node_count_ = 0;
  gl::Buffer nodes_, faces_, vertices_;
};

}  // namespace intercusp
