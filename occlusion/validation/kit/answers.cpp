// Bodies with known answers for the commands that make no map: interfere, slide, close and spray.
#include <cmath>
#include <memory>
#include <numbers>

#include "occlusion/geometry/body_mesh.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/motion/first_contact.h"
#include "occlusion/particles/spray.h"
#include "occlusion/several/interference.h"
#include "occlusion/validation/kit/scenes.h"

namespace intercusp::kit {
namespace {

//! A pose in which nothing is parallel to an axis.
const Eigen::Isometry3d askew =
    Eigen::Translation3d(3, -2, 5) * Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, -2).normalized());

std::shared_ptr<const Solid> solid(const TriangleMesh& mesh) {
  return std::make_shared<const Solid>(solid_of(shapes::moved(mesh, askew)));
}

SolidOrBody sphere(double radius_mm, const Eigen::Vector3d& centre) {
  const AnalyticBody body{BodyKind::sphere, {radius_mm}, askew * Eigen::Translation3d(centre)};
  return {std::make_shared<const Solid>(solid_of(mesh_of(body).mesh)),
          std::make_shared<const AnalyticBody>(body)};
}

void add_depths(bool with_opengl, std::vector<KitAnswer>& answers) {
  const std::vector<SolidOrBody> spheres = {sphere(5, {0, 0, 0}), sphere(4, {0, 0, 8.95})};
  const std::vector<SolidOrBody> block = {{solid(shapes::box({-10, -10, -2}, {10, 10, 0}))},
                                          {solid(shapes::box({-1, -1, -0.3}, {1, 1, 4}))}};
  std::vector<InterferenceEngine> engines = {InterferenceEngine::zlist, InterferenceEngine::ray};
  if (with_opengl) engines.push_back(InterferenceEngine::cinder);
  for (const InterferenceEngine engine : engines) {
    const auto depth = [&](const std::vector<SolidOrBody>& solids) {
      return find_interference(solids, {.engine = engine}).near_pairs.at(0).depth_mm;
    };
    answers.push_back(
        {"interfere", "sphere in sphere", name_of(engine), KitAnswer::depth, depth(spheres), 0.05});
    answers.push_back({"interfere", "block in plate", name_of(engine), KitAnswer::depth, depth(block), 0.3});
  }
}

//! Distance that the point of first contact travels, mm.
double way_to_contact(const TriangleMesh& upper, const TriangleMesh& lower, const Motion& motion) {
  const std::shared_ptr<const Solid> fixed = solid(upper), moving = solid(lower);
  const auto contact =
      find_first_contact({.upper = fixed, .lower = moving}, ContactSearch(fixed, moving), motion).contact;
  if (!contact) return std::nan("");
  return contact->amount * motion.velocity_at(contact->case_point).norm();
}

void add_first_contacts(std::vector<KitAnswer>& answers) {
  // Roofs of 45° whose ridges are perpendicular, 1.5 mm apart.
  const TriangleMesh ridge = shapes::prism({{-4, 0}, {4, 0}, {0, 4}}, -5, 5);
  const Eigen::Isometry3d across(Eigen::AngleAxisd(std::numbers::pi, Eigen::Vector3d(1, 0, 1).normalized()));
  const Eigen::Isometry3d over = Eigen::Translation3d(0, 9.5, 0) * across;
  answers.push_back({"slide", "crossed ridges", "", KitAnswer::way,
                     way_to_contact(shapes::moved(ridge, over), ridge,
                                    Motion::shift(askew.linear() * Eigen::Vector3d::UnitY(), 10)),
                     1.5});
  // A tip at the height of the hinge, 20 mm from it; a plate 3 mm above.
  const TriangleMesh plate = shapes::box({-9, 10, 3}, {9, 30, 5});
  TriangleMesh tip;
  tip.vertices = {{-1, 19, -4}, {1, 19, -4}, {1, 21, -4}, {-1, 21, -4}, {0, 20, 0}};
  tip.faces = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {0, 3, 2}, {0, 2, 1}};
  const Motion closing = Motion::turn(askew.translation(), askew.linear() * Eigen::Vector3d::UnitX(), 1);
  answers.push_back({"close", "tip under plate", "", KitAnswer::way, way_to_contact(plate, tip, closing),
                     20 * std::asin(3.0 / 20)});
}

//! A sphere of 5 mm in a cone of 30°, 20 mm from the nozzle.
void add_spray(std::vector<KitAnswer>& answers) {
  constexpr double radius_mm = 5, away_mm = 20, half_angle_rad = std::numbers::pi / 6;
  const SolidOrBody ball = sphere(radius_mm, {0, 0, away_mm});
  const std::vector<SolidOrBody> solids = {ball};
  SprayOptions options;
  options.emitter = {.place = askew.translation(),
                     .direction = askew.linear() * Eigen::Vector3d::UnitZ(),
                     .opening = Cone{half_angle_rad}};
  const Spray found = spray(solids, options);
  const double seen_rad = std::asin(radius_mm / away_mm);
  answers.push_back({"spray", "sphere in a cone", "", KitAnswer::share,
                     static_cast<double>(found.hits) / static_cast<double>(options.particles),
                     (1 - std::cos(seen_rad)) / (1 - std::cos(half_angle_rad))});
  answers.push_back({"spray", "sphere in a cone", "", KitAnswer::way,
                     found.solids[0].first_hit_s * options.emitter.speed_mm_s, away_mm - radius_mm});
}

}  // namespace

std::vector<KitAnswer> answers_of_commands(bool with_opengl) {
  std::vector<KitAnswer> answers;
  add_depths(with_opengl, answers);
  add_first_contacts(answers);
  add_spray(answers);
  return answers;
}

}  // namespace intercusp::kit
