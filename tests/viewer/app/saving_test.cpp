// Sessions that the viewer saves and opens again, and its exports.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "io/case/pose_file.h"
#include "io/dicom/study.h"
#include "io/files/write_atomically.h"
#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/report/parts.h"
#include "tests/support/real_scans.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/exports.h"
#include "viewer/app/session.h"
#include "viewer/app/state_json.h"
#include "viewer/tools/closing/tool.h"
#include "viewer/tools/inspection/tool.h"

namespace intercusp::viewer::testing {
namespace {

using Json = nlohmann::json;

//! Moved, with a threshold, a named pose and a section: saved, and restored completely in another viewer.
TEST(Session, saved_and_opened_shows_the_same) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.nudge({.shift_mm = {0.25, 0, -0.125}, .turn_rad = {0.01, 0, 0}});
  viewer.actions.pose.set_threshold(0.2);
  viewer.actions.pose.add_named("open");
  viewer.actions.views.set_section(SectionKind::frontal, {0, 1, 0});
  EXPECT_TRUE(viewer.state.unsaved);
  const fs::path file = viewer.folder / "session.json";
  viewer.actions.files.save_session(file);
  EXPECT_FALSE(viewer.state.unsaved);
  EXPECT_TRUE(is_session(file));

  Viewer other;
  other.actions.cases.open_session(file);
  other.actions.finish_work();
  ASSERT_TRUE(other.state.loaded) << other.messages();
  EXPECT_FALSE(other.state.question);
  EXPECT_TRUE(same_document(other.state.document, viewer.state.document));
  ASSERT_TRUE(other.state.view.section);
  EXPECT_EQ(other.state.view.section->kind, SectionKind::frontal);
  EXPECT_EQ(other.state.session_file, file);
  EXPECT_FALSE(other.state.unsaved);
  expect_read(other.state);
  EXPECT_EQ(session_json(session_of(other.state), {}, all_tools()),
            session_json(session_of(viewer.state), {}, all_tools()));
  EXPECT_EQ(other.state.live->reading().by_distance.surface_mm2,
            viewer.state.live->reading().by_distance.surface_mm2);
}

TEST(Session, a_file_with_both_jaws_is_named_once) {
  EXPECT_EQ(short_name({.upper = "a/jaws.glb", .lower = "a/jaws.glb"}), "a: jaws.glb");
  EXPECT_EQ(short_name({.upper = "a/u.stl", .lower = "a/l.stl"}), "a: u.stl + l.stl");
}

TEST(Session, saved_in_an_occlusal_view_shows_both_jaws_in_the_next_view) {
  for (const StandardView view : {StandardView::upper_occlusal, StandardView::lower_occlusal}) {
    Viewer viewer;
    viewer.open_ball_and_plate();
    viewer.actions.views.look(view);
    viewer.actions.files.save_session(viewer.folder / "session.json");
    Viewer other;
    other.actions.cases.open_session(viewer.folder / "session.json");
    other.actions.finish_work();
    EXPECT_NE(other.state.view.upper.shown, other.state.view.lower.shown);
    other.actions.views.look(StandardView::frontal);
    EXPECT_TRUE(other.state.view.upper.shown);
    EXPECT_TRUE(other.state.view.lower.shown);
  }
}

TEST(Session, jaws_that_filled_the_view_fill_it_in_a_window_of_another_shape) {
  for (const bool moved_by_hand : {false, true}) {
    Viewer viewer, other;
    viewer.open_ball_and_plate();
    ViewState view = viewer.state.view;
    if (moved_by_hand) view.camera.height_mm *= 0.7;
    viewer.actions.views.set(view);
    viewer.actions.files.save_session(viewer.folder / "session.json");
    other.actions.views.set_room({.width_over_height = 0.5});
    other.actions.cases.open_session(viewer.folder / "session.json");
    other.actions.finish_work();
    viewer.actions.views.set_room({.width_over_height = 0.5});
    EXPECT_EQ(other.state.view.camera.height_mm, viewer.state.view.camera.height_mm);
    EXPECT_EQ(other.state.view.camera.height_mm == view.camera.height_mm, moved_by_hand);
  }
}

TEST(Session, a_scan_that_changed_or_moved_is_told_and_asked_about) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.5}});
  const fs::path file = viewer.folder / "session.json", lower = viewer.folder / "scans" / "lower.ply";
  viewer.actions.files.save_session(file);
  std::string bytes = bytes_of(lower);
  bytes[bytes.size() / 2] ^= 1;  // the last bit of a coordinate
  (void)viewer.folder.write("scans/lower.ply", bytes);

  for (const bool yes : {false, true}) {
    Viewer other;
    other.actions.cases.open_session(file);
    other.actions.finish_work();
    ASSERT_TRUE(other.state.question);
    EXPECT_EQ(other.state.question->kind, Question::Kind::changed_scans);
    EXPECT_NE(other.state.question->text.find("lower.ply has changed"), std::string::npos);
    EXPECT_EQ(other.state.question->text.find("upper.ply"), std::string::npos);
    EXPECT_FALSE(other.state.loaded);
    other.actions.cases.answer(yes);
    other.actions.finish_work();
    EXPECT_FALSE(other.state.question);
    EXPECT_EQ(other.state.loaded != nullptr, yes) << other.messages();
    if (yes) {
      EXPECT_TRUE(same_document(other.state.document, viewer.state.document));
    }
  }
  fs::remove(lower);
  Viewer third;
  third.actions.cases.open_session(file);
  third.actions.finish_work();
  ASSERT_TRUE(third.state.question);
  EXPECT_NE(third.state.question->text.find("lower.ply is missing"), std::string::npos);
  third.actions.cases.answer(true);
  third.actions.finish_work();
  EXPECT_FALSE(third.state.loaded);
  EXPECT_NE(third.messages().find("lower.ply"), std::string::npos);
}

