#include "viewer/case/pick.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "occlusion/contacts/areas.h"
#include "occlusion/engines/rays/solid_lines.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp::viewer {
namespace {

struct Hit {
  double depth_mm;
  std::uint32_t face;
};

//! Depth of a face's plane along a line, within the face: a plane seen edge-on runs off far beyond it.
double depth_of(const TriangleMesh& mesh, std::uint32_t face, const rays::Line& line) {
  const auto& [a, b, c] = mesh.faces[face];
  const Eigen::Vector3d from_a = mesh.vertices[a] - line.origin;
  const auto depth = [&](std::uint32_t vertex) {
    return (mesh.vertices[vertex] - line.origin).dot(line.direction);
  };
  const auto [least, greatest] = std::minmax({depth(a), depth(b), depth(c)});
  const Eigen::Vector3d normal = face_normal_twice_area(mesh, face);
  const double facing = normal.dot(line.direction);
  return facing == 0 ? least : std::clamp(normal.dot(from_a) / facing, least, greatest);
}

//! One jaw as the picker searches it.
struct SeenJaw {
  SeenJaw(const Solid& jaw, const std::vector<int>& face_teeth)
      : solid(jaw), scene(jaw.mesh), teeth(face_teeth) {}

  //! The first scanned face ahead that is not cut away.
  [[nodiscard]] std::optional<Hit> first_hit(const Picker::Ray& ray,
                                             const Eigen::Isometry3d& case_from_solid) const {
    const Eigen::Isometry3d solid_from_case = case_from_solid.inverse(Eigen::Isometry);
    const rays::Line line{solid_from_case * ray.origin,
                          (solid_from_case.linear() * ray.direction).normalized()};
    std::vector<std::uint32_t> faces;
    scene.faces_along(line, faces);
    std::optional<Hit> first;
    for (const std::uint32_t face : faces) {
      if (!solid.is_anatomy(face)) continue;
      const double depth = depth_of(solid.mesh, face, line);
      if (depth < 0 || (first && depth >= first->depth_mm)) continue;
      const Eigen::Vector3d place = case_from_solid * (line.origin + depth * line.direction);
      if (!ray.cut || ray.cut->signedDistance(place) <= 0) first = {depth, face};
    }
    return first;
  }

  const Solid& solid;
  rays::RayScene scene;
  const std::vector<int>& teeth;
};

//! The clearance at a point of a jaw's surface; empty where its face is turned away or too steep.
std::optional<double> clearance_at(const ClearanceMap& map, const ViewedMesh& jaw, Jaw which,
                                   std::uint32_t face, const Eigen::Vector3d& case_point) {
  const double cosine = cosine_of(jaw.corners(face));
  if (!((which == Jaw::upper ? -cosine : cosine) >= steep_cosine)) return std::nullopt;
  const PixelGrid& grid = map.view.grid;
  const auto surface_at = [&](int column, int row) -> std::optional<SurfaceAtPixel> {
    const std::size_t pixel = grid.index(column, row);
    const std::int32_t named = which == Jaw::upper ? map.upper_face[pixel] : map.lower_face[pixel];
    if (named == no_face) return std::nullopt;
    const Corners corners = jaw.corners(static_cast<std::size_t>(named));
    const double there = cosine_of(corners);
    if (!(std::abs(there) >= steep_cosine)) return std::nullopt;
    const Eigen::Vector2d centre = grid.centre(column, row);
    return SurfaceAtPixel{plane_depth(corners, centre.x(), centre.y(), grid.pixel_mm), slope_of(there)};
  };
  return clearance_at_point(map, map.view.view_from_case * case_point, slope_of(cosine), surface_at);
}

}  // namespace

class Picker::Impl {
 public:
  explicit Impl(std::shared_ptr<const LoadedCase> the_case)
      : loaded(std::move(the_case)),
        upper(*loaded->bite.upper, loaded->upper_teeth),
        lower(*loaded->bite.lower, loaded->lower_teeth),
        jaws(prepare_jaws(loaded->bite)) {}

  //! The data of a point of the surface.
  void measure(Picked& picked, const Eigen::Isometry3d& upper_from_lower, const ClearanceMap& map) const;

  std::shared_ptr<const LoadedCase> loaded;
  SeenJaw upper, lower;
  PreparedJaws jaws;
};

void Picker::Impl::measure(Picked& picked, const Eigen::Isometry3d& upper_from_lower,
                           const ClearanceMap& map) const {
  const bool on_upper = picked.jaw == Jaw::upper;
  const SeenJaw& jaw = on_upper ? upper : lower;
  const auto face = static_cast<std::uint32_t>(picked.face);
  picked.tooth = jaw.teeth[face];
  const Eigen::Isometry3d case_from_jaw = on_upper ? Eigen::Isometry3d::Identity() : upper_from_lower;
  const ViewedMesh viewed(jaw.solid, case_from_jaw, map.view.view_from_case);
  picked.clearance_mm = clearance_at(map, viewed, picked.jaw, face, picked.case_point);
  const std::optional<JawReading> reading =
      on_upper ? jaws.lower.at(upper_from_lower.inverse(Eigen::Isometry) * picked.case_point)
               : jaws.upper.at(picked.case_point);
  if (!reading) return;
  picked.at_rim = reading->at_rim;
  if (reading->decided) picked.distance_mm = reading->distance_mm;
}

Picker::Picker(std::shared_ptr<const LoadedCase> loaded) : impl_(std::make_unique<Impl>(std::move(loaded))) {}
Picker::~Picker() = default;

std::optional<Picked> Picker::pick(const Ray& ray, const Eigen::Isometry3d& upper_from_lower,
                                   const ClearanceMap& map) const {
  const auto upper = ray.upper ? impl_->upper.first_hit(ray, Eigen::Isometry3d::Identity()) : std::nullopt;
  const auto lower = ray.lower ? impl_->lower.first_hit(ray, upper_from_lower) : std::nullopt;
  if (!upper && !lower) return std::nullopt;
  Picked picked;
  const bool on_upper = upper && (!lower || upper->depth_mm <= lower->depth_mm);
  picked.jaw = on_upper ? Jaw::upper : Jaw::lower;
  const Hit& hit = on_upper ? *upper : *lower;
  picked.face = static_cast<std::int32_t>(hit.face);
  picked.case_point = ray.origin + hit.depth_mm * ray.direction.normalized();
  impl_->measure(picked, upper_from_lower, map);
  return picked;
}

}  // namespace intercusp::viewer
