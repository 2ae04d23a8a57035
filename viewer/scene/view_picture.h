// Any view as an annotated picture of any size, for export, --screenshot and tests.
#pragma once

#include "io/picture/picture.h"
#include "viewer/scene/annotations.h"
#include "viewer/scene/scene_renderer.h"

namespace intercusp::viewer {

//! \pre an OpenGL context is current and Dear ImGui's OpenGL backend is set up in it; the state holds a case.
//! \throw std::length_error for sizes beyond what OpenGL can draw.
[[nodiscard]] Picture view_picture(SceneRenderer& renderer, const AppState& state, PictureOf what,
                                   const SceneSize& size);

}  // namespace intercusp::viewer
