#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <random>
#include <set>
#include <vector>

#include "tests/viewer/app/viewer_support.h"

namespace intercusp::viewer::testing {
namespace {

constexpr std::array approaches = {Approach::vertical, Approach::hinge};

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
      return actions.set_pose(place(), "set");
    case 1:
      return actions.nudge({.shift_mm = {0.1, 0, 0}, .turn_rad = {0, 0, number(0.01)}});
    case 2:
      actions.begin_drag("drag");
      for (int i = 0; i < 3; ++i) actions.drag_to(place());
      return choice(3) == 0 ? actions.cancel_drag() : actions.end_drag();
    case 3:
      return actions.set_threshold(std::abs(number(0.6)));
    case 4:
      return actions.set_measure(choice(2) == 0 ? Measure::distance : Measure::clearance);
    case 5:
      return actions.set_opening(std::abs(number(0.05)));
    case 6:
      return actions.to_first_contact(approaches.at(choice(2)));
    case 7:
      return actions.reset_pose();
    case 8:
      return actions.add_named_pose("pose " + std::to_string(choice(9)));
    case 9:
      return actions.go_to_named_pose(choice(3));
    case 10:
      return actions.remove_named_pose(choice(3));
    case 11: {
      ArticulatorSettings settings;
      settings.bennett_rad.left = choice(30) * rad_per_deg;
      return actions.set_articulator(settings);
    }
    default:
      return choice(2) == 0 ? actions.undo() : actions.redo();
  }
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
    viewer.actions.undo();
    expect_read(viewer.state);
  }
  EXPECT_TRUE(same_document(viewer.state.document, first));
  while (!back.empty()) {
    viewer.actions.redo();
    expect_read(viewer.state);
    EXPECT_TRUE(same_document(viewer.state.document, back.back()));
    back.pop_back();
  }
}

TEST(Actions, a_drag_is_one_step_and_shows_each_pose_with_its_numbers) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.begin_drag("drag");
  EXPECT_TRUE(viewer.state.moving());
  for (int i = 1; i <= 5; ++i) {
    (void)viewer.actions.update(0.25);
    viewer.actions.drag_to(lowered_by(0.1 * i));
    expect_read(viewer.state);
    EXPECT_NEAR(*viewer.state.live->reading().least_clearance_mm, ball_gap_mm + 0.1 * i, beside_pole_mm);
    EXPECT_FALSE(viewer.state.rest);
  }
  ASSERT_EQ(viewer.state.history.size(), 5U);
  EXPECT_EQ(viewer.state.history.front().time_s, 0.25);
  EXPECT_EQ(viewer.state.history.back().time_s, 1.25);
  EXPECT_NEAR(viewer.state.history.back().area_mm2, 0, 0);
  viewer.actions.end_drag();
  EXPECT_EQ(viewer.state.undo_label, "drag");
  viewer.actions.undo();
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, Eigen::Isometry3d::Identity()));
  EXPECT_FALSE(viewer.state.can_undo);
}

TEST(Actions, a_pose_out_of_reach_is_refused_and_all_stays_as_it_was) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.nudge({.shift_mm = {0, 0, -0.25}});
  const Document before = viewer.state.document;
  const double least_mm = *viewer.state.live->reading().least_clearance_mm;
  for (const double far_mm : {6e5, 1e7, 1e300}) {
    SCOPED_TRACE(far_mm);
    EXPECT_NO_THROW(viewer.actions.set_pose(lowered_by(far_mm), "typed"));
    EXPECT_NO_THROW(viewer.actions.nudge({.shift_mm = {far_mm, 0, 0}}));
    viewer.actions.begin_drag("drag");
    EXPECT_NO_THROW(viewer.actions.drag_to(lowered_by(far_mm)));
    viewer.actions.end_drag();
    EXPECT_TRUE(same_document(viewer.state.document, before));
    EXPECT_EQ(*viewer.state.live->reading().least_clearance_mm, least_mm);
    expect_read(viewer.state);
  }
  EXPECT_NE(viewer.messages(), "");
  viewer.actions.undo();
  EXPECT_FALSE(viewer.state.can_undo);
}