TEST(Export, finds_results_of_other_scans_where_it_would_write) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path folder = viewer.folder / "report";
  viewer.actions.files.export_to(report_export, folder);
  viewer.actions.finish_work();
  EXPECT_EQ(other_scans_in(folder, *viewer.state.loaded), "") << "its own results";
  const Fields of_another = {
      {"scan", Fields{{"files", Values{Fields{{"path", "patient.stl"}, {"sha256", "0"}}}}}}};
  write_results({.folder = folder, .record = "segment.json", .inputs = {}}, of_another, {});
  EXPECT_EQ(other_scans_in(folder, *viewer.state.loaded), "patient.stl");
}

TEST(Session, keeps_name_date_and_notes_of_the_case_and_the_report_has_them_at_its_head) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const CaseNotes notes{"Case <7>", "2026-11-23", "Splint & crown 26"};
  viewer.actions.cases.set_notes(notes);
  EXPECT_TRUE(viewer.state.unsaved);
  viewer.actions.files.save_session(viewer.folder / "session.json");
  viewer.actions.files.export_to(report_export, viewer.folder / "report");
  viewer.actions.finish_work();
  const std::string page = bytes_of(viewer.folder / "report" / "report.html");
  EXPECT_NE(page.find("Case &lt;7&gt;"), std::string::npos);
  EXPECT_NE(page.find("2026-11-23"), std::string::npos);
  EXPECT_NE(page.find("Splint &amp; crown 26"), std::string::npos);
  viewer.open_ball_and_plate();
  EXPECT_EQ(viewer.state.notes, CaseNotes()) << "of another case";
  viewer.actions.cases.open_session(viewer.folder / "session.json");
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.notes, notes);
}

TEST(Session, of_real_scans_shows_the_same_numbers) {
  const fs::path scans = intercusp::testing::real_scans() / "case-a";
  if (!fs::exists(scans)) GTEST_SKIP() << "no real scans in " << scans;
  Viewer viewer;
  viewer.open({.upper = (scans / "upper.stl").string(), .lower = (scans / "lower.stl").string()});
  bring_to_contact(viewer.state, viewer.actions, ClosingWay::hinge);
  viewer.actions.files.save_session(viewer.folder / "session.json");
  Viewer other;
  other.actions.cases.open_session(viewer.folder / "session.json");
  other.actions.finish_work();
  ASSERT_TRUE(other.state.question) << "the scans lie outside the session's folder";
  other.actions.cases.answer(true);
  other.actions.finish_work();
  ASSERT_TRUE(other.state.loaded) << other.messages();
  EXPECT_FALSE(other.state.question);
  expect_read(other.state);
  const PoseReading &a = viewer.state.live->reading(), &b = other.state.live->reading();
  EXPECT_GT(a.by_distance.surface_mm2, 0);
  EXPECT_EQ(a.by_distance.surface_mm2, b.by_distance.surface_mm2);
  EXPECT_EQ(a.least_clearance_mm, b.least_clearance_mm);
}

TEST(Session, remembers_the_track_and_no_pose_of_it) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.playbacks.open_track(viewer.folder.write("track.csv",
                                                          "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n"
                                                          "0,0,0,0,1,0,0,0\n1,0,0,-1,1,0,0,0\n"));
  viewer.actions.finish_work();
  viewer.actions.playbacks.set_time(0.5);
  viewer.actions.files.save_session(viewer.folder / "session.json");
  Viewer other;
  other.actions.cases.open_session(viewer.folder / "session.json");
  other.actions.finish_work();
  ASSERT_TRUE(other.state.playback) << other.messages();
  EXPECT_EQ(other.state.playback->name, "track.csv");
  other.actions.playbacks.close();
  EXPECT_TRUE(same_pose(other.state.document.upper_from_lower, Eigen::Isometry3d::Identity()));
}

