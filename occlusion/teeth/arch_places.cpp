#include "occlusion/teeth/arch_places.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace intercusp {
namespace {

constexpr double square_mm = 2;
constexpr double around_mm = 12;  //!< of the path: crowns lie within this

}  // namespace

ArchPlaces::ArchPlaces(const ArchPath& arch) : arch_(arch) {
  for (std::size_t i = 0; i + 1 < arch.points.size(); ++i)
    segments_.push_back({arch.points[i], (arch.points[i + 1] - arch.points[i]) / arch.step_mm});
  Eigen::Vector2d low = arch.points.front(), high = low;
  for (const Eigen::Vector2d& p : arch.points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  corner_ = low.array() - around_mm;
  const Eigen::Vector2d size = (high - low).array() + 2 * around_mm;
  columns_ = static_cast<int>(size.x() / square_mm) + 1;
  rows_ = static_cast<int>(size.y() / square_mm) + 1;
  first_.push_back(0);
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column) fill_square(column, row);
}

void ArchPlaces::fill_square(int column, int row) {
  const Eigen::Vector2d centre = corner_ + square_mm * Eigen::Vector2d(column + 0.5, row + 0.5);
  double nearest = std::numeric_limits<double>::infinity();  // squared, of where segments begin
  for (const Segment& segment : segments_)
    nearest = std::min(nearest, (segment.start - centre).squaredNorm());
  // A point of the square is within half a diagonal of its centre, a point of a segment within a step of where it begins.
  const double bound = std::sqrt(nearest) + std::sqrt(2) * square_mm + arch_.step_mm;
  for (std::size_t i = 1; i + 1 < segments_.size(); ++i) {
    if ((segments_[i].start - centre).squaredNorm() <= bound * bound)
      near_.push_back(static_cast<std::uint16_t>(i));
  }
  first_.push_back(static_cast<std::uint32_t>(near_.size()));
}

ArchPoint ArchPlaces::operator()(const Eigen::Vector3d& point) const {
  const Eigen::Vector3d d = point - arch_.origin;
  const Eigen::Vector2d p(arch_.right.dot(d), arch_.front.dot(d));
  const std::size_t last = segments_.size() - 1;
  double nearest = std::numeric_limits<double>::infinity(), place = 0;
  std::size_t at = 0;
  const auto look_at = [&](std::size_t i, double least, double most) {
    const Segment& segment = segments_[i];
    const Eigen::Vector2d from = p - segment.start;
    const double u = std::clamp(segment.along.dot(from), least, most);
    const double gap = (u * segment.along - from).squaredNorm();
    if (gap >= nearest) return;
    nearest = gap;
    place = u;
    at = i;
  };
  constexpr double far = std::numeric_limits<double>::infinity();
  look_at(0, -far, last == 0 ? far : arch_.step_mm);
  if (last > 0) look_at(last, 0, far);
  const int column = static_cast<int>(std::floor((p.x() - corner_.x()) / square_mm)),
            row = static_cast<int>(std::floor((p.y() - corner_.y()) / square_mm));
  if (column < 0 || column >= columns_ || row < 0 || row >= rows_) {
    for (std::size_t i = 1; i < last; ++i) look_at(i, 0, arch_.step_mm);
  } else {
    const auto square = static_cast<std::size_t>(row * columns_ + column);
    for (std::uint32_t s = first_[square]; s < first_[square + 1]; ++s) look_at(near_[s], 0, arch_.step_mm);
  }
  const Segment& segment = segments_[at];
  const Eigen::Vector2d outward(-segment.along.y(), segment.along.x());
  return {.along_mm = static_cast<double>(at) * arch_.step_mm + place,
          .across_mm = std::copysign(std::sqrt(nearest), outward.dot(p - segment.start)),
          .height_mm = arch_.up.dot(d)};
}

}  // namespace intercusp
