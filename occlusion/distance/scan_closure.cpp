#include "occlusion/distance/scan_closure.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace intercusp {
namespace {

//! A mesh of the faces that import added, with only their vertices.
TriangleMesh added_faces(const Solid& solid) {
  TriangleMesh added;
  std::unordered_map<std::uint32_t, std::uint32_t> number;  // index in `added`
  for (std::size_t face = solid.anatomy_faces; face < solid.mesh.faces.size(); ++face) {
    Face& corners = added.faces.emplace_back(solid.mesh.faces[face]);
    for (std::uint32_t& vertex : corners) {
      const auto [place, is_new] = number.try_emplace(vertex, added.vertices.size());
      if (is_new) added.vertices.push_back(solid.mesh.vertices[vertex]);
      vertex = place->second;
    }
  }
  return added;
}

}  // namespace

ScanClosure::Faces::Faces(const Solid& solid) : mesh(added_faces(solid)), points(mesh, mesh.faces.size()) {}

ScanClosure::ScanClosure(const Solid& solid) {
  if (solid.anatomy_faces < solid.mesh.faces.size()) faces_ = std::make_unique<const Faces>(solid);
}

bool ScanClosure::is_within(const Eigen::Vector3d& point, double radius_mm) const {
  return faces_ && faces_->points.within(point, radius_mm).has_value();
}

namespace {

std::uint64_t edge_key(std::uint64_t a, std::uint64_t b) { return a < b ? a << 32 | b : b << 32 | a; }

template <typename Key>
void sort_once(std::vector<Key>& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

}  // namespace

ScanRim::ScanRim(const Solid& solid) {
  const std::vector<Face>& faces = solid.mesh.faces;
  if (solid.anatomy_faces == faces.size()) return;
  std::vector<std::uint8_t> on_skirt(solid.mesh.vertices.size(), 0);
  for (std::size_t face = solid.anatomy_faces; face < faces.size(); ++face) {
    for (const std::uint32_t vertex : faces[face]) on_skirt[vertex] = 1;
  }
  // All edges between two vertices that a skirt uses: once for each anatomical face, and once for
  // each other face.
  std::vector<std::uint64_t> of_anatomy, of_skirt;
  for (std::size_t face = 0; face < faces.size(); ++face) {
    for (int corner = 0; corner < 3; ++corner) {
      const std::uint32_t a = faces[face][corner], b = faces[face][(corner + 1) % 3];
      if (on_skirt[a] == 0 || on_skirt[b] == 0) continue;
      (solid.is_anatomy(face) ? of_anatomy : of_skirt).push_back(edge_key(a, b));
    }
  }
  sort_once(of_anatomy);
  sort_once(of_skirt);
  std::set_intersection(of_anatomy.begin(), of_anatomy.end(), of_skirt.begin(), of_skirt.end(),
                        std::back_inserter(edges_));
  for (const std::uint64_t edge : edges_) {
    vertices_.push_back(static_cast<std::uint32_t>(edge >> 32));
    vertices_.push_back(static_cast<std::uint32_t>(edge));
  }
  sort_once(vertices_);
}

bool ScanRim::holds_edge(std::uint32_t a, std::uint32_t b) const {
  return std::binary_search(edges_.begin(), edges_.end(), edge_key(a, b));
}

bool ScanRim::holds(const Face& face, TrianglePart part) const {
  const auto holds_vertex = [&](std::uint32_t vertex) {
    return std::binary_search(vertices_.begin(), vertices_.end(), vertex);
  };
  switch (part) {
    case TrianglePart::face:
      return false;
    case TrianglePart::corner_a:
      return holds_vertex(face[0]);
    case TrianglePart::corner_b:
      return holds_vertex(face[1]);
    case TrianglePart::corner_c:
      return holds_vertex(face[2]);
    case TrianglePart::edge_ab:
      return holds_edge(face[0], face[1]);
    case TrianglePart::edge_bc:
      return holds_edge(face[1], face[2]);
    case TrianglePart::edge_ca:
      return holds_edge(face[2], face[0]);
  }
  return false;
}

}  // namespace intercusp
