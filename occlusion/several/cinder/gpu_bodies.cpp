#include "occlusion/several/cinder/gpu_bodies.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace intercusp::cinder {
namespace {

//! The angle of a face at one of its corners.
double angle_at(const TriangleMesh& mesh, const Face& face, std::size_t corner) {
  const Eigen::Vector3d& here = mesh.vertices[face[corner]];
  const Eigen::Vector3d to_next = mesh.vertices[face[(corner + 1) % 3]] - here;
  const Eigen::Vector3d to_last = mesh.vertices[face[(corner + 2) % 3]] - here;
  return std::atan2(to_next.cross(to_last).norm(), to_next.dot(to_last));
}

std::vector<Eigen::Vector3d> unit_normals_of_faces(const TriangleMesh& mesh) {
  std::vector<Eigen::Vector3d> normals;
  normals.reserve(mesh.faces.size());
  for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
    normals.push_back(face_normal_twice_area(mesh, face).stableNormalized());  // zero vectors stay zero
  }
  return normals;
}

}  // namespace

std::vector<Eigen::Vector3d> ways_out(const TriangleMesh& mesh) {
  const std::vector<Eigen::Vector3d> normals = unit_normals_of_faces(mesh);
  std::vector<Eigen::Vector3d> ways(mesh.vertices.size(), Eigen::Vector3d::Zero());
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      ways[mesh.faces[i][corner]] += angle_at(mesh, mesh.faces[i], corner) * normals[i];
    }
  }
  for (Eigen::Vector3d& way : ways) way.stableNormalize();

  // A step along the normal moves below a face's plane only by the cosine between both normals.
  std::vector<double> least_cosines(ways.size(), 1);
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    if (normals[i].isZero(0)) continue;
    for (const std::uint32_t vertex : mesh.faces[i]) {
      least_cosines[vertex] = std::min(least_cosines[vertex], normals[i].dot(ways[vertex]));
    }
  }
  for (std::size_t i = 0; i < ways.size(); ++i) ways[i] /= std::max(least_cosines[i], 1 / longest_way_out);
  return ways;
}

namespace {

using Bodies = std::span<const std::shared_ptr<const Solid>>;

struct FaceCorner {
  Eigen::Vector3f position;
  std::uint32_t owner;
};

struct EdgeEnd {
  Eigen::Vector3f position;
  Eigen::Vector3f way_out;
  std::uint32_t owner;
};

Bounds bounds_of_all(Bodies bodies) {
  Bounds bounds;
  for (const auto& body : bodies) {
    for (const Eigen::Vector3d& vertex : body->mesh.vertices) bounds.add(vertex);
  }
  return bounds;
}

void check_count(std::size_t indices) {
  if (indices > static_cast<std::size_t>(std::numeric_limits<GLint>::max())) {
    throw std::length_error("the bodies have too many faces to be drawn together");
  }
}

void add_ends(std::vector<EdgeEnd>& ends, const TriangleMesh& mesh, std::span<const Edge> edges,
              const Eigen::Vector3d& centre, std::uint32_t owner) {
  const std::vector<Eigen::Vector3d> ways = ways_out(mesh);
  for (const Edge& edge : edges) {
    for (const std::uint32_t vertex : edge) {
      ends.push_back({(mesh.vertices[vertex] - centre).cast<float>(), ways[vertex].cast<float>(), owner});
    }
  }
}

//! Offset of an index in its buffer, in the form that draw calls expect.
const void* offset_of(std::size_t index) {
  return reinterpret_cast<const void*>(index * sizeof(std::uint32_t));
}

//! OpenGL cannot create empty buffers.
template <class Element>
gl::Buffer buffer_of(std::vector<Element> elements) {
  if (elements.empty()) elements.resize(1);
  return gl::Buffer(std::as_bytes(std::span(elements)));
}

void set_attribute(const gl::VertexArray& arrays, GLuint place, std::size_t offset) {
  glEnableVertexArrayAttrib(arrays.get(), place);
  glVertexArrayAttribFormat(arrays.get(), place, 3, GL_FLOAT, GL_FALSE, static_cast<GLuint>(offset));
  glVertexArrayAttribBinding(arrays.get(), place, 0);
}

void set_owner_attribute(const gl::VertexArray& arrays, GLuint place, std::size_t offset) {
  glEnableVertexArrayAttrib(arrays.get(), place);
  glVertexArrayAttribIFormat(arrays.get(), place, 1, GL_UNSIGNED_INT, static_cast<GLuint>(offset));
  glVertexArrayAttribBinding(arrays.get(), place, 0);
}

void set_up_faces(const gl::VertexArray& arrays, const gl::Buffer& vertices, const gl::Buffer& indices) {
  glVertexArrayVertexBuffer(arrays.get(), 0, vertices.get(), 0, sizeof(FaceCorner));
  glVertexArrayElementBuffer(arrays.get(), indices.get());
  set_attribute(arrays, 0, offsetof(FaceCorner, position));
  set_owner_attribute(arrays, 1, offsetof(FaceCorner, owner));
}

void set_up_edges(const gl::VertexArray& arrays, const gl::Buffer& ends, const gl::Buffer& listed) {
  glVertexArrayVertexBuffer(arrays.get(), 0, ends.get(), 0, sizeof(EdgeEnd));
  glVertexArrayElementBuffer(arrays.get(), listed.get());
  set_attribute(arrays, 0, offsetof(EdgeEnd, position));
  set_attribute(arrays, 1, offsetof(EdgeEnd, way_out));
  set_owner_attribute(arrays, 2, offsetof(EdgeEnd, owner));
}

}  // namespace

