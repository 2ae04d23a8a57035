// The interface without a window, for pictures, measurements and tests.
#pragma once

#include "io/picture/picture.h"
#include "occlusion/engines/gl/objects.h"
#include "viewer/panels/app.h"

namespace intercusp::viewer {

//! Stands in for the window. \pre an OpenGL context is current
class OffScreen {
 public:
  explicit OffScreen(const SceneSize& size);

  void bind() const;  //!< what is drawn from now on

  //! One frame at a sixtieth of a second. \return as App::frame
  bool frame(App& app, float seconds = 1.F / 60) const;
  [[nodiscard]] Picture picture() const { return picture_of(texture_); }

 private:
  SceneSize size_;
  gl::Texture texture_;
  gl::Framebuffer framebuffer_;
};

//! Frames until nothing changes any more. \pre background work is done
void settle(App& app, const OffScreen& screen);

//! A picture of the whole interface once nothing changes any more. \pre background work is done
[[nodiscard]] Picture interface_picture(App& app, const SceneSize& size);

}  // namespace intercusp::viewer