TEST(Actions, a_cancelled_drag_leaves_no_trace) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.nudge({.shift_mm = {0, 0, -1}});
  viewer.actions.save_session(viewer.folder / "session.json");
  const Document before = viewer.state.document;
  viewer.actions.begin_drag("drag");
  viewer.actions.drag_to(lowered_by(7));
  viewer.actions.cancel_drag();
  EXPECT_TRUE(same_document(viewer.state.document, before));
  EXPECT_FALSE(viewer.state.unsaved);
  expect_read(viewer.state);
  viewer.actions.drag_to(lowered_by(8));  // a late movement of the mouse
  EXPECT_TRUE(same_document(viewer.state.document, before));
  viewer.actions.undo();
  EXPECT_FALSE(viewer.state.can_undo);
}

TEST(Actions, a_slider_is_one_step_and_comes_back_to_where_it_began) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const Eigen::Isometry3d start = viewer.state.document.upper_from_lower;
  for (const double opening_rad : {0.01, 0.05, 0.1, 0.02}) viewer.actions.set_opening(opening_rad);
  EXPECT_EQ(viewer.state.opening_rad, 0.02);
  EXPECT_FALSE(same_pose(viewer.state.document.upper_from_lower, start));
  viewer.actions.set_opening(0);
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, start));
  viewer.actions.set_opening(0.03);
  viewer.actions.undo();
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, start));
  EXPECT_EQ(viewer.state.opening_rad, 0);
  EXPECT_FALSE(viewer.state.can_undo);
}

TEST(Actions, first_contact_brings_the_ball_to_the_plate) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.to_first_contact(Approach::vertical);
  expect_read(viewer.state);
  EXPECT_NEAR(*viewer.state.live->reading().least_clearance_mm, 0, beside_pole_mm);
  EXPECT_NEAR(viewer.state.document.upper_from_lower.translation().z(), ball_gap_mm, 1e-6);
}

TEST(Actions, first_contact_asked_before_the_search_is_ready_comes_when_it_is) {
  Viewer viewer;
  viewer.actions.open(write_ball_and_plate(viewer.folder / "scans"));
  while (!viewer.state.loaded) viewer.actions.update(0);
  viewer.actions.to_first_contact(Approach::vertical);
  viewer.actions.finish_work();
  EXPECT_NEAR(viewer.state.document.upper_from_lower.translation().z(), ball_gap_mm, 1e-6);
}

TEST(Actions, a_threshold_stays_within_the_distances_that_are_known) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.set_threshold(3);
  EXPECT_EQ(viewer.state.document.threshold_mm, near_contact_mm);
  viewer.actions.set_threshold(-1);
  EXPECT_EQ(viewer.state.document.threshold_mm, 0);
  viewer.actions.set_threshold(std::nan(""));
  EXPECT_EQ(viewer.state.document.threshold_mm, 0);
  expect_read(viewer.state);
}

TEST(Actions, contacts_come_when_the_jaw_rests_and_go_when_it_moves) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.set_threshold(0.2);
  viewer.actions.update(0.1);
  EXPECT_FALSE(viewer.state.rest);
  rest(viewer);
  ASSERT_TRUE(viewer.state.rest);
  ASSERT_EQ(viewer.state.rest->by_distance.patches.size(), 1U);
  expect_read(viewer.state);

  const std::vector<ContactPair> rows = viewer.state.contacts();
  ASSERT_EQ(rows.size(), 1U);
  viewer.actions.select_contact(rows.front().name);
  ASSERT_TRUE(viewer.state.selected_contact);
  EXPECT_LT(viewer.state.view.camera.target.norm(), 0.3);  // the pole of the ball
  viewer.actions.select_contact(ContactName{.patch = 99});
  EXPECT_FALSE(viewer.state.selected_contact);
  viewer.actions.select_contact(rows.front().name);
  viewer.actions.nudge({.shift_mm = {0.1, 0, 0}});
  EXPECT_FALSE(viewer.state.rest);
  EXPECT_FALSE(viewer.state.selected_contact);
}

TEST(Actions, messages_begin_with_a_capital_and_files_keep_their_names) {
  Viewer viewer;
  viewer.actions.say(MessageKind::problem, "the jaws are too far apart");
  viewer.actions.say(MessageKind::problem, "upper.ply: no triangles");
  EXPECT_EQ(viewer.messages(), "The jaws are too far apart\nupper.ply: no triangles\n");
}

