// Moves of the mandible: their numbers, undo, and what is refused.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "io/wording/definitions.h"
#include "occlusion/base/angles.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/case/jaw_moves.h"
#include "viewer/tools/articulator/tool.h"
#include "viewer/tools/closing/tool.h"
#include "viewer/tools/validation/tool.h"

namespace intercusp::viewer::testing {
namespace {

constexpr std::array approaches = {ClosingWay::vertical, ClosingWay::hinge};

//! One of the actions that undo goes through, with random numbers.
void act_at_random(Viewer& viewer, std::mt19937& random) {
  Actions& actions = viewer.actions;
  const auto number = [&](double most) {
    return std::uniform_real_distribution<double>(-most, most)(random);
  };
  const auto choice = [&](std::size_t count) { return random() % count; };
  const auto place = [&] {
    return Eigen::Isometry3d(Eigen::Translation3d(number(3), number(3), number(1)) *
                             Eigen::AngleAxisd(number(0.05), Eigen::Vector3d::UnitX()));
  };
  switch (choice(13)) {
    case 0:
      actions.pose.set(place(), "set");
      return;
    case 1:
      return actions.pose.nudge({.shift_mm = {0.1, 0, 0}, .turn_rad = {0, 0, number(0.01)}});
    case 2:
      actions.pose.begin_drag("drag");
      for (int i = 0; i < 3; ++i) actions.pose.drag_to(place());
      return choice(3) == 0 ? actions.pose.cancel_drag() : actions.pose.end_drag();
    case 3:
      return actions.pose.set_threshold(std::abs(number(0.6)));
    case 4:
      return actions.pose.set_measure(choice(2) == 0 ? Measure::surface_distance : Measure::clearance);
    case 5:
      return actions.pose.set_opening(std::abs(number(0.05)));
    case 6:
      return bring_to_contact(viewer.state, actions, approaches.at(choice(2)));
    case 7:
      return actions.pose.reset();
    case 8:
      return actions.pose.add_named("pose " + std::to_string(choice(9)));
    case 9:
      return actions.pose.go_to_named(choice(3));
    case 10:
      return actions.pose.remove_named(choice(3));
    case 11: {
      ArticulatorSettings settings;
      settings.bennett_rad.left = choice(30) * rad_per_deg;
      return set_articulator(actions, settings);
    }
    default:
      return choice(2) == 0 ? actions.pose.undo() : actions.pose.redo();
  }
}

TEST(Actions, a_map_of_a_pose_that_is_no_number_is_not_prepared) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.translation().x() = std::numeric_limits<double>::quiet_NaN();
  viewer.actions.pose.prepare_map(pose);
  viewer.actions.finish_work();
  EXPECT_FALSE(viewer.state.pose_map);
}

TEST(Actions, undo_goes_back_to_the_bit_and_redo_forward_again) {
  constexpr unsigned seed = 1995;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  Viewer viewer;
  viewer.open_ball_and_plate();
  const Document first = viewer.state.document;
  for (int i = 0; i < 80; ++i) {
    act_at_random(viewer, random);
    expect_read(viewer.state);
    if (i % 25 == 0) viewer.actions.finish_work();
    expect_read(viewer.state);
  }
  std::vector<Document> back;
  while (viewer.state.can_undo) {
    back.push_back(viewer.state.document);
    viewer.actions.pose.undo();
    expect_read(viewer.state);
  }
  EXPECT_TRUE(same_document(viewer.state.document, first));
  while (!back.empty()) {
    viewer.actions.pose.redo();
    expect_read(viewer.state);
    EXPECT_TRUE(same_document(viewer.state.document, back.back()));
    back.pop_back();
  }
}

TEST(Actions, a_drag_is_one_step_and_shows_each_pose_with_its_numbers) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.begin_drag("drag");
  EXPECT_TRUE(viewer.state.moving());
  for (int i = 1; i <= 5; ++i) {
    (void)viewer.actions.update(0.25);
    viewer.actions.pose.drag_to(lowered_by(0.1 * i));
    expect_read(viewer.state);
    EXPECT_NEAR(*viewer.state.live->reading().least_clearance_mm, ball_gap_mm + 0.1 * i, beside_pole_mm);
    EXPECT_FALSE(viewer.state.rest);
  }
  ASSERT_EQ(viewer.state.history.size(), 5U);
  EXPECT_EQ(viewer.state.history.front().time_s, 0.25);
  EXPECT_EQ(viewer.state.history.back().time_s, 1.25);
  EXPECT_NEAR(viewer.state.history.back().area_mm2, 0, 0);
  viewer.actions.pose.end_drag();
  EXPECT_EQ(viewer.state.undo_label, "drag");
  viewer.actions.pose.undo();
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, Eigen::Isometry3d::Identity()));
  EXPECT_FALSE(viewer.state.can_undo);
}

