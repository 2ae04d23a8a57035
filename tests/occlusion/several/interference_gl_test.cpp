// Interference by CInDeR: its sightings count, and the exact test finds the overlaps that it misses.
#include <gtest/gtest.h>

#include "occlusion/geometry/shapes.h"
#include "occlusion/several/interference.h"

namespace intercusp {
namespace {

PairInterference of_two(const TriangleMesh& a, const TriangleMesh& b, const InterferenceOptions& options) {
  const std::vector<SolidOrBody> solids = {{std::make_shared<const Solid>(solid_of(a))},
                                           {std::make_shared<const Solid>(solid_of(b))}};
  return find_interference(solids, options).near_pairs.at(0);
}

TEST(CinderInterference, who_penetrates_is_what_cinder_sees) {
  // The bar goes through the plate 0.02 mm beside its rim, which CInDeR moves by up to 0.0375 mm.
  const TriangleMesh plate = shapes::box({-5, -5, -0.5}, {5, 5, 0.5});
  const TriangleMesh bar = shapes::box({4.4, -0.3, -4}, {4.98, 0.3, 4});
  const PairInterference exact = of_two(plate, bar, {});
  EXPECT_TRUE(exact.b_penetrates && !exact.a_penetrates);
  const PairInterference seen = of_two(plate, bar, {.engine = InterferenceEngine::cinder});
  EXPECT_TRUE(seen.b_penetrates && seen.a_penetrates && seen.found_by_engine);
  EXPECT_EQ(seen.depth_mm, exact.depth_mm);
}

TEST(CinderInterference, what_cinder_misses_the_exact_test_finds) {
  // A needle's tip is 0.02 mm thick where it enters; pixels are 0.5 mm.
  TriangleMesh needle = shapes::box({-20, -20, 5.5}, {20, 20, 8});
  append(needle, shapes::box({3.26, 4.26, 4.9}, {3.28, 4.28, 6}));
  const PairInterference pair = of_two(shapes::box({-20, -20, 0}, {20, 20, 5}), needle,
                                       {.engine = InterferenceEngine::cinder, .pixel_mm = 0.5});
  EXPECT_TRUE(pair.interference && pair.b_penetrates && !pair.a_penetrates);
  EXPECT_FALSE(pair.found_by_engine);
  EXPECT_NEAR(pair.depth_mm, 0.1, 1e-9);
}

TEST(CinderInterference, what_cinder_sees_one_way_only_the_exact_test_completes) {
  // A crank stands 0.3 mm in the plate; a needle on the plate, too thin to be seen, ends 0.004 mm in the crank's arm.
  TriangleMesh plate = shapes::box({-5, -5, -2}, {5, 5, 0});
  append(plate, shapes::box({3, 0.10, -1}, {3.02, 0.12, 1.004}));
  TriangleMesh crank = shapes::box({-0.5, -0.5, -0.3}, {0.5, 0.5, 2});
  append(crank, shapes::box({0, -0.4, 1}, {4, 0.4, 1.9}));
  const PairInterference pair = of_two(plate, crank, {.engine = InterferenceEngine::cinder});
  EXPECT_TRUE(pair.a_penetrates && pair.b_penetrates && pair.found_by_engine);
}

}  // namespace
}  // namespace intercusp
