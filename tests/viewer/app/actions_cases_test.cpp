// Opening cases, successfully or not, the program's messages, and the end of its work.

#include <gtest/gtest.h>
#include <fstream>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "io/mesh/write_ply.h"
#include "occlusion/geometry/shapes.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/tools/articulator/tool.h"
#include "viewer/tools/validation/tool.h"

namespace intercusp::viewer::testing {
namespace {

TEST(Actions, messages_begin_with_a_capital_and_files_keep_their_names) {
  Viewer viewer;
  viewer.actions.messages.say(MessageKind::problem, "the jaws are too far apart");
  viewer.actions.messages.say(MessageKind::problem, "upper.ply: no triangles");
  EXPECT_EQ(viewer.messages(), "The jaws are too far apart\nupper.ply: no triangles\n");
}

TEST(Actions, a_refusal_goes_away_and_a_problem_stays) {
  Viewer viewer;
  viewer.actions.messages.say(MessageKind::problem, "the disk is full");
  viewer.actions.cases.load_pose("pose.json");  // without a case
  ASSERT_EQ(viewer.state.messages.size(), 2U);
  viewer.actions.update(message_shown_s / 2);
  EXPECT_EQ(viewer.state.messages.size(), 2U);
  viewer.actions.update(message_shown_s);
  EXPECT_EQ(viewer.messages(), "The disk is full\n");
}

TEST(Actions, two_files_that_cannot_be_read_are_both_named_and_forgotten_with_the_next_try) {
  Viewer viewer;
  const std::string upper = viewer.folder.write("torn_upper.stl", "solid nothing").string();
  const std::string lower = viewer.folder.write("torn_lower.ply", "ply\nend_header\n").string();
  for (int times = 0; times < 2; ++times) {
    viewer.actions.cases.open({.upper = upper, .lower = lower});
    viewer.actions.finish_work();
    ASSERT_EQ(viewer.state.messages.size(), 2U) << viewer.messages();
    EXPECT_NE(viewer.state.messages[0].text.find("torn_upper.stl"), std::string::npos) << viewer.messages();
    EXPECT_NE(viewer.state.messages[1].text.find("torn_lower.ply"), std::string::npos) << viewer.messages();
  }
  viewer.open_ball_and_plate();
  EXPECT_EQ(viewer.messages(), "");
}

TEST(Actions, a_message_that_stands_there_already_is_not_repeated) {
  Viewer viewer;
  for (int times = 0; times < 3; ++times)
    set_excursion(viewer.state, viewer.actions, Excursion::protrusion, 1);
  for (int times = 0; times < 3; ++times)
    viewer.actions.messages.say(MessageKind::problem, "the disk is full");
  viewer.actions.messages.say(MessageKind::refusal, "not possible");
  viewer.actions.messages.say(MessageKind::problem, "the disk is full");
  EXPECT_EQ(viewer.messages(), "Not possible\nThe disk is full\n");
}

TEST(Actions, a_case_that_cannot_be_opened_leaves_the_open_one) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.nudge({.shift_mm = {0.1, 0, 0}});
  const auto loaded = viewer.state.loaded;
  const Document document = viewer.state.document;
  viewer.actions.cases.open({.upper = "missing_upper.stl", .lower = "missing_lower.stl"});
  viewer.actions.cases.answer(true);
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
  viewer.actions.files.save_session(viewer.folder / "kept.json");
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.5}});
  const auto loaded = viewer.state.loaded;
  const Document document = viewer.state.document;
  const std::vector<std::string> dropped = {other.upper, other.lower};
  const std::vector<std::string> session = {(viewer.folder / "kept.json").string()};
  const std::vector<std::function<void()>> ways = {
      [&] { viewer.actions.cases.open(other); }, [&] { viewer.actions.cases.open_demo(); },
      [&] { viewer.actions.cases.open_paths(dropped); }, [&] { viewer.actions.cases.open_paths(session); },
      [&] { viewer.actions.cases.open_session(session[0]); }};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    SCOPED_TRACE(i);
    ways[i]();
    viewer.actions.finish_work();
    EXPECT_EQ(viewer.state.loaded, loaded);
    ASSERT_TRUE(viewer.state.question);
    viewer.actions.cases.answer(false);
    viewer.actions.finish_work();
    EXPECT_EQ(viewer.state.loaded, loaded);
    EXPECT_TRUE(same_document(viewer.state.document, document));
    EXPECT_FALSE(viewer.state.question);
  }
  viewer.actions.cases.open_paths(dropped);
  viewer.actions.cases.answer(true);
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.loaded->request.upper, other.upper);
  viewer.actions.cases.open(loaded->request);  // nothing to lose: no question
  EXPECT_FALSE(viewer.state.question);
}

