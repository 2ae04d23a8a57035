// Contour lines of a clearance map, drawn into a picture with several pixels per cell of the map.
#pragma once

#include <span>
#include <vector>

#include "occlusion/maps/colour_scale.h"

namespace intercusp {

struct ContourLine {
  double at_mm = 0;
  double half_width_px = 0.5;
  double strength = 1;  //!< opacity, 0 to 1
};

//! The clearance between the centres of cells, interpolated bilinearly; NaN next to cells without a
//! clearance.
class ContourField {
 public:
  //! \param values_mm one per cell, row by row; they must outlive this object
  ContourField(std::span<const float> values_mm, int columns, int rows)
      : values_mm_(values_mm), columns_(columns), rows_(rows) {}

  //! \param column,row in cells; the centres of cells are at halves
  [[nodiscard]] double at(double column, double row) const;

  //! Least and greatest clearance of a cell and its neighbours. Only contours between these may pass through
  //! the cell.
  struct Range {
    float least, greatest;
    [[nodiscard]] bool holds(double mm) const {
      return static_cast<double>(least) <= mm && mm <= static_cast<double>(greatest);
    }
  };
  //! The ranges of all cells of a row.
  [[nodiscard]] std::vector<Range> ranges_around(int row) const;

  //! The colour of a pixel after the lines through it are drawn.
  //! \param column,row centre of the pixel, in cells
  //! \param pixels number of the picture's pixels per cell
  [[nodiscard]] Rgb with_lines(Rgb colour, std::span<const ContourLine> lines, double column, double row,
                               int pixels) const;

 private:
  [[nodiscard]] std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * columns_ + column;
  }

  std::span<const float> values_mm_;
  int columns_, rows_;
};

}  // namespace intercusp
