// Zooming and panning flat pictures: the wheel zooms to the cursor, drags pan.
#pragma once

#include "viewer/panels/widget_state.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

//! Where a picture lies in a view; at zoom 1 all of it is visible.
[[nodiscard]] MapPlacement placement_of(const ImageZoom& zoom, const Eigen::Vector2d& extent_px,
                                        const ViewBox& room);

//! In the picture's pixels.
[[nodiscard]] Eigen::Vector2d pixel_under_mouse(const MapPlacement& placement);

//! Zooms and pans as the mouse did on the last item.
void follow_mouse(ImageZoom& zoom, const Eigen::Vector2d& extent_px, const ViewBox& room);

//! Draws a texture at its place. \pre the list is clipped to the view
void draw_image(ImDrawList& list, unsigned texture, const Eigen::Vector2d& extent_px,
                const MapPlacement& placement);

}  // namespace intercusp::viewer