TEST(Actions, a_refusal_goes_away_and_a_problem_stays) {
  Viewer viewer;
  viewer.actions.say(MessageKind::problem, "the disk is full");
  viewer.actions.load_pose("pose.json");  // without a case
  ASSERT_EQ(viewer.state.messages.size(), 2U);
  viewer.actions.update(message_shown_s / 2);
  EXPECT_EQ(viewer.state.messages.size(), 2U);
  viewer.actions.update(message_shown_s);
  EXPECT_EQ(viewer.messages(), "The disk is full\n");
}

TEST(Actions, a_case_that_cannot_be_opened_leaves_the_open_one) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.nudge({.shift_mm = {0.1, 0, 0}});
  const auto loaded = viewer.state.loaded;
  const Document document = viewer.state.document;
  viewer.actions.open({.upper = "missing_upper.stl", .lower = "missing_lower.stl"});
  viewer.actions.answer(true);
  EXPECT_EQ(viewer.state.loaded, loaded);
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.loaded, loaded);
  EXPECT_TRUE(same_document(viewer.state.document, document));
  EXPECT_NE(viewer.messages().find("missing_lower.stl"), std::string::npos) << viewer.messages();
  EXPECT_TRUE(viewer.state.can_undo);
  expect_read(viewer.state);
}

TEST(Actions, another_case_takes_the_place_of_unsaved_changes_only_where_the_user_agrees) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const CaseRequest other = write_ball_and_plate(viewer.folder / "other");
  viewer.actions.save_session(viewer.folder / "kept.json");
  viewer.actions.nudge({.shift_mm = {0, 0, -0.5}});
  const auto loaded = viewer.state.loaded;
  const Document document = viewer.state.document;
  const std::vector<std::string> dropped = {other.upper, other.lower};
  const std::vector<std::string> session = {(viewer.folder / "kept.json").string()};
  const std::vector<std::function<void()>> ways = {
      [&] { viewer.actions.open(other); },
      [&] { viewer.actions.open_demo(); },
      [&] { viewer.actions.open_paths(dropped); },
      [&] { viewer.actions.open_paths(session); },
      [&] { viewer.actions.open_session(session[0]); },
      [&] {
        viewer.actions.apply_fix({CaseFix::Kind::swap, "", other});
      }};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    SCOPED_TRACE(i);
    ways[i]();
    viewer.actions.finish_work();
    EXPECT_EQ(viewer.state.loaded, loaded);
    ASSERT_TRUE(viewer.state.question);
    viewer.actions.answer(false);
    viewer.actions.finish_work();
    EXPECT_EQ(viewer.state.loaded, loaded);
    EXPECT_TRUE(same_document(viewer.state.document, document));
    EXPECT_FALSE(viewer.state.question);
  }
  viewer.actions.open_paths(dropped);
  viewer.actions.answer(true);
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.loaded->request.upper, other.upper);
  viewer.actions.open(loaded->request);  // nothing to lose: no question
  EXPECT_FALSE(viewer.state.question);
}

TEST(Actions, messages_go_when_the_next_case_is_open) {
  Viewer viewer;
  viewer.actions.open({.upper = "missing_upper.stl", .lower = "missing_lower.stl"});
  viewer.actions.finish_work();
  EXPECT_NE(viewer.messages(), "");
  viewer.open_ball_and_plate();
  EXPECT_EQ(viewer.messages(), "");
}

TEST(Actions, problems_go_when_the_next_track_or_pose_is_read) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path track =
      viewer.folder.write("track.csv", "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n");
  const fs::path pose =
      viewer.folder.write("pose.json", R"({"upper_from_lower": [1,0,0,0, 0,1,0,0, 0,0,1,-1, 0,0,0,1]})");
  viewer.actions.nudge({.shift_mm = {0, 0, -1}});
  viewer.actions.open_track("missing.csv");
  viewer.actions.finish_work();
  EXPECT_NE(viewer.messages(), "");
  viewer.actions.open_track(track);
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.messages(), "");
  viewer.actions.load_pose("missing.json");
  EXPECT_NE(viewer.messages(), "");
  viewer.actions.load_pose(pose);
  EXPECT_EQ(viewer.messages(), "");
}

