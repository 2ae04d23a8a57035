#include "occlusion/case/tooth_axes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

struct CrownFace {
  Eigen::Vector3d middle, normal;  //!< case frame; the normal is a unit vector
  double area_mm2;
};

//! Intermediate data of a tooth while its axes are found.
struct Crown {
  std::vector<CrownFace> faces = {};
  Eigen::Vector3d middle{0, 0, 0};   //!< centroid of the surface
  Eigen::Vector3d tangent{0, 0, 0};  //!< unit tangent of the arch, towards the patient's left
};

Eigen::Vector3d middle_of(const std::vector<CrownFace>& faces) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double area_mm2 = 0;
  for (const CrownFace& face : faces) {
    sum += face.area_mm2 * face.middle;
    area_mm2 += face.area_mm2;
  }
  return sum / area_mm2;
}

//! A sample of the faces; some thousand are enough for directions. Empty if the faces have no area.
std::optional<Crown> crown_of(const Solid& jaw, const std::vector<std::uint32_t>& faces,
                              const Eigen::Isometry3d& case_from_jaw) {
  constexpr std::size_t enough_faces = 1500;
  const std::size_t step = faces.size() / enough_faces + 1;
  Crown crown;
  for (std::size_t i = 0; i < faces.size(); i += step) {
    const auto& [a, b, c] = jaw.mesh.faces[faces[i]];
    const Eigen::Vector3d normal = case_from_jaw.linear() * face_normal_twice_area(jaw.mesh, faces[i]);
    const double twice_area = normal.norm();
    if (!(twice_area > 0)) continue;
    const Eigen::Vector3d sum = jaw.mesh.vertices[a] + jaw.mesh.vertices[b] + jaw.mesh.vertices[c];
    crown.faces.push_back({case_from_jaw * Eigen::Vector3d(sum / 3), normal / twice_area, 0.5 * twice_area});
  }
  if (crown.faces.empty()) return std::nullopt;
  crown.middle = middle_of(crown.faces);
  return crown;
}

Eigen::Vector3d across(const Eigen::Vector3d& direction, const Eigen::Vector3d& axis) {
  return (direction - direction.dot(axis) * axis).normalized();
}

//! Greatest extent of the crown from its middle along a direction.
double reach_mm(const Crown& crown, const Eigen::Vector3d& direction) {
  double reach = 0;
  for (const CrownFace& face : crown.faces)
    reach = std::max(reach, direction.dot(face.middle - crown.middle));
  return reach;
}

//! Sets the tangents. A tangent joins the contacts with both neighbours. A contact divides the line between
//! two middles in the ratio of the two crowns' reaches.
void find_tangents(std::vector<Crown>& crowns, const Eigen::Vector3d& superior) {
  std::vector<Eigen::Vector3d> contacts(crowns.size() + 1);
  for (std::size_t i = 1; i < crowns.size(); ++i) {
    const Eigen::Vector3d way = crowns[i].middle - crowns[i - 1].middle;
    const double first_mm = reach_mm(crowns[i - 1], way.normalized());
    const double second_mm = reach_mm(crowns[i], -way.normalized());
    contacts[i] = crowns[i - 1].middle + first_mm / (first_mm + second_mm) * way;
  }
  contacts.front() = crowns.front().middle;
  contacts.back() = crowns.back().middle;
  for (std::size_t i = 0; i < crowns.size(); ++i)
    crowns[i].tangent = across(contacts[i + 1] - contacts[i], superior);
}

Eigen::Vector3d long_axis(const Crown& crown, const Eigen::Vector3d& towards_bite, bool front) {
  constexpr double wall = 0.5;  // cosine of 60°
  Eigen::Vector3d axis = towards_bite;
  for (int round = 0; round < 3; ++round) {  // the set of walls depends on the axis
    Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
    double area_mm2 = 0;
    for (const CrownFace& face : crown.faces) {
      area_mm2 += face.area_mm2;
      if (std::abs(face.normal.dot(axis)) < wall)
        spread += face.area_mm2 * face.normal * face.normal.transpose();
    }
    if (front) spread += 1000 * area_mm2 * crown.tangent * crown.tangent.transpose();
    axis = principal_axes(spread).vectors.col(0);
    if (axis.dot(towards_bite) < 0) axis = -axis;
  }
  return axis;
}

