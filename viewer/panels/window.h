// The viewer in a desktop window. Only window.cpp uses GLFW.
#pragma once

#include <functional>
#include <string>

#include "viewer/panels/app.h"
#include "viewer/platform/machine.h"

namespace intercusp::viewer {

//! Opens the window and returns when the user closes it. Sleeps while nothing happens.
//! \param tools shown beside the steps' own panels
//! \param begin called once the interface exists: opens the case
//! \throw WindowError; gl::ShaderError
void run_window(const platform::Machine& machine, std::span<const Tool* const> tools,
                const std::function<void(App&)>& begin);

}  // namespace intercusp::viewer
