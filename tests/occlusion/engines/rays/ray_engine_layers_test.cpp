// Concave bodies, and jaws of several parts: a line enters and leaves a jaw more than once.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "tests/occlusion/engines/rays/slabs.h"

namespace intercusp {
namespace {

//! Two C-shaped hooks in each other, seen along y. Between x = 4 and 6 the order is lower, upper, lower,
//! upper.
struct Hooks {
  Mesh lower = shapes::prism({{0, 0}, {10, 0}, {10, 1}, {1, 1}, {1, 4}, {6, 4}, {6, 5}, {0, 5}}, 0, 3);
  Mesh upper = shapes::prism({{2, 8}, {11, 8}, {11, 3}, {4, 3}, {4, 2}, {12, 2}, {12, 9}, {2, 9}}, 0, 3);

  //! At x = 5 with the upper raised.
  [[nodiscard]] PixelResult raised(double by_mm) const {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation().y() = -by_mm;  // raising the upper is lowering the lower
    const Eigen::Isometry3d along_y = orthographic({0, 1, 0}, {0, 0, 1});
    const Eigen::Vector3d place = along_y * Eigen::Vector3d(5, 0, 1.3);
    return RayEngine(solid(upper), solid(lower)).at(along_y, pose, place.x(), place.y());
  }
};

TEST(RayEngine, interlocked_hooks_that_do_not_touch_are_free) {
  const PixelResult pixel = Hooks{}.raised(0);
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_EQ(pixel.upper_intervals, 2);
  EXPECT_EQ(pixel.lower_intervals, 2);
  EXPECT_NEAR(pixel.clearance_mm, 1, 1e-7);  // from the lower's base at 1 to the upper's arm at 2
}

TEST(RayEngine, interlocked_hooks_touch_from_behind_without_a_gap_there) {
  const PixelResult pixel = Hooks{}.raised(1);  // the upper's arm meets the lower's from below
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_NEAR(pixel.clearance_mm, 2, 1e-7);
}

TEST(RayEngine, interlocked_hooks_touch_at_the_base) {
  const PixelResult pixel = Hooks{}.raised(-1);
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_NEAR(pixel.clearance_mm, 0, 1e-7);
}

TEST(RayEngine, interlocked_hooks_that_cut_into_each_other_interfere) {
  const PixelResult pixel = Hooks{}.raised(1.25);
  EXPECT_EQ(pixel.state, PixelState::interfering);
  EXPECT_NEAR(pixel.clearance_mm, -0.25, 1e-7);
}

TEST(RayEngine, overlapping_parts_of_one_jaw_hold_what_lies_in_both) {
  const PixelResult pixel = over_slabs(slab(2, 3), joined({slab(0, 6), slab(1, 5)}));  // A( A( B( B) A) A)
  EXPECT_EQ(pixel.state, PixelState::interfering);
  EXPECT_EQ(pixel.lower_intervals, 1);
  EXPECT_EQ(pixel.clearance_mm, -1.0F);
}

TEST(RayEngine, touching_parts_of_one_jaw_are_one_interval) {
  const PixelResult pixel = over_slabs(slab(5, 6), joined({slab(0, 1), slab(1, 2), slab(2, 3)}));
  EXPECT_EQ(pixel.lower_intervals, 1);
  EXPECT_EQ(pixel.clearance_mm, 2.0F);
}

TEST(RayEngine, touching_parts_stay_one_interval_however_the_scene_is_turned) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> value(-1, 1);
  for (int turn = 0; turn < 50; ++turn) {
    const Eigen::Vector3d axis = Eigen::Vector3d(value(random), value(random), value(random)).normalized();
    const Eigen::Isometry3d pose(Eigen::AngleAxisd(3 * value(random), axis));
    const Mesh lower = shapes::moved(joined({slab(0, 1), shapes::fine_box({0, 0, 1}, {10, 10, 2}, 3)}), pose);
    const Mesh upper = shapes::moved(slab(5, 6), pose);
    const Eigen::Isometry3d view_from_case = orthographic(pose.linear().col(2));
    const Eigen::Vector3d place = view_from_case * (pose * Eigen::Vector3d(4.3, 5.1, 0));
    const PixelResult pixel =
        RayEngine(solid(upper), solid(lower)).at(view_from_case, at_rest, place.x(), place.y());
    EXPECT_EQ(pixel.lower_intervals, 1) << "turn " << turn;
    EXPECT_NEAR(pixel.clearance_mm, 3, 1e-6) << "turn " << turn;
  }
}

TEST(RayEngine, a_stack_of_forty_layers_gives_its_narrowest_gap) {
  Mesh upper, lower;
  for (int k = 0; k < 20; ++k) {
    append(lower, slab(2 * k, 2 * k + 0.5));
    append(upper, slab(2 * k + 1 - (k == 13 ? 0.25 : 0), 2 * k + 1.5));
  }
  const PixelResult pixel = over_slabs(upper, lower);
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_EQ(pixel.upper_intervals, 20);
  EXPECT_EQ(pixel.lower_intervals, 20);
  EXPECT_EQ(pixel.clearance_mm, 0.25F);
  EXPECT_EQ(pixel.lower_face / 12, 13);
}

TEST(RayEngine, more_layers_than_a_byte_holds_are_255) {
  Mesh lower;
  for (int k = 0; k < 300; ++k) append(lower, slab(k, k + 0.5));
  const PixelResult pixel = over_slabs(slab(299.25, 305), lower);
  EXPECT_EQ(pixel.lower_intervals, 255);
  EXPECT_EQ(pixel.clearance_mm, -0.25F);
}

TEST(RayEngine, all_overlaps_are_summed_and_the_longest_is_the_clearance) {
  const PixelResult pixel = over_slabs(joined({slab(1, 3), slab(6, 9)}), joined({slab(0, 2), slab(4, 8)}));
  EXPECT_EQ(pixel.state, PixelState::interfering);
  EXPECT_EQ(pixel.clearance_mm, -2.0F);
  EXPECT_EQ(pixel.overlap_mm, 3.0F);
}

//! The reference result for 40 cells of 1 mm along a line, evaluated cell by cell.
struct CellColumn {
  static constexpr int cells = 40;
  std::array<bool, cells> upper{}, lower{};