TEST(Actions, information_goes_by_itself_and_problems_when_something_succeeds) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.save_session(viewer.folder / "kept.json");
  EXPECT_NE(viewer.messages().find("kept.json"), std::string::npos);
  viewer.actions.update(message_shown_s - 1);
  EXPECT_NE(viewer.messages(), "");
  EXPECT_EQ(viewer.actions.update(1), Change::shown);
  EXPECT_EQ(viewer.messages(), "");
  viewer.actions.load_pose("missing.json");
  const std::string problem = viewer.messages();
  viewer.actions.update(100 * message_shown_s);
  EXPECT_EQ(viewer.messages(), problem);
  viewer.actions.save_session(viewer.folder / "kept.json");
  EXPECT_EQ(viewer.messages().find("missing.json"), std::string::npos);
}

TEST(Actions, at_rest_nothing_is_due) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  for (int i = 0; i < 400 && viewer.actions.next_due_s(); ++i) {
    viewer.actions.update(0.05);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(viewer.state.rest);
  EXPECT_FALSE(viewer.actions.next_due_s());
  viewer.actions.nudge({.shift_mm = {0, 0, -1}});
  ASSERT_TRUE(viewer.actions.next_due_s()) << "it is to be measured and kept";
  EXPECT_LT(*viewer.actions.next_due_s(), 0.5);
}

TEST(Actions, the_end_of_background_work_is_told) {
  Viewer viewer;
  std::atomic<int> ends = 0;
  viewer.actions.tell_ends_of_work([&] { ++ends; });
  viewer.open_ball_and_plate();
  EXPECT_GT(ends, 0);
}

TEST(Actions, jaws_that_fill_the_view_fill_it_in_another_shape_too_unless_the_user_moved_them) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const Camera before = viewer.state.view.camera;
  viewer.actions.set_view_room({.width_over_height = 0.5});
  EXPECT_GT(viewer.state.view.camera.height_mm, 1.5 * before.height_mm);
  viewer.actions.set_view_room({});
  EXPECT_EQ(viewer.state.view.camera, before);
  ViewState view = viewer.state.view;
  view.camera.height_mm *= 0.7;
  viewer.actions.set_view(view);
  viewer.actions.set_view_room({.width_over_height = 0.5});
  EXPECT_EQ(viewer.state.view.camera, view.camera);
  viewer.actions.fit_view();
  EXPECT_GT(viewer.state.view.camera.height_mm, 1.5 * before.height_mm);
}

TEST(Actions, a_case_in_metres_is_refused_and_its_unit_offered) {
  Viewer viewer;
  const fs::path folder = viewer.folder / "metres";
  fs::create_directories(folder);
  write_ply(folder / "upper.ply", shapes::box({-0.02, -0.015, 0}, {0.02, 0.015, 0.005}));
  write_ply(folder / "lower.ply", shapes::box({-0.02, -0.015, -0.006}, {0.02, 0.015, -0.0001}));
  viewer.actions.open({.upper = (folder / "upper.ply").string(), .lower = (folder / "lower.ply").string()});
  viewer.actions.finish_work();
  EXPECT_FALSE(viewer.state.loaded);
  ASSERT_FALSE(viewer.state.fixes.empty()) << viewer.messages();
  viewer.actions.apply_fix(viewer.state.fixes.front());
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.loaded) << viewer.messages();
  EXPECT_NEAR(*viewer.state.live->reading().least_clearance_mm, 0.1, 0.001);
}

TEST(Actions, a_mend_can_be_taken_back) {
  Viewer viewer;
  const CaseRequest right = write_dentition(viewer.folder / "dentition");
  viewer.open({.upper = right.lower, .lower = right.upper});
  ASSERT_FALSE(viewer.state.fixes.empty());
  viewer.actions.apply_fix(viewer.state.fixes.front());
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.loaded->request.upper, right.upper);
  ASSERT_EQ(viewer.state.fixes.size(), 1U);
  viewer.actions.apply_fix(CaseFix(viewer.state.fixes.front()));
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.loaded->request.upper, right.lower);
  EXPECT_EQ(viewer.state.fixes.front().request.upper, right.upper);  // the mend again, not the way back
}

