// Seating and closing to a depth, as requested by the user.
#include "occlusion/distance/deepest.h"
#include "occlusion/motion/seating/settle.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/words.h"
#include "viewer/scene/finding.h"
#include "viewer/tools/closing/tool.h"
#include "viewer/tools/seating/tool.h"

namespace intercusp::viewer::testing {
namespace {

//! Of the case in its present pose.
double depth_mm(const AppState& state) {
  Bite bite = state.loaded->bite;
  bite.upper_from_lower = state.document.upper_from_lower;
  const PreparedJaws jaws = prepare_jaws(bite);
  return least_distance(bite, jaws, surface_distances(bite, jaws))->max_penetration_distance_mm();
}

TEST(Intercuspation, a_bite_scanned_open_settles_in_one_step_of_undo) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.2}});
  const Eigen::Isometry3d open = viewer.state.document.upper_from_lower;
  settle(viewer.state, viewer.actions);
  viewer.actions.finish_work();
  ASSERT_EQ(viewer.state.undo_label, "settle the bite") << viewer.messages();
  EXPECT_GT(depth_mm(viewer.state), 0);
  EXPECT_LE(depth_mm(viewer.state), SettleOptions{}.tolerance_mm);
  expect_read(viewer.state);
  ASSERT_EQ(viewer.state.messages.size(), 1U);
  EXPECT_EQ(viewer.state.messages[0].kind, MessageKind::information);
  const std::vector<CardLine> card = settle_card(viewer.state);
  const auto answer = [&](const std::string& question) {
    const auto line = std::ranges::find(card, question, &CardLine::question);
    return line == card.end() ? std::string() : line->answer;
  };
  EXPECT_TRUE(answer("Moved").starts_with("by up to 0.")) << answer("Moved");
  EXPECT_NE(answer("Contact area within 100 µm").find(" before, "), std::string::npos);
  EXPECT_TRUE(
      answer("Contact area within 100 µm").ends_with(", " + area_words(viewer.state.figures()) + " after"))
      << answer("Contact area within 100 µm") << ", below the views " << area_words(viewer.state.figures());
  EXPECT_TRUE(answer("Overlap").ends_with(", " + least_words(viewer.state.figures()) + " after"));
  EXPECT_NE(answer("Overlap").find(" mm deep after"), std::string::npos) << answer("Overlap");
  EXPECT_NE(answer("Supports").find("load right "), std::string::npos) << answer("Supports");
  EXPECT_TRUE(answer("Stable").starts_with("Yes: ")) << answer("Stable");
  viewer.actions.pose.undo();
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, open));
  EXPECT_TRUE(settle_card(viewer.state).empty()) << "of another pose";
}

TEST(Intercuspation, what_has_no_stable_place_stays_and_a_message_says_why) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  settle(viewer.state, viewer.actions);
  viewer.actions.finish_work();
  EXPECT_FALSE(viewer.state.can_undo);
  ASSERT_EQ(viewer.state.messages.size(), 1U);
  EXPECT_EQ(viewer.state.messages[0].kind, MessageKind::refusal);
}

TEST(Intercuspation, settling_can_be_stopped_and_leaves_a_jaw_that_was_moved_meanwhile) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  settle(viewer.state, viewer.actions);
  viewer.actions.update(0);
  viewer.actions.work.cancel();
  viewer.actions.finish_work();
  EXPECT_FALSE(viewer.state.can_undo);
  EXPECT_EQ(viewer.messages(), "");

  close_jaws_to_depth(viewer.state, viewer.actions, 0.05);
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -1}});
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.undo_label, text::nudge);
  EXPECT_NE(viewer.messages().find(std::string(text::moved_meanwhile)), std::string::npos)
      << viewer.messages();
}

TEST(Intercuspation, the_jaw_closes_about_the_hinge_to_the_depth_asked_for) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  close_jaws_to_depth(viewer.state, viewer.actions, 0.05);
  viewer.actions.finish_work();
  ASSERT_EQ(viewer.state.undo_label, "closing to a depth") << viewer.messages();
  EXPECT_NEAR(depth_mm(viewer.state), 0.05, depth_tolerance_mm);
  expect_read(viewer.state);
  EXPECT_EQ(viewer.state.messages.back().kind, MessageKind::information);
  close_jaws_to_depth(viewer.state, viewer.actions, 7);  // no more than half a millimetre
  viewer.actions.finish_work();
  EXPECT_NEAR(depth_mm(viewer.state), most_closing_depth_mm, depth_tolerance_mm);
}

}  // namespace
}  // namespace intercusp::viewer::testing
