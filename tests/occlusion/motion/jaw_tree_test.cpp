#include "occlusion/motion/jaw_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <random>
#include <thread>

#include "tests/occlusion/motion/scenes.h"

namespace intercusp {
namespace {

std::shared_ptr<const Solid> ball(int rings) {
  std::mt19937 random(11);
  return std::make_shared<Solid>(
      solid_of(shapes::moved(shapes::sphere({30, -20, 10}, 5, rings), testing::random_pose(random, 40))));
}

//! Calls visit(number) for each node, parents first.
template <class Visit>
void for_each_node(const motion::JawTree& tree, const Visit& visit) {
  std::vector<std::uint32_t> waiting = {motion::JawTree::root};
  while (!waiting.empty()) {
    const std::uint32_t number = waiting.back();
    waiting.pop_back();
    if (const auto children = tree.children(number))
      waiting.insert(waiting.end(), children->begin(), children->end());
    visit(number);
  }
}

TEST(JawTree, has_each_face_in_one_leaf_and_in_the_nodes_above_it) {
  for (const int rings : {2, 6, 24}) {  // fewer faces than a bundle has, one bundle and a few faces, many
    const std::shared_ptr<const Solid> solid = ball(rings);
    const motion::JawTree tree(*solid);
    std::vector<std::uint32_t> in_leaves, all(solid->mesh.faces.size());
    std::iota(all.begin(), all.end(), 0U);
    for_each_node(tree, [&](std::uint32_t number) {
      EXPECT_LT(number, tree.numbers());
      const auto children = tree.children(number);
      std::vector<std::uint32_t> faces(tree.faces(number).begin(), tree.faces(number).end()), below;
      if (!children) {
        EXPECT_LE(faces.size(), 2U);
        in_leaves.insert(in_leaves.end(), faces.begin(), faces.end());
        return;
      }
      for (const std::uint32_t child : *children)
        std::ranges::copy(tree.faces(child), std::back_inserter(below));
      std::ranges::sort(faces);
      std::ranges::sort(below);
      EXPECT_EQ(below, faces);
    });
    std::ranges::sort(in_leaves);
    EXPECT_EQ(in_leaves, all);
  }
}

TEST(JawTree, is_the_same_for_threads_that_look_at_once) {
  const std::shared_ptr<const Solid> solid = ball(60);
  const auto nodes_of = [](const motion::JawTree& tree) {
    std::vector<Eigen::Vector3f> nodes;
    for_each_node(tree, [&](std::uint32_t number) {
      nodes.push_back(tree.node(number).rounded_centre);
      nodes.push_back(tree.shape(number).normal);
    });
    return nodes;
  };
  const std::vector<Eigen::Vector3f> alone = nodes_of(motion::JawTree(*solid));
  const motion::JawTree shared(*solid);
  std::vector<std::vector<Eigen::Vector3f>> seen(8);
  {
    std::vector<std::jthread> threads;
    for (auto& nodes : seen) threads.emplace_back([&] { nodes = nodes_of(shared); });
  }
  for (const auto& nodes : seen) EXPECT_EQ(nodes, alone);
}

//! The shape of each node of a jaw's tree holds its faces along any direction and within its cone.
TEST(JawTree, shapes_of_nodes_hold_their_faces) {
  std::mt19937 random(12);
  std::uniform_real_distribution<double> place(-1, 1);
  const std::shared_ptr<const Solid> solid = ball(24);
  const motion::JawTree tree(*solid);
  for_each_node(tree, [&](std::uint32_t number) {
    const BoxTree::Node& node = tree.node(number);
    const motion::NodeShape& shape = tree.shape(number);
    const Eigen::Vector3d normal = shape.normal.cast<double>();
    for (int sample = 0; sample < 10; ++sample) {
      const Eigen::Vector3d direction(place(random), place(random), place(random));
      const motion::Reach reach = motion::reach_along(direction, node.half(), shape);
      const double across = direction.cwiseAbs().sum() * node.half().maxCoeff();
      EXPECT_LE(reach.high, 1.0001 * across + 1e-4);
      for (const std::uint32_t face : tree.faces(number)) {
        for (const std::uint32_t vertex : solid->mesh.faces[face]) {
          const Eigen::Vector3d from_centre = solid->mesh.vertices[vertex] - node.centre();
          EXPECT_LE(direction.dot(from_centre), reach.high + 1e-12);
          EXPECT_GE(direction.dot(from_centre), reach.low - 1e-12);
          EXPECT_LE(normal.dot(from_centre), shape.offset);
        }
        EXPECT_GE(face_normal_twice_area(solid->mesh, face).normalized().dot(normal), shape.least_cosine);
      }
    }
  });
}

}  // namespace
}  // namespace intercusp
