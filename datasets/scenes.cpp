#include "datasets/scenes.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "datasets/dentition.h"
#include "datasets/dentition_options.h"
#include "datasets/seed_scenes.h"

namespace intercusp {
namespace {

std::size_t count_teeth(const LabelledMesh& jaw) {
  std::set<int> numbers(jaw.labels.begin(), jaw.labels.end());
  numbers.erase(0);
  return numbers.size();
}

Scene dentition_scene(const SceneOptions& options) {
  DentitionOptions asked{.seed = options.seed, .varied = options.varied};
  if (options.triangles) asked.triangles = *options.triangles;
  for (const std::string& variant : options.variants) asked = with_variant(asked, variant);
  Dentition dentition = make_dentition(asked);
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

Scene make_scene(const std::string& name, const SceneOptions& options) {
  const SceneMaker& made_by = maker(name);
  if (options.triangles &&
      (*options.triangles < made_by.limits.least || *options.triangles > made_by.limits.greatest)) {
    throw std::invalid_argument("scene " + name + " takes " + std::to_string(made_by.limits.least) + " to " +
                                std::to_string(made_by.limits.greatest) + " triangles, not " +
                                std::to_string(*options.triangles));
  }
  if ((options.varied || !options.variants.empty()) && name != "dentition") {
    throw std::invalid_argument("scene " + name + " has no variants");
  }
  return made_by.make(options);
}

}  // namespace intercusp
