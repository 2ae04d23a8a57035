// The 3D view and the map view as pictures on the GPU: jaws that look like teeth, the map painted on them.
//
// Works in whatever OpenGL 4.5 core context is current: the window's or gl::Context's.
// Everything that does not change with the camera is kept: meshes once per case, the map's texture once per
// reading.
#pragma once

#include <epoxy/gl.h>

#include <memory>

#include "io/picture/picture.h"
#include "viewer/app/app_state.h"

namespace intercusp::viewer {

struct SceneSize {
  int width_px = 0, height_px = 0;
  bool operator==(const SceneSize&) const = default;
};

class SceneRenderer {
 public:
  //! \throw gl::ShaderError
  SceneRenderer();
  ~SceneRenderer();

  //! Takes up whatever of the state is new since the last call: the case, the reading's map, colours of the
  //! compass, thresholds and looks. Cheap where nothing is.
  void follow(const AppState& state);

  //! Draws the jaws of the state last followed, without writing on it.  Edges are smoothed by drawing the
  //! same picture several times, moved by parts of a pixel, and taking the mean. \param quick reduced meshes
  //! and one pass: for while something moves \return whether another call with the same state would make it
  //! better (still pictures get better by and by)
  bool draw(const Camera& camera, const SceneSize& size, bool quick);
  [[nodiscard]] GLuint texture() const;  //!< RGBA8, row 0 the top of the picture

  //! The map of the state last followed as its palette and colouring say, a texel a pixel: for the map view,
  //! which zooms by itself. Row 0 is the map's top.
  [[nodiscard]] GLuint map_texture();

  //! Of the last draw: triangles drawn and passes so far.
  struct Work {
    std::size_t triangles = 0;
    int passes = 0;
  };
  [[nodiscard]] Work work() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp::viewer
