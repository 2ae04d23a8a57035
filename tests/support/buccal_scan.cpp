#include "tests/support/buccal_scan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "occlusion/case/fdi.h"

namespace intercusp {
namespace {

constexpr double cell_mm = 0.4;

bool is_seen_tooth(int fdi, const BuccalScanOptions& options) {
  const PatientSide side = options.side == BuccalSide::right ? PatientSide::right : PatientSide::left;
  const int place = place_of(fdi);
  return side_of(fdi) == side && place >= options.first_place && place <= options.last_place;
}

//! The box of the teeth that are seen.
Bounds box_of_teeth(const Dentition& dentition, const BuccalScanOptions& options) {
  Bounds box;
  for (const LabelledMesh* jaw : {&dentition.upper, &dentition.lower}) {
    for (std::size_t v = 0; v < jaw->labels.size(); ++v) {
      if (is_seen_tooth(jaw->labels[v], options)) box.add(jaw->mesh.vertices[v]);
    }
  }
  return box;
}

Eigen::Vector3d middle_of(const TriangleMesh& mesh, const Face& face) {
  return (mesh.vertices[face[0]] + mesh.vertices[face[1]] + mesh.vertices[face[2]]) / 3;
}

class Shot {
 public:
  Shot(const Dentition& dentition, const BuccalScanOptions& options)
      : options_(options), box_(box_of_teeth(dentition, options)) {
    const double side = options.side == BuccalSide::left ? 1 : -1;  // x runs to the patient's left
    view_ = Eigen::Vector3d(side, -0.35, 0).normalized();
    along_ = Eigen::Vector3d::UnitZ().cross(view_);
    middle_z_ = box_.centre().z();
    for (const LabelledMesh* jaw : {&dentition.upper, &dentition.lower}) {
      for (const Face& face : jaw->mesh.faces) cover(middle_of(jaw->mesh, face));
    }
  }

  [[nodiscard]] bool sees(const TriangleMesh& mesh, std::size_t f) const {
    constexpr double least_cosine = 0.25;
    const Eigen::Vector3d normal = face_normal_twice_area(mesh, f), place = middle_of(mesh, mesh.faces[f]);
    return is_framed(place) && normal.dot(view_) > least_cosine * normal.norm() &&
           nearest_.at(cell_of(place)) - place.dot(view_) < options_.depth_mm;
  }

 private:
  using Cell = std::pair<int, int>;
  [[nodiscard]] Cell cell_of(const Eigen::Vector3d& place) const {
    return {static_cast<int>(std::floor(place.dot(along_) / cell_mm)),
            static_cast<int>(std::floor(place.z() / cell_mm))};
  }
  [[nodiscard]] bool is_framed(const Eigen::Vector3d& place) const {
    const double inner =
        0.5 * (box_.min.x() + box_.max.x()) - (view_.x() > 0 ? 1 : -1) * 0.5 * box_.size().x();
    return std::abs(place.z() - middle_z_) < options_.height_mm && place.y() > box_.min.y() &&
           place.y() < box_.max.y() && (place.x() - inner) * view_.x() > 0;
  }
  void cover(const Eigen::Vector3d& place) {
    const double near = place.dot(view_);
    const auto [found, is_new] = nearest_.try_emplace(cell_of(place), near);
    if (!is_new) found->second = std::max(found->second, near);
  }

  const BuccalScanOptions options_;
  Bounds box_;
  Eigen::Vector3d view_, along_;  //!< from the jaws to the scanner; level, at right angles to it
  double middle_z_ = 0;
  std::map<Cell, double> nearest_;
};

void append_seen(TriangleMesh& scan, const TriangleMesh& jaw, const Shot& shot) {
  std::vector<std::int64_t> place(jaw.vertices.size(), -1);
  for (std::size_t f = 0; f < jaw.faces.size(); ++f) {
    if (!shot.sees(jaw, f)) continue;
    Face face = jaw.faces[f];
    for (std::uint32_t& v : face) {
      if (place[v] < 0) {
        place[v] = static_cast<std::int64_t>(scan.vertices.size());
        scan.vertices.push_back(jaw.vertices[v]);
      }
      v = static_cast<std::uint32_t>(place[v]);
    }
    scan.faces.push_back(face);
  }
}

}  // namespace

LabelledMesh buccal_scan(const Dentition& dentition, const BuccalScanOptions& options) {
  const Shot shot(dentition, options);
  LabelledMesh scan;
  append_seen(scan.mesh, dentition.upper.mesh, shot);
  append_seen(scan.mesh, dentition.lower.mesh, shot);
  return scan;
}

}  // namespace intercusp
