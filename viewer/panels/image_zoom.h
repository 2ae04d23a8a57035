// Flat pictures in a view: the wheel zooms to the cursor, drags shift.
#pragma once

#include "viewer/panels/widget_state.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

//! Where a picture of so many pixels lies; at a zoom of 1 all of it is in the room.
[[nodiscard]] MapPlacement placement_of(const ImageZoom& zoom, const Eigen::Vector2d& extent_px,
                                        const ViewBox& room);

//! In the picture's pixels.
[[nodiscard]] Eigen::Vector2d pixel_under_mouse(const MapPlacement& placement);

//! What the mouse did on the item before.
void follow_mouse(ImageZoom& zoom, const Eigen::Vector2d& extent_px, const ViewBox& room);

//! A texture where it lies. \pre the list is clipped to the view
void draw_image(ImDrawList& list, unsigned texture, const Eigen::Vector2d& extent_px,
                const MapPlacement& placement);

}  // namespace intercusp::viewer
