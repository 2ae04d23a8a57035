#include "occlusion/geometry/box_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "occlusion/base/run_both.h"

namespace intercusp {

struct BoxTree::Builder {
  struct Entry {
    std::uint32_t face;
    Eigen::Vector3d centre;
  };

  [[nodiscard]] std::uint32_t leaves_of(std::size_t faces) const {
    return static_cast<std::uint32_t>((faces + leaf_faces - 1) / leaf_faces);
  }
  [[nodiscard]] std::uint32_t nodes_of(std::size_t faces) const { return 2 * leaves_of(faces) - 1; }

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

  [[nodiscard]] static Node node_around(const Bounds& box, std::uint32_t begin, std::uint32_t end,
                                        std::uint32_t right) {
    Node node{.rounded_centre = box.centre().cast<float>(),
              .rounded_half = {},
              .begin = begin,
              .end = end,
              .right = right};
    const Eigen::Vector3d centre = node.centre();
    node.rounded_half = (box.max - centre).cwiseMax(centre - box.min).cast<float>().unaryExpr([](float half) {
      return std::nextafter(half, std::numeric_limits<float>::infinity());
    });
    return node;
  }

  //! Splits the faces at the median along the longest side of the bounding box of their centres. The first
  //! half is a multiple of a full leaf, so all leaves but one are full.
  std::uint32_t split(std::uint32_t begin, std::uint32_t end) {
    Bounds spread;
    for (std::uint32_t i = begin; i < end; ++i) spread.add(entries[i].centre);
    Eigen::Index side = 0;
    spread.size().maxCoeff(&side);
    const std::uint32_t leaves = leaves_of(end - begin);
    const std::uint32_t middle = begin + leaves / 2 * leaf_faces;
    const auto first = entries.begin();
    std::nth_element(first + begin, first + middle, first + end, [&](const Entry& a, const Entry& b) {
      const double at_a = a.centre[side], at_b = b.centre[side];
      return at_a != at_b ? at_a < at_b : a.face < b.face;
    });
    return middle;
  }

  //! Builds the node at this index and its descendants, which follow it.
  //! \return the box around the faces
  Bounds make(std::uint32_t place, std::uint32_t begin, std::uint32_t end) {
    Bounds box;
    std::uint32_t right = 0;
    if (end - begin <= leaf_faces) {
      box = box_of(begin, end);
    } else {
      const std::uint32_t middle = split(begin, end);
      right = place + 1 + nodes_of(middle - begin);
      Bounds second;
      constexpr std::uint32_t worth_a_task = 4096;
      run_both_if(
          end - begin > worth_a_task, [&] { box = make(place + 1, begin, middle); },
          [&] { second = make(right, middle, end); });
      box.add(second);
    }
    tree.nodes_[place] = node_around(box, begin, end, right);
    return box;
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
  nodes_.resize(builder.nodes_of(faces.size()));
  builder.make(0, 0, static_cast<std::uint32_t>(faces.size()));
  faces_.reserve(faces.size());
  for (const Builder::Entry& entry : builder.entries) faces_.push_back(entry.face);
}

}  // namespace intercusp