GpuBodies::GpuBodies(Bodies bodies) : listed_(bodies.size()) {
  const Bounds bounds = bounds_of_all(bodies);
  if (!bounds.empty()) centre_ = bounds.centre();
  std::vector<FaceCorner> vertices;
  std::vector<Face> faces;
  std::vector<EdgeEnd> ends;
  for (const auto& body : bodies) {
    const TriangleMesh& mesh = body->mesh;
    const auto first_vertex = static_cast<std::uint32_t>(vertices.size());
    const auto owner = static_cast<std::uint32_t>(faces_.size() + 1);
    for (const Eigen::Vector3d& vertex : mesh.vertices)
      vertices.push_back({(vertex - centre_).cast<float>(), owner});
    faces_.push_back({3 * faces.size(), 3 * mesh.faces.size()});
    for (const auto& [a, b, c] : mesh.faces) {
      faces.push_back({a + first_vertex, b + first_vertex, c + first_vertex});
    }
    edges_.push_back(sharp_edges(mesh));
    add_ends(ends, mesh, edges_.back(), centre_, owner);
    check_count(std::max({vertices.size(), 3 * faces.size(), ends.size()}));
  }
  listed_buffer_ = gl::Buffer(std::max<std::size_t>(1, ends.size()) * sizeof(std::uint32_t));
  vertex_buffer_ = buffer_of(std::move(vertices));
  index_buffer_ = buffer_of(std::move(faces));
  end_buffer_ = buffer_of(std::move(ends));
  set_up_faces(face_arrays_, vertex_buffer_, index_buffer_);
  set_up_edges(edge_arrays_, end_buffer_, listed_buffer_);
}

void GpuBodies::list_edges(std::span<const std::vector<std::uint32_t>> listed) {
  std::vector<std::uint32_t> indices;
  std::uint32_t first_end = 0;
  for (std::size_t body = 0; body < listed.size(); ++body) {
    listed_[body] = {indices.size(), 2 * listed[body].size()};
    for (const std::uint32_t edge : listed[body]) {
      indices.push_back(first_end + 2 * edge);
      indices.push_back(first_end + 2 * edge + 1);
    }
    first_end += static_cast<std::uint32_t>(2 * edges_[body].size());
  }
  listed_buffer_.write(0, std::as_bytes(std::span(indices)));
}

void GpuBodies::draw_faces(std::span<const std::size_t> bodies) const {
  glBindVertexArray(face_arrays_.get());
  draw_ranges(GL_TRIANGLES, faces_, bodies);
}

void GpuBodies::draw_edges(std::span<const std::size_t> bodies) const {
  glBindVertexArray(edge_arrays_.get());
  draw_ranges(GL_LINES, listed_, bodies);
}

void GpuBodies::draw_ranges(GLenum kind, std::span<const IndexRange> ranges,
                            std::span<const std::size_t> bodies) {
  std::vector<GLsizei> counts;
  std::vector<const void*> offsets;
  for (const std::size_t body : bodies) {
    // Mesa 22.3's software renderer draws nothing if the first range is empty.
    if (ranges[body].count == 0) continue;
    counts.push_back(static_cast<GLsizei>(ranges[body].count));
    offsets.push_back(offset_of(ranges[body].first));
  }
  glMultiDrawElements(kind, counts.data(), GL_UNSIGNED_INT, offsets.data(),
                      static_cast<GLsizei>(counts.size()));
}

}  // namespace intercusp::cinder
