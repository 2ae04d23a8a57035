// The numbers on screen: at rest those of `inspect`, while the jaw moves within their stated errors.

#include <algorithm>
#include <random>
#include <vector>

#include "io/files/write_atomically.h"
#include "io/report/parts.h"
#include "tests/support/program.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/case/shown_figures.h"
#include "viewer/scene/finding.h"
#include "viewer/tools/closing/tool.h"
#include "viewer/tools/teeth/tool.h"

namespace intercusp::viewer::testing {
namespace {

using nlohmann::json;

//! The rows of a table of the report at the document's threshold and measure.
std::vector<json> rows_of(const json& report, const char* table, const Document& document) {
  const char* const measure =
      document.measure == Measure::surface_distance ? "surface_distance" : "clearance";
  std::vector<json> rows;
  for (const json& row : report[table]) {
    if (row["measure"] == measure && row["threshold_mm"] == document.threshold_mm &&
        row.value("side", "lower") == "lower")
      rows.push_back(row);
  }
  return rows;
}

void expect_report(const ShownFigures& figures, const json& report, const Document& document,
                   double rounding = 0) {
  EXPECT_TRUE(figures.as_in_report);
  EXPECT_EQ(figures.relation == JawRelation::overlapping, report["interference"].get<bool>());
  const bool distance = document.measure == Measure::surface_distance;
  ASSERT_TRUE(figures.least_mm);
  EXPECT_NEAR(figures.least_mm->value,
              report[distance ? "min_surface_distance_mm" : "min_clearance_mm"].get<double>(), rounding);
  EXPECT_EQ(figures.least_mm->error, 0);
  const std::vector<json> areas = rows_of(report, "areas", document),
                          balance = rows_of(report, "balance", document),
                          teeth = rows_of(report, "teeth", document);
  ASSERT_EQ(areas.size(), 1U);
  ASSERT_EQ(balance.size(), 1U);
  EXPECT_NEAR(figures.area_mm2.value, areas[0]["surface_mm2"].get<double>(), rounding);
  EXPECT_NEAR(figures.area_mm2.error, areas[0]["error_mm2"].get<double>(), rounding);
  ASSERT_TRUE(figures.right_percent && figures.left_percent);
  EXPECT_NEAR(figures.right_percent->value, 100 * balance[0]["right_share"].get<double>(), rounding);
  EXPECT_NEAR(figures.left_percent->value, 100 * balance[0]["left_share"].get<double>(), rounding);
  ASSERT_EQ(figures.teeth.size(), teeth.size());
  for (std::size_t i = 0; i < teeth.size(); ++i) {
    EXPECT_EQ(figures.teeth[i].fdi, teeth[i]["tooth"]);
    EXPECT_NEAR(figures.teeth[i].area_mm2, teeth[i]["surface_mm2"].get<double>(), rounding);
    EXPECT_NEAR(figures.teeth[i].least_mm, teeth[i]["least_mm"].get<double>(), rounding);
  }
}

//! As opened and shifted, by both measures. A turned pose would lose its last bits through a file.
void expect_numbers_of_inspect(const CaseRequest& request) {
  Viewer viewer;
  viewer.open(request);
  const fs::path pose = viewer.folder / "pose.json";
  for (const double up_mm : {0.0, 0.2}) {
    if (up_mm > 0) viewer.actions.pose.nudge({.shift_mm = {0.1, -0.1, up_mm}});
    write_atomically(pose, pose_file_text(viewer.state.document.upper_from_lower));
    const auto run = intercusp::testing::run_program("inspect " + quoted(fs::path(request.upper)) + " " +
                                                     quoted(fs::path(request.lower)) +
                                                     " --bite-poses 0 --quiet --json --pose " + quoted(pose));
    ASSERT_EQ(run.status, 0) << run.err;
    const json report = json::parse(run.out);
    viewer.actions.finish_work();
    for (const Measure measure : {Measure::surface_distance, Measure::clearance}) {
      viewer.actions.pose.set_measure(measure);
      SCOPED_TRACE(std::to_string(up_mm) +
                   (measure == Measure::surface_distance ? " mm up, distance" : " mm up, clearance"));
      expect_report(viewer.state.figures(), report, viewer.state.document);
    }
  }
}

CaseRequest scans(const std::string& name) {
  const fs::path folder = intercusp::testing::real_scans() / name;
  return {.upper = (folder / "upper.stl").string(), .lower = (folder / "lower.stl").string()};
}

//! Poses near the one at opening, drawn by seed.
//! \param lowered_mm additional opening of the jaw
void expect_within_stated_errors(const std::shared_ptr<const LoadedCase>& loaded, int poses,
                                 double lowered_mm = 0) {
  LiveBite live(loaded);
  std::mt19937 random(3);
  const auto number = [&](double most) {
    return std::uniform_real_distribution<double>(-most, most)(random);
  };
  for (int i = 0; i < poses; ++i) {
    const Eigen::Isometry3d pose =
        nudged(*loaded, loaded->bite.upper_from_lower,
               {.shift_mm = {number(0.5), number(0.5), number(0.4) - 0.1 - lowered_mm},
                .turn_rad = {number(0.02), number(0.01), number(0.01)}});
    (void)live.read(pose, 0.1);
    const RestReading rest = read_at_rest(*loaded, pose, 0.1);
    for (const Measure measure : {Measure::surface_distance, Measure::clearance}) {
      SCOPED_TRACE("pose " + std::to_string(i) +
                   (measure == Measure::surface_distance ? " distance" : " clearance"));
      const ShownFigures moving = figures_of(live, nullptr, measure),
                         resting = figures_of(live, &rest, measure);
      EXPECT_FALSE(moving.as_in_report);
      const auto expect_near = [](const ShownNumber& figure, const ShownNumber& exact) {
        EXPECT_GT(figure.error, 0);
        EXPECT_NEAR(figure.value, exact.value, figure.error);
      };
      ASSERT_EQ(moving.least_mm.has_value(), resting.least_mm.has_value());
      if (moving.least_mm) expect_near(*moving.least_mm, *resting.least_mm);
      expect_near(moving.area_mm2, resting.area_mm2);
      if (moving.right_percent && resting.right_percent)
        expect_near(*moving.right_percent, *resting.right_percent);
    }
  }
}

TEST(Figures, at_rest_are_those_of_inspect_to_the_digit) {
  const TemporaryFolder folder;
  expect_numbers_of_inspect(write_dentition(folder / "scans"));
}

TEST(Figures, of_the_demo_are_those_of_inspect_on_its_files) {
  Viewer viewer;
  viewer.open({});
  const fs::path files = viewer.folder / "case";
  ASSERT_EQ(intercusp::testing::run_program("generate dentition --out " + quoted(files)).status, 0);
  const auto run =
      intercusp::testing::run_program("inspect " + quoted(files / "upper.ply") + " " +
                                      quoted(files / "lower.ply") + " --bite-poses 0 --quiet --json");
  ASSERT_EQ(run.status, 0) << run.err;
  constexpr double rounding = 1e-6;  // files hold the vertices in another order, which changes sums
  for (const Measure measure : {Measure::surface_distance, Measure::clearance}) {
    viewer.actions.pose.set_measure(measure);
    expect_report(viewer.state.figures(), json::parse(run.out), viewer.state.document, rounding);
  }
}

TEST(Figures, while_the_jaw_moves_are_within_their_stated_errors) {
  const TemporaryFolder folder;
  expect_within_stated_errors(load_case(write_dentition(folder / "scans")), intercusp::testing::rounds(2, 8));
}

TEST(Figures, of_jaws_apart_are_within_their_stated_errors) {
  const TemporaryFolder folder;
  const auto loaded = load_case(write_dentition(folder / "scans"));
  for (const double lowered_mm : {1.0, 5.0})
    expect_within_stated_errors(loaded, intercusp::testing::rounds(1, 3), lowered_mm);
}

class FiguresOfScans : public ::testing::TestWithParam<const char*> {};

TEST_P(FiguresOfScans, at_rest_are_those_of_inspect_to_the_digit) {
  if (!fs::exists(scans(GetParam()).upper))
    GTEST_SKIP() << "no scans in " << intercusp::testing::real_scans();
  expect_numbers_of_inspect(scans(GetParam()));
}

TEST_P(FiguresOfScans, while_the_jaw_moves_are_within_their_stated_errors) {
  if (!fs::exists(scans(GetParam()).upper))
    GTEST_SKIP() << "no scans in " << intercusp::testing::real_scans();
  const auto loaded = load_case(scans(GetParam()));
  expect_within_stated_errors(loaded, intercusp::testing::rounds(1, 4));
  expect_within_stated_errors(loaded, intercusp::testing::rounds(1, 2), 2);
}

INSTANTIATE_TEST_SUITE_P(cases, FiguresOfScans,
                         ::testing::ValuesIn(intercusp::testing::samples({"case-a", "case-b"})));

TEST(Figures, carry_an_error_until_the_jaw_rests_and_say_so) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  EXPECT_TRUE(viewer.state.figures().as_in_report);
  viewer.actions.pose.begin_drag("drag");
  viewer.actions.pose.drag_to(lowered_by(0.3));
  for (int i = 0; i < 20; ++i) viewer.actions.update(0.1);
  EXPECT_GT(viewer.state.figures().least_mm->error, 0) << "held still, but not let go";
  EXPECT_NE(finding_parts(viewer.state).front().find("\u2248"), std::string::npos);
  const std::string moving = standing_words(viewer.state);
  viewer.actions.pose.end_drag();
  rest(viewer);
  EXPECT_TRUE(viewer.state.figures().as_in_report);
  EXPECT_EQ(finding_parts(viewer.state).front().find("\u2248"), std::string::npos);
  EXPECT_NE(standing_words(viewer.state), moving);
}

TEST(Figures, at_rest_have_the_interval_of_inspect) {
  Viewer viewer;
  const CaseRequest request = write_dentition(viewer.folder / "scans");
  viewer.open(request);
  const auto run = intercusp::testing::run_program("inspect " + quoted(fs::path(request.upper)) + " " +
                                                   quoted(fs::path(request.lower)) + " --quiet --json");
  ASSERT_EQ(run.status, 0) << run.err;
  for (const Measure measure : {Measure::surface_distance, Measure::clearance}) {
    viewer.actions.pose.set_measure(measure);
    viewer.actions.finish_work();
    const ShownFigures figures = viewer.state.figures();
    const std::vector<json> areas = rows_of(json::parse(run.out), "areas", viewer.state.document);
    ASSERT_TRUE(figures.area_interval_mm2 && areas.size() == 1);
    EXPECT_EQ(figures.area_interval_mm2->low, areas[0]["interval_mm2"][0].get<double>());
    EXPECT_EQ(figures.area_interval_mm2->high, areas[0]["interval_mm2"][1].get<double>());
    EXPECT_TRUE(area_interval_words(figures).starts_with("95 %: "));
    EXPECT_EQ(area_words(figures).find("\u00b1"), std::string::npos) << "no bare plus-minus";
  }
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.1}});
  EXPECT_EQ(area_interval_words(viewer.state.figures()), "") << "of another pose";
}

