#include <algorithm>
#include <cmath>
#include <set>

#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/words.h"
#include "viewer/case/rest_reading.h"
#include "viewer/tools/tracks/tool.h"
#include "viewer/tools/validation/tool.h"

namespace intercusp::viewer::testing {
namespace {

//! Down by 1 mm in one second and up again in another.
fs::path write_track(const Viewer& viewer) {
  return viewer.folder.write("chewing.csv",
                             "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n"
                             "5,0,0,0,1,0,0,0\n"
                             "6,0,0,-1,1,0,0,0\n"
                             "7,0,0,0,1,0,0,0\n");
}

double height_of(const Viewer& viewer) { return viewer.state.document.upper_from_lower.translation().z(); }

void open_playback(Viewer& viewer) {
  viewer.actions.playbacks.open_track(write_track(viewer));
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.playback) << viewer.messages();
}

TEST(OpenPlayback, plays_outside_of_undo_and_puts_the_pose_back) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -2}});
  open_playback(viewer);
  EXPECT_EQ(viewer.state.playback->name, "chewing.csv");
  EXPECT_EQ(viewer.state.playback->time_s, 5);
  EXPECT_EQ(height_of(viewer), 0);
  EXPECT_EQ(viewer.state.undo_label, text::nudge);

  viewer.actions.playbacks.set_playing(true);
  EXPECT_TRUE(viewer.state.moving());
  viewer.actions.update(0.5);
  EXPECT_NEAR(height_of(viewer), -0.5, 1e-12);
  expect_read(viewer.state);
  viewer.actions.playbacks.set_speed(0.5);
  viewer.actions.update(0.5);
  EXPECT_NEAR(height_of(viewer), -0.75, 1e-12);
  viewer.actions.pose.set_threshold(0.2);  // is a step, and takes no pose of the playback with it
  EXPECT_NEAR(height_of(viewer), -0.75, 1e-12);
  expect_read(viewer.state);

  viewer.actions.playbacks.close();
  EXPECT_NEAR(height_of(viewer), -2, 1e-12);
  EXPECT_EQ(viewer.state.document.threshold_mm, 0.2);
  expect_read(viewer.state);
  viewer.actions.pose.undo();
  viewer.actions.pose.undo();
  EXPECT_EQ(height_of(viewer), 0);
  EXPECT_FALSE(viewer.state.can_undo);
}

TEST(OpenPlayback, begins_again_where_it_loops_and_stops_where_not) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  open_playback(viewer);
  viewer.actions.playbacks.set_playing(true);
  viewer.actions.update(2.25);
  EXPECT_NEAR(viewer.state.playback->time_s, 5.25, 1e-12);
  EXPECT_TRUE(viewer.state.playback->playing);
  viewer.actions.playbacks.set_loop(false);
  viewer.actions.update(9);
  EXPECT_EQ(viewer.state.playback->time_s, 7);
  EXPECT_FALSE(viewer.state.playback->playing);
  viewer.actions.playbacks.set_playing(true);  // at the end: from the beginning
  EXPECT_EQ(viewer.state.playback->time_s, 5);
  viewer.actions.playbacks.set_time(100);
  EXPECT_EQ(viewer.state.playback->time_s, 7);
}

TEST(OpenPlayback, a_hand_on_the_jaw_stops_it) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  open_playback(viewer);
  viewer.actions.playbacks.set_playing(true);
  viewer.actions.update(0.5);
  viewer.actions.pose.begin_drag("drag");
  EXPECT_FALSE(viewer.state.playback->playing);
  viewer.actions.pose.drag_to(lowered_by(3));
  viewer.actions.pose.end_drag();
  EXPECT_EQ(height_of(viewer), -3);
  viewer.actions.playbacks.close();
  EXPECT_EQ(height_of(viewer), -3);
  viewer.actions.pose.undo();
  EXPECT_EQ(height_of(viewer), 0);
}

