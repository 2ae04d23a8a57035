#include "occlusion/teeth/jaw_likeness.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "occlusion/case/fdi.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/teeth/jaw_scan.h"
#include "occlusion/teeth/tuning.h"

namespace intercusp {
namespace {

using Eigen::Vector3d;

struct JawLikeness {
  //! Consider the surface that faces the bite and lies at most 2.5 mm below the plane through the crowns'
  //! tops. This is the share of it that is teeth. It was 0.44 and more on 56 jaws; gum behind the last molars
  //! may rise as high as the crowns.
  double share_on_teeth = 1;
  //! Median over the molars of the depth of a crown's middle below its cusps, mm; 0 without
  //! molars. It was 0.1 to 1.8 on these jaws, as a fossa is up to 2 mm deep. Between two bumps
  //! of other objects it is deeper.
  double fossa_mm = 0;
  //! Deviation of the widths from the published means. Each width has a log ratio to its mean. The measure is
  //! the squared median of these, in units of 0.08, plus their variance about it, in units of 0.1. Up to 6.3
  //! on these jaws; 6 to 12 on egg boxes.
  double width_misfit = 0;
};

//! A face that looks towards the bite.
struct UpwardFace {
  Vector3d middle;
  double height_mm, area_mm2, facing;
  int fdi;
};

std::vector<UpwardFace> upward_faces(std::span<const Vector3d> vertices, std::span<const Face> faces,
                                     const FoundTeeth& found) {
  constexpr double least_facing = 0.2;
  std::vector<UpwardFace> upward;
  for (const Face& face : faces) {
    const Vector3d &a = vertices[face[0]], &b = vertices[face[1]], &c = vertices[face[2]];
    const Vector3d twice_area = (b - a).cross(c - a);
    const double length = twice_area.norm(), facing = found.up.dot(twice_area) / length;
    if (!(facing > least_facing)) continue;  // false also without an area or with a corner that is not finite
    const Vector3d middle = (a + b + c) / 3;
    upward.push_back({middle, found.up.dot(middle), 0.5 * length, facing, found.labels[face[0]]});
  }
  return upward;
}

double quantile(std::vector<double> values, double share) {
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, at);
  return *at;
}

using FacesOfTeeth = std::map<int, std::vector<UpwardFace>>;

//! The top of a crown is the part above this height.
double top_mm(const std::vector<UpwardFace>& crown) {
  std::vector<double> heights;
  for (const UpwardFace& face : crown) heights.push_back(face.height_mm);
  return quantile(std::move(heights), 0.97);
}

//! Height above the plane through the crowns' tops.
class TopsPlane {
 public:
  TopsPlane(const FacesOfTeeth& teeth, const Vector3d& up) : u_(up.unitOrthogonal()), v_(up.cross(u_)) {
    std::vector<Vector3d> tops;
    for (const auto& [fdi, crown] : teeth) {
      const double from_mm = top_mm(crown);
      Vector3d sum = Vector3d::Zero();
      double count = 0;
      for (const UpwardFace& face : crown) {
        if (face.height_mm < from_mm) continue;
        sum += Vector3d(u_.dot(face.middle), v_.dot(face.middle), face.height_mm);
        ++count;
      }
      tops.emplace_back(sum / count);
      middle_ += tops.back();
    }
    middle_ /= static_cast<double>(std::max<std::size_t>(tops.size(), 1));
    // mm²: a weak prior for a level plane, because a few tops in a row do not determine its tilt.
    Eigen::Matrix2d spread = 100 * Eigen::Matrix2d::Identity();
    Eigen::Vector2d rise = Eigen::Vector2d::Zero();
    for (const Vector3d& top : tops) {
      const Vector3d off = top - middle_;
      spread += off.head<2>() * off.head<2>().transpose();
      rise += off.z() * off.head<2>();
    }
    slope_ = solve_symmetric(spread, rise);
  }

  [[nodiscard]] double above_mm(const UpwardFace& face) const {
    const Eigen::Vector2d off(u_.dot(face.middle) - middle_.x(), v_.dot(face.middle) - middle_.y());
    return face.height_mm - middle_.z() - slope_.dot(off);
  }