TEST(Actions, messages_go_when_the_next_case_is_open) {
  Viewer viewer;
  viewer.actions.cases.open({.upper = "missing_upper.stl", .lower = "missing_lower.stl"});
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
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -1}});
  viewer.actions.playbacks.open_track("missing.csv");
  viewer.actions.finish_work();
  EXPECT_NE(viewer.messages(), "");
  viewer.actions.playbacks.open_track(track);
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.messages(), "");
  viewer.actions.cases.load_pose("missing.json");
  EXPECT_NE(viewer.messages(), "");
  viewer.actions.cases.load_pose(pose);
  EXPECT_EQ(viewer.messages(), "");
}

TEST(Actions, information_goes_by_itself_and_problems_when_something_succeeds) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.files.save_session(viewer.folder / "kept.json");
  EXPECT_NE(viewer.messages().find("kept.json"), std::string::npos);
  viewer.actions.update(message_shown_s - 1);
  EXPECT_NE(viewer.messages(), "");
  EXPECT_EQ(viewer.actions.update(1), Change::shown);
  EXPECT_EQ(viewer.messages(), "");
  viewer.actions.cases.load_pose("missing.json");
  const std::string problem = viewer.messages();
  viewer.actions.update(100 * message_shown_s);
  EXPECT_EQ(viewer.messages(), problem);
  viewer.actions.files.save_session(viewer.folder / "kept.json");
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
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -1}});
  ASSERT_TRUE(viewer.actions.next_due_s()) << "it is to be measured and kept";
  EXPECT_LT(*viewer.actions.next_due_s(), 0.5);
}

TEST(Actions, the_end_of_background_work_is_told) {
  Viewer viewer;
  std::atomic<int> ends = 0;
  viewer.actions.work.tell_ends([&] { ++ends; });
  viewer.open_ball_and_plate();
  EXPECT_GT(ends, 0);
}

TEST(Actions, a_case_in_metres_is_refused_and_its_unit_offered) {
  Viewer viewer;
  const fs::path folder = viewer.folder / "metres";
  fs::create_directories(folder);
  write_ply(folder / "upper.ply", shapes::box({-0.02, -0.015, 0}, {0.02, 0.015, 0.005}));
  write_ply(folder / "lower.ply", shapes::box({-0.02, -0.015, -0.006}, {0.02, 0.015, -0.0001}));
  viewer.actions.cases.open(
      {.upper = (folder / "upper.ply").string(), .lower = (folder / "lower.ply").string()});
  viewer.actions.finish_work();
  EXPECT_FALSE(viewer.state.loaded);
  ASSERT_FALSE(viewer.state.fixes.empty()) << viewer.messages();
  viewer.actions.cases.apply_fix(viewer.state.fixes.front());
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.loaded) << viewer.messages();
  EXPECT_NEAR(*viewer.state.live->reading().least_clearance_mm, 0.1, 0.001);
}

TEST(Actions, a_swap_keeps_what_the_user_entered_and_is_one_step_of_undo) {
  Viewer viewer;
  const CaseRequest right = write_dentition(viewer.folder / "dentition");
  viewer.open({.upper = right.lower, .lower = right.upper});
  viewer.actions.cases.set_notes({.name = "Anna", .date = "2026-11-30", .notes = "before"});
  viewer.actions.pose.add_named("kept");
  viewer.actions.pose.set_threshold(0.2);
  const Document before = viewer.state.document;
  ASSERT_FALSE(viewer.state.fixes.empty());
  viewer.actions.cases.apply_fix(CaseFix(viewer.state.fixes.front()));
  EXPECT_FALSE(viewer.state.question) << "nothing is lost";
  viewer.actions.finish_work();
  const auto expect_kept = [&] {
    EXPECT_EQ(viewer.state.notes.name, "Anna");
    EXPECT_EQ(viewer.state.document.poses.size(), 1U);
    EXPECT_EQ(viewer.state.document.threshold_mm, 0.2);
    expect_read(viewer.state);
  };
  EXPECT_EQ(viewer.state.loaded->request.upper, right.upper) << viewer.messages();
  EXPECT_TRUE(viewer.state.fixes.empty());
  EXPECT_TRUE(viewer.state.unsaved);
  expect_kept();
  viewer.actions.pose.undo();
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.loaded->request.upper, right.lower);
  EXPECT_TRUE(same_document(viewer.state.document, before));
  expect_kept();
  viewer.actions.pose.redo();
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.loaded->request.upper, right.upper);
  viewer.actions.pose.undo();
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -1}});  // before the jaws are read
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.loaded->request.upper, right.upper) << "the later step wins";
  expect_kept();
}

