#include "datasets/scenes.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <stdexcept>
#include <string>

#include "datasets/dentition.h"
#include "datasets/dentition_options.h"
#include "datasets/seeded_random.h"
#include "datasets/tessellate.h"
#include "occlusion/base/angles.h"
#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

// Myszkowski, Okunev & Kunii 1995, Fig. 3: "multiple simple polyhedra", whose faces are cut into many
// triangles, 160 000 for each scene. The figure shows kinds, but no sizes. The bodies here are prisms along
// y, so every plane perpendicular to y shows one outline, and the answer is known.

constexpr std::size_t paper_triangles = 160000;
constexpr double half_length_mm = 20;  // half the length of the prisms, in y

//! The outline in x and z (counter-clockwise with x to the right and z up), extruded along y.
TriangleMesh prism_along_y(const std::vector<Eigen::Vector2d>& outline_xz) {
  const TriangleMesh upright = shapes::prism(outline_xz, -half_length_mm, half_length_mm);
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitX()).toRotationMatrix();
  return shapes::moved(upright, pose);
}

//! Rotates about the x axis. Planes perpendicular to x stay, and so does the number of layers.
TriangleMesh tilted(const TriangleMesh& mesh, double degrees) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = Eigen::AngleAxisd(degrees * rad_per_deg, Eigen::Vector3d::UnitX()).toRotationMatrix();
  return shapes::moved(mesh, pose);
}

//! Height of a corner at (half_length_mm, z) after this rotation, which is the highest point of a
//! plane z = const.
double highest_after_tilt(double z, double degrees) {
  const double angle = degrees * rad_per_deg;
  return half_length_mm * std::sin(angle) + z * std::cos(angle);
}

//! Height of the plane z = const after this rotation, at the end of the unrotated body.
double height_at_end(double z, double degrees) {
  const double angle = degrees * rad_per_deg;
  return half_length_mm * std::tan(angle) + z / std::cos(angle);
}

//! A comb with its back at x = 20 (side = 1) or -20 (side = -1) and three arms that extend 22 mm across. The
//! arms are 1.5 mm thick and spaced 4 mm; the lowest starts at z = lowest.
TriangleMesh comb(double side, double lowest) {
  constexpr double thick_mm = 1.5;
  constexpr double pitch_mm = 4;
  const double root = 16 * side;
  const double tip = -6 * side;
  std::vector<Eigen::Vector2d> outline = {{20 * side, lowest}, {20 * side, lowest + 2 * pitch_mm + thick_mm}};
  for (const int arm : {2, 1, 0}) {
    const double z = lowest + arm * pitch_mm;
    if (arm < 2) outline.emplace_back(root, z + thick_mm);
    outline.emplace_back(tip, z + thick_mm);
    outline.emplace_back(tip, z);
    if (arm > 0) outline.emplace_back(root, z);
  }
  if (side > 0) return prism_along_y(outline);
  return prism_along_y({outline.rbegin(), outline.rend()});
}

Scene pair(std::string name, std::string what, const TriangleMesh& a, const TriangleMesh& b,
           const SceneOptions& options) {
  const std::size_t all = options.triangles.value_or(paper_triangles);
  Scene scene{.name = std::move(name), .what = std::move(what)};
  scene.bodies.push_back({"a.ply", {with_triangles(a, all / 2), {}}});
  scene.bodies.push_back({"b.ply", {with_triangles(b, all - all / 2), {}}});
  scene.interfering = {{0, 1}};
  return scene;
}

Scene one_pi_convex_scene(const SceneOptions& options) {
  // The tongue of `a` lies in the lower gap of the comb, with 0.75 mm of space on both sides. Tilted, it runs
  // into the arms towards both ends. The arm above the gap starts at z = 1.25 mm.
  constexpr double tilt_deg = 3;
  const TriangleMesh a = tilted(
      prism_along_y({{-20, -6}, {-8, -6}, {-8, -0.5}, {10, -0.5}, {10, 0.5}, {-8, 0.5}, {-8, 6}, {-20, 6}}),
      tilt_deg);
  Scene scene =
      pair("myszkowski-a", "one pi-convex and one concave body with up to six layers of polygons per pixel",
           a, comb(1, -2.75), options);
  scene.known = {{"most_layers_a", 2},
                 {"most_layers_b", 6},
                 {"min_clearance_mm", 1.25 - highest_after_tilt(0.5, tilt_deg)}};
  return scene;
}

Scene two_pi_convex_scene(const SceneOptions& options) {
  // A 45° ridge in a notch whose sides are less steep. The overlap is greatest along the ridge and
  // ends at |x| = 1 mm.
  constexpr double overlap_mm = 0.1;
  const double notch = 5 - overlap_mm;
  const TriangleMesh a = prism_along_y({{-15, -14}, {15, -14}, {15, -10}, {0, 5}, {-15, -10}});
  const TriangleMesh b =
      prism_along_y({{-15, 15}, {-15, notch - 13.5}, {0, notch}, {15, notch - 13.5}, {15, 15}});
  Scene scene = pair("myszkowski-b", "two pi-convex bodies: a ridge in a notch", a, b, options);
  scene.known = {{"most_layers_a", 2}, {"most_layers_b", 2}, {"min_clearance_mm", -overlap_mm}};
  return scene;
}

