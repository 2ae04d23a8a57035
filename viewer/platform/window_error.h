// The viewer's error about its window, in a header of its own: a program without the viewer can name it.
#pragma once

#include <stdexcept>

namespace intercusp::viewer {

//! No window can be opened: there is no display, or it lacks OpenGL 4.5.
class WindowError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace intercusp::viewer
