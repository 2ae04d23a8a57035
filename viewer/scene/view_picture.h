// Any view as an annotated picture of any size, for export, --screenshot and tests.
#pragma once

#include "io/picture/picture.h"
#include "viewer/scene/annotations.h"
#include "viewer/scene/scene_renderer.h"

namespace intercusp::viewer {

constexpr int most_picture_px = 16384;           //!< each way, where OpenGL can draw as many
constexpr int most_picture_pixels = 16'000'000;  //!< they take half a gigabyte while they are drawn

//! RGBA8, read between its texels.
[[nodiscard]] gl::Texture linear_texture(int width_px, int height_px);

//! What was drawn into an RGBA8 texture, whose row 0 is the lowest.
[[nodiscard]] Picture picture_of(const gl::Texture& drawn);

//! The case's name and date at the head of pictures: "A. Smith, 3 May". If the user gave no name, it is
//! the scans' name. If the user gave no date, it is the date in that name.  \pre a case or a lone scan is open
[[nodiscard]] std::string case_heading(const AppState& state);

//! \pre an OpenGL context is current and Dear ImGui's OpenGL backend is set up in it; the state holds a case.
//! \throw std::length_error for sizes beyond what OpenGL can draw.
[[nodiscard]] Picture view_picture(SceneRenderer& renderer, const AppState& state, PictureOf what,
                                   const SceneSize& size);

}  // namespace intercusp::viewer
