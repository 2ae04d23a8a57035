// A triangle mesh as a collider.
//
// Embree only finds the faces that a path may meet: it walks through the boxes of the faces along a chord of the path,
// and every box is grown by more than the path's distance from its chord. A parabola is followed in chords of so short
// a time that this distance, |acceleration|·time²/8, is at most the growth. Where and when a path meets a face is
// computed in double, from the quadratic polynomial of its distance from the face's plane. A crossing counts for a face
// if it lies within 1e-9 mm of it, so no path slips between two faces.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/particles/impact.h"
#include "occlusion/particles/path.h"

namespace intercusp {

class MeshCollider {
 public:
  //! \param mesh must outlive this. \throw std::runtime_error if Embree has no device or cannot build the tree.
  explicit MeshCollider(const TriangleMesh& mesh);
  ~MeshCollider();
  MeshCollider(MeshCollider&&) noexcept;
  MeshCollider& operator=(MeshCollider&&) noexcept;

  //! The first crossing at a time above 0 and up to `until_s`, in either sense; of faces met at the same time the
  //! first of the mesh. May be called from many threads at once.
  //! \param left_face the particle starts on this face
  [[nodiscard]] std::optional<Impact> first_impact(const Path& path, double until_s,
                                                   std::uint32_t left_face = no_impact_face) const;

 private:
  class FaceBoxes;
  std::unique_ptr<FaceBoxes> boxes_;
};

}  // namespace intercusp