TEST(Actions, a_pose_out_of_reach_is_refused_and_all_stays_as_it_was) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.25}});
  const Document before = viewer.state.document;
  const double least_mm = *viewer.state.live->reading().least_clearance_mm;
  for (const double far_mm : {6e5, 1e7, 1e300}) {
    SCOPED_TRACE(far_mm);
    EXPECT_NO_THROW(viewer.actions.pose.set(lowered_by(far_mm), "typed"));
    EXPECT_NO_THROW(viewer.actions.pose.nudge({.shift_mm = {far_mm, 0, 0}}));
    viewer.actions.pose.begin_drag("drag");
    EXPECT_NO_THROW(viewer.actions.pose.drag_to(lowered_by(far_mm)));
    viewer.actions.pose.end_drag();
    EXPECT_TRUE(same_document(viewer.state.document, before));
    EXPECT_EQ(*viewer.state.live->reading().least_clearance_mm, least_mm);
    expect_read(viewer.state);
  }
  EXPECT_NE(viewer.messages(), "");
  viewer.actions.pose.undo();
  EXPECT_FALSE(viewer.state.can_undo);
}

TEST(Actions, a_cancelled_drag_leaves_no_trace) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -1}});
  viewer.actions.files.save_session(viewer.folder / "session.json");
  const Document before = viewer.state.document;
  viewer.actions.pose.begin_drag("drag");
  viewer.actions.pose.drag_to(lowered_by(7));
  viewer.actions.pose.cancel_drag();
  EXPECT_TRUE(same_document(viewer.state.document, before));
  EXPECT_FALSE(viewer.state.unsaved);
  expect_read(viewer.state);
  viewer.actions.pose.drag_to(lowered_by(8));  // a late movement of the mouse
  EXPECT_TRUE(same_document(viewer.state.document, before));
  viewer.actions.pose.undo();
  EXPECT_FALSE(viewer.state.can_undo);
}

TEST(Actions, a_slider_is_one_step_and_comes_back_to_where_it_began) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const Eigen::Isometry3d start = viewer.state.document.upper_from_lower;
  for (const double opening_rad : {0.01, 0.05, 0.1, 0.02}) viewer.actions.pose.set_opening(opening_rad);
  EXPECT_EQ(viewer.state.opening_rad, 0.02);
  EXPECT_FALSE(same_pose(viewer.state.document.upper_from_lower, start));
  viewer.actions.pose.set_opening(0);
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, start));
  viewer.actions.pose.set_opening(0.03);
  viewer.actions.pose.undo();
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, start));
  EXPECT_EQ(viewer.state.opening_rad, 0);
  EXPECT_FALSE(viewer.state.can_undo);
}

TEST(Actions, first_contact_brings_the_ball_to_the_plate) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  bring_to_contact(viewer.state, viewer.actions, ClosingWay::vertical);
  expect_read(viewer.state);
  EXPECT_NEAR(*viewer.state.live->reading().least_clearance_mm, 0, beside_pole_mm);
  EXPECT_NEAR(viewer.state.document.upper_from_lower.translation().z(), ball_gap_mm, 1e-6);
}

TEST(Actions, first_contact_asked_before_the_search_is_ready_comes_when_it_is) {
  Viewer viewer;
  viewer.actions.cases.open(write_ball_and_plate(viewer.folder / "scans"));
  while (!viewer.state.loaded) viewer.actions.update(0);
  bring_to_contact(viewer.state, viewer.actions, ClosingWay::vertical);
  viewer.actions.finish_work();
  EXPECT_NEAR(viewer.state.document.upper_from_lower.translation().z(), ball_gap_mm, 1e-6);
}

TEST(Actions, a_threshold_stays_within_the_distances_that_are_known) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.set_threshold(3);
  EXPECT_EQ(viewer.state.document.threshold_mm, near_contact_mm);
  viewer.actions.pose.set_threshold(-1);
  EXPECT_EQ(viewer.state.document.threshold_mm, 0);
  viewer.actions.pose.set_threshold(std::nan(""));
  EXPECT_EQ(viewer.state.document.threshold_mm, 0);
  expect_read(viewer.state);
}

TEST(Actions, contacts_come_when_the_jaw_rests_and_go_when_it_moves) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.set_threshold(0.2);
  viewer.actions.update(0.1);
  EXPECT_FALSE(viewer.state.rest);
  rest(viewer);
  ASSERT_TRUE(viewer.state.rest);
  ASSERT_EQ(viewer.state.rest->by_distance.patches.size(), 1U);
  expect_read(viewer.state);

  const std::vector<ContactPair> rows = viewer.state.contacts();
  ASSERT_EQ(rows.size(), 1U);
  viewer.actions.views.select_contact(rows.front().name);
  ASSERT_TRUE(viewer.state.selected_contact);
  EXPECT_LT(viewer.state.view.camera.target.norm(), 0.3);  // the pole of the ball
  viewer.actions.views.select_contact(ContactName{.patch = 99});
  EXPECT_FALSE(viewer.state.selected_contact);
  viewer.actions.views.select_contact(rows.front().name);
  viewer.actions.pose.nudge({.shift_mm = {0.1, 0, 0}});
  EXPECT_FALSE(viewer.state.rest);
  EXPECT_FALSE(viewer.state.selected_contact);
}

