// The bite of jaws that were exported without one, through the actions that the Case step calls.

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

#include "io/files/errors.h"
#include "occlusion/distance/deepest.h"
#include "tests/support/buccal_scan.h"
#include "tests/support/program.h"
#include "tests/support/scan_changes.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/session.h"
#include "viewer/scene/extra_surface.h"
#include "viewer/tools/bite/tool.h"

namespace intercusp::viewer {
namespace {

using testing::Viewer;
using Json = nlohmann::json;
using Paths = std::vector<std::string>;

class ViewerBite : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    files_ = std::make_unique<testing::TemporaryFolder>();
    const auto meshes =
        make_dentitions({.triangles = 16000, .seed = 3}, std::array<std::uint64_t, 2>{31, 32});
    const auto write = [](const char* name, LabelledMesh mesh, const Eigen::Isometry3d& pose) {
      move(mesh, pose);
      write_ply(*files_ / (std::string(name) + ".ply"), mesh.mesh, mesh.labels);
    };
    const LabelledMesh right = buccal_scan(meshes[1]);
    write("upper", meshes[0].upper, random_pose(4));
    write("lower", meshes[0].lower, random_pose(5));
    write("buccal_right", right, random_pose(6));
    write("buccal_left", buccal_scan(meshes[1], {.side = BuccalSide::left}), random_pose(7));
    write("third", right, random_pose(8));
    write("fourth", meshes[1].lower, random_pose(9));
    truth_ = random_pose(4) * random_pose(5).inverse();
  }
  static void TearDownTestSuite() { files_.reset(); }
  static std::string file(const std::string& name) { return (*files_ / (name + ".ply")).string(); }