  static int runs(const std::array<bool, cells>& jaw) {
    int count = 0;
    for (int z = 0; z < cells; ++z) count += jaw[z] && (z == 0 || !jaw[z - 1]);
    return count;
  }
  [[nodiscard]] int longest_overlap() const {
    int longest = 0;
    for (int z = 0, run = 0; z < cells; ++z)
      longest = std::max(longest, run = upper[z] && lower[z] ? run + 1 : 0);
    return longest;
  }
  [[nodiscard]] int overlap() const {
    int sum = 0;
    for (int z = 0; z < cells; ++z) sum += upper[z] && lower[z];
    return sum;
  }
  [[nodiscard]] std::optional<int> smallest_gap() const {
    std::optional<int> smallest;
    for (int end = 1; end < cells; ++end) {
      if (!lower[end - 1] || lower[end]) continue;  // the lower does not end here
      int start = end;
      while (start < cells && !upper[start] && !lower[start]) ++start;
      const bool upper_starts = start < cells && upper[start] && !upper[start - 1];
      if (upper_starts) smallest = std::min(smallest.value_or(cells), start - end);
    }
    return smallest;
  }
};

TEST(RayEngine, unions_of_random_boxes_read_as_their_cells_do) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(0, 8);
    std::uniform_int_distribution<int> level(0, 30), thickness(1, 9);
    std::vector<Bounds> boxes[2];
    Mesh meshes[2];
    for (int jaw = 0; jaw < 2; ++jaw) {
      for (int i = 0; i < 8; ++i) {
        Bounds box;
        const int bottom = level(random);
        box.min = {place(random), place(random), static_cast<double>(bottom)};
        box.max = box.min + Eigen::Vector3d(4, 4, thickness(random));
        append(meshes[jaw], shapes::box(box.min, box.max));
        boxes[jaw].push_back(box);
      }
    }
    const View view = window(0, 0, 0.5, 24, 24);
    const ClearanceMap map = map_of(meshes[0], meshes[1], view);
    for (std::size_t i = 0; i < view.grid.size(); ++i) {
      const Eigen::Vector2d uv = view.grid.centre(static_cast<int>(i % 24), static_cast<int>(i / 24));
      CellColumn column;
      for (int jaw = 0; jaw < 2; ++jaw) {
        for (const Bounds& box : boxes[jaw]) {
          if ((uv.array() < box.min.head<2>().array()).any() ||
              (uv.array() > box.max.head<2>().array()).any())
            continue;
          for (int z = static_cast<int>(box.min.z()); z < box.max.z(); ++z) {
            (jaw == 0 ? column.upper : column.lower)[static_cast<std::size_t>(z)] = true;
          }
        }
      }
      ASSERT_EQ(map.upper_intervals[i], CellColumn::runs(column.upper)) << "pixel " << i;
      ASSERT_EQ(map.lower_intervals[i], CellColumn::runs(column.lower)) << "pixel " << i;
      if (map.coverage[i] != Coverage::both) continue;
      ASSERT_EQ(map.overlap_mm[i], static_cast<float>(column.overlap())) << "pixel " << i;
      const float gap =
          column.smallest_gap() ? static_cast<float>(*column.smallest_gap()) : unlimited_clearance;
      const auto overlap = static_cast<float>(column.longest_overlap());
      ASSERT_EQ(map.clearance_mm[i], overlap > 0 ? -overlap : gap) << "pixel " << i;
    }
  }
}

}  // namespace
}  // namespace intercusp