Scene two_concave_scene(const SceneOptions& options) {
  // Two combs inside each other, arm between arm, with 0.5 mm of space. One is tilted, so that arms meet
  // towards the ends. The overlap is deepest where the middle arm (top at -0.5 mm) meets the arm above it
  // (bottom at 0), because the tilt moves the end of the highest arm inward, and that of the lowest out from
  // under the other comb.
  constexpr double tilt_deg = 2;
  Scene scene = pair("myszkowski-c", "two concave bodies, the general case: two combs in each other",
                     tilted(comb(-1, -6), tilt_deg), comb(1, -4), options);
  scene.known = {
      {"most_layers_a", 6}, {"most_layers_b", 6}, {"min_clearance_mm", -height_at_end(-0.5, tilt_deg)}};
  return scene;
}

// Shinya & Forgue 1991: randomly displaced meshes (Fig. 4, up to some 5000 polygons) and a teapot of 552
// polygons that falls onto a fractal field of 8192 (Fig. 7).

constexpr std::size_t mesh_scene_triangles = 5000;
constexpr std::size_t teapot_triangles = 552;
constexpr std::size_t field_triangles = 8192;

//! Heights on equal lattices are linear over equal triangles, so the least gap is at a lattice point.
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

//! Midpoint displacement with 2^levels cells a side (Fournier, Fussell & Carpenter 1982).
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

//! Belly with lid and knob, spout and handle: three closed parts that overlap; 320 + 108 + 124 polygons. It
//! is not the Utah teapot, whose patches are a separate data set.
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

Scene displaced_meshes_scene(const SceneOptions& options) {
  constexpr double overlap_mm = 0.25;
  const double each = static_cast<double>(options.triangles.value_or(mesh_scene_triangles)) / 2;
  // A body has 2n² + 12n triangles.
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

// Knott 2003, Figs. 4.13 and 4.14: strongly non-convex bodies that are entangled, and hundreds of boxes.

std::string body_file(std::size_t place, std::size_t count) {
  const std::string number = std::to_string(place + 1);
  const std::size_t digits = std::max<std::size_t>(2, std::to_string(count).size());
  std::string file = "body-";
  file.append(digits - number.size(), '0');
  return file + number + ".ply";
}

//! Depth of the overlap of two boxes, along the axis on which it is least; negative if they are apart.
double depth_of(const Bounds& a, const Bounds& b) {
  return (a.max.cwiseMin(b.max) - a.min.cwiseMax(b.min)).minCoeff();
}

Bounds random_box(SeededRandom& random, double side_mm) {
  const auto between = [&](double from, double to) {
    const double x = random.uniform(from, to);
    const double y = random.uniform(from, to);
    return Eigen::Vector3d(x, y, random.uniform(from, to));
  };
  const Eigen::Vector3d min = between(0, side_mm);
  return {min, min + between(2, 7)};
}

Scene entangled_scene(const SceneOptions& options) {
  // A chain of rings of radius R with tubes of radius r, alternately level and upright, each through the
  // next. Two circles in perpendicular planes with centres d apart are nearest on the line between the
  // centres, at a distance of 2R − d if that is less than R. So the rings interfere if 2R − d < 2r.
  constexpr std::size_t rings = 8;
  constexpr double ring_mm = 10;
  constexpr double tube_mm = 1.5;
  constexpr double free_step_mm = 15;       // rings 5 mm apart: 2 mm of space
  constexpr double meeting_step_mm = 17.5;  // rings 2.5 mm apart: 0.5 mm deep
  const std::size_t each = options.triangles.value_or(24000) / rings;
  const int around_tube = std::max(8, static_cast<int>(std::sqrt(static_cast<double>(each) / 6)));
  const int around_ring = std::max(16, static_cast<int>(each) / (2 * around_tube));
  Scene scene{.name = "knott-entangled",
              .what = "a chain of linked rings; every second pair of neighbours interferes"};
  scene.interfering.emplace();
  double x = 0;
  for (std::size_t i = 0; i < rings; ++i) {
    const Eigen::Vector3d axis = i % 2 == 0 ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY();
    TriangleMesh ring = shapes::torus({x, 0, 0}, axis, ring_mm, tube_mm, around_ring, around_tube);
    scene.bodies.push_back({body_file(i, rings), {with_triangles(std::move(ring), each), {}}});
    const bool meets_next = i % 2 == 0;
    if (meets_next && i + 1 < rings) scene.interfering->push_back({i, i + 1});
    x += meets_next ? meeting_step_mm : free_step_mm;
  }
  return scene;
}

Scene boxes_scene(const SceneOptions& options) {
  constexpr std::size_t triangles_per_box = 12;
  const std::size_t count = options.triangles.value_or(200 * triangles_per_box) / triangles_per_box;
  // About one box per 400 mm³, so that many boxes are alone and many are not.
  const double side_mm = std::cbrt(400.0 * static_cast<double>(count));
  constexpr double least_depth_mm = 0.01;  // in depth or distance, clear of any tolerance
  SeededRandom random(options.seed);
  Scene scene{.name = "knott-boxes",
              .what = "a field of boxes; which of them interfere follows from their walls"};
  std::vector<Bounds> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto is_doubtful = [&](const Bounds& box) {
      return std::any_of(boxes.begin(), boxes.end(), [&](const Bounds& other) {
        return std::abs(depth_of(box, other)) < least_depth_mm;
      });
    };
    Bounds box = random_box(random, side_mm);
    while (is_doubtful(box)) box = random_box(random, side_mm);
    boxes.push_back(box);
    scene.bodies.push_back({body_file(i, count), {shapes::box(box.min, box.max), {}}});
  }
  scene.interfering.emplace();
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) {
      if (depth_of(boxes[a], boxes[b]) > 0) scene.interfering->push_back({a, b});
    }
  }
  return scene;
}

