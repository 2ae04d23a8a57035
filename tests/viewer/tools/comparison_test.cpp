// A jaw compared with earlier scans of it, as the Case step shows it.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

#include "io/files/value.h"
#include "io/report/parts.h"
#include "io/results/comparison/change_scale.h"
#include "io/results/comparison/report.h"
#include "occlusion/registration/tooth_starts.h"
#include "tests/occlusion/registration/scan_pairs.h"
#include "tests/support/program.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/session.h"
#include "viewer/panels/widget_state.h"
#include "viewer/tools/comparison/tool.h"

namespace intercusp::viewer {
namespace {

using intercusp::testing::moved;
using testing::Viewer;

constexpr std::size_t triangles = 20000;
constexpr double worn_mm = 0.6;

//! An open case whose upper jaw lost the tips of tooth 16 since earlier scans of it.
class ViewerComparison : public ::testing::Test {
 protected:
  void SetUp() override {
    const Dentition& teeth = scanned_teeth(triangles, 1, 2);
    LabelledMesh worn = teeth.upper;
    facet_ = wear_tooth(worn, 16, facing_of_tooth(worn, 16), worn_mm);
    std::filesystem::create_directories(viewer_.folder / "case");
    viewer_.open({.upper = write("case/upper.ply", worn), .lower = write("case/lower.ply", teeth.lower)});
  }
  std::string write(const std::string& name, const LabelledMesh& scan) {
    write_ply(viewer_.folder / name, scan.mesh, scan.labels);
    return (viewer_.folder / name).string();
  }
  //! In another pose and triangulation; its name does not tell the jaw.
  std::string earlier(const std::string& name = "2021.ply", std::uint64_t mesh = 1) {
    return write(name, moved(noisy(scanned_teeth(triangles, 1, mesh).upper, 0.01, mesh), pose_));
  }
  void add(const std::vector<std::string>& sources) {
    add_earlier_scans(state(), viewer_.actions, sources);
    viewer_.actions.finish_work();
  }
  [[nodiscard]] const AppState& state() const { return viewer_.state; }
  [[nodiscard]] const ComparisonWork& work() const { return state().parts.get<ComparisonWork>(); }

