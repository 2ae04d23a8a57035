// Frame times of the viewer on this machine.
#pragma once

#include "viewer/panels/app.h"

namespace intercusp::cli {

//! Drags a handle of the mandible and turns the view with a simulated mouse, off screen, and prints the time from
//! mouse movement to finished picture. \pre a context is current; the case is open,
//! its work done \param first_picture_ms from the start of the command to the first picture of the case
void measure_viewer(viewer::App& app, const viewer::SceneSize& size, double first_picture_ms);

}  // namespace intercusp::cli