TEST(Figures, of_jaws_that_do_not_meet_say_no_contact) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -2}});
  viewer.actions.finish_work();
  EXPECT_EQ(area_words(viewer.state.figures()), "no contact");
}

TEST(Figures, of_deep_overlaps_are_within_their_stated_errors) {
  const TemporaryFolder folder;
  const auto loaded = load_case(write_dentition(folder / "scans"));
  for (const double raised_mm : {0.4, 0.8})
    expect_within_stated_errors(loaded, intercusp::testing::rounds(1, 6), -raised_mm);
}

TEST(Figures, of_the_report_wait_for_the_fine_picture_but_not_long) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.work.set_views_refine(true);
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.1}});
  for (int i = 0; i < 5; ++i) viewer.actions.update(0.1);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  viewer.actions.update(0);
  EXPECT_FALSE(viewer.state.rest);
  viewer.actions.work.set_views_refine(false);
  rest(viewer);
  EXPECT_TRUE(viewer.state.rest);
  viewer.actions.work.set_views_refine(true);  // and never ends
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.1}});
  rest(viewer);
  EXPECT_TRUE(viewer.state.rest);
}

TEST(Figures, least_distance_of_jaws_apart_is_exact) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  for (const double lower_mm : {0.35, 2.0, 19.0}) {
    viewer.actions.pose.set(lowered_by(lower_mm), "lower");
    viewer.actions.finish_work();
    ASSERT_TRUE(viewer.state.figures().least_mm);
    EXPECT_NEAR(viewer.state.figures().least_mm->value, ball_gap_mm + lower_mm, 1e-4);
  }
}

