#include "viewer/scene/gpu_jaw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "occlusion/base/for_all.h"

namespace intercusp::viewer {
namespace {

// The layout that jaw_view.vert reads.
struct Vertex {
  Eigen::Vector3f place;
  std::array<std::int16_t, 4> normal_gloss;
  std::array<std::uint8_t, 4> colour_openness;
};

enum Attribute : GLuint { place_attribute, normal_attribute, colour_attribute, paint_attribute };
enum Binding : GLuint { vertex_binding, paint_binding };

std::int16_t sixteen_bits(float value) { return static_cast<std::int16_t>(std::lround(value * 32767)); }

Material material_of(float gum, std::size_t vertex, const Materials& materials, const JawColours& colours) {
  if (!colours.scan.empty()) {
    constexpr float gloss = 0.7F;
    const auto [red, green, blue, known] = colours.scan[vertex];
    if (known != 0) return {{red, green, blue}, gloss};
  }
  return {blend(materials.enamel.colour, materials.gum.colour, static_cast<double>(gum)),
          materials.enamel.gloss + gum * (materials.gum.gloss - materials.enamel.gloss)};
}

std::vector<Vertex> vertices_of(const JawMesh& mesh, const Materials& materials, const JawColours& colours) {
  std::vector<Vertex> vertices(mesh.points.size());
  const std::vector<float>& gum = colours.gum.empty() ? mesh.gum : colours.gum;
  for_all(std::size_t{0}, vertices.size(), [&](std::size_t i) {
    const Eigen::Vector3f& n = mesh.normals[i];
    const auto [colour, gloss] = material_of(gum[i], i, materials, colours);
    vertices[i] = {mesh.points[i],
                   {sixteen_bits(n.x()), sixteen_bits(n.y()), sixteen_bits(n.z()), sixteen_bits(gloss)},
                   {colour.red, colour.green, colour.blue,
                    static_cast<std::uint8_t>(std::lround(255 * mesh.openness[i]))}};
  });
  return vertices;
}

double radius_of(const JawMesh& mesh) {
  float square = 0;
  for (const Eigen::Vector3f& point : mesh.points) square = std::max(square, point.squaredNorm());
  return std::sqrt(static_cast<double>(square));
}

template <typename Element>
gl::Buffer buffer_of(const std::vector<Element>& elements) {
  return gl::Buffer(std::as_bytes(std::span(elements)));
}

void attribute(GLuint arrays, Attribute index, Binding binding, int size, GLenum type, std::size_t offset) {
  glEnableVertexArrayAttrib(arrays, index);
  glVertexArrayAttribFormat(arrays, index, size, type, type == GL_FLOAT ? GL_FALSE : GL_TRUE,
                            static_cast<GLuint>(offset));
  glVertexArrayAttribBinding(arrays, index, binding);
}

}  // namespace

GpuJaw::GpuJaw(const JawMesh& mesh, const Materials& materials)
    : centre_(mesh.centre),
      radius_mm_(radius_of(mesh)),
      faces_(mesh.faces()),
      scanned_faces_(mesh.scanned_faces),
      source_(mesh.source),
      vertices_(buffer_of(vertices_of(mesh, materials, {}))),
      corners_(buffer_of(mesh.corners)) {
  const GLuint arrays = arrays_.get();
  glVertexArrayVertexBuffer(arrays, vertex_binding, vertices_.get(), 0, sizeof(Vertex));
  glVertexArrayElementBuffer(arrays, corners_.get());
  attribute(arrays, place_attribute, vertex_binding, 3, GL_FLOAT, offsetof(Vertex, place));
  attribute(arrays, normal_attribute, vertex_binding, 4, GL_SHORT, offsetof(Vertex, normal_gloss));
  attribute(arrays, colour_attribute, vertex_binding, 4, GL_UNSIGNED_BYTE, offsetof(Vertex, colour_openness));
}

void GpuJaw::recolour(const JawMesh& mesh, const Materials& materials, const JawColours& colours) {
  vertices_ = buffer_of(vertices_of(mesh, materials, colours));
  glVertexArrayVertexBuffer(arrays_.get(), vertex_binding, vertices_.get(), 0, sizeof(Vertex));
}

void GpuJaw::paint(std::span<const Paint> of_solid_vertices) {
  if (of_solid_vertices.empty()) {
    glDisableVertexArrayAttrib(arrays_.get(), paint_attribute);
    paint_ = {};
    return;
  }
  std::vector<Paint> own(source_.size());
  for (std::size_t i = 0; i < own.size(); ++i) own[i] = of_solid_vertices[source_[i]];
  paint_ = buffer_of(own);
  glVertexArrayVertexBuffer(arrays_.get(), paint_binding, paint_.get(), 0, sizeof(Paint));
  attribute(arrays_.get(), paint_attribute, paint_binding, 4, GL_UNSIGNED_BYTE, 0);
}

void GpuJaw::draw(std::size_t first_face, std::size_t count) const {
  glVertexAttrib4f(paint_attribute, 0, 0, 0, 0);  // where no paint is bound
  glBindVertexArray(arrays_.get());
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * count), GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(3 * first_face * sizeof(std::uint32_t)));
}

}  // namespace intercusp::viewer