TEST(Actions, first_contact_is_named_measured_at_the_incisors_and_ringed) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  viewer.actions.pose.set_opening(10 * rad_per_deg);
  viewer.actions.finish_work();
  bring_to_contact(viewer.state, viewer.actions, ClosingWay::hinge);
  const AppState& state = viewer.state;
  ASSERT_TRUE(state.selected_contact) << viewer.messages();
  const ContactName& teeth = state.selected_contact->name;
  EXPECT_GT(teeth.upper_tooth, 10);
  EXPECT_GT(teeth.lower_tooth, 30);
  const std::string words = viewer.state.messages.back().text;
  EXPECT_NE(words.find(std::to_string(teeth.upper_tooth) + "–" + std::to_string(teeth.lower_tooth)),
            std::string::npos)
      << words;
  const double open_mm = incisors_open_mm(*state.loaded, state.document.upper_from_lower);
  EXPECT_NE(words.find(rounded(std::abs(open_mm), 2) + " mm "), std::string::npos) << words;
  viewer.actions.finish_work();
  EXPECT_TRUE(state.selected_contact) << "the ring stays until the jaw moves";
}

TEST(Actions, an_opening_in_millimetres_is_what_the_incisors_move) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  const LoadedCase& loaded = *viewer.state.loaded;
  const HingeArm arm = hinge_arm(loaded, viewer.state.document.hinge);
  EXPECT_NEAR(arm.incisal_mm(arm.opening_rad(40)), 40, 1e-9);
  viewer.actions.pose.set_opening(arm.opening_rad(20));
  const Eigen::Vector3d closed = loaded.hinged_point;
  const Eigen::Vector3d open =
      viewer.state.document.upper_from_lower * (loaded.bite.upper_from_lower.inverse() * closed);
  EXPECT_NEAR((open - closed).norm(), 20, 1e-6);
}

TEST(Actions, a_pose_from_a_file_belongs_to_a_case_that_nobody_has_moved) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path file =
      viewer.folder.write("pose.json", R"({"upper_from_lower": [1,0,0,0, 0,1,0,0, 0,0,1,-1, 0,0,0,1]})");
  viewer.actions.cases.load_pose(file);
  viewer.actions.finish_work();
  const Eigen::Isometry3d lowered(Eigen::Translation3d(0, 0, -1));
  EXPECT_TRUE(same_pose(viewer.state.loaded->bite.upper_from_lower, lowered));
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, lowered));
  EXPECT_FALSE(viewer.state.can_undo);
  expect_read(viewer.state);

  viewer.actions.pose.nudge({.shift_mm = {0, 0, 0.5}});
  const auto loaded = viewer.state.loaded;
  viewer.actions.cases.load_pose(file);
  EXPECT_EQ(viewer.state.loaded, loaded);
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, lowered));
  viewer.actions.pose.undo();
  EXPECT_NEAR(viewer.state.document.upper_from_lower.translation().z(), -0.5, 1e-12);
}

TEST(Actions, a_pose_out_of_reach_is_refused_with_the_limit_whatever_its_number) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const Eigen::Matrix4d before = viewer.state.document.upper_from_lower.matrix();
  std::vector<std::string> said;
  for (const double far_mm : {1e9, 1e300}) {
    viewer.actions.pose.set(lowered_by(far_mm), "far");
    EXPECT_EQ(viewer.state.document.upper_from_lower.matrix(), before);
    ASSERT_EQ(viewer.state.messages.size(), 1U) << "said once";
    said.push_back(viewer.state.messages.back().text);
    viewer.actions.messages.dismiss(0);
  }
  EXPECT_EQ(std::set(said.begin(), said.end()).size(), 1U) << said.front() << "\n" << said.back();
}

TEST(Actions, nothing_happens_where_no_case_is_open) {
  Viewer viewer;
  std::mt19937 random(7);
  for (int i = 0; i < 100; ++i) act_at_random(viewer, random);
  viewer.actions.views.look(StandardView::frontal);
  viewer.actions.views.set_section(SectionKind::frontal, {0, 0, 0});
  viewer.actions.views.move_section(1);
  validate_pose(viewer.state, viewer.actions);
  compute_stages(viewer.state, viewer.actions);
  set_excursion(viewer.state, viewer.actions, Excursion::protrusion, 1);
  play_excursion(viewer.state, viewer.actions, Excursion::protrusion);
  viewer.actions.playbacks.set_playing(true);
  viewer.actions.playbacks.set_time(1);
  viewer.actions.playbacks.close();
  viewer.actions.cases.answer(true);
  viewer.actions.finish_work();
  EXPECT_FALSE(viewer.state.loaded);
  EXPECT_FALSE(viewer.state.can_undo);
}

}  // namespace
}  // namespace intercusp::viewer::testing
