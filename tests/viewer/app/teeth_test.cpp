#include <array>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "io/case/teeth_edits.h"
#include "io/files/read_json.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/exports.h"
#include "viewer/app/session.h"
#include "viewer/tools/teeth/tool.h"

namespace intercusp::viewer::testing {
namespace {

using Kind = TeethEdit::Kind;

void open_teeth(Viewer& viewer) {
  viewer.open(write_dentition(viewer.folder / "scans"));
  prepare_teeth(viewer.actions);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.teeth) << viewer.messages();
}

const std::vector<int>& lower_labels(const Viewer& viewer) { return viewer.state.loaded->bite.lower->labels; }

bool is_listed(const Viewer& viewer, int fdi) {
  return std::ranges::count(viewer.state.live->teeth(), fdi) > 0;
}

TEST(Teeth, a_correction_changes_what_is_said_per_tooth_and_undo_takes_it_back) {
  Viewer viewer;
  open_teeth(viewer);
  const std::vector<int> before = lower_labels(viewer);
  ASSERT_TRUE(is_listed(viewer, 37));
  const double contact_mm2 = viewer.state.live->reading().by_distance.surface_mm2;
  edit_teeth(viewer.actions, Jaw::lower, {.kind = Kind::merge, .tooth = 36, .number = 37});
  EXPECT_FALSE(is_listed(viewer, 37));
  EXPECT_EQ(std::ranges::count(lower_labels(viewer), 37), 0);
  EXPECT_EQ(viewer.state.live->reading().by_distance.surface_mm2, contact_mm2);
  viewer.actions.finish_work();
  for (const ContactPatch& patch : viewer.state.rest->by_distance.patches) EXPECT_NE(patch.lower_tooth, 37);
  const std::vector<int> merged = lower_labels(viewer);
  viewer.actions.pose.undo();
  EXPECT_EQ(lower_labels(viewer), before);
  EXPECT_TRUE(is_listed(viewer, 37));
  viewer.actions.pose.redo();
  EXPECT_EQ(lower_labels(viewer), merged);
}

TEST(Teeth, an_edit_that_cannot_be_made_is_said_and_changes_nothing) {
  Viewer viewer;
  open_teeth(viewer);
  edit_teeth(viewer.actions, Jaw::upper, {.kind = Kind::remove, .tooth = 36});
  EXPECT_EQ(viewer.state.messages.back().text, "Not possible: there is no tooth 36.");
  EXPECT_FALSE(viewer.state.can_undo);
}

TEST(Teeth, an_edit_at_a_point_further_away_than_a_scan_can_be_is_ignored) {
  Viewer viewer;
  open_teeth(viewer);
  const std::size_t said = viewer.state.messages.size();
  for (const double far : {1e200, -2e6})
    edit_teeth(viewer.actions, Jaw::upper, {.kind = Kind::add, .points_mm = {{0, far, 0}}});
  EXPECT_EQ(viewer.state.messages.size(), said);
  EXPECT_FALSE(viewer.state.can_undo);
}

TEST(Teeth, numbers_out_of_order_along_the_arch_are_in_doubt) {
  Viewer viewer;
  open_teeth(viewer);
  edit_teeth(viewer.actions, Jaw::lower, {.kind = Kind::renumber, .tooth = 46, .number = 47});
  const auto sure = [&](int fdi) {
    return std::ranges::find(viewer.state.lower_teeth->found.teeth, fdi, &FoundTooth::fdi)->sure;
  };
  EXPECT_FALSE(sure(46));
  EXPECT_FALSE(sure(47));
  EXPECT_TRUE(sure(45));
  edit_teeth(viewer.actions, Jaw::lower, {.kind = Kind::renumber, .tooth = 46, .number = 47});
  confirm_tooth(viewer.actions, {Jaw::lower, 46});
  confirm_tooth(viewer.actions, {Jaw::lower, 47});
  EXPECT_TRUE(sure(46) && sure(47)) << "in order again";
}

TEST(Teeth, a_number_that_another_tooth_had_is_exchanged_and_said) {
  Viewer viewer;
  open_teeth(viewer);
  edit_teeth(viewer.actions, Jaw::upper, {.kind = Kind::renumber, .tooth = 16, .number = 55});
  EXPECT_TRUE(viewer.state.messages.empty()) << "no tooth had the number";
  edit_teeth(viewer.actions, Jaw::upper, {.kind = Kind::renumber, .tooth = 14, .number = 13});
  ASSERT_FALSE(viewer.state.messages.empty());
  EXPECT_EQ(viewer.state.messages.back().text,
            "Another tooth had the number 13: it is 14 now. Please check both.");
}

TEST(Teeth, whose_number_only_shifts_stays_in_doubt) {
  Viewer viewer;
  open_teeth(viewer);
  EditedTeeth doubtful = *viewer.state.upper_teeth;
  for (FoundTooth& tooth : doubtful.found.teeth) tooth.sure = false;
  const EditSurface& surface = *viewer.state.teeth->upper.surface;
  const auto count_sure = [](const EditedTeeth& teeth) {
    return std::ranges::count(teeth.found.teeth, true, &FoundTooth::sure);
  };
  EXPECT_EQ(count_sure(edited(doubtful, surface, {.kind = Kind::missing, .tooth = 14})), 0);
  EXPECT_EQ(count_sure(edited(doubtful, surface, {.kind = Kind::renumber, .tooth = 14, .number = 14})), 1);
  EXPECT_EQ(count_sure(edited(doubtful, surface, {.kind = Kind::renumber, .tooth = 14, .number = 13})), 0)
      << "out of order";
}

TEST(Teeth, the_selected_tooth_stays_selected_when_its_number_changes) {
  Viewer viewer;
  open_teeth(viewer);
  select_tooth_in_place(viewer.actions, {Jaw::upper, 15});
  edit_teeth(viewer.actions, Jaw::upper, {.kind = Kind::missing, .tooth = 14});
  EXPECT_EQ(viewer.state.selected_tooth, (ToothName{Jaw::upper, 16}));
  edit_teeth(viewer.actions, Jaw::upper, {.kind = Kind::renumber, .tooth = 16, .number = 55});
  EXPECT_EQ(viewer.state.selected_tooth, (ToothName{Jaw::upper, 55}));
  edit_teeth(viewer.actions, Jaw::upper, {.kind = Kind::remove, .tooth = 55});
  EXPECT_FALSE(viewer.state.selected_tooth);
}

TEST(Teeth, undo_of_many_corrections_goes_back_to_the_bit_and_redo_forward_again) {
  constexpr unsigned seed = 16;
  std::mt19937 random(seed);
  Viewer viewer;
  open_teeth(viewer);
  const std::vector<int> first = lower_labels(viewer);
  for (int i = 0; i < 25; ++i) {
    const std::vector<FoundTooth>& teeth = viewer.state.lower_teeth->found.teeth;
    const int tooth = teeth[random() % teeth.size()].fdi, other = teeth[random() % teeth.size()].fdi;
    const std::array kinds = {Kind::merge, Kind::remove, Kind::renumber, Kind::shift, Kind::missing};
    edit_teeth(viewer.actions, Jaw::lower,
               {.kind = kinds[random() % kinds.size()], .tooth = tooth, .number = other, .places = 1});
    if (random() % 4 == 0) viewer.actions.pose.undo();
  }
  while (viewer.state.can_redo) viewer.actions.pose.redo();
  const std::vector<int> last = lower_labels(viewer);
  EXPECT_NE(last, first);
  while (viewer.state.can_undo) viewer.actions.pose.undo();
  EXPECT_EQ(lower_labels(viewer), first);
  while (viewer.state.can_redo) viewer.actions.pose.redo();
  EXPECT_EQ(lower_labels(viewer), last);
}

TEST(Teeth, a_session_brings_the_corrections_back) {
  Viewer viewer;
  open_teeth(viewer);
  edit_teeth(viewer.actions, Jaw::lower, {.kind = Kind::remove, .tooth = 41});
  edit_teeth(viewer.actions, Jaw::upper, {.kind = Kind::missing, .tooth = 14});
  viewer.actions.files.save_session(viewer.folder / "session.json");
  Viewer again;
  again.actions.cases.open_session(viewer.folder / "session.json");
  again.actions.finish_work();
  ASSERT_TRUE(again.state.loaded) << again.messages();
  EXPECT_EQ(lower_labels(again), lower_labels(viewer));
  EXPECT_EQ(again.state.loaded->bite.upper->labels, viewer.state.loaded->bite.upper->labels);
  EXPECT_EQ(again.state.upper_teeth->missing, std::vector<int>{14});
  EXPECT_TRUE(same_document(again.state.document, viewer.state.document));
}

TEST(Teeth, labels_and_corrections_are_exported_for_the_file_as_read) {
  Viewer viewer;
  open_teeth(viewer);
  edit_teeth(viewer.actions, Jaw::lower, {.kind = Kind::merge, .tooth = 46, .number = 47});
  viewer.actions.files.export_to(teeth_export, viewer.folder / "teeth");
  viewer.actions.finish_work();
  const std::vector<int> labels = read_json(viewer.folder / "teeth" / "lower_labels.json")["labels"];
  std::vector<int> expected = intercusp::testing::made_dentition(8000).lower.labels;
  std::ranges::replace(expected, 47, 46);
  EXPECT_EQ(labels, expected);
  EXPECT_EQ(read_teeth_edits(viewer.folder / "teeth" / "lower_edits.json"),
            viewer.state.document.lower_edits);
  EXPECT_TRUE(exists(teeth_export, viewer.folder / "teeth"));
}

TEST(Teeth, next_goes_round_the_teeth_that_are_not_sure_and_looks_at_them) {
  Viewer viewer;
  open_teeth(viewer);
  select_next_unsure(viewer.actions);
  EXPECT_FALSE(viewer.state.selected_tooth);
  EditedTeeth doubtful = *viewer.state.upper_teeth;
  for (FoundTooth& tooth : doubtful.found.teeth) tooth.sure = tooth.fdi != 15 && tooth.fdi != 22;
  viewer.state.upper_teeth = std::make_shared<const EditedTeeth>(doubtful);
  for (const int fdi : {15, 22, 15}) {
    select_next_unsure(viewer.actions);
    EXPECT_EQ(viewer.state.selected_tooth, (ToothName{Jaw::upper, fdi}));
    const auto at = std::ranges::find(doubtful.found.teeth, fdi, &FoundTooth::fdi);
    EXPECT_LT((viewer.state.view.camera.target - at->centre_mm).norm(), 1e-9);
  }
}

}  // namespace
}  // namespace intercusp::viewer::testing
