// Frame times of the viewer on this machine.
#pragma once

#include <chrono>

#include "viewer/panels/app.h"

namespace intercusp::cli {

//! Draws frames off screen as the window does while the case opens, then drags a handle of the mandible and turns the view
//! with a simulated mouse. Prints the times from start and from mouse movement to picture.
//! \pre a context is current; the case is being opened  \param start of the command
//! \return false where the case cannot be opened
[[nodiscard]] bool measure_viewer(viewer::App& app, const viewer::SceneSize& size,
                                  std::chrono::steady_clock::time_point start);

}  // namespace intercusp::cli