TEST(Actions, an_update_tells_once_that_background_work_has_ended) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.update(0);
  validate_pose(viewer.state, viewer.actions);
  int ends = 0;
  for (int i = 0; i < 2000 && (viewer.state.work || !validation_of(viewer.state)); ++i) {
    const Change change = viewer.actions.update(0);
    ends += change == Change::work_done ? 1 : 0;
    EXPECT_EQ(change == Change::work_done, validation_of(viewer.state) && ends == 1 && !viewer.state.work);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(validation_of(viewer.state));
  EXPECT_EQ(ends, 1);
  EXPECT_EQ(viewer.actions.update(0), Change::none);
}

TEST(Actions, loading_can_be_cancelled) {
  Viewer viewer;
  viewer.actions.cases.open_demo();
  viewer.actions.update(0);
  ASSERT_TRUE(viewer.state.work);
  EXPECT_TRUE(viewer.state.work->can_cancel);
  viewer.actions.work.cancel();
  viewer.actions.finish_work();
  EXPECT_FALSE(viewer.state.loaded);
  EXPECT_FALSE(viewer.state.work);
  EXPECT_EQ(viewer.messages(), "");
}

//! Ends the first step of opening.
void show_jaws_of(Viewer& viewer, const CaseRequest& request) {
  viewer.actions.cases.open(request);
  viewer.actions.work.wait();
  viewer.actions.update(0);
}

TEST(Actions, jaws_are_shown_before_teeth_and_map) {
  Viewer viewer;
  const CaseRequest request = write_dentition(viewer.folder / "dentition");
  show_jaws_of(viewer, request);
  EXPECT_FALSE(viewer.state.loaded);
  ASSERT_TRUE(viewer.state.read);
  EXPECT_EQ(viewer.state.read->request.upper, request.upper);
  ASSERT_TRUE(viewer.state.work);
  EXPECT_EQ(viewer.state.work->what, std::string(Text("Finding the teeth\u2026")));
  const Camera shown = viewer.state.view.camera;
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.loaded);
  EXPECT_FALSE(viewer.state.read);
  EXPECT_EQ(viewer.state.view.camera, shown) << "the jaws stay where they were";
  expect_read(viewer.state);
}

TEST(Actions, a_case_that_does_not_open_leaves_the_one_before) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.set(lowered_by(1), "moved");
  const std::string before = viewer.state.loaded->request.upper;
  show_jaws_of(viewer, write_dentition(viewer.folder / "dentition"));
  ASSERT_TRUE(viewer.state.question);
  viewer.actions.cases.answer(true);
  viewer.actions.work.wait();
  viewer.actions.update(0);
  ASSERT_TRUE(viewer.state.read);
  EXPECT_FALSE(viewer.state.unsaved);
  viewer.actions.work.cancel();
  viewer.actions.finish_work();
  EXPECT_FALSE(viewer.state.read);
  ASSERT_TRUE(viewer.state.loaded);
  EXPECT_EQ(viewer.state.loaded->request.upper, before);
  EXPECT_TRUE(viewer.state.unsaved);
  expect_read(viewer.state);
  viewer.actions.pose.undo();
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, viewer.state.loaded->bite.upper_from_lower));
}

TEST(Actions, the_case_opened_last_is_the_one_that_opens) {
  Viewer viewer;
  viewer.actions.cases.open(write_ball_and_plate(viewer.folder / "first"));
  const CaseRequest last = write_ball_and_plate(viewer.folder / "last");
  viewer.actions.cases.open(last);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.loaded);
  EXPECT_EQ(viewer.state.loaded->request.upper, last.upper);
  EXPECT_EQ(viewer.messages(), "");
}

