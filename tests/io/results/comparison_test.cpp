// The colours of compare's pictures.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "io/picture/legend.h"
#include "io/results/comparison/change_scale.h"
#include "io/results/comparison/comparison.h"

namespace intercusp {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

//! A sheet of so many vertices each way.
TriangleMesh sheet(std::uint32_t side) {
  TriangleMesh mesh;
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) mesh.vertices.emplace_back(x, y, 0);
  }
  for (std::uint32_t y = 0; y + 1 < side; ++y) {
    for (std::uint32_t x = 0; x + 1 < side; ++x) {
      const std::uint32_t v = y * side + x;
      mesh.faces.push_back({v, v + 1, v + side});
      mesh.faces.push_back({v + 1, v + side + 1, v + side});
    }
  }
  return mesh;
}

//! All of whose vertices changed by so much since the scan before.
ScanComparison changed_by(double mm, double noise_mm) {
  auto scan = std::make_shared<JawScan>();
  scan->mesh = sheet(10);
  ScanComparison change{.before = scan, .after = scan};
  change.registration.reason.reset();
  change.noise.smooth_mm = noise_mm / 3.75;
  change.before_smooth_mm.assign(100, mm);
  return change;
}

TEST(ChangeScale, ends_at_round_numbers) {
  for (const auto& [least, round] : {std::pair(0.05, 0.05),
                                     {0.051, 0.1},
                                     {0.1, 0.1},
                                     {0.11, 0.2},
                                     {0.21, 0.5},
                                     {0.9, 1.0},
                                     {1.7, 2.0},
                                     {3.3, 5.0},
                                     {7.0, 10.0},
                                     {0.007, 0.01}})
    EXPECT_DOUBLE_EQ(round_number_from(least), round) << least;
  EXPECT_DOUBLE_EQ(change_scale(changed_by(-0.3, 0.02)).end_mm, 0.5);
  EXPECT_DOUBLE_EQ(change_scale(changed_by(-3.1, 0.02)).end_mm, 5);
  EXPECT_DOUBLE_EQ(change_scale(changed_by(0, 0.04)).end_mm, 0.1) << "twice the noise";
}

TEST(ChangeScale, is_one_for_a_series) {
  Comparison series;
  for (const double mm : {-0.06, -0.4, 0.15})
    series.scans.push_back({.after = {}, .change = changed_by(mm, 0.02)});
  series.scans[2].change.noise.smooth_mm = 0.03 / 3.75;
  const ChangeScale scale = change_scale(series);
  EXPECT_DOUBLE_EQ(scale.end_mm, 0.5);
  EXPECT_NEAR(scale.noise_mm, 0.03, 1e-12);
}

TEST(ChangeScale, paints_what_broke_off_as_lost_and_what_was_not_scanned_as_such) {
  constexpr std::uint32_t side = 20;
  const ChangeScale scale{.noise_mm = 0.02, .end_mm = 0.2};
  std::vector<double> change_mm(side * side, 0.0);
  const auto at = [](std::uint32_t x, std::uint32_t y) { return y * side + x; };
  for (std::uint32_t y = 4; y < 12; ++y) {
    for (std::uint32_t x = 4; x < 12; ++x) change_mm[at(x, y)] = -1.4;  // a break …
  }
  for (std::uint32_t y = 6; y < 10; ++y) {
    for (std::uint32_t x = 6; x < 10; ++x) change_mm[at(x, y)] = nothing;  // … too deep to have a partner
  }
  for (std::uint32_t y = 0; y < side; ++y)
    change_mm[at(18, y)] = change_mm[at(19, y)] = nothing;  // not scanned
  const std::vector<double> painted = with_breaks(sheet(side), change_mm, scale);
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      const std::uint32_t v = at(x, y);
      const bool broke = x >= 6 && x < 10 && y >= 6 && y < 10;
      if (broke) {
        EXPECT_EQ(scale.colour_at(painted[v]), scale.colour_at(-scale.end_mm)) << x << " " << y;
      } else if (x >= 18) {
        EXPECT_EQ(scale.colour_at(painted[v]), not_compared_colour) << x << " " << y;
      } else {
        EXPECT_EQ(painted[v], change_mm[v]) << x << " " << y;
      }
    }
  }
}

}  // namespace
}  // namespace intercusp
