// The charts of a film as a picture.
#pragma once

#include "io/picture/picture.h"
#include "viewer/app/actions.h"

namespace intercusp::viewer {

//! As the motion panel draws them, in a frame of its own, below the names of case and film.
//! \pre between frames, with an OpenGL context; the film has contacts; letters were loaded for two pixels a point
[[nodiscard]] Picture film_picture(const AppState& state, Actions& actions);

constexpr float film_picture_density = 2;  //!< pixels per point

}  // namespace intercusp::viewer
