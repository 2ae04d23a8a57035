// A mesh of half as many triangles, whose edges were collapsed at random.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::testing {

class ThinnedMesh {
 public:
  explicit ThinnedMesh(TriangleMesh mesh) : mesh_(std::move(mesh)), faces_at_(mesh_.vertices.size()) {
    for (std::uint32_t f = 0; f < mesh_.faces.size(); ++f)
      for (const std::uint32_t v : mesh_.faces[f]) faces_at_[v].push_back(f);
  }

  //! Vertices keep their places and indices; those that no face needs stay as well.
  TriangleMesh with_faces(std::size_t most, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<char> gone(mesh_.faces.size(), 0);
    std::size_t left = mesh_.faces.size();
    while (left > most) {
      const std::size_t f = random() % mesh_.faces.size(), corner = random() % 3;
      if (gone[f]) continue;
      const std::uint32_t kept = mesh_.faces[f][corner], lost = mesh_.faces[f][(corner + 1) % 3];
      if (!may_collapse(kept, lost)) continue;
      for (const std::uint32_t other : faces_at_[lost]) {
        Face& face = mesh_.faces[other];
        if (std::find(face.begin(), face.end(), kept) != face.end()) {
          gone[other] = 1;
          --left;
          for (const std::uint32_t v : face)
            if (v != lost) std::erase(faces_at_[v], other);
        } else {
          std::replace(face.begin(), face.end(), lost, kept);
          faces_at_[kept].push_back(other);
        }
      }
      faces_at_[lost].clear();
    }
    TriangleMesh thin{.vertices = mesh_.vertices, .faces = {}};
    for (std::size_t f = 0; f < gone.size(); ++f)
      if (!gone[f]) thin.faces.push_back(mesh_.faces[f]);
    return thin;
  }

 private:
  [[nodiscard]] std::set<std::uint32_t> neighbours(std::uint32_t v) const {
    std::set<std::uint32_t> around;
    for (const std::uint32_t f : faces_at_[v]) around.insert(mesh_.faces[f].begin(), mesh_.faces[f].end());
    around.erase(v);
    return around;
  }

  //! The surface stays a surface, its margin stays where it is and no face turns over.
  [[nodiscard]] bool may_collapse(std::uint32_t kept, std::uint32_t lost) const {
    const std::set<std::uint32_t> near_kept = neighbours(kept), near_lost = neighbours(lost);
    if (near_kept.size() != faces_at_[kept].size() || near_lost.size() != faces_at_[lost].size())
      return false;
    const auto both = std::count_if(near_lost.begin(), near_lost.end(),
                                    [&](std::uint32_t v) { return near_kept.contains(v); });
    if (both != 2) return false;
    return std::all_of(faces_at_[lost].begin(), faces_at_[lost].end(), [&](std::uint32_t f) {
      Face face = mesh_.faces[f];
      if (std::find(face.begin(), face.end(), kept) != face.end()) return true;
      const Eigen::Vector3d before = normal(face);
      std::replace(face.begin(), face.end(), lost, kept);
      return normal(face).dot(before) > 0.3;
    });
  }

  [[nodiscard]] Eigen::Vector3d normal(const Face& face) const {
    const auto& v = mesh_.vertices;
    return (v[face[1]] - v[face[0]]).cross(v[face[2]] - v[face[0]]).normalized();
  }

  TriangleMesh mesh_;
  std::vector<std::vector<std::uint32_t>> faces_at_;
};

}  // namespace intercusp::testing
