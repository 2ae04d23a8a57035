// Myszkowski, Okunev & Kunii 1995, Fig. 3: "multiple simple polyhedra", their faces cut into many triangles, each scene
// of 160 000. The figure shows kinds, not sizes; the bodies here are prisms along y, so that every plane across y shows
// the same outline and the answer is known.
#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "datasets/seed_scenes.h"
#include "datasets/tessellate.h"
#include "occlusion/base/angles.h"
#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

constexpr std::size_t paper_triangles = 160000;
constexpr double half_length_mm = 20;  // of the prisms, along y

//! The outline in x and z (counter-clockwise with x to the right and z up) as a body along y.
TriangleMesh prism_along_y(const std::vector<Eigen::Vector2d>& outline_xz) {
  const TriangleMesh upright = shapes::prism(outline_xz, -half_length_mm, half_length_mm);
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitX()).toRotationMatrix();
  return shapes::moved(upright, pose);
}

//! A turn about the x axis; planes across x do not change, so neither does the number of layers.
TriangleMesh tilted(const TriangleMesh& mesh, double degrees) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = Eigen::AngleAxisd(degrees * rad_per_deg, Eigen::Vector3d::UnitX()).toRotationMatrix();
  return shapes::moved(mesh, pose);
}

//! Height that a corner at (half_length_mm, z) has after that turn: the highest point of a plane z = const.
double highest_after_tilt(double z, double degrees) {
  const double angle = degrees * rad_per_deg;
  return half_length_mm * std::sin(angle) + z * std::cos(angle);
}

//! Height of the plane z = const after that turn, at the end of the unturned body.
double height_at_end(double z, double degrees) {
  const double angle = degrees * rad_per_deg;
  return half_length_mm * std::tan(angle) + z / std::cos(angle);
}

//! A comb whose back stands at x = 20 (side = 1) or -20 (side = -1) and whose three arms reach 22 mm
//! across: 1.5 mm thick, one every 4 mm, the lowest from z = lowest.
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

}  // namespace

Scene one_pi_convex_scene(const SceneOptions& options) {
  // The tongue of `a` lies in the lower gap of the comb with 0.75 mm of room on both sides. Tilted, it runs
  // into the arms towards both ends: the arm over the gap begins at z = 1.25 mm.
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
  // A ridge of 45° in a notch whose sides are less steep: the overlap is greatest along the ridge and ends at
  // |x| = 1 mm.
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
  // Two combs put into each other, arm between arm, with 0.5 mm of room. One is tilted, so that arms meet
  // towards the ends, deepest where the middle arm (its top at -0.5 mm) meets the arm over it (its bottom at 0): the
  // turn moves the end of the highest arm inward, and that of the lowest out from under the other comb.
  constexpr double tilt_deg = 2;
  Scene scene = pair("myszkowski-c", "two concave bodies, the general case: two combs in each other",
                     tilted(comb(-1, -6), tilt_deg), comb(1, -4), options);
  scene.known = {
      {"most_layers_a", 6}, {"most_layers_b", 6}, {"min_clearance_mm", -height_at_end(-0.5, tilt_deg)}};
  return scene;
}

}  // namespace intercusp