TEST(OpenPlayback, contacts_are_those_of_the_live_map_at_the_threshold_and_measure_shown) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  open_playback(viewer);
  ASSERT_TRUE(contacts_of_playback(viewer.state));
  ASSERT_EQ(contacts_of_playback(viewer.state)->area_mm2.size(), 3U);
  EXPECT_EQ(contacts_of_playback(viewer.state)->measure, Measure::surface_distance);
  const double played_mm2 = contacts_of_playback(viewer.state)->area_mm2.front();
  const double live_mm2 = viewer.state.live->reading().by_distance.surface_mm2;
  EXPECT_GT(live_mm2, 1);
  // The windows differ, so pixels are shifted: areas differ along the contour of a circle of √(2·5·0.05) mm by a small
  // part of a pixel.
  const double contour_mm = 2 * std::numbers::pi * std::sqrt(2 * ball_radius_mm * ball_gap_mm);
  EXPECT_NEAR(played_mm2, live_mm2, 0.05 * contour_mm * live_pixel_mm);

  viewer.actions.pose.set_threshold(0.3);
  viewer.actions.finish_work();
  ASSERT_TRUE(contacts_of_playback(viewer.state));
  EXPECT_EQ(contacts_of_playback(viewer.state)->playback.options.threshold_mm, 0.3);

  viewer.actions.pose.set_measure(Measure::clearance);
  viewer.actions.finish_work();
  ASSERT_TRUE(contacts_of_playback(viewer.state));
  EXPECT_EQ(contacts_of_playback(viewer.state)->measure, Measure::clearance);
}

TEST(OpenPlayback, curves_of_a_drag_go_when_the_jaw_stands_elsewhere) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.begin_drag("drag");
  for (const double mm : {0.1, 0.2, 0.3}) viewer.actions.pose.drag_to(lowered_by(mm));
  viewer.actions.pose.end_drag();
  EXPECT_EQ(viewer.state.history.size(), 3U);
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -1}});
  EXPECT_TRUE(viewer.state.history.empty());
}

TEST(OpenPlayback, a_track_that_cannot_be_read_leaves_all_as_it_was) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.playbacks.open_track(viewer.folder.write("bad.csv", "time_s,tx_mm\n1,2\n"));
  viewer.actions.finish_work();
  EXPECT_FALSE(viewer.state.playback);
  EXPECT_NE(viewer.messages().find("bad.csv"), std::string::npos);
}

TEST(OpenPlayback, a_row_that_moves_the_jaw_out_of_reach_is_refused_with_its_line) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const std::string header = "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n";
  viewer.actions.playbacks.open_track(
      viewer.folder.write("far.csv", header + "0,0,0,0,1,0,0,0\n1,0,0,-6e5,1,0,0,0\n"));
  viewer.actions.finish_work();
  EXPECT_FALSE(viewer.state.playback);
  EXPECT_NE(viewer.messages().find("far.csv: line 3"), std::string::npos) << viewer.messages();
}

TEST(Proof, validation_is_kept_with_its_pose) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  validate_pose(viewer.state, viewer.actions);
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.3}});
  viewer.actions.finish_work();
  ASSERT_TRUE(validation_of(viewer.state)) << viewer.messages();
  EXPECT_TRUE(same_pose(validation_of(viewer.state)->upper_from_lower, Eigen::Isometry3d::Identity()));
  // The budget of docs/ACCURACY.md, map against one ray through the pixel's centre.
  EXPECT_LT(validation_of(viewer.state)->validation.point.rms_mm, 0.0003);
  EXPECT_EQ(validation_of(viewer.state)->validation.state_disagreements, 0U);
  EXPECT_NEAR(validation_of(viewer.state)->map.view.grid.pixel_mm, 0.05, 0);
  EXPECT_FALSE(validation_of(viewer.state)->picture->pixels.empty());
}

TEST(Proof, validation_can_be_stopped) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  validate_pose(viewer.state, viewer.actions);
  viewer.actions.update(0);
  viewer.actions.work.cancel();
  viewer.actions.finish_work();
  EXPECT_FALSE(validation_of(viewer.state));
  EXPECT_EQ(viewer.messages(), "");
}

TEST(Proof, stages_are_those_of_the_live_maps_pixels_gl_test) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  compute_stages(viewer.state, viewer.actions);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.stages) << viewer.messages();
  EXPECT_TRUE(same_view(viewer.state.stages->map.view, viewer.state.live->map().view));
  EXPECT_GT(count_pixels(viewer.state.stages->map).pass1, 0U);
  EXPECT_EQ(viewer.state.stages->engine.code, EngineReason::Code::opengl);
}

}  // namespace
}  // namespace intercusp::viewer::testing
