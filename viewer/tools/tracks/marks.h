// What a playback knows of its contacts, marked on the views: in which order the teeth met, where the middle of all contact
// lies now and which way it went.
#pragma once

#include <Eigen/Geometry>

#include "viewer/app/tool.h"
#include "viewer/scene/draw_list_canvas.h"

namespace intercusp::viewer {

//! The first contacts of a playback, in order, as numbers from 1; pairs that meet at the same sample share a number.
struct OrderMark {
  int number = 0;
  Eigen::Vector3d case_point{0, 0, 0};  //!< on the lower jaw where it stands now
};
//! At most `most_order_numbers` numbers.  \pre a playback with contacts
[[nodiscard]] std::vector<OrderMark> order_marks(const AppState& state);
constexpr int most_order_numbers = 9;

//! \param px_from_case x and y in px of the canvas
void draw_playback_marks(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case,
                         PictureOf picture);

}  // namespace intercusp::viewer
