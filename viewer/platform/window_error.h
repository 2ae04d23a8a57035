// The error of a missing window. Programs that do not link the viewer can catch it.
#pragma once

#include <stdexcept>

namespace intercusp::viewer {

//! No window can be opened: there is no display, or it lacks OpenGL 4.5.
class WindowError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace intercusp::viewer
