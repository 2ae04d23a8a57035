// Heights of one jaw's biting side over a regular grid in x and y (case frame, mm).
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace intercusp {

enum class FacingSide { up, down };

struct HeightGrid {
  Eigen::Vector2d min{0, 0};  //!< place of the first sample
  double cell_mm = 0.1;
  std::size_t width = 0, height = 0;
  std::vector<double> z;  //!< mm, row by row in y; NaN outside the jaw

  //! Bilinear; NaN where one of the four samples is missing.
  [[nodiscard]] double at(double x, double y) const;
};

//! Outermost heights of a grid of points (`columns` × `rows`, column by column, joined to quads): the highest
//! for `up`, the lowest for `down`.
[[nodiscard]] HeightGrid height_grid(const std::vector<Eigen::Vector3d>& points, std::size_t rows,
                                     FacingSide side, double cell_mm);

//! Fills pits: each height is lowered to the mean over its neighbours (3 × 3, binomial weights) if that is lower.
[[nodiscard]] HeightGrid pits_filled(const HeightGrid& grid);

}  // namespace intercusp