 private:
  Vector3d u_, v_, middle_ = Vector3d::Zero();
  Eigen::Vector2d slope_;
};

double share_on_teeth(const std::vector<UpwardFace>& faces, const TopsPlane& plane) {
  constexpr double below_mm = 2.5, level_facing = 0.3;
  double all = 0, on_teeth = 0;
  for (const UpwardFace& face : faces) {
    if (face.facing < level_facing || plane.above_mm(face) < -below_mm) continue;
    all += face.area_mm2;
    on_teeth += face.fdi != 0 ? face.area_mm2 : 0;
  }
  return all > 0 ? on_teeth / all : 1;
}

//! Depth of the middle of a crown below its top, mm; empty if no face lies in the middle.
std::optional<double> fossa_mm(const std::vector<UpwardFace>& crown, const Vector3d& up) {
  constexpr double crown_mm = 4, middle_mm = 1.2;
  const double top = top_mm(crown);
  Vector3d sum = Vector3d::Zero();
  double area = 0;
  for (const UpwardFace& face : crown) {
    if (face.height_mm < top - crown_mm) continue;
    sum += face.area_mm2 * face.middle;
    area += face.area_mm2;
  }
  const Vector3d middle = sum / area;
  double height = 0, near = 0;
  for (const UpwardFace& face : crown) {
    const Vector3d off = face.middle - middle;
    if (face.height_mm < top - crown_mm || (off - up.dot(off) * up).norm() > middle_mm) continue;
    height += face.area_mm2 * face.height_mm;
    near += face.area_mm2;
  }
  return near > 0 ? std::optional(top - height / near) : std::nullopt;
}

bool is_molar(int fdi) { return place_of(fdi) >= (is_milk(fdi) ? 4 : 6); }

double median_fossa_mm(const FacesOfTeeth& teeth, const Vector3d& up) {
  std::vector<double> depths;
  for (const auto& [fdi, crown] : teeth) {
    if (!is_molar(fdi)) continue;
    if (const auto depth = fossa_mm(crown, up)) depths.push_back(*depth);
  }
  return depths.empty() ? 0 : quantile(std::move(depths), 0.5);
}

double width_misfit(const FoundTeeth& found) {
  constexpr double factor_error = 0.08, scatter_error = 0.1;
  std::vector<double> logarithms;
  for (const FoundTooth& tooth : found.teeth) {
    const auto place = arch_place(found.jaw, tooth.fdi);
    if (!place || !(tooth.mesiodistal_mm > 0)) continue;
    const double mean_mm = tooth_size(found.jaw, *place, is_milk(tooth.fdi)).mesiodistal_mm;
    logarithms.push_back(std::log(tooth.mesiodistal_mm / mean_mm));
  }
  if (logarithms.empty()) return 0;
  const double factor = quantile(logarithms, 0.5);
  double scatter = 0;
  for (const double logarithm : logarithms) scatter += (logarithm - factor) * (logarithm - factor);
  scatter /= static_cast<double>(logarithms.size());
  return factor * factor / (factor_error * factor_error) + scatter / (scatter_error * scatter_error);
}

JawLikeness likeness_of(std::span<const Vector3d> vertices, std::span<const Face> faces,
                        const FoundTeeth& found) {
  const std::vector<UpwardFace> upward = upward_faces(vertices, faces, found);
  FacesOfTeeth teeth;
  for (const UpwardFace& face : upward) {
    if (face.fdi != 0) teeth[face.fdi].push_back(face);
  }
  return {.share_on_teeth = share_on_teeth(upward, TopsPlane(teeth, found.up)),
          .fossa_mm = median_fossa_mm(teeth, found.up),
          .width_misfit = width_misfit(found)};
}

bool may_be_jaw(const JawLikeness& likeness, bool any_sure) {
  constexpr double deepest_fossa_mm = 2.4, least_share = 0.3, least_share_unsure = 0.55;
  if (likeness.fossa_mm > deepest_fossa_mm) return false;
  if (likeness.share_on_teeth < (any_sure ? least_share : least_share_unsure)) return false;
  constexpr double odd_widths = 5.4, odd_share = 0.6;
  return likeness.width_misfit <= odd_widths || likeness.share_on_teeth >= odd_share;
}

}  // namespace

bool is_like_a_jaw(std::span<const Vector3d> vertices, std::span<const Face> faces, const FoundTeeth& found) {
  return may_be_jaw(likeness_of(vertices, faces, found), std::ranges::any_of(found.teeth, &FoundTooth::sure));
}

namespace {

constexpr std::size_t fewest_teeth = 6;

using Parts = std::vector<MeshComponent>;

//! Whether most parts of `a` lie above or below a part of `b`. Antagonists are offset by half a tooth,
//! neighbours in a row by a whole tooth or more.
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

//! Joins single crowns into one arch, or into two if they lie above each other.
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
