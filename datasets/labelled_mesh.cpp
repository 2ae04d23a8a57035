#include "datasets/labelled_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "datasets/seeded_random.h"

namespace intercusp {
namespace {

std::vector<std::uint32_t> random_order(std::size_t count, SeededRandom& random) {
  std::vector<std::uint32_t> order(count);
  for (std::size_t i = 0; i < count; ++i) {
    order[i] = static_cast<std::uint32_t>(i);
    std::swap(order[i], order[random.bits() % (i + 1)]);
  }
  return order;
}

}  // namespace

Eigen::Isometry3d random_pose(std::uint64_t seed) {
  SeededRandom random(seed);
  // A uniform unit quaternion (Shoemake 1992).
  const double u = random.uniform(0, 1);
  const double a = random.uniform(0, 2 * std::numbers::pi);
  const double b = random.uniform(0, 2 * std::numbers::pi);
  const double s = std::sqrt(1 - u);
  const double c = std::sqrt(u);
  const Eigen::Quaterniond turn(c * std::cos(b), s * std::sin(a), s * std::cos(a), c * std::sin(b));
  Eigen::Isometry3d pose(turn.normalized());
  for (double& mm : pose.translation()) mm = random.uniform(-50, 50);
  return pose;
}

void move(LabelledMesh& surface, const Eigen::Isometry3d& pose) {
  for (Eigen::Vector3d& v : surface.mesh.vertices) v = pose * v;
}

void shuffle(LabelledMesh& surface, std::uint64_t seed) {
  SeededRandom random(seed);
  const LabelledMesh before = surface;
  const std::vector<std::uint32_t> new_place = random_order(before.labels.size(), random);
  for (std::size_t i = 0; i < new_place.size(); ++i) {
    surface.mesh.vertices[new_place[i]] = before.mesh.vertices[i];
    surface.labels[new_place[i]] = before.labels[i];
  }
  const std::vector<std::uint32_t> face_order = random_order(before.mesh.faces.size(), random);
  for (std::size_t f = 0; f < face_order.size(); ++f) {
    Face face = before.mesh.faces[face_order[f]];
    for (std::uint32_t& v : face) v = new_place[v];
    std::rotate(face.begin(), face.begin() + static_cast<long>(random.bits() % 3), face.end());
    surface.mesh.faces[f] = face;
  }
}

}  // namespace intercusp
