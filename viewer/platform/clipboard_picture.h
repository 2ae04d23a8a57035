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
  ~ClipboardPicture();
  ClipboardPicture(const ClipboardPicture&) = delete;
  ClipboardPicture& operator=(const ClipboardPicture&) = delete;

  //! Takes the place of whatever was copied before.
  void hold(std::string png);

 private:
  class Impl;
  explicit ClipboardPicture(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp::viewer::platform
