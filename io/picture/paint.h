// The paint of surfaces and maps, which is equal on screen and in reports.
#pragma once

#include <string>
#include <vector>

#include "io/picture/canvas.h"
#include "occlusion/base/enum_table.h"
#include "occlusion/maps/colour_scale.h"

namespace intercusp {

enum class Paint {
  foil,      //!< contacts in one colour, like the marks of a foil
  distance,  //!< overlaps and gaps up to the end of the scale
  depth,     //!< only overlaps
};
[[nodiscard]] constexpr auto names_of(Paint) {
  return enum_table<Paint>({{Paint::foil, "foil"}, {Paint::distance, "distance"}, {Paint::depth, "depth"}});
}

//! A colour over a surface, and how much of the surface it hides.
struct Coat {
  Rgb colour;
  double opacity = 0;
};

//! The colour of the thinnest usual foil that is at least as thick as the threshold.
[[nodiscard]] Rgb foil_colour(double threshold_mm);

struct PaintScale {
  Paint paint = Paint::distance;
  ColourScale colours;
  double threshold_mm = 0.1;

  //! The paint for a clearance or surface distance. Wide gaps fade out; NaN is not painted.
  [[nodiscard]] Coat at(double value_mm) const;
  //! Values above this are not painted.
  [[nodiscard]] double end_mm() const;
  bool operator==(const PaintScale&) const = default;
};

//! Whether dark letters are easier to read than white ones on this ground.
[[nodiscard]] bool wants_dark_letters(Rgb ground);

//! The colour as it appears on a tooth.
[[nodiscard]] Rgb colour_in_legend(const PaintScale& scale, double value_mm);

//! Draws a title and a bar with its numbers, for pictures of reports.
//! \pre all distances are painted
//! \param measure the title
void draw_paint_legend(Canvas& canvas, const PaintScale& scale, const std::string& measure,
                       const std::vector<double>& thresholds_mm, const Area& bounds);

//! The colour of a tooth by its place in the arch, or of gum for 0. Seven adjacent teeth all have different
//! colours.
[[nodiscard]] Rgb tooth_colour(int fdi);

}  // namespace intercusp
