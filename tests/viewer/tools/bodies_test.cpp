// Analytic bodies shown with the jaws, through the actions that panels call.

#include <gtest/gtest.h>

#include "io/case/import_solids.h"
#include "occlusion/several/interference.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/pose.h"
#include "viewer/tools/several/tool.h"

namespace intercusp::viewer {
namespace {

using testing::lowered_by;
using testing::Viewer;

//! Next to the ball: 5 mm between the surfaces, and 1 mm deep in the plate.
std::filesystem::path write_pins(const Viewer& viewer) {
  return viewer.folder.write("pins.json", R"({"bodies": [
    {"name": "pin", "kind": "cylinder", "size_mm": [2, 6],
     "pose": [1,0,0,12, 0,1,0,0, 0,0,1,-2, 0,0,0,1]},
    {"name": "pearl", "kind": "sphere", "size_mm": [1],
     "pose": [1,0,0,-12, 0,1,0,0, 0,0,1,-3, 0,0,0,1]}]})");
}

TEST(ViewerBodies, stand_to_the_jaws_as_the_command_and_paper_say) {
  Viewer viewer;
  const CaseRequest files = testing::write_ball_and_plate(viewer.folder / "scans");
  viewer.open(files);
  const std::string pins = write_pins(viewer).string();
  viewer.actions.cases.open_paths(std::vector<std::string>{pins});
  viewer.actions.finish_work();
  ASSERT_TRUE(bodies_of(viewer.state)) << viewer.messages();
  ASSERT_TRUE(bodies_reading(viewer.state));
  const std::vector<BodyFigures>& figures = bodies_reading(viewer.state)->figures;
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_NEAR(figures[0].upper.depth_mm, 1, 1e-3) << "the pin's top lies at z = 1, in a plate from 0 to 5";
  ASSERT_TRUE(figures[0].lower.distance_mm);
  EXPECT_NEAR(*figures[0].lower.distance_mm, 12 - 2 - testing::ball_radius_mm, 0.02);
  ASSERT_TRUE(figures[1].upper.distance_mm);
  EXPECT_NEAR(*figures[1].upper.distance_mm, 2, 1e-3);

  const ImportedSolids imported = import_solids({files.upper, pins}, 1.0);
  std::vector<SolidOrBody> solids;
  for (const NamedSolid& named : imported.solids) solids.push_back({named.solid, named.body});
  const Interference command = find_interference(solids);
  EXPECT_EQ(figures[0].upper.depth_mm, command.near_pairs.front().depth_mm);
}

TEST(ViewerBodies, are_measured_again_where_the_jaw_rests) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  add_bodies(viewer.state, viewer.actions, {write_pins(viewer).string()});
  viewer.actions.finish_work();
  const double before = *bodies_reading(viewer.state)->figures[1].lower.distance_mm;
  viewer.actions.pose.set(Eigen::Isometry3d(Eigen::Translation3d(2, 0, 0)), "aside");
  EXPECT_EQ(bodies_reading(viewer.state), nullptr);
  viewer.actions.finish_work();
  EXPECT_TRUE(
      same_pose(bodies_reading(viewer.state)->upper_from_lower, viewer.state.document.upper_from_lower));
  EXPECT_GT(*bodies_reading(viewer.state)->figures[1].lower.distance_mm, before + 1);
}

TEST(ViewerBodies, adding_and_removing_are_steps_of_undo) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  add_bodies(viewer.state, viewer.actions, {write_pins(viewer).string()});
  viewer.actions.finish_work();
  remove_bodies(viewer.actions);
  EXPECT_FALSE(bodies_of(viewer.state));
  viewer.actions.pose.undo();
  ASSERT_TRUE(bodies_of(viewer.state));
  EXPECT_EQ(bodies_of(viewer.state)->solids.size(), 2U);
  viewer.actions.pose.undo();
  EXPECT_FALSE(bodies_of(viewer.state));
}

TEST(ViewerBodies, come_with_the_scans_that_are_dropped_and_with_a_session) {
  Viewer viewer;
  const CaseRequest files = testing::write_ball_and_plate(viewer.folder / "scans");
  viewer.actions.cases.open_paths(
      std::vector<std::string>{files.upper, write_pins(viewer).string(), files.lower});
  viewer.actions.finish_work();
  ASSERT_TRUE(bodies_of(viewer.state)) << viewer.messages();
  viewer.actions.files.save_session(viewer.folder / "with.json");
  Viewer again;
  again.actions.cases.open_session(viewer.folder / "with.json");
  again.actions.finish_work();
  ASSERT_TRUE(bodies_of(again.state)) << again.messages();
  EXPECT_EQ(bodies_of(again.state)->solids[1].name, "pearl");
}

TEST(ViewerBodies, a_bad_file_says_what_the_command_says) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const std::filesystem::path bad =
      viewer.folder.write("bad.json", R"({"bodies": [{"name": "a", "kind": "sphere", "size_mm": [-1]}]})");
  std::string command;
  try {
    (void)import_solids({bad.string()}, 1.0);
  } catch (const std::exception& error) {
    command = error.what();
  }
  ASSERT_FALSE(command.empty());
  add_bodies(viewer.state, viewer.actions, {bad.string()});
  viewer.actions.finish_work();
  EXPECT_FALSE(bodies_of(viewer.state));
  EXPECT_NE(viewer.messages().find(command), std::string::npos) << viewer.messages();
  add_bodies(viewer.state, viewer.actions, {viewer.folder.write("none.json", "{}").string()});
  viewer.actions.finish_work();
  EXPECT_TRUE(body_files(viewer.state).paths.empty());
}

}  // namespace
}  // namespace intercusp::viewer