//! The direction perpendicular to its long axis in which the occlusal third of a front tooth extends
//! most. The tangent if this third is about as thick as it is wide, or if the tooth would be turned
//! by more than 45°.
Eigen::Vector3d edge_direction(const Crown& crown, const Eigen::Vector3d& occlusal) {
  double top_mm = -std::numeric_limits<double>::infinity(), bottom_mm = -top_mm;
  for (const CrownFace& face : crown.faces) {
    top_mm = std::max(top_mm, occlusal.dot(face.middle));
    bottom_mm = std::min(bottom_mm, occlusal.dot(face.middle));
  }
  std::vector<CrownFace> third;
  std::copy_if(crown.faces.begin(), crown.faces.end(), std::back_inserter(third), [&](const CrownFace& face) {
    return occlusal.dot(face.middle) >= top_mm - (top_mm - bottom_mm) / 3;
  });
  const Eigen::Vector3d middle = middle_of(third);
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const CrownFace& face : third) {
    const Eigen::Vector3d from = face.middle - middle, level = from - from.dot(occlusal) * occlusal;
    spread += face.area_mm2 * level * level.transpose();
  }
  const auto [variances, axes] = principal_axes(spread);
  const Eigen::Vector3d edge = axes.col(2);
  constexpr double elongated = 2;  // ratio of variances: 1.4 times as wide as thick
  constexpr double cos_45_deg = 0.7071;
  const bool is_edge =
      variances[2] > elongated * variances[1] && std::abs(edge.dot(crown.tangent)) > cos_45_deg;
  if (!is_edge) return crown.tangent;
  return edge.dot(crown.tangent) < 0 ? Eigen::Vector3d(-edge) : edge;
}

//! The jaw's teeth in order along the arch, with numbers and faces only.
std::vector<ToothAxes> faces_along_arch(const Solid& jaw, const std::vector<int>& face_teeth, Jaw which) {
  constexpr int numbers = 90;
  std::array<std::vector<std::uint32_t>, numbers> faces;
  for (std::uint32_t face = 0; face < jaw.anatomy_faces; ++face) {
    const int fdi = face_teeth[face];
    if (jaw_of(fdi) == which) faces[static_cast<std::size_t>(fdi)].push_back(face);
  }
  std::vector<ToothAxes> teeth;
  for (int fdi = 0; fdi < numbers; ++fdi) {
    std::vector<std::uint32_t>& of_tooth = faces[static_cast<std::size_t>(fdi)];
    if (of_tooth.empty()) continue;
    teeth.emplace_back().fdi = fdi;
    teeth.back().faces = std::move(of_tooth);
  }
  std::ranges::stable_sort(teeth, {}, [](const ToothAxes& tooth) { return place_along_arch(tooth.fdi); });
  return teeth;
}

//! Measures the centre and size of the crown along its axes.
void measure(ToothAxes& tooth, const Solid& jaw, const Eigen::Isometry3d& case_from_jaw) {
  Bounds box;
  tooth.origin = Eigen::Vector3d::Zero();
  const Eigen::Isometry3d tooth_from_jaw = tooth.tooth_from_case() * case_from_jaw;
  for (const std::uint32_t face : tooth.faces) {
    box.add(tooth_from_jaw *
            jaw.mesh.vertices[jaw.mesh.faces[face][0]]);  // nearly every vertex is some face's first corner
  }
  tooth.origin = tooth.rows().transpose() * box.centre();
  tooth.mesiodistal_mm = box.size().x();
  tooth.buccolingual_mm = box.size().y();
  tooth.height_mm = box.size().z();
}

}  // namespace

std::vector<ToothAxes> tooth_axes(const Solid& jaw, const std::vector<int>& face_teeth,
                                  const Eigen::Isometry3d& case_from_jaw, const AnatomicalAxes& axes,
                                  Jaw which) {
  std::vector<ToothAxes> teeth;
  std::vector<Crown> crowns;
  for (ToothAxes& tooth : faces_along_arch(jaw, face_teeth, which)) {
    std::optional<Crown> crown = crown_of(jaw, tooth.faces, case_from_jaw);
    if (!crown) continue;
    crowns.push_back(std::move(*crown));
    teeth.push_back(std::move(tooth));
  }
  if (teeth.size() < 2) return {};
  find_tangents(crowns, axes.superior);
  for (std::size_t i = 0; i < teeth.size(); ++i) {
    ToothAxes& tooth = teeth[i];
    const bool front = is_front_tooth(tooth.fdi), left = side_of(tooth.fdi) == PatientSide::left;
    tooth.occlusal = long_axis(crowns[i], which == Jaw::upper ? -axes.superior : axes.superior, front);
    const Eigen::Vector3d along = front ? edge_direction(crowns[i], tooth.occlusal) : crowns[i].tangent;
    tooth.mesial = across(left ? -along : along, tooth.occlusal);
    tooth.buccal = tooth.occlusal.cross(tooth.mesial);
    if (left == (which == Jaw::upper)) tooth.buccal = -tooth.buccal;
    measure(tooth, jaw, case_from_jaw);
  }
  return teeth;
}

const ToothAxes* tooth_named(std::span<const ToothAxes> teeth, int fdi) {
  const auto found = std::ranges::find(teeth, fdi, &ToothAxes::fdi);
  return found == teeth.end() ? nullptr : &*found;
}

}  // namespace intercusp