TEST(Actions, dropped_scans_are_told_apart_by_their_names) {
  Viewer viewer;
  const CaseRequest scans = write_ball_and_plate(viewer.folder / "scans");
  const std::vector<std::string> turned = {scans.lower, scans.upper};
  viewer.actions.cases.open_paths(turned);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.loaded);
  EXPECT_EQ(viewer.state.loaded->request.upper, scans.upper);
  EXPECT_EQ(viewer.state.settings.recent.size(), 1U);
}

TEST(Actions, a_scan_dropped_alone_is_shown_and_the_next_one_completes_the_case) {
  Viewer viewer;
  const CaseRequest scans = write_dentition(viewer.folder / "teeth");
  viewer.open_ball_and_plate();
  viewer.actions.pose.set(lowered_by(1), "moved");
  const auto drop = [&](const std::string& scan) {
    viewer.actions.cases.open_paths(std::vector<std::string>{scan});
    viewer.actions.finish_work();
  };
  drop(scans.lower);
  ASSERT_TRUE(viewer.state.question) << "the case before is not saved";
  EXPECT_TRUE(viewer.state.loaded);
  viewer.actions.cases.answer(true);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.lone) << viewer.messages();
  EXPECT_FALSE(viewer.state.loaded);
  EXPECT_FALSE(viewer.state.can_undo);
  EXPECT_FALSE(viewer.state.unsaved);
  EXPECT_EQ(viewer.autosaved(), fs::path());
  EXPECT_FALSE(viewer.state.lone->is_upper());
  EXPECT_EQ(viewer.state.lone->told_by, LoneScan::ToldBy::name);
  ASSERT_TRUE(viewer.state.lone->axes);
  EXPECT_GT(viewer.state.lone->axes->superior.z(), 0.95) << "generated cases are in LPS";
  EXPECT_LT(viewer.state.lone->axes->anterior.y(), -0.9);
  EXPECT_TRUE(viewer.state.fitted_camera);

  drop(scans.lower);  // again
  EXPECT_FALSE(viewer.state.loaded);
  drop(scans.upper);
  ASSERT_TRUE(viewer.state.loaded) << viewer.messages();
  EXPECT_FALSE(viewer.state.lone);
  EXPECT_EQ(viewer.state.loaded->request.upper, scans.upper);
  EXPECT_EQ(viewer.state.loaded->request.lower, scans.lower);
}

TEST(Actions, a_scan_without_a_telling_name_is_taken_for_the_jaw_that_it_looks_like) {
  Viewer viewer;
  const CaseRequest scans = write_dentition(viewer.folder / "scans");
  const fs::path first = viewer.folder / "first.ply", second = viewer.folder / "second.ply";
  fs::copy_file(scans.lower, first);
  fs::copy_file(scans.upper, second);
  for (const fs::path& scan : {first, second}) {
    viewer.actions.cases.open_paths(std::vector<std::string>{scan.string()});
    viewer.actions.finish_work();
    if (scan != first) continue;
    ASSERT_TRUE(viewer.state.lone) << viewer.messages();
    EXPECT_EQ(viewer.state.lone->told_by, LoneScan::ToldBy::shape);
    EXPECT_FALSE(viewer.state.lone->is_upper());
  }
  ASSERT_TRUE(viewer.state.loaded) << viewer.messages();
  EXPECT_EQ(viewer.state.loaded->request.lower, first.string());
}

TEST(Actions, a_lone_scan_that_cannot_be_read_is_said_and_waits_for_nothing) {
  Viewer viewer;
  const CaseRequest scans = write_ball_and_plate(viewer.folder / "scans");
  const fs::path bad = viewer.folder / "bad.stl";
  std::ofstream(bad) << "nothing";
  viewer.actions.cases.open_paths(std::vector<std::string>{bad.string()});
  viewer.actions.finish_work();
  EXPECT_NE(viewer.messages().find("bad.stl"), std::string::npos);
  viewer.actions.cases.open_paths(std::vector<std::string>{scans.upper});
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.lone) << viewer.messages();
  EXPECT_EQ(viewer.state.lone->source, scans.upper);
  EXPECT_FALSE(viewer.state.lone->axes) << "a plate has no arch";
}

}  // namespace
}  // namespace intercusp::viewer::testing