TEST(Export, writes_whole_files_that_are_read_back) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.nudge({.shift_mm = {0.125, 0, 0}});
  const fs::path out = viewer.folder / "out";
  const std::vector<std::pair<const FileExport&, fs::path>> exports = {
      {report_export, out / "report"},
      {pose_export, out / "pose.json"},
      {map_export, out / "map.png"},
      {contacts_export, out / "contacts.csv"},
      {meshes_export, out / "meshes"}};
  for (const auto& [what, target] : exports) EXPECT_FALSE(exists(what, target));
  for (const auto& [what, target] : exports) viewer.actions.files.export_to(what, target);
  viewer.actions.files.save_session(out / "session.json");
  viewer.actions.finish_work();
  for (const auto& [what, target] : exports) EXPECT_TRUE(exists(what, target)) << target;
  EXPECT_EQ(viewer.state.messages.size(), exports.size() + 1) << viewer.messages();
  for (const Message& message : viewer.state.messages) EXPECT_EQ(message.kind, MessageKind::information);

  EXPECT_TRUE(read_pose(out / "pose.json").isApprox(viewer.state.document.upper_from_lower, 1e-14));
  const Json report = Json::parse(bytes_of(out / "report" / "report.json"));
  EXPECT_NEAR(report["min_clearance_mm"].get<double>(), ball_gap_mm, beside_pole_mm);
  EXPECT_EQ(report["upper_from_lower"][3], viewer.state.document.upper_from_lower.translation().x());
  EXPECT_TRUE(bytes_of(out / "map.png").starts_with("\x89PNG"));
  const std::string contacts = bytes_of(out / "contacts.csv");
  EXPECT_NE(contacts.find("\r\n1,"), std::string::npos);
  EXPECT_NE(bytes_of(out / "meshes" / "lower.vtp").find("surface_distance_mm"), std::string::npos);
  EXPECT_TRUE(is_session(out / "session.json"));
}

TEST(Export, a_report_has_the_forms_and_the_language_that_were_chosen) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  Settings settings = viewer.state.settings;
  settings.report_forms = {.html = false, .pdf = true, .dicom = true, .language = language_of("de")};
  viewer.actions.views.set_settings(settings);
  viewer.state.patient = {.id = "back\\slash"};
  EXPECT_NE(report_export.missing(viewer.state), nullptr);
  viewer.state.patient = {.id = "P-17", .name = "Muster^Anna"};
  EXPECT_EQ(report_export.missing(viewer.state), nullptr);
  const fs::path out = viewer.folder / "report";
  viewer.actions.files.export_to(report_export, out);
  viewer.actions.finish_work();
  EXPECT_FALSE(fs::exists(out / "report.html")) << viewer.messages();
  EXPECT_TRUE(bytes_of(out / "report.pdf").starts_with("%PDF"));
  for (const char* const name : {"report.dcm", "upper.dcm", "lower.dcm", "measurements.dcm"})
    EXPECT_EQ(dicom::study_of(out / "dicom" / name).patient_name, "Muster^Anna") << name;
  EXPECT_EQ(dicom::study_of(out / "dicom/upper.dcm").patient_id, "P-17");
  EXPECT_EQ(viewer.state.messages.back().written, out / "report.pdf");
  settings.report_forms = {.html = true, .pdf = false, .dicom = false, .language = language_of("de")};
  viewer.actions.views.set_settings(settings);
  viewer.actions.files.export_to(report_export, viewer.folder / "page");
  viewer.actions.finish_work();
  EXPECT_NE(bytes_of(viewer.folder / "page/report.html").find("Kontaktfläche"), std::string::npos);
  EXPECT_EQ(language(), Language::english) << "the program's own stays";
  EXPECT_EQ(viewer.state.messages.back().written, viewer.folder / "page/report.html");
  viewer.actions.update(30);
  EXPECT_FALSE(viewer.state.messages.empty()) << "it can still be opened";
}

TEST(Session, saved_without_an_ending_gets_one_and_is_among_the_recent) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.files.save_session(viewer.folder / "visit");
  const fs::path file = viewer.folder / "visit.intercusp.json";
  EXPECT_TRUE(fs::exists(file)) << viewer.messages();
  EXPECT_TRUE(fs::exists(Files::session_file_named(viewer.folder / "visit")));
  ASSERT_EQ(viewer.state.settings.recent_sessions.size(), 1U);
  EXPECT_EQ(viewer.state.settings.recent_sessions[0], file.string());
  viewer.actions.update(2);
  const Settings again = read_settings(settings_file(viewer.folder / "config"));
  EXPECT_EQ(again.recent_sessions, viewer.state.settings.recent_sessions);
}

