// What is written on every view, alive and in saved pictures alike: the view's name, R and L, orientation
// marker, scale bar, legend with numbers and the measure, threshold, tooth numbers, and the finding of the
// pose.
//
// Drawn through Dear ImGui's draw lists, so that windows and pictures share it. Positions are the draw list's
// pixels.
#pragma once

#include <Eigen/Core>

#include "viewer/app/app_state.h"

struct ImDrawList;
struct ImFont;

namespace intercusp::viewer {

//! Where a view lies on its draw list.
struct ViewBox {
  float x = 0, y = 0, width = 0, height = 0;
  float font_px = 17;
  ImFont* font = nullptr;  //!< null: the interface's own
};

void annotate_scene(ImDrawList& list, const ViewBox& box, const AppState& state, const Camera& camera);

//! Where the map lies in the map view: pixel (0, 0) of the map at (x, y), so many pixels of the list to a
//! pixel of it.
struct MapPlacement {
  float x = 0, y = 0, scale = 1;
};
void annotate_map(ImDrawList& list, const ViewBox& box, const AppState& state, const MapPlacement& map);

//! The section's outlines, its ruler, scale and sides.
struct SectionPlacement {
  Eigen::Vector2d middle_mm{0, 0};  //!< of the plane, in the middle of the box
  double pixels_per_mm = 10;
};
void draw_section(ImDrawList& list, const ViewBox& box, const AppState& state, const SectionOutline& outline,
                  const SectionPlacement& placement);

}  // namespace intercusp::viewer
