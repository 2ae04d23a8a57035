// A generated jaw split like an aligner plan: a gum block with open sockets and single teeth with roots. Crowns and gum
// together have the surface of the jaw they were cut from, so its distances are the known answer.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "datasets/labelled_mesh.h"
#include "io/mesh/repair/make_solid.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/geometry/solid.h"

namespace intercusp::testing {

struct JawInParts {
  Solid whole;                        //!< the uncut jaw, closed by import
  TriangleMesh gum;                   //!< open at the sockets
  std::map<int, TriangleMesh> teeth;  //!< by FDI number: closed, crown and root
  std::map<int, TriangleMesh> caps;   //!< the crowns alone, open at the neck
};

using BoundaryEdges =
    std::map<std::uint32_t, std::uint32_t>;  //!< from vertex to vertex, in the direction of the faces

inline BoundaryEdges boundary_of(const std::vector<Face>& faces) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const Face& face : faces) {
    for (std::size_t i = 0; i < 3; ++i) edges.emplace(face[i], face[(i + 1) % 3]);
  }
  BoundaryEdges boundary;
  for (const auto& [a, b] : edges) {
    if (!edges.contains({b, a})) boundary[a] = b;
  }
  return boundary;
}

//! The crown of one tooth: its faces two rings away from its neighbours, in one piece.
inline std::vector<Face> crown_faces(const Solid& jaw, int tooth) {
  std::vector<std::uint8_t> is_free(jaw.mesh.vertices.size());
  for (std::size_t v = 0; v < is_free.size(); ++v) is_free[v] = jaw.labels[v] == tooth || jaw.labels[v] == 0;
  for (int ring = 0; ring < 2; ++ring) {
    const std::vector<std::uint8_t> before = is_free;
    for (const Face& face : jaw.mesh.faces) {
      const bool all_free = std::all_of(face.begin(), face.end(), [&](auto v) { return before[v] != 0; });
      for (const std::uint32_t v : face) is_free[v] &= static_cast<std::uint8_t>(all_free);
    }
  }
  std::vector<Face> left;
  for (std::size_t f = 0; f < jaw.anatomy_faces; ++f) {
    const Face& face = jaw.mesh.faces[f];
    const bool belongs = std::all_of(face.begin(), face.end(),
                                     [&](auto v) { return is_free[v] != 0 && jaw.labels[v] == tooth; });
    if (belongs) left.push_back(face);
  }
  // Grown over edges from a face in the middle; parts connected only by a corner stay with the gum.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> face_at;
  for (std::size_t f = 0; f < left.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) face_at[{left[f][i], left[f][(i + 1) % 3]}] = f;
  }
  std::vector<std::uint8_t> seen(left.size(), 0);
  std::vector<std::size_t> to_visit = {left.size() / 2};
  seen[to_visit[0]] = 1;
  std::vector<Face> crown;
  while (!to_visit.empty()) {
    const Face face = left[to_visit.back()];
    to_visit.pop_back();
    crown.push_back(face);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto found = face_at.find({face[(i + 1) % 3], face[i]});
      if (found == face_at.end() || seen[found->second] != 0) continue;
      seen[found->second] = 1;
      to_visit.push_back(found->second);
    }
  }
  return crown;
}

//! \param down from the teeth to the roots.
inline TriangleMesh with_root(TriangleMesh crown, const Eigen::Vector3d& down) {
  const BoundaryEdges rim = boundary_of(crown.faces);
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const auto& [a, b] : rim) middle += crown.vertices[a] / static_cast<double>(rim.size());
  std::map<std::uint32_t, std::uint32_t> foot;
  for (const auto& [a, b] : rim) {
    foot[a] = static_cast<std::uint32_t>(crown.vertices.size());
    crown.vertices.emplace_back(middle + 0.7 * (crown.vertices[a] - middle) + 3 * down);
  }
  const auto apex = static_cast<std::uint32_t>(crown.vertices.size());
  crown.vertices.emplace_back(middle + 6 * down);
  for (const auto& [a, b] : rim) {
    crown.faces.push_back({b, a, foot[a]});
    crown.faces.push_back({b, foot[a], foot[b]});
    crown.faces.push_back({foot[b], foot[a], apex});
  }
  return crown;
}

//! \param sheet a jaw of the generated dentition. \param cut_out teeth to cut out. \param closed_base the gum is a
//! block; otherwise a sheet that ends at its margin, like a scan.
inline JawInParts take_apart(const LabelledMesh& sheet, const std::vector<int>& cut_out, bool closed_base) {
  RawMesh raw{.vertices = sheet.mesh.vertices, .faces = sheet.mesh.faces, .labels = sheet.labels};
  for (Eigen::Vector3d& v : raw.vertices) v = v.cast<float>().cast<double>();  // as stored in STL
  JawInParts parts{.whole = make_solid(raw).solid, .gum = {}, .teeth = {}, .caps = {}};
  const Solid& whole = parts.whole;
  const bool upper = cut_out.front() < 30;
  std::set<Face> gone;
  for (const int tooth : cut_out) {
    const std::vector<Face> crown = crown_faces(whole, tooth);
    gone.insert(crown.begin(), crown.end());
    parts.caps[tooth] = {.vertices = whole.mesh.vertices, .faces = crown};
    parts.teeth[tooth] = with_root(parts.caps[tooth], Eigen::Vector3d(0, 0, upper ? 1 : -1));
  }
  parts.gum.vertices = whole.mesh.vertices;
  // A low base, as in plans.
  Bounds scan;
  for (std::size_t f = 0; f < whole.anatomy_faces; ++f) {
    for (const std::uint32_t v : whole.mesh.faces[f]) scan.add(whole.mesh.vertices[v]);
  }
  for (Eigen::Vector3d& v : parts.gum.vertices)
    v.z() = std::clamp(v.z(), scan.min.z() - (upper ? 0 : 2), scan.max.z() + (upper ? 2 : 0));
  for (std::size_t f = 0; f < whole.mesh.faces.size(); ++f) {
    const bool stays = closed_base || whole.is_anatomy(f);
    if (stays && !gone.contains(whole.mesh.faces[f])) parts.gum.faces.push_back(whole.mesh.faces[f]);
  }
  return parts;
}

}  // namespace intercusp::testing
