// A picture on the desktop's clipboard. GLFW's clipboard carries text only.
#pragma once

#include <memory>
#include <string>

namespace intercusp::viewer::platform {

//! Owns the clipboard from `hold` until another program copies something, or until it is destroyed.
class ClipboardPicture {
 public:
  //! Null where there is no such X11 display.
  [[nodiscard]] static std::unique_ptr<ClipboardPicture> on(const std::string& display);
  virtual ~ClipboardPicture() = default;

  //! Takes the place of whatever was copied before.
  virtual void hold(std::string png) = 0;
};

}  // namespace intercusp::viewer::platform
