// The paper's own decisions, by parity (Myszkowski, Okunev & Kunii 1995, sections 4 to 6), on layers that this file finds
// face by face. The engine, which counts by winding number, decides alike where no parts of a solid overlap.
#include <algorithm>
#include <optional>
#include <random>

#include "scene.h"

namespace intercusp {
namespace {

//! Depths at a pixel, growing away from the viewer, who looks along -z.
struct PixelLayers {
  std::vector<double> upper, lower;
};

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

std::vector<double> depths_at(const Eigen::Vector2d& place, const TriangleMesh& mesh) {
  std::vector<double> depths;
  for (const Face& face : mesh.faces) {
    const Eigen::Vector3d &a = mesh.vertices[face[0]], &b = mesh.vertices[face[1]],
                          &c = mesh.vertices[face[2]];
    const Eigen::Vector3d of(cross(b.head<2>() - place, c.head<2>() - place),
                             cross(c.head<2>() - place, a.head<2>() - place),
                             cross(a.head<2>() - place, b.head<2>() - place));
    if (of.minCoeff() * of.maxCoeff() <= 0) continue;
    depths.push_back(-of.dot(Eigen::Vector3d(a.z(), b.z(), c.z())) / of.sum());
  }
  return depths;
}

std::size_t before(const std::vector<double>& layers, double depth) {
  return static_cast<std::size_t>(std::ranges::count_if(layers, [&](double layer) { return layer < depth; }));
}

//! Section 6: both inside at once, as the order of the layers tells by parity.
bool order_overlaps(const PixelLayers& layers) {
  std::vector<std::pair<double, int>> order;
  for (const double depth : layers.upper) order.emplace_back(depth, 1);
  for (const double depth : layers.lower) order.emplace_back(depth, 2);
  std::ranges::sort(order);
  int inside = 0;
  return std::ranges::any_of(order, [&](const auto& layer) { return (inside ^= layer.second) == 3; });
}

struct Decision {
  Stage by;
  bool interferes;
};

//! Section 5, extensions #1 and #2; of two π-convex bodies they decide as section 4 does.
Decision extended(const PixelLayers& layers) {
  const std::size_t count1 = before(layers.lower, std::ranges::max(layers.upper));
  const std::size_t count2 = before(layers.lower, std::ranges::min(layers.upper));
  if (count1 == 0) return {Stage::pass1, false};
  if (count1 % 2 == 1) return {Stage::pass1, true};
  if (count2 % 2 == 1) return {Stage::pass2, true};
  if (count1 == count2) return {Stage::pass2, false};
  if (layers.upper.size() == 2) return {Stage::pass2, true};
  return {Stage::layers, order_overlaps(layers)};
}

//! Extensions #1' and #2': two stencil bits know only whether there is a layer, and the parity.
Decision simplified(const PixelLayers& layers) {
  const Decision full = extended(layers);
  const bool by_order =
      full.by == Stage::pass2 && before(layers.lower, std::ranges::min(layers.upper)) % 2 == 0;
  return by_order ? Decision{Stage::layers, order_overlaps(layers)} : full;
}

//! The layers of a pixel of both jaws, unless two lie so close that rounding may exchange them or the pixel lies on a
//! silhouette.
std::optional<PixelLayers> clear_layers(const Scene& scene, const ClearanceMap& map, std::size_t i) {
  const PixelGrid& grid = map.view.grid;
  const auto width = static_cast<std::size_t>(grid.width);
  const Eigen::Vector2d place =
      map.view.case_point(static_cast<int>(i % width), static_cast<int>(i / width), 0).head<2>();
  const PixelLayers layers{.upper = depths_at(place, scene.upper->mesh),
                           .lower = depths_at(place, scene.lower->mesh)};
  if (layers.upper.size() != 2U * map.upper_intervals[i]) return {};
  if (layers.lower.size() != 2U * map.lower_intervals[i]) return {};
  for (const double upper : layers.upper) {
    for (const double lower : layers.lower) {
      if (std::abs(upper - lower) < scene.pixel_mm / 4) return {};
    }
  }
  return layers;
}

Scene random_scene(unsigned seed, bool convex) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto turned = [&](const TriangleMesh& mesh) {
    // Braces: arguments in parentheses are computed in any order.
    const Eigen::Vector3d axis{unit(random), unit(random), unit(random)};
    Eigen::Isometry3d pose(Eigen::AngleAxisd(3 * unit(random), axis.normalized()));
    pose.pretranslate(Eigen::Vector3d{unit(random), unit(random), unit(random)});
    return shapes::moved(mesh, pose);
  };
  const TriangleMesh body = convex ? shapes::fine_box({-1, -1.5, -0.5}, {1, 1.5, 0.5}, 0.5)
                                   : shapes::torus({0, 0, 0}, {0, 0, 1}, 1.5, 0.6, 40, 20);
  const TriangleMesh upper = turned(body), lower = turned(body);
  Scene scene = scene_of(upper, lower);
  scene.pixel_mm = 0.08;
  return scene;
}

struct Compared {
  std::size_t pixels = 0, unclear = 0, by_layers = 0, by_layers_simplified = 0;
};

Compared compare_with_paper(const Scene& scene) {
  const ClearanceMap map = map_of(scene);
  Compared found;
  for (const std::size_t i : common_pixels(map)) {
    const std::optional<PixelLayers> layers = clear_layers(scene, map, i);
    found.pixels += layers ? 1 : 0;
    found.unclear += layers ? 0 : 1;
    if (!layers) continue;
    const bool interferes = map.state[i] == PixelState::interfering;
    const Decision paper = extended(*layers), few_bits = simplified(*layers);
    EXPECT_EQ(paper.interferes, interferes) << i;
    EXPECT_EQ(paper.by, map.resolved_by[i]) << i;
    EXPECT_EQ(few_bits.interferes, interferes) << i;
    found.by_layers += paper.by == Stage::layers ? 1 : 0;
    found.by_layers_simplified += few_bits.by == Stage::layers ? 1 : 0;
  }
  return found;
}

TEST(StencilPaper, its_stages_decide_the_same_pixels_alike) {
  Compared all;
  for (unsigned seed = 1; seed <= 18; ++seed) {
    SCOPED_TRACE(seed);
    const Compared found = compare_with_paper(random_scene(seed, false));
    EXPECT_GT(found.pixels, 5 * found.unclear);
    all.by_layers += found.by_layers;
    all.by_layers_simplified += found.by_layers_simplified;
  }
  EXPECT_GT(all.by_layers, 200U);
  EXPECT_GT(all.by_layers_simplified, 2 * all.by_layers);
}

TEST(StencilPaper, convex_bodies_need_no_layers) {
  for (const unsigned seed : {11U, 12U, 13U, 14U, 15U, 16U}) {
    SCOPED_TRACE(seed);
    const Compared found = compare_with_paper(random_scene(seed, true));
    EXPECT_GT(found.pixels, 5 * found.unclear);
    EXPECT_EQ(found.by_layers, 0U);
  }
}

TEST(StencilPaper, parity_misses_a_body_within_overlapping_parts) {
  // Along the line: into A, into A's second part, into B, out of B, out of A twice. Runs of one jaw are even.
  const PixelLayers layers{.upper = {-10, -9, -1, 0}, .lower = {-5, -4}};
  EXPECT_EQ(extended(layers).by, Stage::layers);
  EXPECT_FALSE(extended(layers).interferes);
  TriangleMesh upper = shapes::box({0, 0, 0}, {3, 3, 10});
  append(upper, shapes::box({0, 0, 1}, {3, 3, 9}));
  const ClearanceMap map = map_of(scene_of(upper, shapes::box({1, 1, 4}, {2, 2, 5})));
  EXPECT_EQ(common_pixels(map).size(), 100U);
  for (const std::size_t i : common_pixels(map)) {
    ASSERT_EQ(map.state[i], PixelState::interfering);
    ASSERT_NEAR(map.clearance_mm[i], -1, float_depth_mm);
    ASSERT_EQ(map.resolved_by[i], Stage::layers);
    ASSERT_EQ(map.upper_intervals[i], 1);
  }
}

}  // namespace
}  // namespace intercusp
