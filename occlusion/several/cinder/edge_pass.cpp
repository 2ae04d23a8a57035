#include "occlusion/several/cinder/edge_pass.h"

#include <array>

#include "cinder_shaders.h"

namespace intercusp::cinder {
namespace {

gl::Framebuffer target_of(const gl::Texture& owner, const gl::Texture& depth) {
  const std::array<const gl::Texture*, 1> colors = {&owner};
  return {colors, &depth};
}

GLuint make_query() {
  GLuint name = 0;
  glCreateQueries(GL_ANY_SAMPLES_PASSED, 1, &name);
  return name;
}

}  // namespace

void delete_query(GLuint name) { glDeleteQueries(1, &name); }

EdgeLayer::EdgeLayer(int width_px, int height_px)
    : depth(GL_DEPTH32F_STENCIL8, width_px, height_px),
      owner(GL_R32UI, width_px, height_px),
      edges(target_of(owner, depth)),
      faces({}, &depth) {}

void EdgeLayer::clear(float to_depth) const {
  // Clearing heeds the masks. All of it: a part of a window costs software OpenGL more.
  gl::apply({.depth = gl::Depth::keep_farthest, .stencil = gl::Stencil::count_winding}, edges);
  const std::array<GLuint, 4> nobody = {};
  glClearNamedFramebufferuiv(edges.get(), GL_COLOR, 0, nobody.data());
  glClearNamedFramebufferfi(edges.get(), GL_DEPTH_STENCIL, 0, to_depth, gl::no_winding);
}

EdgePass::EdgePass()
    : program_(shaders::cinder_edges_vert, shaders::cinder_edges_frag), any_edge_(make_query()) {}

void EdgePass::set_view(const Eigen::Matrix4f& clip_from_vertex, float inward_mm) const {
  program_.set("clip_from_vertex", clip_from_vertex);
  program_.set("inward_mm", inward_mm);
}

bool EdgePass::run(const GpuBodies& bodies, std::span<const std::size_t> owners, const gl::Rectangle& window,
                   const EdgeLayer& before, const EdgeLayer& layer) const {
  layer.clear(0);
  gl::apply({.depth = gl::Depth::keep_farthest_last, .scissor = window}, layer.edges);
  before.depth.bind(0);
  before.owner.bind(1);
  glUseProgram(program_.get());
  glBeginQuery(GL_ANY_SAMPLES_PASSED, any_edge_.get());
  bodies.draw_edges(owners);
  glEndQuery(GL_ANY_SAMPLES_PASSED);
  GLuint any = GL_FALSE;
  glGetQueryObjectuiv(any_edge_.get(), GL_QUERY_RESULT, &any);
  return any != GL_FALSE;
}

}  // namespace intercusp::cinder
