// What stands beside every picture: the colours with their numbers, a scale bar, and the patient's sides.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/picture/picture.h"
#include "occlusion/case/anatomy.h"

namespace intercusp {

//! Room around a picture, above it for its title and beside it for its legend.
constexpr int margin_px = 28;
constexpr int title_px = 104;
constexpr int legend_px = 250;
constexpr int wide_legend_px = 270;  //!< where words are longer

//! A number beside a colour bar.
struct Tick {
  double share = 0;  //!< of the bar's height, from its lower end
  std::string text;
  bool strong = false;
};

//! A vertical bar of `colour_at(share)`, share 0 at its lower end, with ticks at its right. Ticks that would
//! run into a stronger or earlier one are left out.
void draw_colour_bar(Picture& picture, int x, int y, int width, int height,
                     const std::function<Rgb(double)>& colour_at, const std::vector<Tick>& ticks);

//! A square of a colour and what it stands for.  \return the height used, px.
int draw_swatch(Picture& picture, int x, int y, int width_px, Rgb colour, const std::string& text);

//! A bar of a round length in mm, at most a quarter of the picture's width, its lower left at (x, bottom).
void draw_scale_bar(Picture& picture, int x, int bottom, double pixels_per_mm, int picture_width_px);

//! Where the patient's sides are in a picture; empty where that edge is none of them.
struct PatientSides {
  std::string left, right, top, bottom;
};
//! \param view_from_case x right, y down, z away from the viewer. Sides are named where the picture's axis is
//! within
//!        45° of the patient's.
[[nodiscard]] PatientSides patient_sides(const Eigen::Isometry3d& view_from_case,
                                         const std::optional<AnatomicalAxes>& axes);

//! Large letters outside the middle of the edges of a box, which needs so much room around it:
constexpr int sides_px = 44;  //!< left and right,
constexpr int ends_px = 30;   //!< above and below.
void draw_sides(Picture& picture, int x, int y, int width, int height, const PatientSides& sides);

}  // namespace intercusp