  Viewer viewer_;
  Eigen::Isometry3d pose_ = intercusp::random_pose(5);  //!< earlier_from_open
  WearFacet facet_;
};

//! A line that meets the case at a place from the view.
MousePlace click_at(const AppState& state, const Eigen::Vector3d& case_point) {
  const Eigen::Vector3d away = state.view.camera.view_from_case.conjugate() * Eigen::Vector3d::UnitZ();
  return {.line = {case_point - 200 * away, away}, .picked = {}};
}

TEST_F(ViewerComparison, has_the_numbers_of_the_command) {
  const std::string before = earlier();
  add({before});
  const std::shared_ptr<const EarlierChange> change = shown_change(state());
  ASSERT_TRUE(is_determined(change)) << viewer_.messages();
  const auto run = run_program("compare " + intercusp::testing::quoted(before) + " " +
                               intercusp::testing::quoted(viewer_.folder / "case" / "upper.ply") + " --out " +
                               intercusp::testing::quoted(viewer_.folder / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  const nlohmann::json command = json_of(viewer_.folder / "out" / "compare.json");
  const Fields shown = {
      {"teeth", json_rows(tooth_change_figures(), tooth_change_rows(*change->comparison, change->scan()))},
      {"residual_mm", change->found().registration.fit.residual_mm},
      {"kept_share", change->found().registration.fit.kept_share},
      {"place_noise_mm", place_noise_mm(change->found())},
      {"before_from_after", Value(change->found().before_from_after())}};
  const nlohmann::json json = nlohmann::json::parse(json_lines(shown));
  ASSERT_EQ(json["teeth"].size(), 14U);
  for (const auto& [name, value] : json.items()) EXPECT_EQ(value, command[name]) << name;
}

TEST_F(ViewerComparison, lists_the_worn_tooth_alone_and_dashes_for_the_others) {
  add({earlier()});
  const EarlierChange& change = *shown_change(state());
  const Figures<ToothChangeRow> columns = brief_tooth_change_figures();
  for (const ToothChangeRow& row : tooth_change_rows(*change.comparison, change.scan())) {
    const std::vector<std::string> cells = texts_of(columns, row);
    ASSERT_EQ(cells.size(), 6U);
    EXPECT_EQ(cells[1] == "–", row.tooth->fdi != 16) << cells[0] << ": " << cells[1];
    if (row.tooth->fdi != 16) continue;
    EXPECT_NEAR(std::stod(cells[1]) / facet_.volume_mm3, 1, 0.2);  // of a mesh with half-millimetre edges
    EXPECT_EQ(cells[2], "–");
    EXPECT_EQ(cells[4], "–");
  }
}

TEST_F(ViewerComparison, paints_the_change_in_the_case_step_and_the_distance_where_the_user_wants_it) {
  add({earlier()});
  const std::shared_ptr<const SurfacePaint> paint = surface_paint(state());
  ASSERT_TRUE(paint);
  EXPECT_TRUE(paint->lower.empty());
  const ScanComparison& found = shown_change(state())->found();
  ASSERT_EQ(paint->upper.size(), state().loaded->bite.upper->mesh.vertices.size());
  const ChangeScale scale = change_scale(found);
  // What has no partner inside a break is lost, as in the report's pictures.
  const std::vector<double> shown_mm =
      with_breaks(state().loaded->bite.upper->mesh, found.after_smooth_mm, scale);
  int red = 0;
  for (std::size_t v = 0; v < paint->upper.size(); ++v) {
    const Rgb colour = paint->upper[v].colour;
    ASSERT_EQ(colour, scale.colour_at(shown_mm[v])) << v;
    if (found.after_smooth_mm[v] < -0.15) {
      ++red;
      EXPECT_GT(colour.blue, colour.green + 30) << "violet";
      EXPECT_EQ(found.after->labels[v], 16);
    }
  }
  EXPECT_GT(red, 3);
  const std::vector<Swatch> legend = paint->swatches();
  ASSERT_EQ(legend.size(), 6U);
  EXPECT_EQ(legend[4].second, "+" + um_text(scale.end_mm) + " gained");

  viewer_.actions.views.show_step(PanelKind::contacts);
  EXPECT_FALSE(surface_paint(state()));
  viewer_.actions.views.show_step(PanelKind::the_case);
  EXPECT_TRUE(surface_paint(state()));
  paint_change(viewer_.actions, false);
  EXPECT_FALSE(surface_paint(state()));
}

TEST_F(ViewerComparison,
       a_scan_that_cannot_be_read_is_said_and_not_added_and_the_next_success_ends_the_message) {
  add({(viewer_.folder / "1999.stl").string()});
  EXPECT_TRUE(earlier_scans(state()).scans.empty());
  EXPECT_NE(viewer_.messages().find("1999.stl"), std::string::npos) << viewer_.messages();
  add({earlier()});
  EXPECT_EQ(earlier_scans(state()).scans.size(), 1U);
  EXPECT_EQ(viewer_.messages(), "");
  const Session session = session_of(state());
  ASSERT_EQ(session.files.size(), 3U) << "the earlier scan has its digest too";
  EXPECT_EQ(session.files.back().path, earlier_scans(state()).scans[0].source);
  EXPECT_EQ(session.files.back().sha256.size(), 64U);
}

TEST_F(ViewerComparison, stops_and_begins_again_only_when_asked) {
  add_earlier_scans(state(), viewer_.actions, {earlier()});
  viewer_.actions.work.wait();  // until it is read
  for (int i = 0; i < 1000 && (!state().work || !shown_earlier(state())); ++i) viewer_.actions.update(0.01);
  ASSERT_TRUE(state().work && shown_earlier(state()));
  EXPECT_TRUE(state().work->can_cancel);
  viewer_.actions.work.cancel();
  viewer_.actions.finish_work();
  EXPECT_FALSE(shown_change(state()));
  viewer_.actions.update(1);
  viewer_.actions.finish_work();
  EXPECT_FALSE(shown_change(state()));
  compare_again(state(), viewer_.actions);
  viewer_.actions.finish_work();
  EXPECT_TRUE(is_determined(shown_change(state())));
}

TEST_F(ViewerComparison, a_series_is_in_the_order_of_names_and_undone_step_by_step) {
  add({earlier("2022.ply", 3)});
  add({earlier("2021.ply", 1)});
  ASSERT_EQ(earlier_scans(state()).scans.size(), 2U);
  EXPECT_EQ(std::filesystem::path(earlier_scans(state()).scans[0].source).filename(), "2021.ply");
  EXPECT_EQ(earlier_scans(state()).chosen, 0U);
  const std::shared_ptr<const EarlierChange> first = shown_change(state());
  choose_earlier_scan(state(), viewer_.actions, 1);
  EXPECT_NE(shown_change(state()), first);
  EXPECT_TRUE(is_determined(shown_change(state())));
  viewer_.actions.pose.undo();
  EXPECT_EQ(shown_change(state()), first);
  viewer_.actions.pose.undo();
  EXPECT_EQ(earlier_scans(state()).scans.size(), 1U);
  remove_earlier_scan(state(), viewer_.actions);
  EXPECT_TRUE(earlier_scans(state()).scans.empty());
  EXPECT_FALSE(shown_change(state()));
}

TEST_F(ViewerComparison, the_same_scan_is_added_once) {
  add({earlier()});
  add({earlier()});
  EXPECT_EQ(earlier_scans(state()).scans.size(), 1U);
  EXPECT_NE(viewer_.messages().find("already"), std::string::npos);
}

TEST_F(ViewerComparison, the_jaw_is_told_by_the_teeth_and_the_user_may_say_another) {
  add({earlier()});
  EXPECT_EQ(shown_earlier(state())->jaw, Jaw::upper);
  set_earlier_jaw(state(), viewer_.actions, Jaw::lower);
  viewer_.actions.finish_work();
  ASSERT_TRUE(shown_change(state()));
  EXPECT_EQ(shown_change(state())->found().registration.reason, NotRegistered::other_jaw);
  EXPECT_FALSE(surface_paint(state()));
}

TEST_F(ViewerComparison, an_earlier_scan_of_the_lower_jaw_moves_with_it) {
  add({write("old.ply", moved(noisy(scanned_teeth(triangles, 1, 1).lower, 0.01, 4), pose_))});
  const std::shared_ptr<const EarlierChange> change = shown_change(state());
  ASSERT_TRUE(is_determined(change));
  const Eigen::Isometry3d opened = testing::lowered_by(3);
  viewer_.actions.pose.set(opened, "opened");
  viewer_.actions.finish_work();
  EXPECT_EQ(shown_change(state()), change);  // it does not depend on the bite
  const auto surface = surface_in_sections(state());
  ASSERT_TRUE(surface);
  EXPECT_EQ(surface->jaw, Jaw::lower);
  EXPECT_LT((surface->case_from_solid.matrix() - (opened * pose_.inverse()).matrix()).norm(), 0.01);
  const std::shared_ptr<const SurfacePaint> paint = surface_paint(state());
  ASSERT_TRUE(paint);
  EXPECT_TRUE(paint->upper.empty());
  EXPECT_EQ(paint->lower.size(), state().loaded->bite.lower->mesh.vertices.size());
}

TEST_F(ViewerComparison, a_series_has_the_colours_of_its_greatest_change) {
  add({earlier("2021.ply", 1)});
  const double end_mm = work().painted.scale.end_mm;
  LabelledMesh grown = scanned_teeth(triangles, 1, 3).upper;
  move_tooth(grown, 26, Eigen::Isometry3d(Eigen::Translation3d(0, 0, 0.9)));
  wear_tooth(grown, 24, facing_of_tooth(grown, 24), 1.8);  // built up since
  add({write("2022.ply", moved(grown, pose_))});
  EXPECT_GT(work().painted.scale.end_mm, end_mm);
  const double common_mm = work().painted.scale.end_mm;
  choose_earlier_scan(state(), viewer_.actions, 0);
  EXPECT_EQ(work().painted.scale.end_mm, common_mm);
}

TEST_F(ViewerComparison, a_series_stands_in_the_order_of_its_dates) {
  add({earlier("jaw 2023-05-01.ply", 3), earlier("upper_2021_02_03.ply", 1), earlier("first.ply", 2)});
  std::vector<std::string> names;
  const EarlierScans series = earlier_scans(state());
  for (const EarlierScan& scan : series.scans) names.push_back(name_in_series(scan));
  EXPECT_EQ(names, (std::vector<std::string>{"first", "2021-02-03", "2023-05-01"}));
}

TEST_F(ViewerComparison, substance_over_time_falls_to_that_of_today_as_a_tooth_wears) {
  LabelledMesh half_worn = scanned_teeth(triangles, 1, 3).upper;
  const double half_mm3 = wear_tooth(half_worn, 16, facing_of_tooth(half_worn, 16), worn_mm / 2).volume_mm3;
  add({earlier("2021-01-01.ply"), write("2022-01-01.ply", moved(noisy(half_worn, 0.01, 3), pose_))});
  const std::vector<double> worn = substance_over_time(state(), 16), same = substance_over_time(state(), 26);
  ASSERT_EQ(worn.size(), 3U);
  EXPECT_NEAR(worn[0] / facet_.volume_mm3, 1, 0.2);  // of a mesh with half-millimetre edges
  EXPECT_NEAR((worn[0] - worn[1]) / half_mm3, 1, 0.4);
  EXPECT_EQ(worn[2], 0);
  EXPECT_EQ(same, (std::vector<double>{0, 0, 0}));
}

//! Both stand side by side.
TEST(ChangeScale, has_no_colour_that_a_distance_has) {
  const auto apart = [](Rgb a, Rgb b) {
    return std::hypot(a.red - b.red, a.green - b.green, a.blue - b.blue);
  };
  const ChangeScale change{.noise_mm = 0, .end_mm = 1};
  for (const Palette palette : {Palette::classic, Palette::colour_blind_safe}) {
    const ColourScale distance{palette, 1, 1};
    for (int i = -100; i <= 100; ++i)
      for (int j = -100; j <= 100; ++j)
        if (j != 0) {
          ASSERT_GT(apart(change.colour_at(0.01 * j), distance.colour(0.01 * i)), 35) << j << " " << i;
        }
  }
}

TEST_F(ViewerComparison, a_scan_that_no_one_knows_waits_for_the_user) {
  add({write("ball.ply", {shapes::sphere({0, 0, 0}, 25, 40), {}})});
  ASSERT_TRUE(shown_earlier(state())) << viewer_.messages();
  EXPECT_FALSE(shown_earlier(state())->jaw);
  set_earlier_jaw(state(), viewer_.actions, Jaw::upper);
  viewer_.actions.finish_work();
  ASSERT_TRUE(shown_change(state()));
  EXPECT_FALSE(is_determined(shown_change(state())));
}

TEST_F(ViewerComparison, sessions_keep_scans_the_chosen_one_and_marked_places) {
  add({earlier("2021.ply", 1), earlier("2022.ply", 3)});
  choose_earlier_scan(state(), viewer_.actions, 1);
  std::vector<PointPair> pairs;
  for (const auto& [fdi, middle] : tooth_middles(*shown_change(state())->found().after))
    pairs.push_back({pose_ * middle, middle});
  set_earlier_landmarks(state(), viewer_.actions, pairs);
  viewer_.actions.finish_work();
  const Eigen::Isometry3d found = shown_change(state())->found().before_from_after();
  const EarlierScans kept = earlier_scans(state());
  viewer_.actions.files.save_session(viewer_.folder / "case.intercusp.json");
  viewer_.actions.finish_work();
  Viewer other;
  other.actions.cases.open_session(viewer_.folder / "case.intercusp.json");
  other.actions.finish_work();
  ASSERT_TRUE(other.state.loaded) << other.messages();
  EXPECT_EQ(earlier_scans(other.state), kept);
  ASSERT_TRUE(is_determined(shown_change(other.state)));
  EXPECT_EQ(shown_change(other.state)->found().before_from_after().matrix(), found.matrix());
}

TEST_F(ViewerComparison, a_session_says_which_earlier_scan_is_missing) {
  const std::string scan = earlier();
  add({scan});
  viewer_.actions.files.save_session(viewer_.folder / "case.intercusp.json");
  viewer_.actions.finish_work();
  std::filesystem::remove(scan);
  Viewer other;
  other.actions.cases.open_session(viewer_.folder / "case.intercusp.json");
  other.actions.finish_work();
  ASSERT_TRUE(other.state.question);
  EXPECT_NE(other.state.question->text.find("2021.ply is missing"), std::string::npos)
      << other.state.question->text;
  other.actions.cases.answer(true);
  other.actions.finish_work();
  ASSERT_TRUE(other.state.loaded) << other.messages();
  EXPECT_NE(other.messages().find("2021.ply"), std::string::npos) << other.messages();
  EXPECT_FALSE(shown_change(other.state));
}

TEST_F(ViewerComparison, earlier_scans_are_files_that_a_session_opens) {
  const std::string scan = earlier();
  add({scan});
  const std::vector<std::string> files = files_of(session_of(state()), all_tools());
  EXPECT_NE(std::ranges::find(files, scan), files.end());
}

TEST_F(ViewerComparison, a_row_shows_its_tooth_with_a_rim) {
  add({earlier()});
  select_changed_tooth(state(), viewer_.actions, 16);
  const auto middles = tooth_middles(*shown_change(state())->found().after);
  EXPECT_LT((state().view.camera.target - middles.at(16)).norm(), 0.5);
  EXPECT_FALSE(state().view.lower.shown);
  std::set<int> rimmed;
  const std::shared_ptr<const SurfacePaint> paint = surface_paint(state());
  for (std::size_t v = 0; v < paint->upper.size(); ++v)
    if (paint->upper[v].colour == Rgb{255, 255, 255}) rimmed.insert(state().loaded->bite.upper->labels[v]);
  EXPECT_EQ(rimmed, std::set<int>{16});
}

TEST_F(ViewerComparison, the_earlier_scan_lies_on_the_open_jaw_and_in_its_sections) {
  add({earlier()});
  const auto surface = surface_in_sections(state());
  ASSERT_TRUE(surface);
  EXPECT_EQ(surface->opacity, 0);
  EXPECT_LT((surface->case_from_solid.matrix() - pose_.inverse().matrix()).norm(), 0.01);
  const ScanComparison& found = shown_change(state())->found();
  std::size_t deepest = 0;
  for (std::size_t v = 0; v < found.after->labels.size(); ++v)
    if (found.after->labels[v] == 16 &&
        (found.after->labels[deepest] != 16 || found.after_change_mm[v] < found.after_change_mm[deepest]))
      deepest = v;
  viewer_.actions.views.set_section(SectionKind::sagittal, found.after->mesh.vertices[deepest]);
  const CrossSection section = shown_section(state(), surface);
  EXPECT_EQ(section.extra_of, Jaw::upper);
  // The section passes through the vertex, which is its origin.
  const auto near = nearest_on_lines(section.extra, Eigen::Vector2d::Zero(), 2);
  ASSERT_TRUE(near);
  EXPECT_GT(near->norm(), -found.after_change_mm[deepest] - 0.01);  // the nearest place of all
  EXPECT_NEAR(near->norm(), worn_mm, 0.15);
}

TEST_F(ViewerComparison, starts_from_places_that_are_clicked_in_turn) {
  add({earlier()});
  begin_marking(state(), viewer_.actions);
  ASSERT_TRUE(work().marking);
  const auto click = [&](const MousePlace& place) {
    ASSERT_TRUE(wants_marks(state()));
    click_to_mark(state(), viewer_.actions, place);
  };
  const Eigen::Isometry3d beside = extra_surfaces(state()).front().case_from_solid;
  const auto middles = tooth_middles(*shown_change(state())->found().after);
  const JawScan& open = *shown_change(state())->found().after;
  int marked = 0;
  for (const int fdi : {16, 11, 26}) {
    // The vertex of the tooth that lies deepest towards the viewer.
    Eigen::Vector3d tip = middles.at(fdi);
    for (std::size_t v = 0; v < open.labels.size(); ++v)
      if (open.labels[v] == fdi && open.mesh.vertices[v].z() < tip.z()) tip = open.mesh.vertices[v];
    MousePlace on_open = click_at(state(), tip);
    click(on_open);
    EXPECT_EQ(static_cast<int>(work().marking->on_open.size()), marked);  // not on the jaw
    on_open.picked = Picked{.jaw = Jaw::upper, .case_point = tip};
    click(on_open);
    ++marked;
    click(click_at(state(), beside * (pose_ * tip)));
    ASSERT_EQ(static_cast<int>(work().marking->on_earlier.size()), marked);
    EXPECT_LT((work().marking->on_earlier.back() - pose_ * tip).norm(), 1.5);
    if (marked == 1) {
      unmark_last(viewer_.actions);
      EXPECT_FALSE(work().marking->wants_open());
      click(click_at(state(), beside * (pose_ * tip)));
    }
    if (marked < 3) {
      compare_from_marks(state(), viewer_.actions);  // too few
      ASSERT_TRUE(work().marking);
    }
  }
  compare_from_marks(state(), viewer_.actions);
  viewer_.actions.finish_work();
  EXPECT_FALSE(work().marking);
  ASSERT_TRUE(is_determined(shown_change(state())));
  EXPECT_EQ(shown_change(state())->found().registration.start, StartMethod::given);
  EXPECT_LT((shown_change(state())->found().before_from_after().matrix() - pose_.matrix()).norm(), 0.01);
}

TEST_F(ViewerComparison, has_a_picture_to_export) {
  const PictureExport& picture = *comparison_tool().pictures().front();
  EXPECT_NE(picture.missing(state()), nullptr);
  add({earlier()});
  ASSERT_EQ(picture.missing(state()), nullptr);
  WidgetState widgets;
  const Picture drawn = picture.make(state(), viewer_.actions, widgets);
  EXPECT_GT(drawn.width, 600);
  const auto violet = std::ranges::count_if(drawn.pixels, [](const Rgb& pixel) {
    return pixel.red > pixel.green + 30 && pixel.blue > pixel.green + 30;
  });
  EXPECT_GT(violet, 500);  // the facet and its colours in the legend
}

}  // namespace
}  // namespace intercusp::viewer
