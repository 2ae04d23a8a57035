// The passes of one picture of the scene: background, jaws, cut faces; and whole pictures laid over each other.
#pragma once

#include <epoxy/gl.h>

#include <array>

#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "viewer/scene/shown_scene.h"

namespace intercusp::viewer {

// The complete OpenGL state of one pass of the scene; a pass inherits nothing.
//
// Pictures have row 0 at the top: clip y grows downwards, and faces that the viewer sees counter-clockwise
// are clockwise to OpenGL. Clip z runs from -1 near to +1 far.

struct DrawPass {
  enum class Depth { off, nearest, equal };
  enum class Stencil {
    off,
    count_inside,
    where_inside
  };  //!< back faces +1, front faces -1; then where not 0
  enum class Blend { off, over, add };
  Depth depth = Depth::nearest;
  Stencil stencil = Stencil::off;
  Blend blend = Blend::off;
  bool write_colour = true;
  bool both_sides = false;  //!< false: faces that look away are culled
  bool clip = false;        //!< by gl_ClipDistance[0]
};

void apply(const DrawPass& pass, const gl::Framebuffer& target);

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

struct SceneSize {
  int width_px = 0, height_px = 0;
  bool operator==(const SceneSize&) const = default;
};

//! Where one picture of the scene is taken from.
struct PassView {
  Camera camera;
  SceneSize size;
  Eigen::Vector2d moved_px{0, 0};  //!< parts of a pixel
  bool quick = false;              //!< reduced meshes
};

class ScenePasses {
 public:
  //! \throw gl::ShaderError
  ScenePasses();

  //! Draws background and jaws.  \return the number of triangles
  std::size_t draw(const ShownScene& scene, const PassView& view, const gl::Framebuffer& target);

  //! Lays a texture over the whole target, times a factor.
  void lay_over(const gl::Texture& texture, float factor, DrawPass::Blend blend,
                const gl::Framebuffer& target);

 private:
  struct Drawing;
  void cover(DrawPass pass, const gl::Framebuffer& target, const gl::Program& program);
  void draw_background(const Drawing& drawing);
  std::size_t draw_surface(const Drawing& drawing, const ShownJaw& jaw);
  void draw_cut_face(const Drawing& drawing, const ShownJaw& jaw);
  std::size_t draw_faces(const Drawing& drawing, const ShownJaw& jaw);
  void use_program(const Drawing& drawing, const ShownJaw& jaw);
  void set_jaw(const Drawing& drawing, const ShownJaw& jaw);
  [[nodiscard]] const gl::Program& program_of(const Drawing& drawing, const ShownJaw& jaw) const;

  std::array<gl::Program, 3> jaw_programs_;  // by PAINTED of jaw_view.frag
  gl::Program background_program_, texels_program_, cut_program_;
  gl::VertexArray no_vertices_;
};

}  // namespace intercusp::viewer
