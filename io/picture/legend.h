// The legend of pictures and views: colours with their numbers, a scale bar, the patient's sides.
#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/picture/canvas.h"
#include "occlusion/case/anatomy.h"

namespace intercusp {

//! The least of 1, 2 and 5 times a power of ten that is not below a number above 0.
[[nodiscard]] double round_number_from(double least);

//! Between the colours of a ramp, which lie evenly from 0 to 1.  \pre at least two
[[nodiscard]] Rgb colour_along(std::span<const Rgb> ramp, double share);

//! A number next to a colour bar.
struct Tick {
  double share = 0;  //!< of the bar's height, from its lower end
  std::string text;
  bool strong = false;
};

//! A vertical bar of `colour_at(share)`, share 0 at its lower end, with ticks at its right. Ticks that would overlap a
//! stronger or earlier one are left out.
void draw_colour_bar(Canvas& canvas, const Area& bar, const std::function<Rgb(double)>& colour_at,
                     const std::vector<Tick>& ticks);

//! A colour scale on a bar: overlaps below `contact_share` of its height, gaps above.
struct BarScale {
  ColourScale colours;
  double contact_share = 0.3;

  //! From -1 at the lower end to 0 at contact and 1 at the upper end.
  [[nodiscard]] double position_at(double share) const;
  [[nodiscard]] Rgb colour_at(double share) const { return colours.colour_at(position_at(share)); }
  [[nodiscard]] double share_of(double clearance_mm) const;
};

//! A square of a colour and its meaning, in lines of at most `width_px`.  \return the height used, px
double draw_swatch(Canvas& canvas, double x, double y, double width_px, Rgb colour, const std::string& text);

//! A bar of a round length in mm, at most a quarter of the picture's width, its lower left at (x, bottom).
void draw_scale_bar(Canvas& canvas, double x, double bottom, double pixels_per_mm, double picture_width_px);

//! The patient's sides at the edges of a picture; empty for an edge without one.
struct PatientSides {
  std::string left, right, top, bottom;
};
//! Sides are named where the picture's axis is within 45° of the patient's.
//! \param view_from_case x right, y down, z away from the viewer
[[nodiscard]] PatientSides patient_sides(const Eigen::Isometry3d& view_from_case,
                                         const std::optional<AnatomicalAxes>& axes);

//! Large letters, and smaller words, at the middles of the edges of an area, inside it.
//! \param beside_px how far the right letter moves to the left if the right edge is occupied
void draw_sides(Canvas& canvas, const Area& area, const PatientSides& sides, double beside_px = 0);

}  // namespace intercusp
