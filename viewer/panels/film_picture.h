// The charts of a film as a picture.
#pragma once

#include "io/picture/picture.h"
#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! The motion panel's charts, with the names of the case and the film above them.
//! \pre called between frames with an OpenGL context; the film has contacts; the font is loaded at film_picture_density
[[nodiscard]] Picture film_picture(const AppState& state, Actions& actions, WidgetState& widgets);

constexpr float film_picture_density = 2;  //!< pixels per point

}  // namespace intercusp::viewer
