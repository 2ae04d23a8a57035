#include "occlusion/motion/jaw_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "occlusion/base/for_all.h"

namespace intercusp::motion {
namespace {

struct FaceNormal {
  Eigen::Vector3f twice_area;  //!< rounded; the bounds derived from it have a wider margin
  bool is_thin;                //!< rounding decides the direction of its normal
};

FaceNormal normal_of(const TriangleMesh& mesh, std::uint32_t face) {
  constexpr double thinnest = 1e-6;  // height over length
  const auto& [a, b, c] = mesh.faces[face];
  const Eigen::Vector3d ab = mesh.vertices[b] - mesh.vertices[a], ac = mesh.vertices[c] - mesh.vertices[a];
  const Eigen::Vector3d normal = ab.cross(ac);
  const double least =
      thinnest * std::max({ab.squaredNorm(), ac.squaredNorm(), (ac - ab).squaredNorm(), 1e-20});
  return {normal.cast<float>(), !(normal.norm() > least)};
}

//! For each diagonal, the two axes that are added and subtracted.
constexpr std::array<std::pair<int, int>, 3> diagonals = {{{0, 1}, {0, 2}, {1, 2}}};

//! A float above the double value, including the rounding of the sums.
float rounded_up(double value) { return static_cast<float>(value + 1e-6 * (1 + std::abs(value))); }

//! The least and the greatest coordinate along each diagonal, in double precision.
struct DiagonalReach {
  std::array<double, 6> low, high;

  DiagonalReach() {
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
  }
  void add(const DiagonalReach& other) {
    for (std::size_t i = 0; i < 6; ++i) {
      low[i] = std::min(low[i], other.low[i]);
      high[i] = std::max(high[i], other.high[i]);
    }
  }
  void add(const Eigen::Vector3d& point) {
    for (std::size_t i = 0; i < 3; ++i) {
      const double a = point[diagonals[i].first], b = point[diagonals[i].second];
      low[2 * i] = std::min(low[2 * i], a + b), high[2 * i] = std::max(high[2 * i], a + b);
      low[2 * i + 1] = std::min(low[2 * i + 1], a - b), high[2 * i + 1] = std::max(high[2 * i + 1], a - b);
    }
  }
};

void set_diagonals(const DiagonalReach& reach, const Eigen::Vector3d& centre, NodeShape& shape) {
  DiagonalReach at_centre;
  at_centre.add(centre);
  for (std::size_t i = 0; i < 6; ++i) {
    shape.low[i] = -rounded_up(at_centre.low[i] - reach.low[i]);
    shape.high[i] = rounded_up(reach.high[i] - at_centre.high[i]);
  }
}

void set_all_diagonals(const TriangleMesh& mesh, const BoxTree& tree, std::vector<NodeShape>& shapes,
                       const auto& each) {
  const std::vector<BoxTree::Node>& nodes = tree.nodes();
  std::vector<DiagonalReach> reach(nodes.size());
  each(nodes.size(), [&](std::size_t i) {
    if (!nodes[i].is_leaf()) return;
    for (const std::uint32_t face : tree.faces(nodes[i])) {
      for (const std::uint32_t vertex : mesh.faces[face]) reach[i].add(mesh.vertices[vertex]);
    }
  });
  for (std::size_t i = nodes.size(); i-- > 0;) {  // children follow their parents
    if (!nodes[i].is_leaf()) {
      reach[i].add(reach[i + 1]);
      reach[i].add(reach[nodes[i].right]);
    }
    set_diagonals(reach[i], nodes[i].centre(), shapes[i]);
  }
}

//! \param normals those of the faces
void set_front(const TriangleMesh& mesh, std::span<const std::uint32_t> faces,
               std::span<const FaceNormal> normals, const Eigen::Vector3d& centre, NodeShape& shape) {
  constexpr std::size_t most_faces = 4096;  // larger sets of faces point in all directions
  if (faces.size() > most_faces) return;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const FaceNormal& normal : normals) sum += normal.twice_area.cast<double>();
  if (!(sum.norm() > 0)) return;
  shape.normal = sum.normalized().cast<float>();
  const Eigen::Vector3d normal = shape.normal.cast<double>();
  double offset = -std::numeric_limits<double>::infinity(), least_cosine = 1;
  for (const std::uint32_t face : faces) {
    for (const std::uint32_t vertex : mesh.faces[face])
      offset = std::max(offset, normal.dot(mesh.vertices[vertex] - centre));
  }
  for (const FaceNormal& own : normals) {
    const double cosine =
        own.is_thin ? -1 : own.twice_area.cast<double>().dot(normal) / own.twice_area.cast<double>().norm();
    least_cosine = std::min(least_cosine, cosine);
  }
  shape.offset = rounded_up(offset);
  shape.least_cosine = -rounded_up(-least_cosine);
}

//! The shapes of a tree's nodes.
//! \param each each(count, work) calls work(0) to work(count − 1)
template <class Each>
std::vector<NodeShape> shapes_of(const TriangleMesh& mesh, const BoxTree& tree, const Each& each) {
  std::vector<NodeShape> shapes(tree.nodes().size());
  if (shapes.empty()) return shapes;
  const std::span<const std::uint32_t> faces = tree.faces(tree.nodes()[0]);
  std::vector<FaceNormal> normals(faces.size());
  each(normals.size(), [&](std::size_t i) { normals[i] = normal_of(mesh, faces[i]); });
  set_all_diagonals(mesh, tree, shapes, each);
  each(shapes.size(), [&](std::size_t i) {
    const BoxTree::Node& node = tree.nodes()[i];
    set_front(mesh, tree.faces(node), std::span(normals).subspan(node.begin, node.end - node.begin),
              node.centre(), shapes[i]);
  });
  return shapes;
}

BoxTree tree_of_anatomy(const Solid& jaw, std::uint32_t leaf_faces) {
  std::vector<std::uint32_t> faces(jaw.anatomy_faces);
  std::iota(faces.begin(), faces.end(), 0U);
  return {jaw.mesh, faces, leaf_faces};
}

}  // namespace