// The dentition.

std::size_t count_teeth(const LabelledMesh& jaw) {
  std::set<int> numbers(jaw.labels.begin(), jaw.labels.end());
  numbers.erase(0);
  return numbers.size();
}

DentitionOptions dentition_of(const SceneOptions& options) {
  DentitionOptions asked{.seed = options.seed, .varied = options.varied};
  if (options.triangles) asked.triangles = *options.triangles;
  for (const std::string& variant : options.variants) asked = with_variant(asked, variant);
  return asked;
}

Scene dentition_scene(const SceneOptions& options) {
  Dentition dentition = make_dentition(dentition_of(options));
  const std::size_t teeth = count_teeth(dentition.lower) + count_teeth(dentition.upper);
  Scene scene{.name = "dentition", .what = "a synthetic dentition of " + std::to_string(teeth) + " teeth"};
  scene.bodies.push_back({"lower.ply", std::move(dentition.lower)});
  scene.bodies.push_back({"upper.ply", std::move(dentition.upper)});
  scene.known = {{"teeth", static_cast<double>(teeth)}};
  if (options.variants.empty()) {
    scene.what += " in light intercuspation";
    scene.known.push_back({"deepest_overlap_about_mm", deepest_overlap_mm});
    scene.interfering = {{{0, 1}}};
  }
  for (const std::string& variant : options.variants) scene.what += ", " + variant;
  if (options.varied) {
    scene.what += ", varied";
    scene.jaws = {std::move(dentition.lower_truth), std::move(dentition.upper_truth)};
  }
  return scene;
}

struct SceneMaker {
  Scene (*make)(const SceneOptions&);
  TriangleLimits limits;
};

const std::vector<std::pair<std::string, SceneMaker>>& makers() {
  static const std::vector<std::pair<std::string, SceneMaker>> all = {
      {"dentition", {dentition_scene, {2000, 20000000}}},
      {"myszkowski-a", {one_pi_convex_scene, {100, 40000000}}},
      {"myszkowski-b", {two_pi_convex_scene, {100, 40000000}}},
      {"myszkowski-c", {two_concave_scene, {200, 40000000}}},
      {"shinya-meshes", {displaced_meshes_scene, {100, 40000000}}},
      {"shinya-teapot", {teapot_scene, {10000, 40000000}}},
      {"knott-entangled", {entangled_scene, {2400, 40000000}}},
      {"knott-boxes", {boxes_scene, {24, 12000}}},
  };
  return all;
}

const SceneMaker& maker(const std::string& name) {
  for (const auto& [known, made_by] : makers()) {
    if (known == name) return made_by;
  }
  std::string message = "no scene \"" + name + "\"; there are:";
  for (const std::string& known : scene_names()) message += " " + known;
  throw std::invalid_argument(message);
}

}  // namespace

const std::vector<std::string>& scene_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const auto& [name, made_by] : makers()) result.push_back(name);
    return result;
  }();
  return names;
}

TriangleLimits triangle_limits(const std::string& name) { return maker(name).limits; }

void check(const std::string& name, const SceneOptions& options) {
  const auto& [least, greatest] = maker(name).limits;
  if (options.triangles && (*options.triangles < least || *options.triangles > greatest)) {
    throw std::invalid_argument(name + " takes " + std::to_string(least) + " to " + std::to_string(greatest) +
                                " triangles, not " + std::to_string(*options.triangles));
  }
  if ((options.varied || !options.variants.empty()) && name != "dentition") {
    throw std::invalid_argument(name + " has no variants");
  }
  check(dentition_of(options));
}

Scene make_scene(const std::string& name, const SceneOptions& options) {
  check(name, options);
  return maker(name).make(options);
}

}  // namespace intercusp
