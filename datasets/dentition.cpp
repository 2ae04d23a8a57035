#include "datasets/dentition.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "datasets/arch.h"
#include "datasets/height_grid.h"
#include "datasets/jaw_body.h"
#include "datasets/jaw_sheet.h"

namespace intercusp {
namespace {

constexpr double fit_cell_mm = 0.1;

//! Vertical gaps from the biting surface of one lower tooth to the upper jaw, one per `cell`².
std::vector<double> gaps_above(const PlacedTooth& tooth, const HeightGrid& upper, double cell_mm) {
  std::vector<double> gaps;
  const double half_x = 0.5 * tooth.shape.mesiodistal_mm;
  const double half_y = 0.5 * tooth.shape.buccolingual_mm;
  for (double x = -half_x; x <= half_x; x += cell_mm) {
    for (double y = -half_y; y <= half_y; y += cell_mm) {
      double z = tooth.shape.height_mm + 0.3;
      double outside = inside_crown(tooth.shape, x, y, z);
      while (z > 0.4 * tooth.shape.height_mm && outside < -0.005) {
        z += 0.8 * outside;
        outside = inside_crown(tooth.shape, x, y, z);
      }
      const Eigen::Vector3d p = tooth.origin + x * tooth.distal + y * tooth.buccal + z * tooth.occlusal;
      const double gap = upper.at(p.x(), p.y()) - p.z();
      if (!std::isnan(gap) && z > 0.4 * tooth.shape.height_mm) gaps.push_back(gap);
    }
  }
  return gaps;
}

//! Lower teeth erupt until they have met the upper ones over some area: what they overlap there will be worn
//! away.
void erupt(std::vector<PlacedTooth>& lower, const HeightGrid& upper) {
  constexpr double cell_mm = 0.2;
  for (PlacedTooth& tooth : lower) {
    std::vector<double> gaps = gaps_above(tooth, upper, cell_mm);
    if (gaps.empty()) continue;
    std::sort(gaps.begin(), gaps.end());
    const int place = tooth.shape.fdi % 10;
    const double meeting_mm2 = place >= 6 ? 9.0 : place >= 4 ? 5.0 : 0.8;
    const auto kth = std::min(gaps.size() - 1, static_cast<std::size_t>(meeting_mm2 / (cell_mm * cell_mm)));
    const double deepest_mm = place >= 4 ? 0.6 : 0.2;
    tooth.origin.z() += std::min(gaps[kth], gaps.front() + deepest_mm);
  }
}

//! Least vertical gap between the two nets.
double least_gap(const SheetNet& upper, const SheetNet& lower) {
  const HeightGrid above = height_grid(upper.points, upper.rows, FacingSide::down, fit_cell_mm);
  const HeightGrid below = height_grid(lower.points, lower.rows, FacingSide::up, fit_cell_mm);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < below.height; ++j) {
    for (std::size_t i = 0; i < below.width; ++i) {
      const double z = below.z[j * below.width + i];
      const double gap = above.at(below.min.x() + static_cast<double>(i) * fit_cell_mm,
                                  below.min.y() + static_cast<double>(j) * fit_cell_mm) -
                         z;
      if (gap < least) least = gap;  // false where either jaw has nothing
    }
  }
  return least;
}

}  // namespace

Dentition make_dentition(const DentitionOptions& options) {
  const JawBody upper = jaw_body(place_teeth(true, options.seed), true, options.seed);
  const SheetNet upper_net = cast_net(upper);

  std::vector<PlacedTooth> lower_teeth = place_teeth(false, options.seed);
  HeightGrid underside = height_grid(upper_net.points, upper_net.rows, FacingSide::down, fit_cell_mm);
  erupt(lower_teeth, underside);
  JawBody lower = jaw_body(std::move(lower_teeth), false, options.seed);
  lower.opposing = pits_filled(pits_filled(underside));
  const SheetNet lower_net = cast_net(lower);
  const double rise_mm = least_gap(upper_net, lower_net) + deepest_overlap_mm;

  Dentition result{sheet_mesh(upper, upper_net, options.triangles, options.seed),
                   sheet_mesh(lower, lower_net, options.triangles, options.seed)};
  for (Eigen::Vector3d& v : result.lower.mesh.vertices) v.z() += rise_mm;
  return result;
}

}  // namespace intercusp
