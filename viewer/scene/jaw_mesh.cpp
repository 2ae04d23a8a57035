#include "viewer/scene/jaw_mesh.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "viewer/scene/vertex_ring.h"

namespace intercusp::viewer {
namespace {

// Neighbouring faces at a larger angle than this are separated by a sharp edge. The first value keeps nearly all of a scan
// smooth; its deepest fissures become edges, which makes them easier to see.
const float cosine_of_smooth = std::cos(40.0F * 0.01745329F);
const float cosine_of_side = std::cos(50.0F * 0.01745329F);

//! The corners of faces at each vertex, as places in a list of all corners.
struct CornersAtVertex {
  std::vector<std::uint32_t> first, corner;

  explicit CornersAtVertex(const TriangleMesh& mesh)
      : first(mesh.vertices.size() + 1, 0), corner(3 * mesh.faces.size()) {
    for (const Face& face : mesh.faces) {
      for (const std::uint32_t vertex : face) ++first[vertex + 1];
    }
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < corner.size(); ++i)
      corner[next[mesh.faces[i / 3][i % 3]]++] = static_cast<std::uint32_t>(i);
  }
  [[nodiscard]] std::span<const std::uint32_t> at(std::size_t vertex) const {
    return {corner.data() + first[vertex], corner.data() + first[vertex + 1]};
  }
};

//! One vertex as drawn: the face corners that share it and their area-weighted normal.
struct Side {
  Eigen::Vector3f sum = Eigen::Vector3f::Zero();
  bool anatomy = true;
  std::uint32_t drawn = 0;
};

class Splitter {
 public:
  Splitter(const Solid& solid, JawMesh& mesh) : solid_(solid), mesh_(mesh), areas_(solid.mesh.faces.size()) {
    for (std::size_t face = 0; face < areas_.size(); ++face)
      areas_[face] = face_normal_twice_area(solid.mesh, face).cast<float>();
  }

  void split(std::size_t vertex, std::span<const std::uint32_t> corners) {
    sides_.clear();
    if (corners.empty()) return;
    if (is_smooth(corners)) {
      Side& side = add_side(vertex, corners.front());
      for (const std::uint32_t corner : corners) join(side, corner);
    } else {
      for (const std::uint32_t corner : corners) join(side_of(vertex, corner), corner);
    }
    for (const Side& side : sides_) mesh_.normals[side.drawn] = side.sum.normalized();
  }

 private:
  [[nodiscard]] bool anatomy(std::uint32_t corner) const { return solid_.is_anatomy(corner / 3); }

  [[nodiscard]] bool is_smooth(std::span<const std::uint32_t> corners) const {
    Eigen::Vector3f sum = Eigen::Vector3f::Zero();
    for (const std::uint32_t corner : corners) sum += areas_[corner / 3];
    sum.normalize();
    return std::all_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
      const Eigen::Vector3f& area = areas_[corner / 3];
      return anatomy(corner) == anatomy(corners.front()) && area.dot(sum) >= cosine_of_smooth * area.norm();
    });
  }

  Side& side_of(std::size_t vertex, std::uint32_t corner) {
    const Eigen::Vector3f& area = areas_[corner / 3];
    for (Side& side : sides_) {
      if (side.anatomy == anatomy(corner) &&
          side.sum.dot(area) >= cosine_of_side * side.sum.norm() * area.norm())
        return side;
    }
    return add_side(vertex, corner);
  }

  Side& add_side(std::size_t vertex, std::uint32_t corner) {
    Side& side = sides_.emplace_back();
    side.anatomy = anatomy(corner);
    side.drawn = static_cast<std::uint32_t>(mesh_.points.size());
    mesh_.points.emplace_back((solid_.mesh.vertices[vertex] - mesh_.centre).cast<float>());
    mesh_.normals.emplace_back(Eigen::Vector3f::Zero());
    mesh_.source.push_back(static_cast<std::uint32_t>(vertex));
    mesh_.gum.push_back(!solid_.labels.empty() && solid_.labels[vertex] == 0 ? 1.0F : 0.0F);
    mesh_.scanned.push_back(side.anatomy ? 1 : 0);
    return side;
  }

  void join(Side& side, std::uint32_t corner) {
    side.sum += areas_[corner / 3];
    mesh_.corners[corner] = side.drawn;
  }

  const Solid& solid_;
  JawMesh& mesh_;
  std::vector<Eigen::Vector3f> areas_;  // per face, normal times twice the area
  std::vector<Side> sides_;             // of the vertex at work
};

