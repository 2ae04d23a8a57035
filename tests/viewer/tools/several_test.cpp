// Neighbouring teeth of one jaw, as the Contacts step lists them.

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "io/case/import_solids.h"
#include "occlusion/several/neighbours.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/tools/several/tool.h"

namespace intercusp::viewer {
namespace {

using testing::Viewer;

//! Three crowns in a row, as single files: 36 and 35 overlap by 0.02 mm, 35 and 34 are 0.3 mm apart.
CaseRequest write_single_teeth(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const auto crown = [](double from_mm, double to_mm) {
    return shapes::fine_box({from_mm, -4, -8}, {to_mm, 4, -0.05}, 1);
  };
  write_ply(folder / "36.ply", crown(-12, -2));
  write_ply(folder / "35.ply", crown(-2.02, 5));
  write_ply(folder / "34.ply", crown(5.3, 12));
  write_ply(folder / "upper.ply", shapes::fine_box({-20, -15, 0}, {20, 15, 5}, 2.5));
  const auto path = [&](const char* name) { return (folder / name).string(); };
  return {.upper = path("upper.ply"), .lower = path("36.ply") + "," + path("35.ply") + "," + path("34.ply")};
}

void show_neighbours(Viewer& viewer) {
  viewer.actions.views.show_step(PanelKind::contacts);
  viewer.actions.finish_work();
}

TEST(ViewerNeighbours, of_single_teeth_are_those_of_the_command_touching_ones_first) {
  Viewer viewer;
  viewer.open(write_single_teeth(viewer.folder / "teeth"));
  show_neighbours(viewer);
  ASSERT_TRUE(neighbours_of(viewer.state)) << viewer.messages();
  const NeighbourTeeth& teeth = *neighbours_of(viewer.state);
  EXPECT_FALSE(teeth.upper_has_single_teeth);
  EXPECT_TRUE(teeth.lower_has_single_teeth);
  ASSERT_EQ(teeth.pairs.size(), 2U);
  EXPECT_NEAR(teeth.pairs[0].found.distance_mm, -0.02, 1e-3);
  EXPECT_TRUE(teeth.pairs[0].found.tight);
  constexpr double across_mm = 8, high_mm = 7.95;
  // The faces that meet, and the parts of the walls next to them within the gap or inside the other.
  EXPECT_NEAR(teeth.pairs[0].found.contact_area_mm2,
              across_mm * high_mm + 2 * (across_mm + high_mm) * (0.02 + proximal_gap_mm), 0.01);
  EXPECT_NEAR(teeth.pairs[1].found.distance_mm, 0.3, 1e-6);
  EXPECT_FALSE(teeth.pairs[1].found.tight);

  std::vector<std::string> files;
  for (const InputFile& file : viewer.state.loaded->lower.files) files.push_back(file.path);
  std::vector<SolidOrBody> solids;
  std::vector<int> fdi;
  for (const NamedSolid& named : import_solids(files, std::nullopt).solids) {
    solids.push_back({named.solid});
    fdi.push_back(named.fdi);
  }
  const std::vector<Neighbours> command = find_neighbours(solids, fdi);
  ASSERT_EQ(command.size(), 2U);
  for (const NeighbourPair& pair : teeth.pairs) {
    const auto same = std::ranges::find_if(command, [&](const Neighbours& other) {
      return fdi[other.a] == pair.fdi && fdi[other.b] == pair.other_fdi;
    });
    ASSERT_NE(same, command.end());
    EXPECT_EQ(pair.found.distance_mm, same->distance_mm);
    EXPECT_EQ(pair.found.contact_area_mm2, same->contact_area_mm2);
  }
}

TEST(ViewerNeighbours, a_click_centres_and_marks_the_place_on_the_jaw_where_it_stands) {
  Viewer viewer;
  viewer.open(write_single_teeth(viewer.folder / "teeth"));
  viewer.actions.pose.set(testing::lowered_by(7), "opened");
  show_neighbours(viewer);
  const NeighbourPair pair = neighbours_of(viewer.state)->pairs[1];
  select_neighbours(viewer.state, viewer.actions, pair);
  ASSERT_TRUE(viewer.state.selected_contact);
  const Eigen::Vector3d place = viewer.state.selected_contact->spots[0].case_point;
  EXPECT_NEAR(place.z(), pair.found.point.z() - 7, 1e-9);
  EXPECT_EQ(viewer.state.view.camera.target, place);
}

TEST(ViewerNeighbours, of_whole_scans_are_not_measured) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  show_neighbours(viewer);
  ASSERT_TRUE(neighbours_of(viewer.state));
  EXPECT_TRUE(neighbours_of(viewer.state)->pairs.empty());
  EXPECT_FALSE(neighbours_of(viewer.state)->upper_has_single_teeth);
  EXPECT_FALSE(neighbours_of(viewer.state)->lower_has_single_teeth);
}

TEST(ViewerNeighbours, of_a_labelled_jaw_are_measured_where_its_teeth_are_closed) {
  Viewer viewer;
  const CaseRequest files = write_single_teeth(viewer.folder / "teeth");
  TriangleMesh all;
  std::vector<int> labels;
  for (const auto& [fdi, from_mm, to_mm] : {std::tuple{36, -12.0, -2.0}, {35, -2.02, 5.0}}) {
    const TriangleMesh crown = shapes::fine_box({from_mm, -4, -8}, {to_mm, 4, -0.05}, 1);
    const auto first = static_cast<std::uint32_t>(all.vertices.size());
    for (const Eigen::Vector3d& vertex : crown.vertices) all.vertices.push_back(vertex);
    for (const Face& face : crown.faces)
      all.faces.push_back({first + face[0], first + face[1], first + face[2]});
    labels.resize(all.vertices.size(), fdi);
  }
  const std::filesystem::path lower = viewer.folder / "teeth" / "lower.ply";
  write_ply(lower, all, labels);
  viewer.open({.upper = files.upper, .lower = lower.string()});
  show_neighbours(viewer);
  ASSERT_EQ(neighbours_of(viewer.state)->pairs.size(), 1U);
  EXPECT_NEAR(neighbours_of(viewer.state)->pairs[0].found.distance_mm, -0.02, 1e-3);
}

}  // namespace
}  // namespace intercusp::viewer
