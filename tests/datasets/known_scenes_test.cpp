// The stated answers of every generated scene against the program's results.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "datasets/scenes.h"
#include "occlusion/inspect.h"
#include "occlusion/several/interference.h"

namespace intercusp {
namespace {

using Pairs = std::set<std::array<std::size_t, 2>>;

std::shared_ptr<const Solid> solid(const SceneBody& body) {
  return std::make_shared<const Solid>(solid_of(body.surface.mesh));
}

Pairs interfering_pairs(const Scene& scene) {
  std::vector<SolidOrBody> solids;
  for (const SceneBody& body : scene.bodies) solids.push_back({solid(body)});
  Pairs pairs;
  for (const PairInterference& pair : find_interference(solids).near_pairs)
    if (pair.interference) pairs.insert({pair.a, pair.b});
  return pairs;
}

Inspection inspected(const Scene& scene) {
  InspectionOptions options;
  options.direction = scene.direction;
  options.pixel_mm = 0.1;
  options.surface_distance = false;
  options.first_contact = false;
  return inspect(prepare_case({.upper = solid(scene.bodies[1]), .lower = solid(scene.bodies[0])}), options);
}

//! Two intervals are four layers.
double most_layers(const std::vector<std::uint8_t>& intervals) {
  return 2.0 * *std::ranges::max_element(intervals);
}

void expect_known(const KnownFact& fact, const Inspection& found) {
  constexpr double rounding_mm = 1e-5;  // 32-bit depths of up to 64 mm
  const double least = found.min_clearance_mm.value();
  if (fact.name == "min_clearance_mm") {
    EXPECT_GE(least, fact.value - rounding_mm);
    EXPECT_LE(least - found.min_clearance_error_mm, fact.value + rounding_mm);
    EXPECT_LE(found.min_clearance_error_mm, 0.005);
  } else if (fact.name == "min_clearance_at_least_mm") {
    EXPECT_GE(least, fact.value - rounding_mm);
  } else if (fact.name == "most_layers_a") {
    EXPECT_EQ(most_layers(found.map.lower_intervals), fact.value);
  } else if (fact.name == "most_layers_b") {
    EXPECT_EQ(most_layers(found.map.upper_intervals), fact.value);
  } else {
    ADD_FAILURE() << "nothing compares " << fact.name;
  }
}

TEST(KnownScenes, hold_for_what_the_program_finds) {
  for (const std::string& name : scene_names()) {
    if (name == "dentition") continue;  // its teeth and depth: dentition_test
    const TriangleLimits limits = triangle_limits(name);
    for (const std::uint64_t seed : {0U, 1U}) {
      const Scene scene = make_scene(
          name, {.triangles = std::clamp<std::size_t>(720, limits.least, limits.greatest), .seed = seed});
      SCOPED_TRACE(name + ", seed " + std::to_string(seed));
      EXPECT_EQ(interfering_pairs(scene), Pairs(scene.interfering->begin(), scene.interfering->end()));
      if (scene.known.empty()) continue;
      const Inspection found = inspected(scene);
      for (const KnownFact& fact : scene.known) expect_known(fact, found);
    }
  }
}

}  // namespace
}  // namespace intercusp
