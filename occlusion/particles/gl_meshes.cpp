#include "occlusion/particles/gl_meshes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "occlusion/geometry/box_tree.h"

namespace intercusp {
namespace {

// As in mesh_impacts.glsl.
constexpr GLuint nodes_binding = 3, faces_binding = 4, vertices_binding = 5;
constexpr unsigned axis_shift = 30;

constexpr std::uint32_t leaf_faces = 4;  // 1 to 8 take about the same time on llvmpipe
constexpr double room_mm = 2e-9;         // a crossing 1e-9 mm beside a face counts for it

struct GpuNode {
  Eigen::Vector3f low;
  std::uint32_t next;
  Eigen::Vector3f high;
  std::uint32_t faces;
};
static_assert(sizeof(GpuNode) == 32);

using GpuFace = std::array<std::uint32_t, 4>;

//! The nearest floats at or below, and at or above.
Eigen::Vector3f rounded_down(const Eigen::Vector3d& point) {
  return point.unaryExpr([](double x) {
    const float near = static_cast<float>(x);
    return near > x ? std::nextafter(near, -std::numeric_limits<float>::infinity()) : near;
  });
}
Eigen::Vector3f rounded_up(const Eigen::Vector3d& point) { return -rounded_down(-point); }

std::vector<GpuNode> gpu_nodes(const BoxTree& tree) {
  std::vector<GpuNode> nodes;
  nodes.reserve(tree.nodes().size());
  for (const BoxTree::Node& node : tree.nodes()) {
    const Eigen::Vector3d half = node.half().array() + room_mm;
    GpuNode gpu{.low = rounded_down(node.centre() - half),
                .next = node.begin,
                .high = rounded_up(node.centre() + half),
                .faces = node.end - node.begin};
    if (!node.is_leaf()) {
      const auto [first, second] = tree.children(node);
      Eigen::Index axis = 0;
      (second->centre() - first->centre()).cwiseAbs().maxCoeff(&axis);
      gpu.next = node.right | static_cast<std::uint32_t>(axis) << axis_shift;
      gpu.faces = 0;
    }
    nodes.push_back(gpu);
  }
  return nodes;
}

std::vector<GpuFace> gpu_faces(const TriangleMesh& mesh, const BoxTree& tree) {
  std::vector<GpuFace> faces;
  faces.reserve(mesh.faces.size());
  for (const std::uint32_t number : tree.faces(tree.nodes().front())) {
    const auto& [a, b, c] = mesh.faces[number];
    faces.push_back({a, b, c, number});
  }
  return faces;
}

template <typename Element>
gl::Buffer storage_of(const std::vector<Element>& elements, const gl::Context& context) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(elements));
  if (bytes.size() > context.info().max_storage_bytes) {
    throw gl::ContextError("the meshes need a buffer of " + std::to_string(bytes.size()) +
                           " bytes, and this OpenGL allows " +
                           std::to_string(context.info().max_storage_bytes));
  }
  return gl::Buffer(bytes);
}

}  // namespace

GlMeshes::GlMeshes(std::span<const TriangleMesh* const> meshes, const Eigen::Vector3d& middle,
                   const gl::Context& context) {
  TriangleMesh all;
  for (const TriangleMesh* mesh : meshes) {
    first_face_.push_back(static_cast<std::uint32_t>(all.faces.size()));
    append(all, *mesh);
  }
  if (all.faces.empty()) return;
  for (Eigen::Vector3d& vertex : all.vertices) vertex -= middle;
  std::vector<std::uint32_t> numbers(all.faces.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  const BoxTree tree(all, numbers, leaf_faces);
  node_count_ = static_cast<std::uint32_t>(tree.nodes().size());
  nodes_ = storage_of(gpu_nodes(tree), context);
  faces_ = storage_of(gpu_faces(all, tree), context);
  vertices_ = storage_of(all.vertices, context);
}

GlMeshes::Place GlMeshes::place_of(std::uint32_t face) const {
  const auto after = std::ranges::upper_bound(first_face_, face);
  const auto mesh = static_cast<std::uint32_t>(after - first_face_.begin() - 1);
  return {mesh, face - first_face_[mesh]};
}

void GlMeshes::bind() const {
  if (node_count_ == 0) return;
  nodes_.bind_storage(nodes_binding);
  faces_.bind_storage(faces_binding);
  vertices_.bind_storage(vertices_binding);
}

}  // namespace intercusp
