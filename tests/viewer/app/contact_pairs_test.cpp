#include "viewer/case/shown_figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "occlusion/case/teeth.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"
#include "tests/viewer/app/viewer_support.h"

namespace intercusp::viewer::testing {
namespace {

void expect_table(const RestReading& rest, Measure measure, const std::vector<ContactPair>& rows) {
  ASSERT_FALSE(rows.empty());
  std::set<std::tuple<int, int, int>> names;
  double area_mm2 = 0;
  for (const ContactPair& row : rows) {
    const ContactName& name = row.name;
    EXPECT_TRUE(names.emplace(name.upper_tooth, name.lower_tooth, name.patch).second) << "stands twice";
    EXPECT_GE(row.area_mm2, 0.005);
    EXPECT_NE(row.side, PatientSide::neither);
    area_mm2 += row.area_mm2;
    const std::vector<ContactSpot> spots = spots_of(rest, measure, name);
    ASSERT_FALSE(spots.empty()) << name.upper_tooth << " / " << name.lower_tooth;
    for (const ContactSpot& spot : spots) EXPECT_LT(spot.radius_mm, 15);
  }
  const double whole_mm2 = rest.by(measure).areas.front().surface_mm2;
  EXPECT_LE(area_mm2, 1.0001 * whole_mm2);
  EXPECT_GT(area_mm2, 0.97 * whole_mm2) << "rows are missing";
}

TEST(ContactPairs, are_those_of_the_report_each_once_and_none_reads_zero) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  for (const Measure measure : {Measure::surface_distance, Measure::clearance}) {
    viewer.actions.pose.set_measure(measure);
    const RestReading& rest = *viewer.state.rest;
    const std::vector<ContactPair> rows = viewer.state.contacts();
    expect_table(rest, measure, rows);
    std::size_t readable = 0;
    for (const ToothPairContact& pair : rest.by(measure).pairs) readable += pair.surface_mm2 >= 0.005 ? 1 : 0;
    EXPECT_EQ(rows.size(), readable);
    EXPECT_TRUE(
        std::ranges::any_of(rows, [](const ContactPair& row) { return row.lower_place.has_value(); }));
  }
}

TEST(ContactPairs, a_click_shows_the_contact_on_its_own_tooth) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  const std::vector<ContactPair> rows = viewer.state.contacts();
  const Solid& lower = *viewer.state.rest->bite_case->bite.lower;
  const std::vector<int> teeth = face_teeth(lower);
  for (const ContactPair& row : rows) {
    viewer.actions.views.select_contact(row.name);
    ASSERT_TRUE(viewer.state.selected_contact);
    const Eigen::Vector3d target = viewer.state.view.camera.target;
    EXPECT_EQ(target, viewer.state.selected_contact->spots.front().case_point);
    double least = 1e9;
    for (std::size_t face = 0; face < teeth.size(); ++face) {
      if (teeth[face] != row.name.lower_tooth) continue;
      for (const auto vertex : lower.mesh.faces[face])
        least = std::min(
            least, (viewer.state.document.upper_from_lower * lower.mesh.vertices[vertex] - target).norm());
    }
    EXPECT_LT(least, 1.5) << row.name.lower_tooth;
  }
}

TEST(ContactPairs, a_click_looks_from_where_nothing_lies_before_the_contact_and_takes_the_section_along) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  viewer.actions.views.look(StandardView::frontal);
  const Camera before = viewer.state.view.camera;
  viewer.actions.views.set_section(SectionKind::across_arch, {0, 0, 0});
  const std::vector<ContactPair> rows = viewer.state.contacts();
  viewer.actions.views.select_contact(rows.front().name);
  const ViewState& view = viewer.state.view;
  EXPECT_FALSE(view.upper.shown);
  EXPECT_TRUE(view.lower.shown);
  EXPECT_EQ(view_of(view.camera, viewer.state.loaded->axes()), StandardView::lower_occlusal);
  const Eigen::Vector3d place = viewer.state.selected_contact->spots.front().case_point;
  EXPECT_NEAR(view.section->normal().dot(place), view.section->offset_mm(), 1e-9);
  viewer.actions.views.select_contact(rows.back().name);
  viewer.actions.views.select_contact(std::nullopt);
  EXPECT_TRUE(view.upper.shown) << "as before";
  EXPECT_EQ(view.camera, before);
}

TEST(ContactPairs, of_jaws_without_numbers_tell_the_region_as_the_report_does) {
  const Dentition& dentition = intercusp::testing::made_dentition(8000);
  Viewer viewer;
  fs::create_directories(viewer.folder / "plain");
  write_ply(viewer.folder / "plain/upper.ply", dentition.upper.mesh);
  write_ply(viewer.folder / "plain/lower.ply", dentition.lower.mesh);
  viewer.open({.upper = (viewer.folder / "plain/upper.ply").string(),
               .lower = (viewer.folder / "plain/lower.ply").string(),
               .teeth = TeethSource::none});
  ASSERT_TRUE(viewer.state.rest);
  const std::vector<ContactPair> rows = viewer.state.contacts();
  expect_table(*viewer.state.rest, Measure::surface_distance, rows);
  for (const ContactPair& row : rows) {
    ASSERT_TRUE(row.region);
    if (row.region == ArchPart::anterior) continue;
    EXPECT_EQ(row.region == ArchPart::right_posterior, row.side == PatientSide::right);
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(rows[i].region, rows[j].region) << "one row each";
  viewer.actions.views.select_contact(rows.front().name);
  ASSERT_TRUE(viewer.state.selected_contact);
}

TEST(ContactPairs, while_the_jaw_moves_are_the_lower_teeth) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  viewer.actions.pose.begin_drag("drag");
  viewer.actions.pose.drag_to(Eigen::Isometry3d(Eigen::Translation3d(0, 0, 0.05)) *
                              viewer.state.document.upper_from_lower);
  ASSERT_FALSE(viewer.state.rest);
  const std::vector<ContactPair> rows = viewer.state.contacts();
  ASSERT_FALSE(rows.empty());
  for (const ContactPair& row : rows) {
    EXPECT_EQ(row.name.upper_tooth, 0);
    EXPECT_GE(row.name.lower_tooth, 31);
  }
}

TEST(ContactPairs, of_real_scans_leave_nothing_out) {
  for (const char* const name : intercusp::testing::samples({"case-a", "case-b"})) {
    const fs::path folder = intercusp::testing::real_scans() / name;
    if (!fs::exists(folder)) GTEST_SKIP() << "no scans here";
    Viewer viewer;
    viewer.open({.upper = (folder / "upper.stl").string(), .lower = (folder / "lower.stl").string()});
    expect_table(*viewer.state.rest, Measure::surface_distance, viewer.state.contacts());
  }
}

}  // namespace
}  // namespace intercusp::viewer::testing
