// The error of a viewer without a window, apart from the window itself: failures of any command are told from each other
// where the viewer is not linked.
#pragma once

#include <stdexcept>

namespace intercusp::viewer {

//! No window can be opened: there is no display, or it lacks OpenGL 4.5.
class WindowError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace intercusp::viewer
