#include "occlusion/motion/prepared_jaw.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "occlusion/base/for_all.h"
#include "occlusion/geometry/union_find.h"

namespace intercusp::motion {
namespace {

std::vector<JawPart> parts_of(const Solid& jaw) {
  UnionFind sets(jaw.mesh.vertices.size());
  for (const auto& [a, b, c] : jaw.mesh.faces) {
    sets.join(a, b);
    sets.join(b, c);
  }
  std::vector<JawPart> parts;
  std::vector<std::size_t> part_of_root(jaw.mesh.vertices.size(), 0);  // from 1
  for (std::size_t face = 0; face < jaw.mesh.faces.size(); ++face) {
    const Face& corners = jaw.mesh.faces[face];
    std::size_t& number = part_of_root[sets.root(corners[0])];
    if (number == 0) {
      parts.emplace_back();
      number = parts.size();
    }
    JawPart& part = parts[number - 1];
    for (const std::uint32_t corner : corners) part.box.add(jaw.mesh.vertices[corner]);
    if (jaw.is_anatomy(face) && !part.anatomy) {
      part.anatomy = true;
      part.vertex = corners[0];
    }
  }
  return parts;
}

struct FaceNormal {
  Eigen::Vector3f twice_area;  //!< rounded: the bounds made of it are wider than that
  bool is_thin;                //!< rounding decides the direction
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

//! Its axes, added and subtracted.
constexpr std::array<std::pair<int, int>, 3> diagonals = {{{0, 1}, {0, 2}, {1, 2}}};

//! Above every double rounded to a float, and the rounding of the sums before.
float rounded_up(double value) { return static_cast<float>(value + 1e-6 * (1 + std::abs(value))); }

//! Reach along the diagonals from the origin, in double.
struct Reach {
  std::array<double, 6> low, high;

  Reach() {
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
  }
  void add(const Reach& other) {
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

void set_diagonals(const Reach& reach, const Eigen::Vector3d& centre, NodeShape& shape) {
  Reach at_centre;
  at_centre.add(centre);
  for (std::size_t i = 0; i < 6; ++i) {
    shape.low[i] = -rounded_up(at_centre.low[i] - reach.low[i]);
    shape.high[i] = rounded_up(reach.high[i] - at_centre.high[i]);
  }
}

void set_all_diagonals(const TriangleMesh& mesh, const BoxTree& tree, std::vector<NodeShape>& shapes) {
  std::vector<Reach> waiting;  // of the parts of the tree whose parent is still to come, the next one's last
  for (std::size_t i = shapes.size(); i-- > 0;) {  // children follow their parents
    const BoxTree::Node& node = tree.nodes()[i];
    Reach reach;
    if (node.is_leaf()) {
      for (const std::uint32_t face : tree.faces(node)) {
        for (const std::uint32_t vertex : mesh.faces[face]) reach.add(mesh.vertices[vertex]);
      }
    } else {
      for (int child = 0; child < 2; ++child) {
        reach.add(waiting.back());
        waiting.pop_back();
      }
    }
    set_diagonals(reach, node.centre(), shapes[i]);
    waiting.push_back(reach);
  }
}

void set_front(const TriangleMesh& mesh, std::span<const std::uint32_t> faces,
               const std::vector<FaceNormal>& normals, const Eigen::Vector3d& centre, NodeShape& shape) {
  constexpr std::size_t most_faces = 4096;  // beyond, faces look every way
  if (faces.size() > most_faces) return;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const std::uint32_t face : faces) sum += normals[face].twice_area.cast<double>();
  if (!(sum.norm() > 0)) return;
  shape.normal = sum.normalized().cast<float>();
  const Eigen::Vector3d normal = shape.normal.cast<double>();
  double offset = -std::numeric_limits<double>::infinity(), least_cosine = 1;
  for (const std::uint32_t face : faces) {
    for (const std::uint32_t vertex : mesh.faces[face])
      offset = std::max(offset, normal.dot(mesh.vertices[vertex] - centre));
    const FaceNormal& own = normals[face];
    const double cosine =
        own.is_thin ? -1 : own.twice_area.cast<double>().dot(normal) / own.twice_area.cast<double>().norm();
    least_cosine = std::min(least_cosine, cosine);
  }
  shape.offset = rounded_up(offset);
  shape.least_cosine = -rounded_up(-least_cosine);
}

std::vector<NodeShape> shapes_of(const Solid& jaw, const BoxTree& tree) {
  std::vector<FaceNormal> normals(jaw.anatomy_faces);
  for_all(std::size_t{0}, normals.size(),
          [&](std::size_t face) { normals[face] = normal_of(jaw.mesh, static_cast<std::uint32_t>(face)); });
  std::vector<NodeShape> shapes(tree.nodes().size());
  set_all_diagonals(jaw.mesh, tree, shapes);
  for_all(std::size_t{0}, shapes.size(), [&](std::size_t i) {
    const BoxTree::Node& node = tree.nodes()[i];
    set_front(jaw.mesh, tree.faces(node), normals, node.centre(), shapes[i]);
  });
  return shapes;
}

BoxTree tree_of(const Solid& jaw) {
  constexpr std::uint32_t leaf_faces =
      2;  // a pair of faces costs about ten times as much to test as a pair of boxes
  std::vector<std::uint32_t> faces(jaw.anatomy_faces);
  std::iota(faces.begin(), faces.end(), 0U);
  return {jaw.mesh, faces, leaf_faces};
}

}  // namespace

// The direction is taken apart into the axis along which it is longest, a diagonal beside that and the third axis.
Range reach_along(const Eigen::Vector3d& direction, const Eigen::Vector3d& half, const NodeShape& shape) {
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

PreparedJaw::PreparedJaw(std::shared_ptr<const Solid> jaw)
    : solid(std::move(jaw)),
      across(faces_across(solid->mesh)),
      tree(tree_of(*solid)),
      shapes(shapes_of(*solid, tree)),
      parts(parts_of(*solid)) {}

}  // namespace intercusp::motion
