#include "io/picture/tooth_numbers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "io/wording/definitions.h"
#include "occlusion/case/fdi.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

struct Tooth {
  int number = 0;
  Eigen::Vector3d middle{0, 0, 0};  //!< in the view: px, px, mm away from the viewer
  double half_width_px = 0;
  double reach_px = 0;  //!< distance that it reaches from the middle in the direction `towards`
  Eigen::Vector2d towards{0, 1};
};

using ToothPoints = std::map<int, std::vector<Eigen::Vector3d>>;  // in the view's frame

ToothPoints points_of(const Solid& solid, const Eigen::Affine3d& px_from_solid) {
  constexpr std::size_t enough = 20000;  // this many vertices of a jaw show where its teeth are
  const std::size_t step = 1 + solid.labels.size() / (enough + 1);
  ToothPoints teeth;
  int label = 0;
  std::vector<Eigen::Vector3d>* of_label = nullptr;  // most neighbours in the list belong to one tooth
  for (std::size_t i = 0; i < solid.labels.size(); i += step) {
    if (solid.labels[i] <= 0) continue;
    if (solid.labels[i] != label) of_label = &teeth[label = solid.labels[i]];
    of_label->push_back(px_from_solid * solid.mesh.vertices[i]);
  }
  return teeth;
}

Eigen::Vector3d mean_of(const std::vector<Eigen::Vector3d>& points) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& point : points) sum += point;
  return sum / static_cast<double>(points.size());
}

//! Perpendicular to the line through the neighbours, away from the middle of the arch. On the long sides of
//! an arch the direction from the middle would point at the next tooth.
Eigen::Vector2d outward(const std::vector<Tooth>& row, std::size_t tooth, const Eigen::Vector2d& arch) {
  const Eigen::Vector2d before = row[tooth > 0 ? tooth - 1 : tooth].middle.head<2>();
  const Eigen::Vector2d after = row[std::min(tooth + 1, row.size() - 1)].middle.head<2>();
  const Eigen::Vector2d from_arch = row[tooth].middle.head<2>() - arch;
  const Eigen::Vector2d square = Eigen::Vector2d(before.y() - after.y(), after.x() - before.x()).normalized();
  return square.dot(from_arch) < 0 ? Eigen::Vector2d(-square) : square;
}

//! The teeth, sorted from near to far.
std::vector<Tooth> teeth_in(const ToothPoints& points, const Eigen::Vector2d& root) {
  std::vector<Tooth> teeth;
  Eigen::Vector3d arch = Eigen::Vector3d::Zero();
  for (const auto& [number, of_tooth] : points) {
    teeth.push_back({.number = number, .middle = mean_of(of_tooth)});
    arch += teeth.back().middle / static_cast<double>(points.size());
  }
  std::ranges::sort(teeth, {}, [](const Tooth& tooth) { return place_along_arch(tooth.number); });
  const bool from_aside = root.norm() > 0.6;
  for (std::size_t i = 0; i < teeth.size(); ++i) {
    Tooth& tooth = teeth[i];
    tooth.towards = from_aside ? root.normalized() : outward(teeth, i, arch.head<2>());
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

//! Whether a tooth is behind a nearer one by more than teeth of one row can be.
//! \pre teeth are sorted from near to far
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

}  // namespace

void draw_tooth_numbers(Canvas& canvas, const Solid& solid, const ToothNumberView& view,
                        const std::function<bool(const Eigen::Vector3d&)>& wanted) {
  const Letters letters{view.letter_px, canvas.inks.strong};
  const std::vector<Tooth> teeth = teeth_in(points_of(solid, view.px_from_solid), view.root);
  for (std::size_t i = 0; i < teeth.size(); ++i) {
    const Tooth& tooth = teeth[i];
    if (is_hidden(teeth, i, view.pixels_per_mm) || !wanted(tooth.middle)) continue;
    const Eigen::Vector2d place =
        tooth.middle.head<2>() + tooth.towards * (tooth.reach_px + 0.9 * view.letter_px);
    canvas.write_if_free(place.x(), place.y() - view.letter_px / 2,
                         tooth_name(belief_in(solid, tooth.number)), letters, Align::centre);
  }
}

}  // namespace intercusp