TEST(Figures, no_overlap_is_told_beside_jaws_that_only_touch) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  bring_to_contact(viewer.state, viewer.actions, ClosingWay::hinge);
  for (const bool resting : {false, true}) {
    if (resting) viewer.actions.finish_work();
    const ShownFigures figures = viewer.state.figures();
    EXPECT_EQ(figures.as_in_report, resting);
    const std::string finding = finding_parts(viewer.state).front();
    EXPECT_EQ(finding.find("Overlap"), std::string::npos) << finding;
  }
  EXPECT_EQ(viewer.state.figures().relation, JawRelation::touching);
  // A depth shown as 0.000 counts as none, with either sign.
  RestReading hair{
      .threshold_mm = 0.1, .interference = false, .least_clearance_mm = -3e-4, .least_distance_mm = -3e-4};
  EXPECT_EQ(figures_of(*viewer.state.live, &hair, Measure::surface_distance).relation, JawRelation::touching);
  hair.interference = true;
  EXPECT_EQ(figures_of(*viewer.state.live, &hair, Measure::clearance).relation, JawRelation::touching);
}

TEST(Figures, no_balance_is_told_while_a_jaw_that_hardly_touches_moves) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  bring_to_contact(viewer.state, viewer.actions, ClosingWay::hinge);
  const ShownFigures moving = viewer.state.figures();
  ASSERT_FALSE(moving.as_in_report);
  ASSERT_LT(moving.area_mm2.value, moving.area_mm2.error) << "nothing to share out";
  EXPECT_TRUE(balance_words(moving).empty()) << balance_words(moving).front();
  viewer.actions.pose.nudge({.shift_mm = {0, 0, 0.3}});
  EXPECT_FALSE(balance_words(viewer.state.figures()).empty()) << "a large contact has sides";
}

TEST(Figures, are_measured_again_when_a_tooth_is_corrected) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  prepare_teeth(viewer.actions);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.rest);
  const auto has_tooth = [&](int fdi) {
    return std::ranges::any_of(viewer.state.figures().teeth,
                               [&](const auto& tooth) { return tooth.fdi == fdi; });
  };
  ASSERT_TRUE(has_tooth(36));
  edit_teeth(viewer.actions, Jaw::lower, {.kind = TeethEdit::Kind::remove, .tooth = 36});
  EXPECT_FALSE(viewer.state.rest);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.rest);
  EXPECT_FALSE(has_tooth(36));
}

}  // namespace
}  // namespace intercusp::viewer::testing