// Decomposes the direction into the axis of its largest component, an adjacent diagonal and the third axis.
Reach reach_along(const Eigen::Vector3d& direction, const Eigen::Vector3d& half, const NodeShape& shape) {
  const Eigen::Vector3d length = direction.cwiseAbs();
  int longest = length[1] > length[0] ? 1 : 0;
  if (length[2] > length[longest]) longest = 2;
  int second = longest == 0 ? 1 : 0;
  const int other = 3 - longest - second;
  if (length[other] > length[second]) second = other;
  const int third = 3 - longest - second;
  const double along_axes = (length[longest] - length[second]) * half[longest] + length[third] * half[third];
  const bool is_plus = (direction[longest] > 0) == (direction[second] > 0);
  const auto diagonal = static_cast<std::size_t>(2 * (longest + second - 1) + (is_plus ? 0 : 1));
  const bool is_onward = direction[std::min(longest, second)] > 0;
  const double low = is_onward ? shape.low[diagonal] : -shape.high[diagonal];
  const double high = is_onward ? shape.high[diagonal] : -shape.low[diagonal];
  return {length[second] * low - along_axes, length[second] * high + along_axes};
}

JawTree::JawTree(const Solid& jaw)
    : jaw_(jaw),
      top_{.tree = tree_of_anatomy(jaw, bundle_faces), .shapes = {}},
      bundles_((jaw.anatomy_faces + bundle_faces - 1) / bundle_faces) {
  top_.shapes = shapes_of(jaw.mesh, top_.tree,
                          [](std::size_t count, const auto& work) { for_all(std::size_t{0}, count, work); });
}

const JawTree::Boxes& JawTree::bundle(std::uint32_t index) const {
  Bundle& bundle = bundles_[index];
  if (const Boxes* made = bundle.made.load(std::memory_order_acquire)) return *made;
  const std::span<const std::uint32_t> all = top_.tree.faces(top_.tree.nodes()[root]);
  const std::size_t first = std::size_t{bundle_faces} * index;
  const auto own = all.subspan(first, std::min<std::size_t>(bundle_faces, all.size() - first));
  auto boxes = std::make_unique<Boxes>(Boxes{.tree = {jaw_.mesh, own, leaf_faces}, .shapes = {}});
  // Runs on this thread alone. While it waited for others, it might run a part of a search whose storage is
  // in use here.
  boxes->shapes = shapes_of(jaw_.mesh, boxes->tree, [](std::size_t count, const auto& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
  });
  const std::scoped_lock lock(keeping_);
  if (!bundle.boxes) {  // no other thread was faster
    bundle.boxes = std::move(boxes);
    bundle.made.store(bundle.boxes.get(), std::memory_order_release);
  }
  return *bundle.boxes;
}

JawTree::NumberedNode JawTree::place(std::uint32_t number) const {
  const auto top_nodes = static_cast<std::uint32_t>(top_.tree.nodes().size());
  if (number < top_nodes) return {top_, number, 0};
  const std::uint32_t index = (number - top_nodes) / bundle_nodes;
  return {bundle(index), (number - top_nodes) % bundle_nodes, first_of_bundle(index)};
}

const BoxTree::Node& JawTree::node(std::uint32_t number) const {
  const NumberedNode at = place(number);
  return at.boxes.tree.nodes()[at.node];
}

const NodeShape& JawTree::shape(std::uint32_t number) const {
  const NumberedNode at = place(number);
  return at.boxes.shapes[at.node];
}

std::optional<std::array<std::uint32_t, 2>> JawTree::children(std::uint32_t number) const {
  const NumberedNode at = place(number);
  const BoxTree::Node& node = at.boxes.tree.nodes()[at.node];
  if (!node.is_leaf()) return std::array{number + 1, at.first + node.right};
  if (&at.boxes != &top_ || node.end - node.begin <= leaf_faces) return std::nullopt;
  const std::uint32_t index = node.begin / bundle_faces;
  return children(first_of_bundle(index));  // its root has the same box
}

std::span<const std::uint32_t> JawTree::faces(std::uint32_t number) const {
  const NumberedNode at = place(number);
  return at.boxes.tree.faces(at.boxes.tree.nodes()[at.node]);
}

}  // namespace intercusp::motion
