// The viewer in a window of the desktop: the only place that knows GLFW.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "viewer/panels/app.h"

namespace intercusp::viewer {

//! No window can be opened: no display, or no OpenGL 4.5 on it.
class WindowError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

//! Opens the window and returns when the user has closed it. Rests while nothing happens.
//! \param begin called once the interface is there: what to open
//! \throw WindowError; gl::ShaderError
void run_window(const Actions::Folders& folders, const std::function<void(App&)>& begin);

}  // namespace intercusp::viewer
