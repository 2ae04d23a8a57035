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

//! The least of 1, 2 and 5 times a power of ten that is at least the given number, which is above 0.
[[nodiscard]] double round_number_from(double least);

//! A colour between those of a ramp, which are equally spaced from 0 to 1.
//! \pre the ramp has at least two colours
[[nodiscard]] Rgb colour_along(std::span<const Rgb> ramp, double share);

//! A number next to a colour bar.
struct Tick {
  double share = 0;  //!< share of the bar's height, from its lower end
  std::string text;
  bool strong = false;
};

//! A vertical bar of `colour_at(share)`, with share 0 at its lower end and ticks at its right. A tick is left
//! out if it would overlap a stronger or earlier one.
void draw_colour_bar(Canvas& canvas, const Area& bar, const std::function<Rgb(double)>& colour_at,
                     const std::vector<Tick>& ticks);

//! A colour scale on a bar: overlaps below `contact_share` of its height, gaps above.
struct BarScale {
  ColourScale colours;
  double contact_share = 0.3;

  //! From −1 at the lower end, to 0 at contact, to 1 at the upper end.
  [[nodiscard]] double position_at(double share) const;
  [[nodiscard]] Rgb colour_at(double share) const { return colours.colour_at(position_at(share)); }
  [[nodiscard]] double share_of(double clearance_mm) const;
};

//! A square of a colour and its meaning, in lines of at most `width_px`.
//! \return the height used, px
double draw_swatch(Canvas& canvas, double x, double y, double width_px, Rgb colour, const std::string& text);

//! A bar of a round length in mm, at most a quarter of the picture's width. Its lower left is at (x, bottom).
void draw_scale_bar(Canvas& canvas, double x, double bottom, double pixels_per_mm, double picture_width_px);

//! The patient's sides at the edges of a picture. An edge without a side is empty.
struct PatientSides {
  std::string left, right, top, bottom;
};
//! A side is named if the picture's axis is within 45° of the patient's.
//! \param view_from_case x right, y down, z away from the viewer
[[nodiscard]] PatientSides patient_sides(const Eigen::Isometry3d& view_from_case,
                                         const std::optional<AnatomicalAxes>& axes);

//! Draws large letters and smaller words inside an area, at the middles of its edges.
//! \param beside_px how far the right letter moves to the left if the right edge is occupied
void draw_sides(Canvas& canvas, const Area& area, const PatientSides& sides, double beside_px = 0);

}  // namespace intercusp
