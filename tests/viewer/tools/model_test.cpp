// The model analysis of the open case, as its part of the Contacts step shows it.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>

#include "io/report/parts.h"
#include "tests/support/program.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/case/case_teeth.h"
#include "viewer/tools/model/tool.h"
#include "viewer/tools/teeth/tool.h"

namespace intercusp::viewer {
namespace {

using testing::lowered_by;
using testing::Viewer;
using testing::write_dentition;

class ViewerModel : public ::testing::Test {
 protected:
  void open() { viewer_.open(write_dentition(viewer_.folder / "scans")); }
  void show() {
    viewer_.actions.views.show_step(PanelKind::contacts, &model_part);
    viewer_.actions.finish_work();
  }
  [[nodiscard]] const AppState& state() const { return viewer_.state; }
  [[nodiscard]] const ModelMeasure* measure(MeasureKey key, std::optional<Jaw> jaw = {}, int fdi = 0) const {
    const Model* const model = model_of(state());
    if (model == nullptr) return nullptr;
    const auto found = std::ranges::find_if(model->measures, [&](const ModelMeasure& each) {
      return each.key == key && each.jaw == jaw && each.fdi == fdi;
    });
    return found == model->measures.end() ? nullptr : &*found;
  }

  Viewer viewer_;
};

TEST_F(ViewerModel, is_measured_only_while_it_is_shown_and_has_the_values_of_the_command) {
  open();
  viewer_.actions.views.show_step(PanelKind::contacts);
  viewer_.actions.finish_work();
  EXPECT_FALSE(state().parts.get<ModelWork>().model.wanted());
  show();
  ASSERT_TRUE(model_of(state())) << viewer_.messages();
  using intercusp::testing::quoted;
  const auto run = run_program("model " + quoted(viewer_.folder / "scans" / "upper.ply") + " " +
                               quoted(viewer_.folder / "scans" / "lower.ply") + " --out " +
                               quoted(viewer_.folder / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  const nlohmann::json command = json_of(viewer_.folder / "out" / "model.json");
  const Fields shown = {{"measures", json_rows(measure_figures(), model_of(state())->measures)}};
  EXPECT_EQ(nlohmann::json::parse(json_lines(shown))["measures"], command["measures"]);
}

TEST_F(ViewerModel, every_measure_stands_in_one_table) {
  for (const auto& [key, name] : names_of(MeasureKey{}).entries)
    EXPECT_EQ(std::ranges::count_if(
                  measure_groups(),
                  [&](const MeasureGroup& group) { return std::ranges::count(group.keys, key) > 0; }),
              1)
        << name;
}

TEST_F(ViewerModel, follows_a_correction_of_the_teeth_and_its_undo) {
  open();
  show();
  ASSERT_TRUE(measure(MeasureKey::bolton_anterior)->reading.value);
  const double before = *measure(MeasureKey::bolton_anterior)->reading.value;
  prepare_teeth(viewer_.actions);
  viewer_.actions.finish_work();
  edit_teeth(viewer_.actions, Jaw::lower, {.kind = TeethEdit::Kind::remove, .tooth = 42});
  EXPECT_FALSE(model_of(state())) << "that of other teeth is not shown";
  viewer_.actions.finish_work();
  EXPECT_EQ(measure(MeasureKey::width, Jaw::lower, 42)->reading.reason, MeasureReason::tooth_missing);
  EXPECT_EQ(measure(MeasureKey::bolton_anterior)->reading.reason, MeasureReason::tooth_missing);
  viewer_.actions.pose.undo();
  viewer_.actions.finish_work();
  EXPECT_EQ(measure(MeasureKey::bolton_anterior)->reading.value, before);
}

TEST_F(ViewerModel, measures_between_the_jaws_follow_the_pose_and_those_of_a_jaw_stay) {
  open();
  show();
  const double overbite_mm = *measure(MeasureKey::overbite)->reading.value,
               width_mm = *measure(MeasureKey::width, Jaw::lower, 36)->reading.value;
  viewer_.actions.pose.change("lower", {}, [](Document& document) {
    document.upper_from_lower = lowered_by(2) * document.upper_from_lower;
  });
  viewer_.actions.finish_work();
  ASSERT_TRUE(model_of(state()));
  EXPECT_NEAR(*measure(MeasureKey::overbite)->reading.value, overbite_mm - 2, 0.1);
  EXPECT_NEAR(*measure(MeasureKey::width, Jaw::lower, 36)->reading.value, width_mm, 1e-6);
}

TEST_F(ViewerModel, a_case_with_one_unnumbered_jaw_says_what_is_missing) {
  CaseRequest scans = write_dentition(viewer_.folder / "scans");
  scans.teeth = TeethSource::files;
  write_ply(scans.lower, intercusp::testing::made_dentition(8000).lower.mesh);
  viewer_.open(scans);
  show();
  ASSERT_TRUE(model_of(state())) << viewer_.messages();
  EXPECT_EQ(measure(MeasureKey::width, Jaw::lower, 36)->reading.reason, MeasureReason::tooth_missing);
  EXPECT_TRUE(measure(MeasureKey::width, Jaw::upper, 16)->reading.value);
  const ModelMeasure& bolton = *measure(MeasureKey::bolton_overall);
  EXPECT_EQ(value_in_words(bolton), "");
  EXPECT_EQ(doubt_in_words(bolton), "a tooth is missing");
  EXPECT_FALSE(has_numbers(*model_of(state())->jaws[1].solid)) << "which the panel says";
}

TEST_F(ViewerModel, a_selected_measure_is_seen_from_its_side_and_goes_with_a_second_click) {
  open();
  show();
  const ModelMeasure& depth = *measure(MeasureKey::arch_depth, Jaw::upper);
  select_measure(state(), viewer_.actions, depth);
  ASSERT_EQ(measure_on_views(state()), &depth);
  EXPECT_EQ(strokes_of(depth).size(), 1U);
  EXPECT_FALSE(state().view.lower.shown);
  viewer_.actions.views.show_step(PanelKind::contacts);
  EXPECT_FALSE(measure_on_views(state()));
  show();
  EXPECT_TRUE(measure_on_views(state()));
  select_measure(state(), viewer_.actions, *measure(MeasureKey::arch_depth, Jaw::upper));
  EXPECT_FALSE(measure_on_views(state()));
}

TEST(ModelWords, every_number_has_its_unit) {
  ModelMeasure relation{.key = MeasureKey::molar_relation,
                        .reading = {0.44},
                        .interval = {-0.47, 1.43},
                        .sagittal_class = SagittalClass::class_1};
  EXPECT_EQ(value_in_words(relation), "0.44 mm, I");
  EXPECT_EQ(doubt_in_words(relation), "–0.47 to 1.43 mm");
  const ModelMeasure score{.key = MeasureKey::par_overjet, .reading = {1}, .interval = {1, 2}};
  EXPECT_EQ(value_in_words(score), "1 point");
  EXPECT_EQ(doubt_in_words(score), "1 to 2 points");
}

TEST_F(ViewerModel, its_files_are_those_of_the_command) {
  open();
  viewer_.actions.files.export_to(model_export, viewer_.folder / "model");
  viewer_.actions.finish_work();
  for (const std::string& name : model_file_names())
    EXPECT_TRUE(std::filesystem::exists(viewer_.folder / "model" / name)) << name << viewer_.messages();
}

}  // namespace
}  // namespace intercusp::viewer
