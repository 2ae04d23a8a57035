// Opening cases, stopping that, and the fixes offered if something looks wrong.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "io/files/errors.h"
#include "io/mesh/write_ply.h"
#include "io/wording/findings.h"
#include "occlusion/base/angles.h"
#include "tests/support/arches.h"
#include "tests/support/real_scans.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wide.h"
#include "tests/viewer/case/cases.h"
#include "viewer/case/case_fixes.h"

namespace intercusp::viewer {
namespace {

TEST(LoadCase, the_demo_is_always_there) {
  std::vector<double> shares;
  const auto loaded = load_case({}, [&](double done) { shares.push_back(done); });
  EXPECT_TRUE(loaded->request.is_demo());
  EXPECT_TRUE(loaded->upper.closed_by_import);
  EXPECT_EQ(loaded->bite.lower->labels.size(), loaded->bite.lower->mesh.vertices.size());
  EXPECT_FALSE(has_estimated_teeth(loaded->bite));
  EXPECT_TRUE(loaded->anatomy.findings.empty());
  // It is generated in LPS.
  EXPECT_GT(loaded->axes().superior.z(), 0.99);
  EXPECT_LT(loaded->axes().anterior.y(), -0.99);
  ASSERT_GE(shares.size(), 4U);
  EXPECT_EQ(shares.front(), 0);
  EXPECT_EQ(shares.back(), 1);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_TRUE(fixes_for(*loaded).empty());
}

std::string off_text(const TriangleMesh& mesh) {
  std::string text = fmt::format("OFF\n{} {} 0\n", mesh.vertices.size(), mesh.faces.size());
  for (const Eigen::Vector3d& v : mesh.vertices) text += fmt::format("{} {} {}\n", v.x(), v.y(), v.z());
  for (const auto& [a, b, c] : mesh.faces) text += fmt::format("3 {} {} {}\n", a, b, c);
  return text;
}

//! Two spheres as scans: not jaws, but of a jaw's size.
CaseRequest sphere_files(const TemporaryFolder& folder, double mm_per_unit = 1) {
  const double r = 20 / mm_per_unit;
  return {.upper = folder.write("upper.off", off_text(shapes::sphere({0, 0, 1.05 * r}, r, 40))).string(),
          .lower = folder.write("lower.off", off_text(shapes::sphere({0, 0, -1.05 * r}, r, 40))).string()};
}

TEST(LoadCase, bodies_that_are_no_jaws_open_as_well) {
  const TemporaryFolder folder;
  const auto loaded = load_case(sphere_files(folder));
  EXPECT_FALSE(loaded->anatomy.axes);
  EXPECT_EQ(loaded->axes().superior, Eigen::Vector3d::UnitZ());
  EXPECT_EQ(loaded->axes().left, loaded->axes().superior.cross(loaded->axes().anterior));
  EXPECT_GT(loaded->view.direction().z(), 0.999);
  EXPECT_EQ(loaded->upper.files.size(), 1U);
  EXPECT_GT(loaded->import_ms, 0);
}

TEST(LoadCase, the_window_holds_all_of_the_uppers_anatomy_wherever_the_lower_stands) {
  const Bite& bite = small_dentition();
  const auto loaded = case_of(bite);
  const PixelGrid& grid = loaded->view.grid;
  EXPECT_EQ(grid.pixel_mm, live_pixel_mm);
  for (std::size_t face = 0; face < bite.upper->anatomy_faces; ++face) {
    const Eigen::Vector3d uvd =
        loaded->view.view_from_case * bite.upper->mesh.vertices[bite.upper->mesh.faces[face][0]];
    ASSERT_GE(uvd.x(), grid.u0_mm);
    ASSERT_GE(uvd.y(), grid.v0_mm);
    ASSERT_LE(uvd.x(), grid.u0_mm + grid.width * grid.pixel_mm);
    ASSERT_LE(uvd.y(), grid.v0_mm + grid.height * grid.pixel_mm);
  }
  EXPECT_LT((loaded->bite.upper_from_lower * loaded->lower_centre).norm(), 100);
}

TEST(LoadCase, a_body_of_a_metre_still_has_a_map_of_a_few_million_pixels) {
  const auto loaded = case_of(
      testing::bite_of(shapes::box({0, 0, 1}, {1000, 900, 50}), shapes::box({0, 0, -50}, {1000, 900, 0})));
  EXPECT_LE(loaded->view.grid.size(), 2010U * 2010U);
  EXPECT_GT(loaded->view.grid.size(), 1000000U);
}

TEST(LoadCase, stops_wherever_progress_says_so) {
  const TemporaryFolder folder;
  const CaseRequest request = sphere_files(folder);
  int steps = 0;
  (void)load_case(request, [&](double) { ++steps; });
  for (int stop = 1; stop <= steps; ++stop) {
    int step = 0;
    const Progress cancels = [&](double) {
      if (++step == stop) throw Cancelled();
    };
    EXPECT_THROW((void)load_case(request, cancels), Cancelled);
    EXPECT_EQ(step, stop) << "the work went on";
  }
}

TEST(LoadCase, jaws_whose_teeth_are_found_have_the_vertices_and_faces_as_read) {
  const TemporaryFolder folder;
  const Dentition& dentition = intercusp::testing::made_dentition(20000);
  write_ply(folder / "upper.ply", dentition.upper.mesh);
  write_ply(folder / "lower.ply", dentition.lower.mesh);
  const auto read =
      read_jaws({.upper = (folder / "upper.ply").string(), .lower = (folder / "lower.ply").string()});
  ASSERT_TRUE(read->axes);
  EXPECT_TRUE(read->unlabelled.upper && read->unlabelled.lower);
  EXPECT_FALSE(has_estimated_teeth(read->bite));
  const auto loaded = numbered_case(*read);
  EXPECT_TRUE(has_estimated_teeth(loaded->bite));
  for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
    EXPECT_EQ(loaded->as_opened.of(jaw)->mesh.vertices, read->bite.of(jaw)->mesh.vertices);
    EXPECT_EQ(loaded->as_opened.of(jaw)->mesh.faces, read->bite.of(jaw)->mesh.faces);
  }
  EXPECT_EQ(loaded->anatomy.axes->superior, read->axes->superior);
  EXPECT_GT(loaded->import_ms, loaded->read_ms);
}

TEST(LoadCase, jaws_that_are_not_in_bite_have_the_axes_of_the_upper) {
  const LoadedCase& in_bite = *small_case();
  EXPECT_FALSE(in_bite.upper_axes);
  Bite apart = small_dentition();
  const Eigen::AngleAxisd turn(0.6, Eigen::Vector3d(1, 0, 0.5).normalized());
  apart.upper_from_lower = Eigen::Translation3d(12, -9, -30) * turn;
  const auto askew = case_of(apart);
  ASSERT_TRUE(askew->upper_axes);
  constexpr double most_deg = 5;  // as far as the axes of one jaw are from those of both
  for (const auto axis : {&AnatomicalAxes::superior, &AnatomicalAxes::left})
    EXPECT_GT((askew->axes().*axis).dot(in_bite.axes().*axis), std::cos(most_deg * rad_per_deg));
}

TEST(LoadCase, a_missing_file_is_named) {
  const TemporaryFolder folder;
  CaseRequest request = sphere_files(folder);
  request.lower = (folder / "nowhere.stl").string();
  const std::string message = testing::message_of<InputError>([&] { (void)load_case(request); });
  EXPECT_NE(message.find("nowhere.stl"), std::string::npos);
}

InputError refusal_of(const CaseRequest& request) {
  try {
    (void)load_case(request);
  } catch (const InputError& error) {
    return error;
  }
  throw std::logic_error("the case was opened");
}

TEST(UnitFixes, bring_the_unit_first_that_makes_a_mouth) {
  for (const double mm : {10.0, 1000.0, 25.4, 0.001}) {
    SCOPED_TRACE(mm);
    const TemporaryFolder folder;
    const CaseRequest request = sphere_files(folder, mm);
    const InputError error = refusal_of(request);
    const std::vector<CaseFix> fixes = unit_fixes(request, error);
    ASSERT_EQ(fixes.size(), 5U);
    EXPECT_EQ(fixes[0].reason, error.what());
    EXPECT_EQ(fixes[0].request.mm_per_unit, mm);
    const auto loaded = load_case(fixes[0].request);
    EXPECT_NEAR(bounds_of(loaded->bite.upper->mesh).size().x(), 40, 1e-3);
  }
}

TEST(UnitFixes, are_none_where_the_trouble_is_another) {
  EXPECT_TRUE(unit_fixes({.upper = "a.stl", .lower = "b.stl"}, InputError("a.stl", "no triangles")).empty());
}

TEST(CaseFixes, swap_jaws_that_lie_in_each_others_place) {
  const Bite& bite = small_dentition();
  LoadedCase loaded =
      *case_of({bite.lower, bite.upper, shifted(Eigen::Isometry3d::Identity(), {0, 0.2, 0.5})});
  loaded.request.upper = "one.stl";
  loaded.request.lower = "two.stl";
  ASSERT_FALSE(loaded.anatomy.findings.empty());
  const std::vector<CaseFix> fixes = fixes_for(loaded);
  ASSERT_FALSE(fixes.empty());
  EXPECT_EQ(fixes[0].request.upper, "two.stl");
  EXPECT_EQ(fixes[0].request.lower, "one.stl");
  EXPECT_TRUE(
      fixes[0].request.upper_from_lower.isApprox(shifted(Eigen::Isometry3d::Identity(), {0, -0.2, -0.5})));
  EXPECT_EQ(fixes[0].reason, sentence_of(loaded.anatomy.findings[0]));
}

//! The first fix for exchanged jaws under neutral names.
void expect_swap_offered(const Bite& exchanged) {
  LoadedCase loaded = *case_of(exchanged);
  loaded.request.upper = "one.stl";
  loaded.request.lower = "two.stl";
  ASSERT_EQ(loaded.anatomy.findings.size(), 1U);
  EXPECT_EQ(loaded.anatomy.findings[0].code, "jaws_swapped");
  const std::vector<CaseFix> fixes = fixes_for(loaded);
  ASSERT_FALSE(fixes.empty());
  EXPECT_EQ(fixes[0].request.upper, "two.stl");
}

TEST(CaseFixes, swap_jaws_whose_teeth_were_estimated) {
  const Bite bite = testing::closed_arches();
  const Bite exchanged = {bite.lower, bite.upper, bite.upper_from_lower};
  EXPECT_TRUE(has_estimated_teeth(case_of(exchanged)->bite));
  expect_swap_offered(exchanged);
}

TEST(CaseFixes, swap_whole_jaws_without_labels) {
  const auto unlabelled = [](const Solid& jaw) {
    auto copy = std::make_shared<Solid>(jaw);
    copy->labels.clear();
    return std::shared_ptr<const Solid>(copy);
  };
  const Bite& bite = small_dentition();
  expect_swap_offered({unlabelled(*bite.lower), unlabelled(*bite.upper), Eigen::Isometry3d::Identity()});
}

//! Exchanged scans under neutral names are reported, and the swap is the first fix.
void expect_swap_offered(const std::filesystem::path& upper, const std::filesystem::path& lower) {
  if (!std::filesystem::exists(upper)) GTEST_SKIP() << "no scan at " << upper;
  SCOPED_TRACE(upper);
  const TemporaryFolder folder;
  const auto one = folder / ("x1" + upper.extension().string()),
             two = folder / ("x2" + upper.extension().string());
  std::filesystem::copy_file(lower, one);
  std::filesystem::copy_file(upper, two);
  for (const TeethSource teeth : {TeethSource::automatic, TeethSource::none}) {
    const auto exchanged = load_case({.upper = one.string(), .lower = two.string(), .teeth = teeth});
    EXPECT_TRUE(sign_of_swapped_jaws(*exchanged)) << "teeth " << static_cast<int>(teeth);
    const std::vector<CaseFix> fixes = fixes_for(*exchanged);
    ASSERT_FALSE(fixes.empty()) << "teeth " << static_cast<int>(teeth);
    EXPECT_EQ(fixes[0].request.upper, two.string());
  }
  const auto right = load_case({.upper = two.string(), .lower = one.string()});
  EXPECT_FALSE(sign_of_swapped_jaws(*right));
}

TEST(CaseFixes, swap_exchanged_scans_of_crowns) {
  for (const char* name : intercusp::testing::samples({"case-a", "case-b"})) {
    const std::filesystem::path folder = testing::real_scans() / name;
    expect_swap_offered(folder / "upper.stl", folder / "lower.stl");
    expect_swap_offered(folder / "upper_open.ply", folder / "lower_open.ply");
  }
}

//! Jaws too far from their bite for a decision by the arches.
TEST(CaseFixes, swap_exchanged_jaws_by_the_shape_of_their_crowns) {
  const std::filesystem::path folder = testing::real_scans() / "teeth";
  const auto upper = folder / "wei546-03_upper.ply", lower = folder / "wei546-03_lower.ply";
  if (!std::filesystem::exists(upper)) GTEST_SKIP() << "no scan at " << upper;
  const auto exchanged = load_case({.upper = lower.string(), .lower = upper.string()});
  ASSERT_TRUE(sign_of_swapped_jaws(*exchanged));
  EXPECT_EQ(sign_of_swapped_jaws(*exchanged)->code, "jaw_contradicted");
  const std::vector<CaseFix> fixes = fixes_for(*exchanged);
  ASSERT_FALSE(fixes.empty());
  EXPECT_EQ(fixes[0].request.upper, upper.string());
  EXPECT_FALSE(sign_of_swapped_jaws(*load_case({.upper = upper.string(), .lower = lower.string()})));
}

TEST(CaseFixes, two_scans_of_one_jaw_are_told_and_not_swapped) {
  const std::filesystem::path a = testing::real_scans() / "case-a", b = testing::real_scans() / "case-b";
  for (const auto& [file, jaw] : {std::pair("upper.stl", Jaw::upper), {"lower.stl", Jaw::lower}}) {
    const auto twice = load_case({.upper = (a / file).string(), .lower = (b / file).string()});
    EXPECT_EQ(both_look_like(*twice), jaw) << file;
    EXPECT_TRUE(fixes_for(*twice).empty()) << file;
  }
  EXPECT_FALSE(
      both_look_like(*load_case({.upper = (a / "upper.stl").string(), .lower = (a / "lower.stl").string()})));
  EXPECT_FALSE(
      both_look_like(*load_case({.upper = (a / "lower.stl").string(), .lower = (a / "upper.stl").string()})))
      << "exchanged";
}

//! A lower that is moved or turned is brought into the bite by the tool that finds it: no other pose is offered.
TEST(CaseFixes, are_none_for_jaws_that_are_not_in_bite) {
  const Bite& bite = small_dentition();
  const Eigen::Translation3d middle(bounds_of(bite.lower->mesh).centre());
  const Eigen::AngleAxisd over(std::numbers::pi, Eigen::Vector3d::UnitX());
  const Eigen::Isometry3d turned(middle * over * middle.inverse());
  for (const Eigen::Isometry3d& pose : {shifted(Eigen::Isometry3d::Identity(), {90, -30, -20}),
                                        shifted(Eigen::Isometry3d::Identity(), {0, 0, 15}), turned}) {
    const auto loaded = case_of({bite.upper, bite.lower, pose});
    EXPECT_FALSE(loaded->anatomy.findings.empty());
    EXPECT_TRUE(fixes_for(*loaded).empty());
  }
}

TEST(CaseFixes, are_none_for_scans_in_good_order) {
  for (const char* name : intercusp::testing::samples({"case-a", "case-b"})) {
    const std::filesystem::path folder = testing::real_scans() / name;
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no scans at " << folder;
    const auto loaded =
        load_case({.upper = (folder / "upper.stl").string(), .lower = (folder / "lower.stl").string()});
    EXPECT_TRUE(has_estimated_teeth(loaded->bite));
    EXPECT_TRUE(fixes_for(*loaded).empty());
  }
}

}  // namespace
}  // namespace intercusp::viewer
