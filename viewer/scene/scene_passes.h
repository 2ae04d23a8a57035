// The passes of one picture of the scene: background, jaws, cut faces; and whole pictures laid over each other.
#pragma once

#include <array>

#include "occlusion/engines/gl/program.h"
#include "viewer/scene/draw_pass.h"
#include "viewer/scene/scene_space.h"
#include "viewer/scene/shown_scene.h"

namespace intercusp::viewer {

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
