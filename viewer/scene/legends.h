// The legends, scale bars and sides that views share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/picture/legend.h"
#include "viewer/scene/pen.h"

namespace intercusp::viewer {

//! Room that a legend takes at the right of a view, px.
[[nodiscard]] float legend_width(const Pen& pen);

//! The colours of clearance with their numbers, its title at the top.  \return where it ends, px
float draw_clearance_legend(Pen& pen, const ColourScale& scale, double threshold_mm, float x, float y,
                            float height);

using Swatch = std::pair<Rgb, std::string>;
//! Squares of colours and what they stand for.  \return where they end, px
float draw_swatches(Pen& pen, const std::string& title, const std::vector<Swatch>& swatches, float x,
                    float y);

//! A bar of a round length, its lower left at (x, bottom).
void draw_scale_bar(Pen& pen, float x, float bottom, double pixels_per_mm, float most_px);

//! Letters and words at the middles of the edges of an area, inside it.
void draw_sides(Pen& pen, const Area& area, const PatientSides& sides);

}  // namespace intercusp::viewer
