// What is written on every view, in the window and in saved pictures: the view's name, R and L, orientation marker,
// scale bar, legend, threshold, tooth numbers, and the finding of the pose.
//
// Positions are pixels of the draw list.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "viewer/app/app_state.h"
#include "viewer/scene/draw_list_canvas.h"

namespace intercusp::viewer {

enum class PictureOf { scene, map, section };

//! A saved picture has its name, the finding and what the numbers mean on it; in the window they stand in one place for
//! all views. A map below the 3D view leaves the scale to the strip between them.
enum class Caption { with_finding, without_finding, below_scene };

//! A view: its picture, and a strip below for the legend, so that nothing of it lies on teeth.
struct ViewParts {
  ViewBox picture, foot;
  Caption caption = Caption::without_finding;
};
[[nodiscard]] ViewParts parts_of(ImDrawList& list, const ViewBox& box, const AppState& state, PictureOf what,
                                 Caption caption);

//! What the letters at the edges of a picture leave for the jaws.
[[nodiscard]] ViewRoom room_in(const ViewBox& picture);

//! What colours, lines and numbers of a view mean.
[[nodiscard]] std::string view_notes(const AppState& state, PictureOf what);

//! Name of where a camera looks from: "Frontal view".
[[nodiscard]] const char* title_of(const Camera& camera, const AnatomicalAxes& axes);

//! \return what is written, all three
std::vector<Label> annotate_scene(ImDrawList& list, const ViewParts& parts, const AppState& state,
                                  const Camera& camera);

//! Where the map lies in the map view: pixel (0, 0) of the map at (x, y), so many pixels of the list to a
//! pixel of it.
struct MapPlacement {
  float x = 0, y = 0, scale = 1;
};
std::vector<Label> annotate_map(ImDrawList& list, const ViewParts& parts, const AppState& state,
                                const MapPlacement& map);

//! Annotates the map of the pose compared with: what belongs to the map itself.
void annotate_compared_map(ImDrawList& list, const ViewBox& picture, const AppState& state,
                           const MapPlacement& map);

//! The section's areas, figures and ruler, its scale and sides.
struct SectionPlacement {
  Eigen::Vector2d middle_mm{0, 0};  //!< place on the plane in the middle of the picture
  double pixels_per_mm = 10;
};
std::vector<Label> draw_section(ImDrawList& list, const ViewParts& parts, const AppState& state,
                                const CrossSection& section, const SectionPlacement& placement);

// The strip below a view: its legend and, in saved pictures, the finding and what the numbers mean.

[[nodiscard]] bool shows_teeth(const AppState& state);
//! Whether the strip below the 3D view has the legend of the paint.
[[nodiscard]] bool shows_paint(const AppState& state);

//! Room for the button of the range, before the mark at the end of a strip that explains; multiples of the text size.
constexpr double range_button_em = 1.9;

//! Height that the words need in a strip as wide as the canvas, px.
[[nodiscard]] double foot_height(const DrawListCanvas& canvas, const AppState& state, PictureOf what,
                                 Caption caption);
//! \pre the canvas is the strip
void draw_foot(DrawListCanvas& canvas, const AppState& state, PictureOf what, Caption caption);

// Both jaws in a section: filled areas with their overlap, figures at the narrowest places, the ruler.

//! All of the window.
[[nodiscard]] SectionPlacement fitting(const Eigen::AlignedBox2d& window, const ViewBox& box);

//! With the outline of the surface that is shown with a jaw.
void fill_section(DrawListCanvas& canvas, const CrossSection& section, const SectionPlacement& placement);

//! Arrows with their distance where the jaws are nearest, those that have room.
void write_gaps(DrawListCanvas& canvas, const CrossSection& section, const SectionPlacement& placement);

void draw_ruler(DrawListCanvas& canvas, const Ruler& ruler, const SectionPlacement& placement);

}  // namespace intercusp::viewer
