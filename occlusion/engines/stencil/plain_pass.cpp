#include "occlusion/engines/stencil/plain_pass.h"

#include <chrono>
#include <memory>
#include <optional>

#include "occlusion/engines/gl/context_thread.h"
#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/stencil_view.h"
#include "shaders.h"

namespace intercusp::stencil {
namespace {

struct Target {
  Target(int width_px, int height_px)
      : depth(GL_DEPTH_COMPONENT32F, width_px, height_px), framebuffer({}, &depth) {}

  gl::Texture depth;
  gl::Framebuffer framebuffer;
};

gl::Buffer vertices_about(const Eigen::Vector3d& centre, const TriangleMesh& mesh) {
  std::vector<Eigen::Vector3f> vertices;
  for (const Eigen::Vector3d& vertex : mesh.vertices) vertices.push_back((vertex - centre).cast<float>());
  return gl::Buffer(std::as_bytes(std::span(vertices)));
}

//! The objects of the context.
struct Drawable {
  explicit Drawable(const TriangleMesh& mesh)
      : bounds(bounds_of(mesh)),
        vertices(vertices_about(bounds.centre(), mesh)),
        indices(std::as_bytes(std::span(mesh.faces))),
        index_count(static_cast<GLsizei>(3 * mesh.faces.size())),
        program(shaders::jaw_vert, shaders::stencil_only_frag) {
    glVertexArrayVertexBuffer(arrays.get(), 0, vertices.get(), 0, sizeof(Eigen::Vector3f));
    glVertexArrayElementBuffer(arrays.get(), indices.get());
    glEnableVertexArrayAttrib(arrays.get(), 0);
    glVertexArrayAttribFormat(arrays.get(), 0, 3, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(arrays.get(), 0, 0);
  }

  Bounds bounds;
  gl::Buffer vertices, indices;
  GLsizei index_count;
  gl::VertexArray arrays;
  gl::Program program;
  std::optional<Target> target;
};

//! \return milliseconds
double draw(Drawable& jaw, const View& window, const Eigen::Isometry3d& case_from_jaw) {
  const StencilView view = fit_depths(window, {}, jaw.bounds, case_from_jaw, 0);
  if (!jaw.target || jaw.target->depth.width_px() != view.width_px ||
      jaw.target->depth.height_px() != view.height_px) {
    jaw.target.emplace(view.width_px, view.height_px);
  }
  const Eigen::Affine3d mesh_from_vertex(Eigen::Translation3d(jaw.bounds.centre()));
  const Eigen::Matrix4d clip_from_vertex =
      view.clip_from_case * case_from_jaw.matrix() * mesh_from_vertex.matrix();
  glFinish();
  const auto start = std::chrono::steady_clock::now();
  gl::apply({.depth = gl::Depth::keep_nearest}, jaw.target->framebuffer);
  const float farthest = 1;
  glClearNamedFramebufferfv(jaw.target->framebuffer.get(), GL_DEPTH, 0, &farthest);
  jaw.program.set("clip_from_jaw", Eigen::Matrix4f(clip_from_vertex.cast<float>()));
  jaw.program.set("depth_shift", 0.0F);
  glUseProgram(jaw.program.get());
  glBindVertexArray(jaw.arrays.get());
  glDrawElements(GL_TRIANGLES, jaw.index_count, GL_UNSIGNED_INT, nullptr);
  glFinish();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

struct PlainPass::Impl {
  explicit Impl(const Solid& jaw)
      : drawable([&](const gl::Context&) { return std::make_unique<Drawable>(jaw.mesh); }) {}

  gl::InContext<Drawable> drawable;
};

PlainPass::PlainPass(const Solid& jaw) : impl_(std::make_unique<Impl>(jaw)) {}
PlainPass::~PlainPass() = default;
PlainPass::PlainPass(PlainPass&&) noexcept = default;
PlainPass& PlainPass::operator=(PlainPass&&) noexcept = default;

double PlainPass::run(const View& window, const Eigen::Isometry3d& case_from_jaw) {
  double taken_ms = 0;
  impl_->drawable.run([&] { taken_ms = draw(*impl_->drawable, window, case_from_jaw); });
  return taken_ms;
}

}  // namespace intercusp::stencil
