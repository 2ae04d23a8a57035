// The articulator programmed from records of the bite, as the Motion step shows it.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>

#include "io/files/errors.h"
#include "io/report/parts.h"
#include "io/results/checkbite/report.h"
#include "tests/support/made_patient.h"
#include "tests/support/program.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/session.h"
#include "viewer/tools/checkbite/tool.h"

namespace intercusp::viewer {
namespace {

using nlohmann::json;
using testing::Viewer;

TEST(PositionInName, is_that_of_its_words) {
  const std::vector<std::pair<const char*, std::optional<RecordKind>>> names = {
      {"/left/P7_open.stl", RecordKind::open},
      {"Öffnung 2.ply", RecordKind::open},
      {"Protrusion_right.stl", RecordKind::protrusion},
      {"centric_left.stl", RecordKind::centric},
      {"MIP.stl", RecordKind::centric},
      {"Zentrik.stl", RecordKind::centric},
      {"eccentric_left.stl", RecordKind::left},
      {"left_right.stl", RecordKind::left},
      {"Lateral rechts.json", RecordKind::right},
      {"bite1.stl", std::nullopt}};
  for (const auto& [name, position] : names) EXPECT_EQ(position_in_name(name), position) << name;
}

std::string names_in(const PositionRecords& records) {
  std::string names;
  for (const GivenRecord& record : named_records(records))
    names += record.name + ":" + std::to_string(record.files.size()) + " ";
  return names;
}

TEST(PositionRecords, join_both_sides_and_number_what_is_recorded_twice) {
  PositionRecords records;
  for (const char* const file : {"mip_left.stl", "mip_right.stl", "open-left.stl", "open-right.stl",
                                 "open2.stl", "left1.stl", "left2.stl", "a.stl", "b.json"})
    records = with_file(records, file);
  // Without a position in its name a file shows the first that is missing.
  EXPECT_EQ(names_in(records), "centric:2 open:2 open2:1 left:1 left2:1 protrusion:1 right:1 ");
}

//! An open case with records of a patient whose articulator is known, as poses.
class ViewerCheckbite : public ::testing::Test {
 protected:
  void SetUp() override {
    viewer_.open(testing::write_dentition(viewer_.folder / "scans"));
    const LoadedCase& loaded = *viewer_.state.loaded;
    ASSERT_TRUE(loaded.anatomy.axes && loaded.incisal_point);
    intercusp::testing::Draws draws(3);
    patient_ = made_patient(draws, *loaded.anatomy.axes, loaded.incisal_point->case_point);
    for (const BiteRecord& record :
         drawn_records(patient_, intercusp::testing::plain_error(0.01, 0.0003), nullptr)) {
      std::vector<double> numbers;
      for (const double number : record.pose->upper_from_lower.matrix().transpose().reshaped())
        numbers.push_back(number);
      files_.push_back(
          viewer_.folder.write(record.name + ".json", json{{"upper_from_lower", numbers}}.dump()).string());
    }
    viewer_.actions.views.show_step(PanelKind::motion);
  }
  void drop(const std::vector<std::string>& files) {
    viewer_.actions.cases.open_paths(files);
    viewer_.actions.finish_work();
  }
  void set_to_centric(std::size_t index) {
    change_records(state(), viewer_.actions, "position",
                   [index](auto& list) { set_position(list, index, RecordKind::centric); });
  }
  [[nodiscard]] const AppState& state() const { return viewer_.state; }
  [[nodiscard]] std::string names() const { return names_in(position_records(state())); }
  //! The case's files and the records, for the command line.
  [[nodiscard]] std::string jaws() const {
    return intercusp::testing::quoted(state().loaded->request.upper) + " " +
           intercusp::testing::quoted(state().loaded->request.lower);
  }
  void run_checkbite() {
    std::string command =
        "checkbite " + jaws() + " --out " + intercusp::testing::quoted(viewer_.folder / "out");
    for (const GivenRecord& record : named_records(position_records(state())))
      command += " --record " + record.name + "=" + intercusp::testing::quoted(record.files[0]);
    const auto run = run_program(command);
    ASSERT_EQ(run.status, 0) << run.err;
  }

