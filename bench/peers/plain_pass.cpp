#include <memory>
#include <optional>
#include <string_view>

#include "bench/engine_methods.h"
#include "occlusion/engines/gl/context_thread.h"
#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/stencil_view.h"

namespace intercusp::bench {
namespace {

constexpr std::string_view vertex_shader = R"(#version 450 core
layout(location = 0) in vec3 position;
uniform mat4 clip_from_jaw;
void main() { gl_Position = clip_from_jaw * vec4(position, 1.0); }
)";
constexpr std::string_view fragment_shader = "#version 450 core\nvoid main() {}\n";

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
        program(vertex_shader, fragment_shader) {
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

//! Waits until it is drawn.
void draw(Drawable& jaw, const View& window, const Eigen::Isometry3d& case_from_jaw) {
  const stencil::StencilView view = stencil::fit_depths(window, {}, jaw.bounds, case_from_jaw, 0);
  if (!jaw.target || jaw.target->depth.width_px() != view.width_px ||
      jaw.target->depth.height_px() != view.height_px) {
    jaw.target.emplace(view.width_px, view.height_px);
  }
  const Eigen::Affine3d mesh_from_vertex(Eigen::Translation3d(jaw.bounds.centre()));
  const Eigen::Matrix4d clip_from_vertex =
      view.clip_from_case * case_from_jaw.matrix() * mesh_from_vertex.matrix();
  gl::apply({.depth = gl::Depth::keep_nearest}, jaw.target->framebuffer);
  const float farthest = 1;
  glClearNamedFramebufferfv(jaw.target->framebuffer.get(), GL_DEPTH, 0, &farthest);
  jaw.program.set("clip_from_jaw", Eigen::Matrix4f(clip_from_vertex.cast<float>()));
  glUseProgram(jaw.program.get());
  glBindVertexArray(jaw.arrays.get());
  glDrawElements(GL_TRIANGLES, jaw.index_count, GL_UNSIGNED_INT, nullptr);
  glFinish();
}

}  // namespace

Method plain_pass() {
  Method result;
  result.id = "plain_pass";
  result.title = "OpenGL, one plain pass over the lower";
  result.answer = "none";
  result.of_pixels = true;
  result.prepare = [](const BenchCase& bench_case, const View& view) {
    const auto jaw = std::make_shared<gl::InContext<Drawable>>(
        [&](const gl::Context&) { return std::make_unique<Drawable>(bench_case.bite.lower->mesh); });
    Prepared prepared;
    prepared.answer = [=](const Eigen::Isometry3d& pose) { jaw->run([&] { draw(**jaw, view, pose); }); };
    prepared.agreement = [] { return Agreement{.text = "draws only", .value = 1, .holds = true}; };
    return prepared;
  };
  return result;
}

}  // namespace intercusp::bench
