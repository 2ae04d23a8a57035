#include "occlusion/teeth/two_arches.h"

#include <algorithm>
#include <vector>

#include "occlusion/geometry/decompositions.h"
#include "occlusion/geometry/mesh_components.h"
#include "occlusion/teeth/find_teeth.h"
#include "occlusion/teeth/jaw_likeness.h"
#include "occlusion/teeth/weld.h"

namespace intercusp {
namespace {

constexpr std::size_t fewest_teeth = 6;

using Parts = std::vector<MeshComponent>;

//! Whether most parts of one lie above or below one of the other: antagonists stand half a tooth aside, neighbours in a row a
//! whole one or more.
bool lie_opposite(const Parts& a, const Parts& b, const Eigen::Vector3d& up) {
  constexpr double aside_mm = 5, most = 0.7;
  const auto has_opponent = [&](const MeshComponent& part) {
    return std::ranges::any_of(b, [&](const MeshComponent& other) {
      return up.cross(other.box.centre() - part.box.centre()).norm() < aside_mm;
    });
  };
  return static_cast<double>(std::ranges::count_if(a, has_opponent)) >= most * static_cast<double>(a.size());
}

MeshComponent united(const Parts& parts) {
  MeshComponent whole;
  for (const MeshComponent& part : parts)
    whole.faces.insert(whole.faces.end(), part.faces.begin(), part.faces.end());
  return whole;
}

//! Single crowns as one arch, or as two if they lie above each other.
Parts arches_of(const Parts& crowns) {
  if (crowns.size() < fewest_teeth) return {};
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const MeshComponent& crown : crowns) middle += crown.box.centre() / static_cast<double>(crowns.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const MeshComponent& crown : crowns)
    spread += (crown.box.centre() - middle) * (crown.box.centre() - middle).transpose();
  const Eigen::Vector3d up = principal_axes(spread).vectors.col(0);
  Parts above, below;
  for (const MeshComponent& crown : crowns)
    (up.dot(crown.box.centre() - middle) > 0 ? above : below).push_back(crown);
  if (!lie_opposite(above, below, up) || !lie_opposite(below, above, up)) return {united(crowns)};
  return {united(above), united(below)};
}

bool has_a_row_of_teeth(const TriangleMesh& mesh, const MeshComponent& part, const Progress& progress) {
  const FoundTeeth found = find_teeth(mesh.vertices, part.faces, {}, progress);
  return found.teeth.size() >= fewest_teeth && is_like_a_jaw(mesh.vertices, part.faces, found);
}

}  // namespace

bool holds_two_arches(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                      const Progress& progress) {
  constexpr double least_mm = 35, least_crown_mm = 4;
  const TriangleMesh mesh = welded(vertices, faces).mesh;
  Parts arches, crowns;
  for (MeshComponent& part : mesh_components(mesh)) {
    const double size_mm = part.box.size().maxCoeff();
    if (size_mm >= least_crown_mm) (size_mm >= least_mm ? arches : crowns).push_back(std::move(part));
  }
  for (MeshComponent& arch : arches_of(crowns)) arches.push_back(std::move(arch));
  if (arches.size() < 2) return false;
  const Progress only_cancelled = [&](double) {
    if (progress) progress(0);
  };
  return std::ranges::count_if(arches, [&](const MeshComponent& arch) {
           return has_a_row_of_teeth(mesh, arch, only_cancelled);
         }) >= 2;
}

}  // namespace intercusp