  //! Without waiting for the numbers of the pose at rest, which take longer than most searches.
  template <class Condition>
  void wait_until(const Condition& condition) {
    for (int i = 0; i < 20'000 && !condition(); ++i) {
      viewer_.actions.update(0);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_TRUE(condition()) << viewer_.messages();
  }
  void open(const std::string& upper, const std::string& lower) {
    viewer_.actions.cases.open({.upper = file(upper), .lower = file(lower)});
    wait_until([&] { return viewer_.state.loaded != nullptr; });
  }
  void open_jaws() { open("upper", "lower"); }
  void add_both_sides() {
    viewer_.actions.cases.open_paths(Paths{file("buccal_right"), file("buccal_left")});
    wait_until([&] { return bite_search(viewer_.state).buccal.size() == 2; });
  }
  void find() {
    find_bite(viewer_.state, viewer_.actions);
    wait_until([&] { return found() != nullptr; });
  }
  void use() {
    viewer_.actions.cases.reopen_in_pose();
    const auto before = viewer_.state.loaded;
    wait_until([&] { return viewer_.state.loaded != before; });
  }
  void drop(const std::string& path) {
    viewer_.actions.cases.open_paths(Paths{path});
    viewer_.actions.finish_work();
  }
  [[nodiscard]] std::shared_ptr<const FoundBite> found() const { return bite_search(viewer_.state).found; }
  [[nodiscard]] const Eigen::Isometry3d& pose() const { return viewer_.state.document.upper_from_lower; }
  //! Of a place on the lower's teeth, greatest.
  [[nodiscard]] double error_mm() const {
    const Solid& lower = *viewer_.state.loaded->bite.lower;
    double greatest = 0;
    for (std::size_t v = 0; v < lower.labels.size(); v += 50)
      if (lower.labels[v] > 0)
        greatest =
            std::max(greatest, (pose() * lower.mesh.vertices[v] - truth_ * lower.mesh.vertices[v]).norm());
    return greatest;
  }

  inline static std::unique_ptr<testing::TemporaryFolder> files_;
  inline static Eigen::Isometry3d truth_;
  Viewer viewer_;
};

//! On a command line.
std::string named(const std::string& path) { return " \"" + path + "\""; }

void expect_same_figures(const FoundBite& found, const Json& command) {
  EXPECT_EQ(found.determined(), command["determined"].get<bool>());
  ASSERT_EQ(found.candidates.size(), command["candidates"].size());
  for (std::size_t i = 0; i < found.candidates.size(); ++i) {
    const BiteCandidate& mine = found.candidates[i];
    const Json& its = command["candidates"][i];
    for (int number = 0; number < 16; ++number)
      EXPECT_EQ(mine.upper_from_lower.matrix()(number / 4, number % 4),
                its["upper_from_lower"][static_cast<std::size_t>(number)].get<double>());
    EXPECT_EQ(mine.score, its["score"].get<double>());
    EXPECT_EQ(mine.contacts, its["contacts"].get<std::size_t>());
    EXPECT_EQ(mine.contact_mm2, its["contact_mm2"].get<double>());
    EXPECT_EQ(mine.max_penetration_mm, its["max_penetration_mm"].get<double>());
    EXPECT_EQ(mine.residual_mm, its["residual_mm"].get<double>());
    EXPECT_EQ(mine.overlap_share, its["overlap_share"].get<double>());
  }
}

TEST_F(ViewerBite, candidates_by_the_arches_are_those_of_the_command) {
  open_jaws();
  find();
  const auto run =
      intercusp::testing::run_program("bite" + named(file("upper")) + named(file("lower")) + " --json");
  ASSERT_EQ(run.status, 0) << run.err;
  expect_same_figures(*found(), Json::parse(run.out));
  ASSERT_GE(found()->candidates.size(), 2U);
  EXPECT_EQ(candidate_shown(viewer_.state), 0U);
  EXPECT_LT(error_mm(), 0.2);
  EXPECT_EQ(found()->method, BiteMethod::arches);
  testing::expect_read(viewer_.state);
}

TEST_F(ViewerBite, candidates_by_buccal_scans_are_those_of_the_command) {
  open_jaws();
  add_both_sides();
  ASSERT_EQ(bite_search(viewer_.state).buccal, (Paths{file("buccal_right"), file("buccal_left")}))
      << viewer_.messages();
  find();
  const auto run = intercusp::testing::run_program("bite" + named(file("upper")) + named(file("lower")) +
                                                   " --buccal" + named(file("buccal_right")) + " --buccal" +
                                                   named(file("buccal_left")) + " --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const Json command = Json::parse(run.out);
  expect_same_figures(*found(), command);
  EXPECT_EQ(found()->buccal->disagreement_mm, command["disagreement_mm"].get<double>());
  EXPECT_LT(error_mm(), 0.05);
}

TEST_F(ViewerBite, candidates_are_stepped_through_and_undone_as_one_step) {
  open_jaws();
  const Eigen::Isometry3d opened = pose();
  find();
  const Eigen::Isometry3d best = pose();
  ASSERT_GE(found()->candidates.size(), 3U);
  EXPECT_EQ(viewer_.state.undo_label, "find the bite");
  for (const std::size_t i : {1, 2}) {
    show_candidate(viewer_.state, viewer_.actions, i);
    EXPECT_EQ(candidate_shown(viewer_.state), i);
    EXPECT_TRUE(same_pose(pose(), found()->candidates[i].upper_from_lower));
    testing::expect_read(viewer_.state);
  }
  viewer_.actions.pose.undo();
  EXPECT_TRUE(same_pose(pose(), best));
  EXPECT_EQ(candidate_shown(viewer_.state), 0U);
  viewer_.actions.pose.undo();
  EXPECT_TRUE(same_pose(pose(), opened));
  EXPECT_FALSE(found());
  viewer_.actions.pose.redo();
  EXPECT_TRUE(same_pose(pose(), best));
  EXPECT_TRUE(found());
  show_candidate(viewer_.state, viewer_.actions, 99);
  EXPECT_TRUE(same_pose(pose(), best));
}

TEST_F(ViewerBite, the_search_can_be_stopped_and_leaves_a_jaw_that_was_moved_meanwhile) {
  open_jaws();
  find_bite(viewer_.state, viewer_.actions);
  wait_until([&] { return viewer_.state.work && viewer_.state.work->done > 0; });
  EXPECT_TRUE(viewer_.state.work->can_cancel);
  viewer_.actions.work.cancel();
  wait_until([&] { return !viewer_.state.work; });
  EXPECT_FALSE(found());
  EXPECT_FALSE(viewer_.state.can_undo);
  EXPECT_EQ(viewer_.messages(), "");

  find_bite(viewer_.state, viewer_.actions);
  viewer_.actions.pose.nudge({.shift_mm = {0, 0, -1}});
  const Eigen::Isometry3d moved = pose();
  wait_until([&] { return found() != nullptr; });
  EXPECT_TRUE(same_pose(pose(), moved));
  EXPECT_FALSE(candidate_shown(viewer_.state));
}

TEST_F(ViewerBite, where_it_is_not_determined_the_jaw_stays_and_the_reason_is_kept) {
  open("lower", "upper");
  const Eigen::Isometry3d opened = pose();
  find();
  EXPECT_FALSE(found()->determined());
  EXPECT_TRUE(same_pose(pose(), opened));
  EXPECT_EQ(found()->findings.front().code, "jaws_swapped");
  EXPECT_EQ(viewer_.state.messages.back().kind, MessageKind::refusal);
}

TEST_F(ViewerBite, the_pose_used_is_that_of_the_case_with_axes_that_fit_it_and_undo_goes_on) {
  open_jaws();
  const Eigen::Isometry3d opened = pose();
  viewer_.actions.cases.set_notes({.name = "Anna", .date = {}, .notes = {}});
  find();
  const Eigen::Isometry3d best = pose();
  use();
  EXPECT_TRUE(same_pose(viewer_.state.loaded->bite.upper_from_lower, best)) << viewer_.messages();
  EXPECT_TRUE(same_pose(viewer_.state.loaded->request.upper_from_lower, best));
  EXPECT_TRUE(viewer_.state.loaded->anatomy.axes);
  EXPECT_TRUE(viewer_.state.loaded->anatomy.findings.empty());
  EXPECT_TRUE(viewer_.state.unsaved);
  EXPECT_EQ(viewer_.state.notes.name, "Anna");
  ASSERT_TRUE(found());
  EXPECT_EQ(candidate_shown(viewer_.state), 0U);
  viewer_.actions.pose.undo();
  EXPECT_TRUE(same_pose(pose(), opened));
  viewer_.actions.pose.reset();
  EXPECT_TRUE(same_pose(pose(), best));
}

TEST_F(ViewerBite, jaws_without_a_bite_are_told_until_they_have_one) {
  open_jaws();
  viewer_.actions.finish_work();
  EXPECT_TRUE(opened_without_bite(viewer_.state));
  find();
  use();
  viewer_.actions.finish_work();
  EXPECT_FALSE(opened_without_bite(viewer_.state));
  Viewer other;
  other.open(testing::write_dentition(other.folder / "scans"));
  other.actions.finish_work();
  EXPECT_FALSE(opened_without_bite(other.state));
}

TEST_F(ViewerBite, a_dropped_scan_is_told_by_its_name_else_by_its_shape) {
  open_jaws();
  const auto loaded = viewer_.state.loaded;
  drop(file("buccal_right"));
  EXPECT_EQ(bite_search(viewer_.state).buccal, Paths{file("buccal_right")});
  EXPECT_EQ(viewer_.state.undo_label, "add a buccal scan");
  drop(file("buccal_right"));
  EXPECT_EQ(bite_search(viewer_.state).buccal.size(), 1U) << "it is there already";
  drop(file("third"));
  EXPECT_EQ(bite_search(viewer_.state).buccal, (Paths{file("buccal_right"), file("third")}))
      << viewer_.messages();
  EXPECT_EQ(viewer_.state.loaded, loaded);
  drop(file("buccal_left"));
  EXPECT_EQ(bite_search(viewer_.state).buccal.size(), 2U) << "one for each side";
  remove_buccal_scan(viewer_.state, viewer_.actions, 0);
  EXPECT_EQ(bite_search(viewer_.state).buccal, Paths{file("third")});
  viewer_.actions.files.save_session(viewer_.folder / "kept.json");

  drop(file("fourth"));  // a whole arch
  EXPECT_FALSE(viewer_.state.question);
  EXPECT_TRUE(viewer_.state.lone) << viewer_.messages();
}

TEST_F(ViewerBite, buccal_scans_come_with_the_jaws_that_are_dropped) {
  viewer_.actions.cases.open_paths(
      Paths{file("buccal_left"), file("upper"), file("buccal_right"), file("lower")});
  wait_until([&] { return bite_search(viewer_.state).buccal.size() == 2; });
  EXPECT_EQ(bite_search(viewer_.state).buccal, (Paths{file("buccal_left"), file("buccal_right")}));
  EXPECT_EQ(viewer_.state.loaded->request.upper, file("upper"));
  viewer_.actions.cases.open_paths(Paths{file("third"), file("fourth"), file("buccal_left")});
  EXPECT_NE(viewer_.messages().find("Drop the upper"), std::string::npos) << viewer_.messages();
}

TEST_F(ViewerBite, what_a_dropped_scan_shows_is_asked_where_nothing_tells) {
  open_jaws();
  const auto loaded = viewer_.state.loaded;
  const std::string ball = viewer_.folder / "something.ply";
  write_ply(ball, shapes::sphere({0, 0, 0}, 8, 32));
  drop(ball);
  ASSERT_TRUE(viewer_.state.question) << viewer_.messages();
  ASSERT_EQ(viewer_.state.question->answers.size(), 2U);
  viewer_.actions.cases.answer(false);
  EXPECT_FALSE(viewer_.state.question);
  EXPECT_EQ(viewer_.state.loaded, loaded);
  drop(ball);
  viewer_.actions.cases.choose(0);
  viewer_.actions.finish_work();
  EXPECT_EQ(bite_search(viewer_.state).buccal, Paths{ball});
  find();
  EXPECT_FALSE(found()->determined());
  EXPECT_EQ(found()->findings.front().code, "jaw_not_in_buccal_scans");
  viewer_.actions.pose.undo();  // what was found
  viewer_.actions.pose.undo();
  EXPECT_TRUE(bite_search(viewer_.state).buccal.empty());
  drop(ball);
  viewer_.actions.cases.choose(1);
  viewer_.actions.cases.answer(true);  // that changes are not saved
  viewer_.actions.finish_work();
  EXPECT_TRUE(viewer_.state.lone) << viewer_.messages();
}

TEST_F(ViewerBite, a_scan_that_cannot_be_read_is_said_and_not_added) {
  open_jaws();
  drop(viewer_.folder.write("bite.stl", "nothing").string());
  EXPECT_TRUE(bite_search(viewer_.state).buccal.empty());
  EXPECT_NE(viewer_.messages().find("bite.stl"), std::string::npos) << viewer_.messages();
}

TEST_F(ViewerBite, scans_are_drawn_where_the_bite_shown_puts_them) {
  open_jaws();
  add_both_sides();
  EXPECT_TRUE(extra_surfaces(viewer_.state).empty());
  find();
  const std::vector<ExtraSurface> surfaces = extra_surfaces(viewer_.state);
  ASSERT_EQ(surfaces.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const Eigen::Isometry3d truth = random_pose(4) * random_pose(6 + i).inverse();
    const JawMesh& mesh = surfaces[i].meshes->full;
    const Eigen::Vector3d place = mesh.centre + mesh.points.front().cast<double>();
    EXPECT_LT((surfaces[i].case_from_solid * place - truth * place).norm(), 0.05);
  }
  viewer_.actions.pose.nudge({.shift_mm = {0, 0, -1}});
  EXPECT_TRUE(extra_surfaces(viewer_.state).empty());
}

TEST_F(ViewerBite, a_session_keeps_scans_and_bites_to_the_bit) {
  open_jaws();
  add_both_sides();
  find();
  viewer_.actions.files.save_session(viewer_.folder / "kept.json");
  Viewer again;
  again.actions.cases.open_session(viewer_.folder / "kept.json");
  again.actions.finish_work();
  ASSERT_TRUE(again.state.question) << "the scans lie outside of the session's folder";
  EXPECT_NE(again.state.question->text.find("buccal_left.ply"), std::string::npos);
  again.actions.cases.answer(true);
  again.actions.finish_work();
  ASSERT_TRUE(again.state.loaded) << again.messages();
  const BiteSearch kept = bite_search(again.state);
  EXPECT_EQ(kept.buccal, bite_search(viewer_.state).buccal);
  ASSERT_TRUE(kept.found);
  EXPECT_EQ(kept.found->method, BiteMethod::buccal);
  EXPECT_EQ(kept.found->findings, found()->findings);
  ASSERT_EQ(kept.found->candidates.size(), 1U);
  EXPECT_EQ(kept.found->candidates[0].residual_mm, found()->candidates[0].residual_mm);
  EXPECT_EQ(kept.found->candidates[0].contacts, found()->candidates[0].contacts);
  EXPECT_EQ(kept.found->buccal->disagreement_mm, found()->buccal->disagreement_mm);
  EXPECT_EQ(candidate_shown(again.state), 0U);
  EXPECT_EQ(extra_surfaces(again.state).size(), 2U);
  viewer_.actions.finish_work();
  const auto json_of = [](const AppState& state) {
    return session_json(session_of(state), "/", state.tools);
  };
  EXPECT_EQ(json_of(viewer_.state), json_of(again.state));
}

TEST_F(ViewerBite, an_entry_of_a_session_that_is_wrong_is_named) {
  open_jaws();
  find();
  const Json whole = Json::parse(session_json(session_of(viewer_.state), "/", all_tools()));
  const auto message_with = [&](const char* place, const Json& value) {
    Json broken = whole;
    broken[Json::json_pointer(place)] = value;
    const auto file = viewer_.folder.write("broken.json", broken.dump());
    return intercusp::testing::message_of<InputError>([&] { (void)read_session(file, all_tools()); });
  };
  EXPECT_NE(message_with("/bite/found/candidates/0/score", 2).find("score"), std::string::npos);
  EXPECT_NE(message_with("/bite/found/method", "by eye").find("method"), std::string::npos);
  const Json nothing =
      Json::array({{{"code", "several_bites_fit"}, {"severity", "error"}, {"values", Json::object()}}});
  EXPECT_NE(message_with("/bite/found/findings", nothing).find("findings"), std::string::npos);
}

TEST_F(ViewerBite, a_bite_deeper_than_the_noise_is_settled_by_the_tool_that_settles) {
  open_jaws();
  add_both_sides();
  find();
  const auto deep = std::ranges::find(found()->findings, "bite_deeper_than_noise", &Finding::code);
  ASSERT_NE(deep, found()->findings.end());
  use();
  viewer_.actions.settle();
  wait_until([&] { return viewer_.state.undo_label == "settle the bite"; });
  const Bite bite{viewer_.state.loaded->bite.upper, viewer_.state.loaded->bite.lower, pose()};
  const PreparedJaws jaws = prepare_jaws(bite);
  EXPECT_LT(least_distance(bite, jaws, surface_distances(bite, jaws))->max_penetration_distance_mm(),
            deep->number("depth_mm"));
}

}  // namespace
}  // namespace intercusp::viewer
