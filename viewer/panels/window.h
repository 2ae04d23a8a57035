// The viewer in a desktop window. Only window*.cpp use GLFW.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "viewer/panels/app.h"

namespace intercusp::viewer {

//! No window can be opened: there is no display, or it lacks OpenGL 4.5.
class WindowError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

//! Opens the window and returns when the user closes it. Sleeps while nothing happens.
//! \param tools shown beside the steps' own panels
//! \param begin called once the interface exists: opens the case
//! \throw WindowError; gl::ShaderError
void run_window(const platform::Machine& machine, std::span<const Tool> tools,
                const std::function<void(App&)>& begin);

}  // namespace intercusp::viewer