template <typename Value>
void keep(std::vector<Value>& values, const std::vector<std::uint32_t>& place, std::size_t count) {
  std::vector<Value> kept(count);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (place[i] != ~0U) kept[place[i]] = values[i];
  }
  values = std::move(kept);
}

//! Keeps only vertices that faces use, in the order of use.
void in_order_of_use(JawMesh& mesh) {
  std::vector<std::uint32_t> place(mesh.points.size());
  const std::size_t count = meshopt_optimizeVertexFetchRemap(place.data(), mesh.corners.data(),
                                                             mesh.corners.size(), mesh.points.size());
  for (std::uint32_t& corner : mesh.corners) corner = place[corner];
  keep(mesh.points, place, count);
  keep(mesh.normals, place, count);
  keep(mesh.openness, place, count);
  keep(mesh.gum, place, count);
  keep(mesh.scanned, place, count);
  keep(mesh.source, place, count);
}

//! Scanned faces before those that import added, which have vertices of their own.
void in_order_of_origin(JawMesh& mesh) {
  std::vector<std::uint32_t> scanned, added;
  for (std::size_t corner = 0; corner < mesh.corners.size(); corner += 3) {
    std::vector<std::uint32_t>& part = mesh.scanned[mesh.corners[corner]] ? scanned : added;
    part.insert(part.end(), mesh.corners.data() + corner, mesh.corners.data() + corner + 3);
  }
  mesh.scanned_faces = scanned.size() / 3;
  mesh.corners = std::move(scanned);
  mesh.corners.insert(mesh.corners.end(), added.begin(), added.end());
}

void in_order_of_neighbours(JawMesh& mesh) {
  meshopt_optimizeVertexCache(mesh.corners.data(), mesh.corners.data(), mesh.corners.size(),
                              mesh.points.size());
  in_order_of_origin(mesh);
  in_order_of_use(mesh);
}

//! Labels belong to vertices, so their border is a zigzag of edges; smoothing straightens it.
std::vector<float> softened(const JawMesh& mesh, std::vector<float> gum) {
  gum = VertexRing(mesh).smoothed(std::move(gum), 8);
  for (float& share : gum) share = std::clamp(0.5F + 2.5F * (share - 0.5F), 0.0F, 1.0F);
  return gum;
}

}  // namespace

JawMesh jaw_mesh(const Solid& solid) {
  JawMesh mesh;
  mesh.centre = bounds_of(solid.mesh).centre();
  mesh.corners.resize(3 * solid.mesh.faces.size());
  Splitter splitter(solid, mesh);
  const CornersAtVertex corners(solid.mesh);
  for (std::size_t vertex = 0; vertex < solid.mesh.vertices.size(); ++vertex)
    splitter.split(vertex, corners.at(vertex));
  mesh.openness.assign(mesh.points.size(), 1);
  in_order_of_neighbours(mesh);
  mesh.gum = softened(mesh, std::move(mesh.gum));
  return mesh;
}

std::vector<float> gum_of(const JawMesh& mesh, const std::vector<int>& labels) {
  std::vector<float> gum(mesh.source.size(), 0);
  if (labels.empty()) return gum;
  for (std::size_t i = 0; i < gum.size(); ++i) gum[i] = labels[mesh.source[i]] == 0 ? 1.0F : 0.0F;
  return softened(mesh, std::move(gum));
}

JawMesh reduced(const JawMesh& mesh, std::size_t faces) {
  if (mesh.faces() <= faces) return mesh;
  constexpr float largest_error = 0.01F;  // of the jaw's size; the face count is reached first
  JawMesh fewer = mesh;
  fewer.corners.resize(meshopt_simplify(fewer.corners.data(), mesh.corners.data(), mesh.corners.size(),
                                        mesh.points.front().data(), mesh.points.size(),
                                        sizeof(Eigen::Vector3f), 3 * faces, largest_error, 0, nullptr));
  in_order_of_neighbours(fewer);
  return fewer;
}

}  // namespace intercusp::viewer
