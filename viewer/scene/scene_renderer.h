// The 3D view and the map view as pictures on the GPU: jaws that look like teeth, the map painted on them.
//
// Works in whatever OpenGL 4.5 core context is current: the window's or gl::Context's.
#pragma once

#include <epoxy/gl.h>

#include <memory>

#include "viewer/app/app_state.h"
#include "viewer/scene/map_colours.h"
#include "viewer/scene/shown_scene.h"

namespace intercusp::viewer {

struct SceneSize {
  int width_px = 0, height_px = 0;
  bool operator==(const SceneSize&) const = default;
};

//! Restores the caller's framebuffer and viewport, and resets the state that our passes change.
class CallersTarget {
 public:
  CallersTarget();
  ~CallersTarget();
  CallersTarget(const CallersTarget&) = delete;
  CallersTarget& operator=(const CallersTarget&) = delete;

 private:
  GLint framebuffer_ = 0;
  GLint viewport_[4] = {};
};

class ScenePasses;

class SceneRenderer {
 public:
  //! \param faces_a_call most faces of a fine picture that a call draws  \throw gl::ShaderError
  explicit SceneRenderer(std::size_t faces_a_call = 800'000);
  ~SceneRenderer();

  //! Takes over whatever of the state is new since the last call. Cheap where nothing is.
  //! \param quick the map as coarse as it may be while the jaw moves
  void follow(const AppState& state, bool quick = false);

  enum class Effort {
    quick,  //!< reduced meshes and one pass: for while something moves
    fine,   //!< four passes: for the screen where software draws
    best    //!< eight passes: for graphics cards and pictures that are kept
  };
  //! Draws the jaws of the state last followed, without writing on it. Edges are smoothed by drawing the same picture
  //! several times, moved by parts of a pixel, and taking the mean. Where software draws many faces, a call draws a part of
  //! them, so that a window never halts for long; the reduced meshes are shown until a picture is complete.
  //! \return whether another call with the same state would make it better
  bool draw(const Camera& camera, const SceneSize& size, Effort effort);
  [[nodiscard]] GLuint texture() const { return targets_.picture.get(); }  //!< RGBA8, row 0 the top

  //! The map of the state last followed as its palette and colouring say, a texel a pixel: for the map view, which
  //! zooms by itself. Row 0 is the map's top.
  [[nodiscard]] GLuint map_texture() { return map_picture_.texture(); }

  //! The map of the pose compared with.  \pre it was followed
  [[nodiscard]] GLuint compared_map_texture() { return compared_->map.texture(); }

  //! What the last draw did: triangles drawn and passes so far.
  struct Work {
    std::size_t triangles = 0;
    int passes = 0;
    std::size_t begun = 0;   //!< faces drawn of a pass that is not complete
    bool has_quick = false;  //!< the picture shows the reduced meshes at least
  };
  [[nodiscard]] Work work() const { return work_; }

 private:
  //! pass and picture RGBA8, row 0 the top; sum RGBA16F, so that eight passes lose nothing.
  struct Targets {
    gl::Texture pass, depth, sum, picture;
    gl::Framebuffer draw_pass, draw_picture, add_up, show;

    Targets() = default;
    explicit Targets(const SceneSize& size);
  };

  std::size_t faces_a_call_;
  PaintValues values_;
  ShownScene scene_;
  std::unique_ptr<ScenePasses> passes_;
  MapPicture map_picture_;
  struct Compared {
    PaintValues values;
    MapPicture map;
  };
  std::unique_ptr<Compared> compared_;  // null where nothing is compared
  Targets targets_;
  SceneSize size_;
  Camera camera_;
  Effort effort_ = Effort::best;
  bool stale_ = true;
  Work work_;
};

}  // namespace intercusp::viewer
