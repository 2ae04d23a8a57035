#include "occlusion/engines/rays/solid_lines.h"

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

#include "occlusion/engines/rays/line_reading.h"

namespace intercusp::rays {
namespace {

//! How often a line whose entries and exits differ in number is traced again, each time displaced a little further, in
//! steps of some 1e-4 mm for a jaw.
constexpr int most_reshots = 8;

}  // namespace

SolidLines::SolidLines(std::shared_ptr<const Solid> solid) : solid_(std::move(solid)), scene_(solid_->mesh) {}

LineReading SolidLines::read(const Eigen::Isometry3d& solid_from_view, double u_mm, double v_mm,
                             std::vector<std::uint32_t>& faces, LineCounts& counts) const {
  const Line line = line_at(solid_from_view, u_mm, v_mm);
  scene_.faces_along(line, faces);
  LineReading best = read_line(solid_->mesh, line, faces, scene_.reach_mm());
  if (best.imbalance == 0) return best;
  ++counts.reshot;
  for (int attempt = 1; attempt <= most_reshots && best.imbalance != 0; ++attempt) {
    // Displacements larger than the rounding of floats. The first goes right and a little down, so that a line on an
    // edge reads as the face that owns it (ties to the top left); the others follow the golden angle.
    const double distance = 4 * attempt * scene_.reach_mm();
    const double angle = std::numbers::pi / 8 + (attempt - 1) * 2.399963229728653;
    scene_.faces_along(
        line_at(solid_from_view, u_mm + distance * std::cos(angle), v_mm + distance * std::sin(angle)),
        faces);
    const double reach_mm = distance + scene_.reach_mm();
    LineReading beside = read_line(solid_->mesh, line, faces, reach_mm);
    if (std::abs(beside.imbalance) < std::abs(best.imbalance)) best = std::move(beside);
  }
  if (best.imbalance != 0) ++counts.inconsistent;
  return best;
}

RowOfLines SolidLines::read_row(const Eigen::Isometry3d& solid_from_view, const PixelGrid& grid,
                                int row) const {
  RowOfLines result;
  std::vector<std::uint32_t> faces;
  result.first.reserve(static_cast<std::size_t>(grid.width) + 1);
  for (int column = 0; column < grid.width; ++column) {
    result.first.push_back(static_cast<std::uint32_t>(result.intervals.size()));
    const Eigen::Vector2d uv = grid.centre(column, row);
    const LineReading reading = read(solid_from_view, uv.x(), uv.y(), faces, result.counts);
    result.intervals.insert(result.intervals.end(), reading.intervals.begin(), reading.intervals.end());
  }
  result.first.push_back(static_cast<std::uint32_t>(result.intervals.size()));
  return result;
}

}  // namespace intercusp::rays
