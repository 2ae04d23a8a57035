// What is written on every view, in the window and in saved pictures: the view's name, R and L, orientation marker,
// scale bar, legend, threshold, tooth numbers, and the finding of the pose.
//
// Positions are pixels of the draw list.
#pragma once

#include <Eigen/Core>

#include "viewer/app/app_state.h"
#include "viewer/scene/draw_list_canvas.h"

namespace intercusp::viewer {

//! A saved picture tells the finding itself; in the window it stands in one place for all views.
enum class Caption { with_finding, without_finding };

//! Name of where a camera looks from: "Frontal view".
[[nodiscard]] const char* title_of(const Camera& camera, const AnatomicalAxes& axes);

void annotate_scene(ImDrawList& list, const ViewBox& box, const AppState& state, const Camera& camera,
                    Caption caption = Caption::with_finding);

//! Where the map lies in the map view: pixel (0, 0) of the map at (x, y), so many pixels of the list to a
//! pixel of it.
struct MapPlacement {
  float x = 0, y = 0, scale = 1;
};
void annotate_map(ImDrawList& list, const ViewBox& box, const AppState& state, const MapPlacement& map,
                  Caption caption = Caption::with_finding);

//! The section's areas, figures and ruler, its scale and sides.
struct SectionPlacement {
  Eigen::Vector2d middle_mm{0, 0};  //!< of the plane, in the middle of the box
  double pixels_per_mm = 10;
};
void draw_section(ImDrawList& list, const ViewBox& box, const AppState& state, const Section& section,
                  const SectionPlacement& placement);

}  // namespace intercusp::viewer
