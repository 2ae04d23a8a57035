#include "viewer/scene/tooth_labels.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace intercusp::viewer {
namespace {

constexpr std::size_t every = 5;  // vertices are so dense that a fifth of them tells a tooth's place

struct Tooth {
  int number = 0;
  Eigen::Vector3d middle{0, 0, 0};  //!< in the view: px, px, mm away
  double half_width_px = 0;
  double reach_px = 0;  //!< from the middle towards `towards`
  Eigen::Vector2d towards{0, 1};
};

using ToothPoints = std::map<int, std::vector<Eigen::Vector3d>>;  // in the view

ToothPoints points_of(const Solid& solid, const Eigen::Affine3d& view_from_solid) {
  ToothPoints teeth;
  for (std::size_t i = 0; i < solid.labels.size(); i += every) {
    if (solid.labels[i] > 0) teeth[solid.labels[i]].push_back(view_from_solid * solid.mesh.vertices[i]);
  }
  return teeth;
}

Eigen::Vector3d mean_of(const std::vector<Eigen::Vector3d>& points) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& point : points) sum += point;
  return sum / static_cast<double>(points.size());
}

//! \param root where the roots are, in the picture; short where the bite is looked at from above or below
std::vector<Tooth> teeth_in(const ToothPoints& points, const Eigen::Vector2d& root) {
  std::vector<Tooth> teeth;
  Eigen::Vector3d arch = Eigen::Vector3d::Zero();
  for (const auto& [number, of_tooth] : points) {
    teeth.push_back({.number = number, .middle = mean_of(of_tooth)});
    arch += teeth.back().middle / static_cast<double>(points.size());
  }
  for (Tooth& tooth : teeth) {
    const Eigen::Vector2d outward = (tooth.middle - arch).head<2>().normalized();
    tooth.towards = root.norm() > 0.6 ? root.normalized() : outward;
    for (const Eigen::Vector3d& point : points.at(tooth.number)) {
      const Eigen::Vector2d from_middle = (point - tooth.middle).head<2>();
      tooth.reach_px = std::max(tooth.reach_px, from_middle.dot(tooth.towards));
      tooth.half_width_px = std::max(tooth.half_width_px, std::abs(from_middle.x()));
    }
  }
  std::sort(teeth.begin(), teeth.end(),
            [](const Tooth& a, const Tooth& b) { return a.middle.z() < b.middle.z(); });
  return teeth;
}

//! Behind a nearer tooth by more than teeth of one row are. \pre teeth from near to far
bool is_hidden(const std::vector<Tooth>& teeth, std::size_t tooth, double pixels_per_mm) {
  constexpr double one_row_mm = 5;
  for (std::size_t nearer = 0; nearer < tooth; ++nearer) {
    const Eigen::Vector3d apart = teeth[tooth].middle - teeth[nearer].middle;
    if (apart.z() > one_row_mm &&
        apart.head<2>().norm() < 0.9 * teeth[nearer].half_width_px + 0.5 * pixels_per_mm)
      return true;
  }
  return false;
}

bool is_cut_away(const AppState& state, const Eigen::Vector3d& case_point) {
  const std::optional<SectionPlane>& section = state.view.section;
  return section && state.view.section_cuts && section->normal().dot(case_point) < section->offset_mm();
}

}  // namespace

void draw_tooth_labels(Pen& pen, const AppState& state, const Camera& camera) {
  const LoadedCase& loaded = *state.loaded;
  const double pixels_per_mm = static_cast<double>(pen.box.height) / camera.height_mm;
  const Eigen::Vector2d middle(pen.box.x + pen.box.width / 2, pen.box.y + pen.box.height / 2);
  const Eigen::Affine3d view_from_case = Eigen::Affine3d(Eigen::Translation3d(middle.x(), middle.y(), 0)) *
                                         Eigen::Scaling(pixels_per_mm, pixels_per_mm, 1.0) * camera.pose();
  const Eigen::Affine3d case_from_view = view_from_case.inverse();
  const float size = 0.92F * pen.em;
  const auto label = [&](const Solid& solid, const Eigen::Isometry3d& case_from_solid,
                         const Eigen::Vector3d& root) {
    const Eigen::Vector2d root_in_picture = (camera.view_from_case * root).head<2>();
    const std::vector<Tooth> teeth =
        teeth_in(points_of(solid, view_from_case * case_from_solid), root_in_picture);
    for (std::size_t i = 0; i < teeth.size(); ++i) {
      if (is_hidden(teeth, i, pixels_per_mm) || is_cut_away(state, case_from_view * teeth[i].middle))
        continue;
      const Eigen::Vector2d place = teeth[i].middle.head<2>() +
                                    teeth[i].towards * (teeth[i].reach_px + 0.85 * static_cast<double>(size));
      pen.write_if_free(static_cast<float>(place.x()), static_cast<float>(place.y()) - size / 2,
                        std::to_string(teeth[i].number), size, pen.ink.strong, Anchor::middle);
    }
  };
  const Eigen::Vector3d superior = loaded.axes().superior;
  if (state.view.upper.shown) label(*loaded.bite.upper, Eigen::Isometry3d::Identity(), superior);
  if (state.view.lower.shown) label(*loaded.bite.lower, state.document.upper_from_lower, -superior);
}

}  // namespace intercusp::viewer