TEST(Export, files_for_programs_are_the_same_in_every_language) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  const auto written_in = [&](Language language, ToothNames names, const fs::path& out) {
    Settings settings = viewer.state.settings;
    settings.language = language;
    settings.tooth_names = names;
    viewer.actions.views.set_settings(settings);
    viewer.actions.files.export_to(report_export, out);
    viewer.actions.files.save_session(viewer.folder / "session.json");
    viewer.actions.finish_work();
    return std::pair(bytes_of(out / "report.json"), bytes_of(viewer.folder / "session.json"));
  };
  const fs::path english = viewer.folder / "en", german = viewer.folder / "de";
  const auto before = written_in(Language::english, ToothNames::fdi, english);
  const auto after = written_in(language_of("de"), ToothNames::universal, german);
  set_language(Language::english);
  set_tooth_names(ToothNames::fdi);
  const auto without_times = [](const std::string& report) {
    Json json = Json::parse(report);
    EXPECT_GT(json.erase("timings_ms"), 0U);
    for (const char* const digests : {"written", "record_sha256"})
      json.erase(digests);  // of pictures with words too
    return json.dump();
  };
  EXPECT_EQ(without_times(before.first), without_times(after.first));
  EXPECT_EQ(before.second, after.second);
  EXPECT_EQ(bytes_of(english / "contacts.csv"), bytes_of(german / "contacts.csv"));
  EXPECT_NE(bytes_of(german / "report.html").find("Kontaktfläche"), std::string::npos);
  EXPECT_EQ(bytes_of(english / "report.html").find("Kontaktfläche"), std::string::npos);
}

TEST(Session, files_outside_its_folder_are_named_before_they_are_read) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path file = viewer.folder / "elsewhere" / "session.json";
  fs::create_directories(file.parent_path());
  viewer.actions.files.save_session(file);
  const std::string lower = (viewer.folder / "scans" / "lower.ply").string();

  Viewer other;
  for (const bool yes : {false, true}) {
    other.actions.cases.open_session(file);
    other.actions.finish_work();
    ASSERT_TRUE(other.state.question);
    EXPECT_EQ(other.state.question->kind, Question::Kind::outside_files);
    EXPECT_NE(other.state.question->text.find(lower), std::string::npos) << other.state.question->text;
    EXPECT_FALSE(other.state.loaded);
    other.actions.cases.answer(yes);
    other.actions.finish_work();
    EXPECT_EQ(other.state.loaded != nullptr, yes) << other.messages();
  }
  other.actions.cases.open_demo();
  other.actions.finish_work();
  other.actions.cases.open_session(file);  // these scans were opened before
  other.actions.finish_work();
  EXPECT_FALSE(other.state.question);
  EXPECT_EQ(other.state.loaded->request.lower, lower);
}

TEST(Session, what_was_named_beside_it_follows_the_question_about_its_files) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path file = viewer.folder / "elsewhere" / "session.json", pose = viewer.folder / "pose.json";
  fs::create_directories(file.parent_path());
  viewer.actions.files.save_session(file);
  Eigen::Isometry3d lower_down = viewer.state.document.upper_from_lower;
  lower_down.translation().z() -= 1;
  write_atomically(pose, pose_file_text(lower_down));

  Viewer other;
  other.actions.cases.open_session(file, [&] { other.actions.cases.load_pose(pose); });
  other.actions.finish_work();
  ASSERT_TRUE(other.state.question);
  other.actions.cases.answer(true);
  other.actions.finish_work();
  ASSERT_TRUE(other.state.loaded) << other.messages();
  EXPECT_EQ(other.state.document.upper_from_lower.matrix(), lower_down.matrix());
  EXPECT_TRUE(other.state.can_undo) << "the session's own pose is one step back";
}

TEST(Export, folder_is_the_one_that_holds_what_was_written) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path folder = viewer.folder / "out";
  viewer.actions.files.export_to(pose_export, folder / "pose.json");
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.settings.export_folder, folder.string());
  for (const fs::path& target : {folder / "r2", folder / "r3/"}) {
    viewer.actions.files.export_to(meshes_export, target);
    viewer.actions.finish_work();
    EXPECT_TRUE(fs::exists(target / "upper.vtp")) << viewer.messages();
    EXPECT_EQ(viewer.state.settings.export_folder, folder.string()) << target;
  }
}

}  // namespace
}  // namespace intercusp::viewer::testing
