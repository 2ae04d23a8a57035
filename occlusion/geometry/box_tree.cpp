#include "occlusion/geometry/box_tree.h"

#include <algorithm>

namespace intercusp {

struct BoxTree::Builder {
  struct Entry {
    std::uint32_t face;
    Eigen::Vector3d centre;
  };

  const TriangleMesh& mesh;
  BoxTree& tree;
  std::uint32_t leaf_faces;
  std::vector<Entry> entries;

  [[nodiscard]] Bounds box_of(std::uint32_t begin, std::uint32_t end) const {
    Bounds box;
    for (std::uint32_t i = begin; i < end; ++i) {
      for (const std::uint32_t vertex : mesh.faces[entries[i].face]) box.add(mesh.vertices[vertex]);
    }
    return box;
  }

  //! Splits the faces at the median along the longest side of the bounding box of their centres.
  std::uint32_t split(std::uint32_t begin, std::uint32_t end) {
    Bounds spread;
    for (std::uint32_t i = begin; i < end; ++i) spread.add(entries[i].centre);
    Eigen::Index side = 0;
    spread.size().maxCoeff(&side);
    const std::uint32_t middle = begin + (end - begin) / 2;
    const auto first = entries.begin();
    std::nth_element(first + begin, first + middle, first + end, [&](const Entry& a, const Entry& b) {
      const double at_a = a.centre[side], at_b = b.centre[side];
      return at_a != at_b ? at_a < at_b : a.face < b.face;
    });
    return middle;
  }

  void add(std::uint32_t begin, std::uint32_t end) {
    const std::size_t place = tree.nodes_.size();
    const Bounds box = box_of(begin, end);
    tree.nodes_.push_back({.centre = box.centre(), .half = 0.5 * box.size(), .begin = begin, .end = end});
    if (end - begin <= leaf_faces) return;
    const std::uint32_t middle = split(begin, end);
    add(begin, middle);
    tree.nodes_[place].right = static_cast<std::uint32_t>(tree.nodes_.size());
    add(middle, end);
  }
};

BoxTree::BoxTree(const TriangleMesh& mesh, std::span<const std::uint32_t> faces, std::uint32_t leaf_faces) {
  if (faces.empty()) return;
  Builder builder{.mesh = mesh, .tree = *this, .leaf_faces = leaf_faces, .entries = {}};
  builder.entries.reserve(faces.size());
  for (const std::uint32_t face : faces) {
    const auto& [a, b, c] = mesh.faces[face];
    builder.entries.push_back({face, (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3});
  }
  nodes_.reserve(faces.size() * 2);
  builder.add(0, static_cast<std::uint32_t>(faces.size()));
  faces_.reserve(faces.size());
  for (const Builder::Entry& entry : builder.entries) faces_.push_back(entry.face);
}

}  // namespace intercusp
