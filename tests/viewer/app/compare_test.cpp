// A named pose beside the present one: its map and the differences tooth by tooth.

#include <algorithm>
#include <numbers>

#include "tests/viewer/app/viewer_support.h"
#include "viewer/case/rest_reading.h"

namespace intercusp::viewer::testing {
namespace {

constexpr int fine_rings = 128;

//! The distance of a chord of the fine ball below its surface.
const double sag_mm = ball_radius_mm * (1 - std::cos(0.5 * std::numbers::pi / fine_rings));

CaseRequest write_fine_ball_and_plate(const fs::path& folder) {
  fs::create_directories(folder);
  write_ply(folder / "upper.ply", shapes::fine_box({-20, -15, 0}, {20, 15, 5}, 2.5));
  write_ply(folder / "lower.ply",
            shapes::sphere({0, 0, -ball_radius_mm - ball_gap_mm}, ball_radius_mm, fine_rings));
  return {.upper = (folder / "upper.ply").string(), .lower = (folder / "lower.ply").string()};
}

//! The area of a ball's cap.
double cap_mm2(double height_mm) { return 2 * std::numbers::pi * ball_radius_mm * height_mm; }

std::vector<ToothDifference> differences(const AppState& state) {
  return tooth_differences(*state.rest, *state.comparison->rest, state.document.measure);
}

TEST(Compare, differences_of_a_ball_brought_closer_to_a_plate_are_those_of_its_caps) {
  Viewer viewer;
  viewer.open(write_fine_ball_and_plate(viewer.folder / "scans"));
  viewer.actions.pose.add_named("as opened");
  constexpr double closer_mm = 0.07, threshold_mm = 0.1;
  viewer.actions.pose.set(lowered_by(-closer_mm), "closer");
  viewer.actions.pose.compare_with(0);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.comparison && viewer.state.comparison->rest && viewer.state.rest);
  EXPECT_TRUE(same_pose(viewer.state.comparison->live->reading().upper_from_lower, lowered_by(0)));
  EXPECT_TRUE(same_pose(viewer.state.live->reading().upper_from_lower, lowered_by(-closer_mm)));

  const std::vector<ToothDifference> rows = differences(viewer.state);
  ASSERT_EQ(rows.size(), 1U) << "nothing is numbered";
  const ToothDifference& whole = rows.front();
  EXPECT_EQ(whole.tooth, 0);
  const double error_mm2 = cap_mm2(2 * sag_mm);
  EXPECT_NEAR(whole.other.area_mm2, cap_mm2(threshold_mm - ball_gap_mm), error_mm2);
  EXPECT_NEAR(whole.now.area_mm2, cap_mm2(threshold_mm - ball_gap_mm + closer_mm), error_mm2);
  EXPECT_EQ(whole.other.depth_mm, 0);
  EXPECT_NEAR(whole.now.depth_mm, closer_mm - ball_gap_mm, 1e-4);
  EXPECT_EQ(whole.now.share, 1);
  EXPECT_EQ(whole.other.share, 1);
}

TEST(Compare, each_tooth_has_the_numbers_that_its_pose_has_at_rest) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  viewer.actions.pose.add_named("as opened");
  viewer.actions.finish_work();
  const ShownFigures other = viewer.state.figures();
  viewer.actions.pose.nudge({.shift_mm = {0.2, 0, 0.05}});
  viewer.actions.pose.compare_with(0);
  viewer.actions.finish_work();
  const ShownFigures now = viewer.state.figures();
  const auto area_of = [](const ShownFigures& figures, int fdi) {
    const auto tooth = std::ranges::find(figures.teeth, fdi, &ShownFigures::Tooth::fdi);
    return tooth == figures.teeth.end() ? 0 : tooth->area_mm2;
  };
  const std::vector<ToothDifference> rows = differences(viewer.state);
  ASSERT_GT(rows.size(), 5U);
  double now_share = 0, other_share = 0;
  for (const ToothDifference& row : rows) {
    const double now_mm2 = row.tooth == 0 ? now.area_mm2.value : area_of(now, row.tooth);
    const double other_mm2 = row.tooth == 0 ? other.area_mm2.value : area_of(other, row.tooth);
    EXPECT_EQ(row.now.area_mm2, now_mm2) << row.tooth;
    EXPECT_EQ(row.other.area_mm2, other_mm2) << row.tooth;
    EXPECT_GE(row.tooth, row.tooth == 0 ? 0 : 31) << "lower teeth alone";
    if (row.tooth == 0) continue;
    now_share += row.now.share;
    other_share += row.other.share;
  }
  EXPECT_NEAR(now_share, 1, 0.01);
  EXPECT_NEAR(other_share, 1, 0.01);
}

TEST(Compare, follows_the_threshold_and_stays_while_the_jaw_moves) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.add_named("as opened");
  viewer.actions.pose.compare_with(0);
  viewer.actions.finish_work();
  const std::shared_ptr<LiveBite> map = viewer.state.comparison->live.shared();
  const double area_mm2 = differences(viewer.state).front().other.area_mm2;
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -1}});
  EXPECT_TRUE(viewer.state.comparison->rest) << "the other pose has not moved";
  viewer.actions.pose.set_threshold(0.2);
  EXPECT_FALSE(viewer.state.comparison->rest) << "numbers of another threshold";
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.comparison->rest);
  EXPECT_GT(differences(viewer.state).front().other.area_mm2, 1.5 * area_mm2);
  EXPECT_EQ(viewer.state.comparison->live.shared(), map) << "the map is the same";
}

TEST(Compare, waits_for_a_jaw_at_rest_without_being_touched) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.add_named("as opened");
  viewer.actions.pose.begin_drag("drag");
  viewer.actions.pose.compare_with(0);
  for (int i = 0; i < 20; ++i) viewer.actions.update(0.1);
  EXPECT_FALSE(viewer.state.comparison->live) << "the drag has the processor";
  viewer.actions.pose.end_drag();
  rest(viewer);
  for (int i = 0; i < 2000 && !viewer.state.comparison->rest; ++i) {
    ASSERT_TRUE(viewer.actions.next_due_s()) << "the window would sleep";
    viewer.actions.update(0.01);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(viewer.state.comparison->rest);
}

TEST(Compare, ends_when_asked_to_and_with_the_case) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.compare_with(0);
  EXPECT_FALSE(viewer.state.comparison) << "the pose does not exist";
  viewer.actions.pose.add_named("as opened");
  viewer.actions.pose.compare_with(0);
  EXPECT_TRUE(viewer.state.comparison);
  EXPECT_TRUE(viewer.state.view.show_map);
  viewer.actions.pose.end_comparison();
  EXPECT_FALSE(viewer.state.comparison);
  viewer.actions.pose.compare_with(0);
  viewer.actions.files.save_session(viewer.folder / "saved.json");
  viewer.open_ball_and_plate();
  EXPECT_FALSE(viewer.state.comparison);
}

TEST(Compare, the_jaw_goes_from_one_pose_to_the_other_in_one_step_of_undo) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.add_named("as opened");
  viewer.actions.pose.set(lowered_by(1), "lowered");
  viewer.actions.pose.compare_with(0);
  for (const double share : {0.25, 0.5, 0.75, 0.5}) {
    viewer.actions.pose.go_between(share);
    EXPECT_TRUE(viewer.state.document.upper_from_lower.isApprox(lowered_by(share), 1e-12)) << share;
  }
  EXPECT_EQ(viewer.state.comparison->share, 0.5);
  viewer.actions.pose.undo();
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, lowered_by(1)));
}

}  // namespace
}  // namespace intercusp::viewer::testing