  Viewer viewer_;
  intercusp::testing::MadePatient patient_;
  std::vector<std::string> files_;
};

TEST_F(ViewerCheckbite, has_the_numbers_of_the_command) {
  drop(files_);
  ASSERT_NE(registered(state()), nullptr) << viewer_.messages();
  ASSERT_TRUE(registered(state())->result);
  run_checkbite();
  const auto inputs = CheckbiteInputs{.jaws = {}, .records = registered(state())->read.files};
  const json shown = json::parse(json_lines(report_of(registered(state())->result, inputs).json)),
             command = json_of(viewer_.folder / "out" / "checkbite.json");
  for (const char* const key : {"determined", "hinge", "condylar_inclination_deg", "bennett_deg",
                                "side_shift_mm", "records", "findings"})
    EXPECT_EQ(shown[key], command[key]) << key;
  EXPECT_TRUE(shown["determined"].get<bool>());
}

TEST_F(ViewerCheckbite, sets_the_articulator_as_the_command_does_in_one_step) {
  const Document before = state().document;
  drop(files_);
  program_articulator(state(), viewer_.actions);
  const Document& set = state().document;
  ASSERT_TRUE(set.hinge.measured);
  EXPECT_LT((set.hinge.measured->left - patient_.condyles.left).norm(), 1e-3);
  EXPECT_LT((condyles_of(*state().loaded, set.hinge).right - patient_.condyles.right).norm(), 1e-3);
  const auto guidance = set.parts.get<CondylarGuidance>();
  EXPECT_NEAR(guidance.inclination_rad.right, patient_.guidance.inclination_rad.right, 1e-4);
  EXPECT_NEAR(guidance.bennett_rad.left, patient_.guidance.bennett_rad.left, 1e-4);
  EXPECT_NEAR(guidance.side_shift_mm.left, patient_.guidance.side_shift_mm.left, 1e-3);

  run_checkbite();
  const auto run =
      run_program("articulate " + jaws() + " --checkbite " +
                  intercusp::testing::quoted(viewer_.folder / "out" / "checkbite.json") + " --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json command = json::parse(run.out);
  EXPECT_NEAR(command["settings"]["inclination_left_deg"].get<double>() * rad_per_deg,
              guidance.inclination_rad.left, 1e-9);
  EXPECT_NEAR(command["settings"]["side_shift_right_mm"].get<double>(), guidance.side_shift_mm.right, 1e-9);
  EXPECT_NEAR(command["hinge_axis"]["right_condyle_mm"][1].get<double>(), set.hinge.measured->right.y(),
              1e-9);

  viewer_.actions.pose.undo();
  EXPECT_EQ(state().document.hinge, before.hinge);
  EXPECT_EQ(state().document.parts.get<CondylarGuidance>(), before.parts.get<CondylarGuidance>());
  EXPECT_EQ(position_records(state()).list.size(), files_.size()) << "adding them was a step of its own";
}

TEST_F(ViewerCheckbite, what_the_records_do_not_tell_stays_as_it_was) {
  drop({files_[0], files_[1]});  // centric and one opening
  ASSERT_TRUE(registered(state())->result->determined());
  program_articulator(state(), viewer_.actions);
  EXPECT_TRUE(state().document.hinge.measured);
  EXPECT_EQ(state().document.parts.get<CondylarGuidance>(), CondylarGuidance());
}

TEST_F(ViewerCheckbite, sessions_keep_records_and_the_measured_axis) {
  drop(files_);
  program_articulator(state(), viewer_.actions);
  const auto file = viewer_.folder / "case.json";
  const auto write = [&](const std::string& text) { return viewer_.folder.write("case.json", text); };
  const std::string text = session_json(session_of(state()), viewer_.folder / "", all_tools());
  write(text);
  const Session read = read_session(file, all_tools());
  EXPECT_EQ(read.document.parts.get<PositionRecords>(), position_records(state()));
  EXPECT_EQ(read.document.hinge, state().document.hinge);
  const std::vector<std::string> files = files_of(read, all_tools());
  EXPECT_TRUE(std::ranges::includes(files, std::vector<std::string>{files_[0]}));

  json changed = json::parse(text);
  changed["bite_records"][1]["position"] = "centric";
  write(changed.dump());
  EXPECT_THROW((void)read_session(file, all_tools()), InputError) << "two are centric";
  changed.erase("bite_records");
  changed.erase("measured_hinge");
  write(changed.dump());
  const Session earlier = read_session(file, all_tools());
  EXPECT_TRUE(earlier.document.parts.get<PositionRecords>().list.empty());
  EXPECT_FALSE(earlier.document.hinge.measured);
}

TEST_F(ViewerCheckbite, records_change_their_positions) {
  drop({files_[1], files_[3]});
  ASSERT_EQ(names(), "open:1 protrusion:1 ");
  ASSERT_NE(registered(state()), nullptr) << viewer_.messages();
  EXPECT_FALSE(registered(state())->result) << "no record is centric";
  set_to_centric(0);
  viewer_.actions.finish_work();
  ASSERT_NE(registered(state()), nullptr) << viewer_.messages();
  EXPECT_TRUE(registered(state())->result);
  set_to_centric(1);
  viewer_.actions.finish_work();
  EXPECT_EQ(names(), "protrusion:1 centric:1 ") << "they have changed places";
  ASSERT_NE(registered(state()), nullptr) << viewer_.messages();
  EXPECT_EQ(registered(state())->read.records[0].kind, RecordKind::protrusion);
  change_records(state(), viewer_.actions, "remove", [](auto& list) { list.pop_back(); });
  viewer_.actions.pose.undo();
  EXPECT_EQ(names(), "protrusion:1 centric:1 ");
}

TEST_F(ViewerCheckbite, takes_what_is_dropped_in_its_step_and_can_be_read) {
  drop({files_[0]});
  EXPECT_EQ(names(), "centric:1 ");
  drop({files_[0]});
  EXPECT_EQ(names(), "centric:1 ") << "it is there already";
  drop({(viewer_.folder / "open.stl").string()});
  EXPECT_EQ(names(), "centric:1 ");
  EXPECT_NE(viewer_.messages().find("open.stl"), std::string::npos) << viewer_.messages();
  const std::string pose = (viewer_.folder / "bite.json").string();
  std::filesystem::copy_file(files_[1], pose);
  drop({pose});
  EXPECT_EQ(names(), "centric:1 ") << "a pose without a position is shown";
  EXPECT_FALSE(same_pose(state().document.upper_from_lower, state().loaded->bite.upper_from_lower));
  viewer_.actions.views.show_step(PanelKind::mandible);
  drop({files_[1]});
  EXPECT_EQ(names(), "centric:1 ");
}

}  // namespace
}  // namespace intercusp::viewer