TEST(Actions, a_pose_from_a_file_belongs_to_a_case_that_nobody_has_moved) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path file =
      viewer.folder.write("pose.json", R"({"upper_from_lower": [1,0,0,0, 0,1,0,0, 0,0,1,-1, 0,0,0,1]})");
  viewer.actions.load_pose(file);
  viewer.actions.finish_work();
  const Eigen::Isometry3d lowered(Eigen::Translation3d(0, 0, -1));
  EXPECT_TRUE(same_pose(viewer.state.loaded->bite.upper_from_lower, lowered));
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, lowered));
  EXPECT_FALSE(viewer.state.can_undo);
  expect_read(viewer.state);

  viewer.actions.nudge({.shift_mm = {0, 0, 0.5}});
  const auto loaded = viewer.state.loaded;
  viewer.actions.load_pose(file);
  EXPECT_EQ(viewer.state.loaded, loaded);
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, lowered));
  viewer.actions.undo();
  EXPECT_NEAR(viewer.state.document.upper_from_lower.translation().z(), -0.5, 1e-12);
}

TEST(Actions, an_update_tells_once_that_background_work_has_ended) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.update(0);
  viewer.actions.validate();
  int ends = 0;
  for (int i = 0; i < 2000 && (viewer.state.work || !viewer.state.validation); ++i) {
    const Change change = viewer.actions.update(0);
    ends += change == Change::work_done ? 1 : 0;
    EXPECT_EQ(change == Change::work_done, viewer.state.validation && ends == 1 && !viewer.state.work);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(viewer.state.validation);
  EXPECT_EQ(ends, 1);
  EXPECT_EQ(viewer.actions.update(0), Change::none);
}

TEST(Actions, the_colours_of_a_clearance_stay_as_they_were_set) {
  const TemporaryFolder folder;
  ViewState view;
  {
    AppState state;
    Actions actions(state, {.settings = folder / "config", .autosave = {}});
    actions.open(write_ball_and_plate(folder / "scans"));
    actions.finish_work();
    EXPECT_EQ(state.view.range, ColourRange{});
    view = state.view;
    view.range = {.deepest_mm = 0.2, .farthest_mm = 1};
    actions.set_view(view);
    actions.set_pose(lowered_by(-3), "deep");
    EXPECT_EQ(state.view.scale().deepest_mm, 0.2);
    actions.save_session(folder / "session.json");
    view.range.deepest_mm = 2;
    actions.set_view(view);
  }
  AppState state;
  Actions actions(state, {.settings = folder / "config", .autosave = {}});
  EXPECT_EQ(state.view.range, view.range) << "of the settings";
  actions.open_session(folder / "session.json");
  actions.finish_work();
  EXPECT_EQ(state.view.range, (ColourRange{.deepest_mm = 0.2, .farthest_mm = 1})) << "of the session";
}

TEST(Actions, the_paint_is_remembered_and_a_locked_scale_stays) {
  const TemporaryFolder folder;
  {
    AppState state;
    Actions actions(state, {.settings = folder / "config", .autosave = {}});
    actions.open(write_ball_and_plate(folder / "scans"));
    actions.finish_work();
    EXPECT_EQ(state.view.paint, Paint::distance);
    ViewState view = state.view;
    view.paint = Paint::depth;
    actions.set_view(view);
    actions.save_session(folder / "session.json");
    view.paint = Paint::foil;
    view.range.locked = true;
    actions.set_view(view);
    view.range.farthest_mm = 1;
    actions.set_view(view);
    EXPECT_EQ(state.view.range.farthest_mm, 2) << "locked";
    view.range.locked = false;
    actions.set_view(view);
    EXPECT_EQ(state.view.range.farthest_mm, 1) << "unlocked";
  }
  AppState state;
  Actions actions(state, {.settings = folder / "config", .autosave = {}});
  EXPECT_EQ(state.view.paint, Paint::foil) << "of the settings";
  actions.open_session(folder / "session.json");
  actions.finish_work();
  EXPECT_EQ(state.view.paint, Paint::depth) << "of the session";
}

