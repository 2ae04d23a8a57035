// Shinya & Forgue 1991: randomly displaced meshes (Fig. 4, up to some 5000 polygons) and a teapot of 552
// polygons that falls onto a fractal field of 8192 (Fig. 7).
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "datasets/seed_scenes.h"
#include "datasets/seeded_random.h"
#include "datasets/tessellate.h"
#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

constexpr std::size_t mesh_scene_triangles = 5000;
constexpr std::size_t teapot_triangles = 552;
constexpr std::size_t field_triangles = 8192;

//! Heights on one lattice are linear over the same triangles, so the least gap lies at a lattice point.
double least_gap(const HeightField& below, const HeightField& above) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < below.z.size(); ++k) least = std::min(least, above.z[k] - below.z[k]);
  return least;
}

HeightField displaced_field(std::size_t n, SeededRandom& random) {
  HeightField field{.n = n, .cell_mm = 40.0 / static_cast<double>(n), .z = {}};
  for (std::size_t k = 0; k < (n + 1) * (n + 1); ++k) field.z.push_back(random.uniform(-1, 1));
  return field;
}

//! Midpoint displacement on 2^levels cells a side (Fournier, Fussell & Carpenter 1982).
HeightField fractal_field(int levels, SeededRandom& random) {
  const std::size_t n = std::size_t{1} << levels;
  HeightField field{.n = n, .cell_mm = 60.0 / static_cast<double>(n), .z = {}};
  field.z.assign((n + 1) * (n + 1), 0);
  const auto z = [&](std::size_t i, std::size_t j) -> double& { return field.z[j * (n + 1) + i]; };
  double amplitude_mm = 6;
  for (std::size_t step = n; step > 1; step /= 2, amplitude_mm *= 0.55) {
    const std::size_t half = step / 2;
    for (std::size_t j = 0; j < n; j += step) {
      for (std::size_t i = 0; i < n; i += step) {
        z(i + half, j + half) = 0.25 * (z(i, j) + z(i + step, j) + z(i, j + step) + z(i + step, j + step)) +
                                random.uniform(-amplitude_mm, amplitude_mm);
      }
    }
    for (std::size_t j = 0; j <= n; j += half) {
      for (std::size_t i = (j / half) % 2 == 0 ? half : 0; i <= n; i += step) {
        double sum = 0;
        int count = 0;
        const auto add = [&](std::size_t a, std::size_t b) { sum += z(a, b), ++count; };
        if (i >= half) add(i - half, j);
        if (i + half <= n) add(i + half, j);
        if (j >= half) add(i, j - half);
        if (j + half <= n) add(i, j + half);
        z(i, j) = sum / count + random.uniform(-amplitude_mm, amplitude_mm);
      }
    }
  }
  return field;
}

//! Belly with lid and knob, spout and handle: three closed parts that overlap; 320 + 108 + 124 polygons. Not the Utah
//! teapot, whose patches are a separate data set.
TriangleMesh teapot() {
  const std::vector<Eigen::Vector2d> profile = {{0, 0},     {5, 0.2},  {8, 2.5},  {9, 5},
                                                {8.8, 6.5}, {8, 8},    {5.8, 10}, {5, 10.4},
                                                {2, 11.4},  {1.1, 12}, {1.2, 13}, {0, 13.6}};
  TriangleMesh pot = turned_body(profile, 16);
  pot.faces.reserve(teapot_triangles);
  std::vector<Eigen::Vector2d> spout;
  std::vector<double> spout_radius;
  for (int k = 0; k <= 6; ++k) {
    const double t = k / 6.0;
    spout.emplace_back(6.5 + 8 * t - 1.5 * t * t, 3.5 + 3 * t + 4 * t * t);
    spout_radius.push_back(2.2 - 1.3 * t);
  }
  append(pot, tube(spout, spout_radius, 8));
  std::vector<Eigen::Vector2d> handle;
  for (int k = 0; k <= 7; ++k) {
    const double angle = std::numbers::pi * (0.5 + k / 7.0);
    handle.emplace_back(-7 + 5.5 * std::cos(angle), 6 + 3 * std::sin(angle));
  }
  append(pot, tube(handle, std::vector<double>(handle.size(), 0.8), 8));
  return pot;
}

}  // namespace

Scene displaced_meshes_scene(const SceneOptions& options) {
  constexpr double overlap_mm = 0.25;
  const double each = static_cast<double>(options.triangles.value_or(mesh_scene_triangles)) / 2;
  // 2n² + 12n triangles make a body.
  const auto n = std::max<std::size_t>(2, static_cast<std::size_t>(std::sqrt(each / 2 + 9) - 3));
  SeededRandom random(options.seed);
  const HeightField below = displaced_field(n, random);
  HeightField above = displaced_field(n, random);
  const double rise = -overlap_mm - least_gap(below, above);
  for (double& z : above.z) z += rise;
  const auto half = static_cast<std::size_t>(each);
  Scene scene{.name = "shinya-meshes", .what = "two randomly displaced meshes, closed by sides and a bottom"};
  scene.bodies.push_back({"a.ply", {with_triangles(field_body(below, -5), half), {}}});
  scene.bodies.push_back({"b.ply", {with_triangles(field_body(above, rise + 5), half), {}}});
  scene.known = {{"most_layers_a", 2}, {"most_layers_b", 2}, {"min_clearance_mm", -overlap_mm}};
  scene.interfering = {{{0, 1}}};
  return scene;
}

Scene teapot_scene(const SceneOptions& options) {
  constexpr int levels = 6;  // 64 × 64 cells: the 8192 polygons of the paper
  constexpr double height_over_field_mm = 3;
  SeededRandom random(options.seed + 7);
  const HeightField field = fractal_field(levels, random);
  const auto [lowest, highest] = std::minmax_element(field.z.begin(), field.z.end());
  TriangleMesh ground = field_body(field, *lowest - 3);
  TriangleMesh pot = teapot();
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = Eigen::AngleAxisd(0.35, Eigen::Vector3d(0.6, 0.8, 0)).toRotationMatrix();
  pot = shapes::moved(pot, pose);
  pose.linear().setIdentity();
  pose.translation().z() = *highest + height_over_field_mm - bounds_of(pot).min.z();
  pot = shapes::moved(pot, pose);
  if (options.triangles) {
    const double share = static_cast<double>(teapot_triangles) / (teapot_triangles + field_triangles);
    const auto for_pot = static_cast<std::size_t>(share * static_cast<double>(*options.triangles));
    pot = with_triangles(pot, for_pot);
    ground = with_triangles(ground, *options.triangles - pot.faces.size());
  }
  Scene scene{.name = "shinya-teapot",
              .what = "a teapot that falls onto a fractal field; slide it along 0,0,-1"};
  scene.bodies.push_back({"a.ply", {std::move(ground), {}}});
  scene.bodies.push_back({"b.ply", {std::move(pot), {}}});
  scene.known = {{"min_clearance_at_least_mm", height_over_field_mm}};
  scene.interfering = std::vector<std::array<std::size_t, 2>>{};
  return scene;
}

}  // namespace intercusp