TEST(Actions, a_pose_out_of_reach_is_refused_with_the_limit_whatever_its_number) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const Eigen::Matrix4d before = viewer.state.document.upper_from_lower.matrix();
  std::vector<std::string> said;
  for (const double far_mm : {1e9, 1e300}) {
    viewer.actions.set_pose(lowered_by(far_mm), "far");
    EXPECT_EQ(viewer.state.document.upper_from_lower.matrix(), before);
    ASSERT_EQ(viewer.state.messages.size(), 1U) << "said once";
    said.push_back(viewer.state.messages.back().text);
    viewer.actions.dismiss_message(0);
  }
  EXPECT_EQ(std::set(said.begin(), said.end()).size(), 1U) << said.front() << "\n" << said.back();
}

TEST(Actions, loading_can_be_cancelled) {
  Viewer viewer;
  viewer.actions.open_demo();
  viewer.actions.update(0);
  ASSERT_TRUE(viewer.state.work);
  EXPECT_TRUE(viewer.state.work->can_cancel);
  viewer.actions.cancel_work();
  viewer.actions.finish_work();
  EXPECT_FALSE(viewer.state.loaded);
  EXPECT_FALSE(viewer.state.work);
  EXPECT_EQ(viewer.messages(), "");
}

TEST(Actions, the_case_opened_last_is_the_one_that_opens) {
  Viewer viewer;
  viewer.actions.open(write_ball_and_plate(viewer.folder / "first"));
  const CaseRequest last = write_ball_and_plate(viewer.folder / "last");
  viewer.actions.open(last);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.loaded);
  EXPECT_EQ(viewer.state.loaded->request.upper, last.upper);
  EXPECT_EQ(viewer.messages(), "");
}

TEST(Actions, dropped_scans_are_told_apart_by_their_names) {
  Viewer viewer;
  const CaseRequest scans = write_ball_and_plate(viewer.folder / "scans");
  const std::vector<std::string> turned = {scans.lower, scans.upper};
  viewer.actions.open_paths(turned);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.loaded);
  EXPECT_EQ(viewer.state.loaded->request.upper, scans.upper);
  EXPECT_EQ(viewer.state.settings.recent.size(), 1U);

  const std::vector<std::string> one = {scans.lower};
  viewer.actions.open_paths(one);
  EXPECT_EQ(viewer.state.messages.size(), 1U);
}

TEST(Actions, nothing_happens_where_no_case_is_open) {
  Viewer viewer;
  std::mt19937 random(7);
  for (int i = 0; i < 100; ++i) act_at_random(viewer, random);
  viewer.actions.look(StandardView::frontal);
  viewer.actions.set_section(SectionKind::frontal, {0, 0, 0});
  viewer.actions.move_section(1);
  viewer.actions.validate();
  viewer.actions.compute_stages();
  viewer.actions.set_excursion(Excursion::protrusion, 1);
  viewer.actions.play_excursion(Excursion::protrusion);
  viewer.actions.set_playing(true);
  viewer.actions.set_film_time(1);
  viewer.actions.close_film();
  viewer.actions.answer(true);
  viewer.actions.finish_work();
  EXPECT_FALSE(viewer.state.loaded);
  EXPECT_FALSE(viewer.state.can_undo);
}

TEST(Actions, a_section_moves_along_its_normal) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.set_section(SectionKind::sagittal, {1, 2, 3});
  const double offset_mm = viewer.state.view.section->offset_mm();
  ViewState view = viewer.state.view;
  view.ruler = Ruler{{0, 0}, {1, 1}};
  viewer.actions.set_view(view);
  viewer.actions.move_section(0.75);
  EXPECT_NEAR(viewer.state.view.section->offset_mm(), offset_mm + 0.75, 1e-12);
  EXPECT_FALSE(viewer.state.view.ruler) << "it measured what is in another plane";
}

TEST(Actions, an_occlusal_view_hides_the_jaw_before_it_until_another_view) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.look(StandardView::lower_occlusal);
  EXPECT_FALSE(viewer.state.view.upper.shown);
  EXPECT_TRUE(viewer.state.view.lower.shown);
  viewer.actions.look(StandardView::frontal);
  EXPECT_TRUE(viewer.state.view.upper.shown);

  ViewState view = viewer.state.view;
  view.upper.shown = false;  // by the user: stays so
  viewer.actions.set_view(view);
  viewer.actions.look(StandardView::right);
  EXPECT_FALSE(viewer.state.view.upper.shown);
}

}  // namespace
}  // namespace intercusp::viewer::testing
