#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/chrono.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "io/case/pose_file.h"
#include "io/files/errors.h"
#include "io/files/write_atomically.h"
#include "tests/support/real_scans.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/dropped_files.h"
#include "viewer/app/recovery.h"
#include "viewer/app/session.h"
#include "viewer/app/settings_file.h"
#include "viewer/platform/folders.h"
#include "viewer/text/state.h"

namespace intercusp::viewer::testing {
namespace {

using intercusp::testing::message_of;
using Json = nlohmann::json;

Eigen::Isometry3d random_pose(std::mt19937& random) {
  std::normal_distribution<double> normal;
  const auto number = [&] { return normal(random); };
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = Eigen::Quaterniond(number(), number(), number(), number()).normalized().toRotationMatrix();
  pose.translation() = 30 * Eigen::Vector3d(number(), number(), number());
  return pose;
}

Session random_session(std::mt19937& random, const fs::path& folder) {
  const auto flag = [&] { return random() % 2 == 0; };
  const auto share = [&] { return std::uniform_real_distribution<double>()(random); };
  Session session;
  session.request = {.upper = (folder / "upper.stl").string(),
                     .lower = (folder / "scans/lower.stl").string()};
  if (flag()) session.request.mm_per_unit = 1000 * share() + 1e-3;
  session.request.numbering = static_cast<ToothNumbering>(random() % 3);
  session.request.teeth = static_cast<TeethSource>(random() % 3);
  session.request.upper_from_lower = random_pose(random);
  session.files = {{.path = session.request.upper, .format = "STL binary", .sha256 = "ab"}};
  session.document.upper_from_lower = random_pose(random);
  for (std::size_t i = random() % 3; i > 0; --i)
    session.document.poses.push_back({"pose \"ä\" " + std::to_string(i), random_pose(random)});
  session.document.threshold_mm = near_contact_mm * share();
  session.document.measure = flag() ? Measure::distance : Measure::clearance;
  const auto nozzle = [&] {
    return Nozzle{.place = random_pose(random).translation(),
                  .direction = random_pose(random).linear().col(0).normalized(),
                  .aim_mm = 10 + share(),
                  .disc = flag(),
                  .half_angle_rad = std::round(10 + 500 * share()) / 10 * rad_per_deg,
                  .radius_mm = 1 + share(),
                  .speed_mm_s = 1000 + share(),
                  .gravity = flag(),
                  .droplets = 12345};
  };
  if (flag()) session.document.nozzle = nozzle();
  for (std::size_t i = random() % 3; i > 0; --i)
    session.document.passes.push_back({"from here", nozzle(), random_pose(random)});
  session.document.thin_per_mm2 = 100 * share();
  if (flag()) session.document.bodies = {(folder / "pins.json").string()};
  ArticulatorSettings& articulator = session.document.articulator;
  for (BothSides* const sides : {&articulator.inclination_rad, &articulator.bennett_rad})
    *sides = {60 * share() * rad_per_deg, std::round(600 * share()) / 10 * rad_per_deg};
  articulator.side_shift_mm = {share(), share()};
  ViewState& view = session.view;
  view.camera = {.view_from_case = Eigen::Quaterniond(random_pose(random).linear()),
                 .target = random_pose(random).translation(),
                 .height_mm = 100 * share() + 1};
  view.upper = {flag(), flag(), flag()};
  view.lower = {flag(), flag(), flag()};
  view.palette = flag() ? Palette::classic : Palette::colour_blind_safe;
  view.scan_colours = flag();
  if (flag()) view.space_ruler = SpaceRuler{{flag(), {share(), 2, 3}}, {flag(), {4, share(), 6}}};
  view.paint = flag() ? Paint::foil : Paint::depth;
  view.range.locked = flag();
  view.contours = flag();
  view.show_map = flag();
  view.map_colouring = flag() ? MapColouring::clearance : MapColouring::resolved_by;
  if (flag()) view.section = SectionPlane{random_pose(random)};
  if (flag()) view.ruler = Ruler{{share(), share()}, {share(), share()}};
  session.track = flag() ? (folder / "chewing.csv").string() : "";
  return session;
}

TEST(Session, comes_back_to_the_bit) {
  constexpr unsigned seed = 1995;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const TemporaryFolder folder;
  for (int i = 0; i < 50; ++i) {
    const Session session = random_session(random, folder.path());
    const std::string json = session_json(session, folder.path());
    const Session again = read_session(folder.write("session.json", json));
    EXPECT_TRUE(same_document(session.document, again.document)) << json;
    EXPECT_TRUE(same_pose(session.request.upper_from_lower, again.request.upper_from_lower));
    EXPECT_EQ(session.request.upper, again.request.upper);
    EXPECT_EQ(session.request.lower, again.request.lower);
    EXPECT_EQ(session.track, again.track);
    EXPECT_EQ(session.files[0].path, again.files[0].path);
    EXPECT_EQ(session.view.camera.view_from_case.coeffs(), again.view.camera.view_from_case.coeffs());
    EXPECT_EQ(json, session_json(again, folder.path()));  // and so all the rest
  }
}

TEST(Session, is_readable_and_moves_with_its_folder) {
  std::mt19937 random(3);
  const TemporaryFolder folder;
  const Session session = random_session(random, folder / "case");
  const Json json = Json::parse(session_json(session, folder / "case" / "sessions"));
  EXPECT_EQ(json["schema"], "intercusp-session/1");
  EXPECT_EQ(json["case"]["upper"], "../upper.stl");
  EXPECT_EQ(json["case"]["lower"], "../scans/lower.stl");
  const Json far = Json::parse(session_json(session, folder / "elsewhere" / "far" / "away"));
  EXPECT_EQ(far["case"]["upper"], session.request.upper);
  const fs::path moved = folder.write("moved/sessions/session.json", json.dump());
  EXPECT_EQ(read_session(moved).request.upper, (folder / "moved" / "upper.stl").string());
}

//! Calls `visit` with every value inside, its place as messages name it, and where it stands.
template <class Visit>
void visit_all(const Json& json, const std::string& place, const Json::json_pointer& pointer,
               const Visit& visit) {
  const bool list = json.is_array();
  std::size_t index = 0;
  for (const auto& [key, value] : json.items()) {
    const std::string inside = list            ? place + "[" + std::to_string(index++) + "]"
                               : place.empty() ? key
                                               : place + "." + key;
    visit(inside, pointer / key, list);
    if (value.is_structured()) visit_all(value, inside, list ? pointer / (index - 1) : pointer / key, visit);
  }
}

TEST(Session, every_entry_that_is_missing_or_wrong_is_named) {
  std::mt19937 random(1);
  const TemporaryFolder folder;
  Session session = random_session(random, folder.path());
  session.document.poses = {{"open", random_pose(random)}};
  session.document.nozzle = Nozzle{};
  session.document.passes = {{"from here", Nozzle{}, random_pose(random), {"/a/pins.json"}}};
  session.document.bodies = {"/a/pins.json"};
  session.view.hidden_bodies = {"pin"};
  session.request.mm_per_unit = 1;
  session.view.section = SectionPlane{random_pose(random)};
  session.view.ruler = Ruler{{0, 0}, {1, 1}};
  session.view.paint = Paint::foil;
  session.notes = {"Müller, <Anna>", "2026-11-23", "two\nlines"};
  session.view.space_ruler = SpaceRuler{{true, {1, 2, 3}}, {false, {4, 5, 6}}};
  session.view.range.locked = true;
  const Json whole = Json::parse(session_json(session, folder.path()));
  std::size_t broken = 0;
  const auto expect_named = [&](const Json& json, const std::string& place, const std::string& what) {
    const fs::path file = folder.write("broken.json", json.dump());
    const std::string message = message_of<InputError>([&] { (void)read_session(file); });
    EXPECT_NE(message.find("\"" + place), std::string::npos) << what << " " << place << ": " << message;
    EXPECT_NE(message.find("broken.json"), std::string::npos) << message;
    ++broken;
  };
  visit_all(whole, "", Json::json_pointer(),
            [&](const std::string& place, const Json::json_pointer& pointer, bool list) {
              if (place == "units") return;
              Json wrong = whole;
              const bool text = whole[pointer].is_string();
              wrong[pointer] = !list ? Json(Json::array({true})) : text ? Json(5) : Json("no");
              expect_named(wrong, place, "wrong");
              if (list) return;
              Json missing = whole;
              missing[pointer.parent_pointer()].erase(pointer.back());
              const bool optional = place == "colour_range" || place == "colour_range.locked" ||
                                    place == "notes" || place == "paint" || place == "scan_colours" ||
                                    place == "space_ruler" || place == "case.teeth" ||
                                    place == "filled_view" || place == "nozzle" || place == "spray_passes" ||
                                    place == "thin_per_mm2" || place == "show_deposit" || place == "bodies" ||
                                    place == "hidden_bodies" || place == "spray_passes[0].bodies";
              if (optional) {
                const Session older = read_session(folder.write("older.json", missing.dump()));
                ColourRange range = place == "colour_range" ? ColourRange{} : session.view.range;
                if (place == "colour_range.locked") range.locked = false;
                EXPECT_EQ(older.view.range, range);
                EXPECT_EQ(older.view.paint, place == "paint" ? Paint::distance : session.view.paint);
                EXPECT_EQ(older.request.teeth,
                          place == "case.teeth" ? TeethSource::automatic : session.request.teeth);
                return;
              }
              expect_named(missing, place, "missing");
            });
  EXPECT_GT(broken, 150U);
}

TEST(Session, values_that_cannot_be_are_refused) {
  std::mt19937 random(1);
  const TemporaryFolder folder;
  const Json whole = Json::parse(session_json(random_session(random, folder.path()), folder.path()));
  const auto message_with = [&](const char* pointer, const Json& value) {
    Json json = whole;
    json[Json::json_pointer(pointer)] = value;
    const fs::path file = folder.write("broken.json", json.dump());
    return message_of<InputError>([&] { (void)read_session(file); });
  };
  EXPECT_NE(message_with("/schema", "intercusp-session/2").find("later"), std::string::npos);
  EXPECT_NE(message_with("/schema", "other/1").find("schema"), std::string::npos);
  EXPECT_NE(message_with("/threshold_mm", 2).find("threshold_mm"), std::string::npos);
  EXPECT_NE(message_with("/threshold_mm", Json()).find("threshold_mm"), std::string::npos);
  EXPECT_NE(message_with("/camera/height_mm", 0).find("camera.height_mm"), std::string::npos);
  EXPECT_NE(message_with("/camera/target_mm/0", 1e308).find("camera.target_mm[0]"), std::string::npos);
  EXPECT_NE(message_with("/upper_from_lower/0", 3).find("not rigid"), std::string::npos);
  EXPECT_NE(message_with("/articulator/balkwill_deg", 170).find("articulator"), std::string::npos);
  EXPECT_NE(message_with("/case/upper", "").find("case.demo"), std::string::npos);
  EXPECT_NE(message_with("/palette", "grey").find("colour_blind_safe"), std::string::npos);
  EXPECT_NE(message_of<InputError>([&] { (void)read_session(folder.write("n.json", "[]")); }), "");
}

//! Moved, with a threshold, a named pose and a section: saved, and all of it there again in another viewer.
TEST(Session, saved_and_opened_shows_the_same) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.nudge({.shift_mm = {0.25, 0, -0.125}, .turn_rad = {0.01, 0, 0}});
  viewer.actions.set_threshold(0.2);
  viewer.actions.add_named_pose("open");
  viewer.actions.set_section(SectionKind::frontal, {0, 1, 0});
  EXPECT_TRUE(viewer.state.unsaved);
  const fs::path file = viewer.folder / "session.json";
  viewer.actions.save_session(file);
  EXPECT_FALSE(viewer.state.unsaved);
  EXPECT_TRUE(is_session(file));

  Viewer other;
  other.actions.open_session(file);
  other.actions.finish_work();
  ASSERT_TRUE(other.state.loaded) << other.messages();
  EXPECT_FALSE(other.state.question);
  EXPECT_TRUE(same_document(other.state.document, viewer.state.document));
  ASSERT_TRUE(other.state.view.section);
  EXPECT_EQ(other.state.view.section->kind, SectionKind::frontal);
  EXPECT_EQ(other.state.session_file, file);
  EXPECT_FALSE(other.state.unsaved);
  expect_read(other.state);
  EXPECT_EQ(session_json(session_of(other.state), {}), session_json(session_of(viewer.state), {}));
  EXPECT_EQ(other.state.live->reading().by_distance.surface_mm2,
            viewer.state.live->reading().by_distance.surface_mm2);
}

TEST(Session, saved_in_an_occlusal_view_shows_both_jaws_in_the_next_view) {
  for (const StandardView view : {StandardView::upper_occlusal, StandardView::lower_occlusal}) {
    Viewer viewer;
    viewer.open_ball_and_plate();
    viewer.actions.look(view);
    viewer.actions.save_session(viewer.folder / "session.json");
    Viewer other;
    other.actions.open_session(viewer.folder / "session.json");
    other.actions.finish_work();
    EXPECT_NE(other.state.view.upper.shown, other.state.view.lower.shown);
    other.actions.look(StandardView::frontal);
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
    viewer.actions.set_view(view);
    viewer.actions.save_session(viewer.folder / "session.json");
    other.actions.set_view_room({.width_over_height = 0.5});
    other.actions.open_session(viewer.folder / "session.json");
    other.actions.finish_work();
    viewer.actions.set_view_room({.width_over_height = 0.5});
    EXPECT_EQ(other.state.view.camera.height_mm, viewer.state.view.camera.height_mm);
    EXPECT_EQ(other.state.view.camera.height_mm == view.camera.height_mm, moved_by_hand);
  }
}

TEST(Session, a_scan_that_changed_or_moved_is_told_and_asked_about) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.nudge({.shift_mm = {0, 0, -0.5}});
  const fs::path file = viewer.folder / "session.json", lower = viewer.folder / "scans" / "lower.ply";
  viewer.actions.save_session(file);
  std::string bytes = bytes_of(lower);
  bytes[bytes.size() / 2] ^= 1;  // the last bit of a coordinate
  (void)viewer.folder.write("scans/lower.ply", bytes);

  for (const bool yes : {false, true}) {
    Viewer other;
    other.actions.open_session(file);
    other.actions.finish_work();
    ASSERT_TRUE(other.state.question);
    EXPECT_EQ(other.state.question->kind, Question::Kind::changed_scans);
    EXPECT_NE(other.state.question->text.find("lower.ply has changed"), std::string::npos);
    EXPECT_EQ(other.state.question->text.find("upper.ply"), std::string::npos);
    EXPECT_FALSE(other.state.loaded);
    other.actions.answer(yes);
    other.actions.finish_work();
    EXPECT_FALSE(other.state.question);
    EXPECT_EQ(other.state.loaded != nullptr, yes) << other.messages();
    if (yes) {
      EXPECT_TRUE(same_document(other.state.document, viewer.state.document));
    }
  }
  fs::remove(lower);
  Viewer third;
  third.actions.open_session(file);
  third.actions.finish_work();
  ASSERT_TRUE(third.state.question);
  EXPECT_NE(third.state.question->text.find("lower.ply is missing"), std::string::npos);
  third.actions.answer(true);
  third.actions.finish_work();
  EXPECT_FALSE(third.state.loaded);
  EXPECT_NE(third.messages().find("lower.ply"), std::string::npos);
}

TEST(Session, keeps_name_date_and_notes_of_the_case_and_the_report_has_them_at_its_head) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const CaseNotes notes{"Case <7>", "2026-11-23", "Splint & crown 26"};
  viewer.actions.set_notes(notes);
  EXPECT_TRUE(viewer.state.unsaved);
  viewer.actions.save_session(viewer.folder / "session.json");
  viewer.actions.export_to(Export::report, viewer.folder / "report");
  viewer.actions.finish_work();
  const std::string page = bytes_of(viewer.folder / "report" / "report.html");
  EXPECT_NE(page.find("Case &lt;7&gt;"), std::string::npos);
  EXPECT_NE(page.find("2026-11-23"), std::string::npos);
  EXPECT_NE(page.find("Splint &amp; crown 26"), std::string::npos);
  viewer.open_ball_and_plate();
  EXPECT_EQ(viewer.state.notes, CaseNotes()) << "of another case";
  viewer.actions.open_session(viewer.folder / "session.json");
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.notes, notes);
}

TEST(Session, of_real_scans_shows_the_same_numbers) {
  const fs::path scans = intercusp::testing::real_scans() / "case-a";
  if (!fs::exists(scans)) GTEST_SKIP() << "no real scans in " << scans;
  Viewer viewer;
  viewer.open({.upper = (scans / "upper.stl").string(), .lower = (scans / "lower.stl").string()});
  viewer.actions.to_first_contact(Approach::hinge);
  viewer.actions.save_session(viewer.folder / "session.json");
  Viewer other;
  other.actions.open_session(viewer.folder / "session.json");
  other.actions.finish_work();
  ASSERT_TRUE(other.state.question) << "the scans lie outside the session's folder";
  other.actions.answer(true);
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
  viewer.actions.open_track(viewer.folder.write("track.csv",
                                                "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n"
                                                "0,0,0,0,1,0,0,0\n1,0,0,-1,1,0,0,0\n"));
  viewer.actions.finish_work();
  viewer.actions.set_film_time(0.5);
  viewer.actions.save_session(viewer.folder / "session.json");
  Viewer other;
  other.actions.open_session(viewer.folder / "session.json");
  other.actions.finish_work();
  ASSERT_TRUE(other.state.film) << other.messages();
  EXPECT_EQ(other.state.film->name, "track.csv");
  other.actions.close_film();
  EXPECT_TRUE(same_pose(other.state.document.upper_from_lower, Eigen::Isometry3d::Identity()));
}

//! A process number no longer in use.
long dead_process() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  (void)waitpid(child, nullptr, 0);
  return child;
}

TEST(Recovery, a_drag_is_saved_within_half_a_second_and_a_clean_end_removes_it) {
  fs::path file;
  const TemporaryFolder folder;
  {
    AppState state;
    Actions actions(state, {.settings = {}, .autosave = folder / "autosave"});
    actions.open(write_ball_and_plate(folder / "scans"));
    actions.finish_work();
    actions.begin_drag("drag");
    for (int i = 1; i <= 10; ++i) {
      actions.drag_to(lowered_by(0.1 * i));
      actions.update(0.05);
    }
    ASSERT_FALSE(fs::is_empty(folder / "autosave"));
    file = fs::directory_iterator(folder / "autosave")->path();
    const double saved_mm = read_session(file).document.upper_from_lower.translation().z();
    EXPECT_LE(saved_mm, -0.1);  // 0.5 s have passed, so what is saved is at most that old
    const fs::file_time_type written = fs::last_write_time(file);
    actions.update(10);
    actions.update(10);
    EXPECT_EQ(read_session(file).document.upper_from_lower.translation().z(), -1);
    const fs::file_time_type after_drag = fs::last_write_time(file);
    EXPECT_GE(after_drag, written);
    actions.update(10);
    EXPECT_EQ(fs::last_write_time(file), after_drag);  // nothing changed: nothing is written
    actions.end();
  }
  EXPECT_FALSE(fs::exists(file));
}

TEST(Recovery, an_end_that_nobody_asked_for_keeps_the_work) {
  const TemporaryFolder folder;
  Document last;
  {
    AppState state;
    Actions actions(state, {.settings = {}, .autosave = folder / "autosave"});
    actions.open(write_ball_and_plate(folder / "scans"));
    actions.finish_work();
    actions.nudge({.shift_mm = {0, 0, -0.75}});
    actions.update(1);
    last = state.document;
  }
  const std::optional<LeftBehind> left = left_behind(folder / "autosave");
  ASSERT_TRUE(left);
  EXPECT_TRUE(same_document(read_session(left->file).document, last));
}

//! The session, as a viewer that has died leaves it.
fs::path leave_behind(const Viewer& viewer) {
  const fs::path file = viewer.folder / "left" / ("autosave-" + std::to_string(dead_process()) + "-0.json");
  make_folder(file.parent_path());
  write_atomically(file, session_json(session_of(viewer.state), file.parent_path()));
  return file;
}

TEST(Recovery, what_a_viewer_that_was_killed_has_left_half_written_is_removed_by_the_next) {
  Viewer viewer;
  const auto left = [&](const std::string& name, int minutes) {
    const fs::path file = viewer.folder.write("autosave/" + name, "half");
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
    return file;
  };
  const fs::path old = left(".autosave-4000000-0.json.4000000-0.tmp", 2),
                 fresh = left(".autosave-4000001-0.json.4000001-0.tmp", 0),
                 of_others = left(".notes.json.4000000-0.tmp", 2);
  viewer.open_ball_and_plate();
  viewer.actions.nudge({.shift_mm = {0, 0, -0.75}});
  viewer.actions.update(1);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(fresh)) << "its viewer may still write it";
  EXPECT_TRUE(fs::exists(of_others));
}

TEST(Recovery, what_was_recovered_is_never_without_a_file) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.nudge({.shift_mm = {0, 0, -0.75}});
  const fs::path file = leave_behind(viewer), folder = file.parent_path();
  AppState state;
  Actions actions(state, {.settings = {}, .autosave = folder});
  actions.answer(true);
  actions.finish_work();
  ASSERT_TRUE(state.loaded);
  ASSERT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);  // before any time has passed
  const fs::path kept = fs::directory_iterator(folder)->path();
  EXPECT_TRUE(same_document(read_session(kept).document, viewer.state.document));
}

TEST(Recovery, what_a_dead_viewer_left_is_offered) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.nudge({.shift_mm = {0, 0, -0.75}});
  const fs::path file = leave_behind(viewer), folder = file.parent_path();
  // Of a viewer that still runs: the parent of all processes does.
  write_atomically(folder / "autosave-1-0.json", "{}");

  {
    AppState state;
    Actions actions(state, {.settings = {}, .autosave = folder});
    ASSERT_TRUE(state.question);
    EXPECT_EQ(state.question->kind, Question::Kind::recover);
    EXPECT_EQ(state.question->file, file);
    EXPECT_NE(state.question->text.find(short_name(viewer.state.loaded->request)), std::string::npos)
        << state.question->text;
    EXPECT_NE(state.question->text.find(fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)))),
              std::string::npos)
        << state.question->text;
    actions.answer(true);
    actions.finish_work();
    ASSERT_TRUE(state.loaded);
    EXPECT_TRUE(same_document(state.document, viewer.state.document));
    EXPECT_TRUE(state.unsaved);
    EXPECT_TRUE(state.session_file.empty());
    actions.update(1);
    EXPECT_FALSE(fs::exists(file));  // this viewer's own takes its place
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 2);
    actions.end();
  }
  write_atomically(file, "{}");
  AppState state;
  Actions actions(state, {.settings = {}, .autosave = folder});
  ASSERT_TRUE(state.question);
  actions.answer(false);
  EXPECT_FALSE(fs::exists(file));
  EXPECT_FALSE(left_behind(folder));
}

TEST(Settings, come_back_and_survive_nonsense) {
  const TemporaryFolder folder;
  const fs::path file = settings_file(folder.path());
  Settings settings;
  settings.dark = false;
  settings.language = Language::german;
  settings.tooth_names = ToothNames::palmer;
  settings.font_px = 21.5;
  settings.export_folder = "/tmp/ä b";
  settings.recent = {{.upper = "/a/u.stl", .lower = "/a/l.stl", .mm_per_unit = 25.4}};
  write_settings(settings, file);
  const Settings again = read_settings(file);
  EXPECT_FALSE(again.dark);
  EXPECT_EQ(again.language, Language::german);
  EXPECT_EQ(again.tooth_names, ToothNames::palmer);
  EXPECT_EQ(again.font_px, 21.5);
  EXPECT_EQ(again.export_folder, settings.export_folder);
  ASSERT_EQ(again.recent.size(), 1U);
  EXPECT_EQ(again.recent[0].lower, "/a/l.stl");
  EXPECT_EQ(again.recent[0].mm_per_unit, 25.4);

  const std::string whole = bytes_of(file);
  for (std::size_t length = 0; length + 2 < whole.size(); length += 7) {
    (void)folder.write("settings.json", whole.substr(0, length));
    EXPECT_TRUE(read_settings(file).dark) << length;
  }
  for (const char* const nonsense : {"[]", "7", "{\"schema\": 3}", "\xff\xfe", "{\"recent\": {}}"}) {
    (void)folder.write("settings.json", nonsense);
    EXPECT_TRUE(read_settings(file).recent.empty()) << nonsense;
  }
  fs::remove(file);
  EXPECT_TRUE(read_settings(file).dark);
}

TEST(Settings, take_the_language_of_the_desktop_until_one_is_chosen) {
  const TemporaryFolder folder;
  const fs::path file = settings_file(folder.path());
  EXPECT_EQ(read_settings(file).language, Language::english);
  EXPECT_EQ(read_settings(file, Language::german).language, Language::german) << "there is no file";
  write_settings({.font_px = 21}, file);
  EXPECT_EQ(read_settings(file, Language::german).language, Language::english) << "the file chooses English";
  // A file of an earlier version, which has none.
  Json earlier = Json::parse(bytes_of(file));
  earlier.erase("language");
  earlier.erase("tooth_names");
  (void)folder.write("settings.json", earlier.dump());
  const Settings settings = read_settings(file, Language::german);
  EXPECT_EQ(settings.language, Language::german);
  EXPECT_EQ(settings.tooth_names, ToothNames::fdi);
  EXPECT_EQ(settings.font_px, 21);
}

TEST(Settings, are_kept_between_runs) {
  const TemporaryFolder folder;
  const Actions::Folders folders{.settings = folder / "config", .autosave = folder / "autosave"};
  {
    AppState state;
    Actions actions(state, folders);
    Settings settings = state.settings;
    settings.dark = false;
    actions.set_settings(settings);
    actions.open(write_ball_and_plate(folder / "scans"));
    actions.finish_work();
  }
  AppState state;
  const Actions actions(state, folders);
  EXPECT_FALSE(state.settings.dark);
  ASSERT_EQ(state.settings.recent.size(), 1U);
  EXPECT_EQ(state.settings.recent[0].upper, (folder / "scans" / "upper.ply").string());
}

TEST(Export, writes_whole_files_that_are_read_back) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.nudge({.shift_mm = {0.125, 0, 0}});
  const fs::path out = viewer.folder / "out";
  const std::vector<std::pair<Export, fs::path>> exports = {
      {Export::report, out / "report"},     {Export::pose, out / "pose.json"},
      {Export::map_image, out / "map.png"}, {Export::contacts_csv, out / "contacts.csv"},
      {Export::meshes, out / "meshes"},     {Export::session, out / "session.json"}};
  for (const auto& [what, target] : exports) EXPECT_FALSE(Actions::exists(what, target));
  for (const auto& [what, target] : exports) viewer.actions.export_to(what, target);
  viewer.actions.finish_work();
  for (const auto& [what, target] : exports) EXPECT_TRUE(Actions::exists(what, target)) << target;
  EXPECT_EQ(viewer.state.messages.size(), exports.size()) << viewer.messages();
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

TEST(Export, files_for_programs_are_the_same_in_every_language) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  const auto written_in = [&](Language language, ToothNames names, const fs::path& out) {
    Settings settings = viewer.state.settings;
    settings.language = language;
    settings.tooth_names = names;
    viewer.actions.set_settings(settings);
    viewer.actions.export_to(Export::report, out);
    viewer.actions.export_to(Export::session, viewer.folder / "session.json");
    viewer.actions.finish_work();
    return std::pair(bytes_of(out / "report.json"), bytes_of(viewer.folder / "session.json"));
  };
  const fs::path english = viewer.folder / "en", german = viewer.folder / "de";
  const auto before = written_in(Language::english, ToothNames::fdi, english);
  const auto after = written_in(Language::german, ToothNames::universal, german);
  set_language(Language::english);
  set_tooth_names(ToothNames::fdi);
  const auto without_times = [](const std::string& report) {
    Json json = Json::parse(report);
    EXPECT_GT(json.erase("timings_ms"), 0U);
    return json.dump();
  };
  EXPECT_EQ(without_times(before.first), without_times(after.first));
  EXPECT_EQ(before.second, after.second);
  EXPECT_EQ(bytes_of(english / "contacts.csv"), bytes_of(german / "contacts.csv"));
  EXPECT_NE(bytes_of(german / "report.html").find("Kontaktfläche"), std::string::npos);
  EXPECT_EQ(bytes_of(english / "report.html").find("Kontaktfläche"), std::string::npos);
}

TEST(Export, that_cannot_be_written_says_so_and_leaves_nothing) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path file = viewer.folder.write("file", "not a folder");
  viewer.actions.export_to(Export::pose, file / "pose.json");
  viewer.actions.export_to(Export::report, file);
  viewer.actions.write_picture(file / "picture.png", Picture(2, 2));
  viewer.actions.finish_work();
  viewer.actions.save_session(file / "session.json");
  viewer.actions.finish_work();
  ASSERT_EQ(viewer.state.messages.size(), 4U) << viewer.messages();
  for (const Message& message : viewer.state.messages) EXPECT_EQ(message.kind, MessageKind::problem);
  EXPECT_EQ(bytes_of(file), "not a folder");
}

//! While it lives no file can be written to, as on a full disk.
class FullDisk {
 public:
  FullDisk() : handler_(signal(SIGXFSZ, SIG_IGN)) {
    (void)getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit none{.rlim_cur = 0, .rlim_max = before_.rlim_max};
    (void)setrlimit(RLIMIT_FSIZE, &none);
  }
  ~FullDisk() {
    (void)setrlimit(RLIMIT_FSIZE, &before_);
    (void)signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(FullDisk, costs_neither_files_nor_work_and_is_told_once) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path session = viewer.folder / "session.json", pose = viewer.folder / "pose.json",
                 report = viewer.folder / "report";
  viewer.actions.save_session(session);
  viewer.actions.export_to(Export::pose, pose);
  viewer.actions.export_to(Export::report, report);
  viewer.actions.finish_work();
  viewer.actions.update(1);
  const std::array<fs::path, 4> files = {session, pose, report / "report.json", viewer.autosaved()};
  std::vector<std::string> before;
  for (const fs::path& file : files) before.push_back(bytes_of(file));
  const auto all_files = [&] {
    std::set<fs::path> all;
    for (const auto& entry : fs::recursive_directory_iterator(viewer.folder.path())) all.insert(entry.path());
    return all;
  };
  const std::set<fs::path> there = all_files();
  viewer.actions.nudge({.shift_mm = {0, 0, -0.5}});
  viewer.state.messages.clear();
  {
    const FullDisk full;
    viewer.actions.save_session(session);
    viewer.actions.export_to(Export::pose, pose);
    viewer.actions.export_to(Export::report, report);
    viewer.actions.finish_work();
    ASSERT_EQ(viewer.state.messages.size(), 3U) << viewer.messages();
    for (int i = 0; i < 5; ++i) viewer.actions.update(1);
    ASSERT_EQ(viewer.state.messages.size(), 4U) << viewer.messages();
    for (const Message& message : viewer.state.messages) EXPECT_EQ(message.kind, MessageKind::problem);
    const std::string last = viewer.state.messages.back().text;
    EXPECT_TRUE(last.starts_with(std::string_view(text::not_autosaved.english).substr(0, 20))) << last;
  }
  for (std::size_t i = 0; i < files.size(); ++i) EXPECT_EQ(bytes_of(files[i]), before[i]) << files[i];
  EXPECT_EQ(all_files(), there) << "nothing half-written stays";
  EXPECT_TRUE(viewer.state.unsaved);
  viewer.actions.update(1);  // there is room again
  EXPECT_TRUE(same_document(read_session(viewer.autosaved()).document, viewer.state.document));
  viewer.actions.save_session(session);
  EXPECT_TRUE(same_document(read_session(session).document, viewer.state.document));
}

TEST(Session, files_outside_its_folder_are_named_before_they_are_read) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path file = viewer.folder / "elsewhere" / "session.json";
  fs::create_directories(file.parent_path());
  viewer.actions.save_session(file);
  const std::string lower = (viewer.folder / "scans" / "lower.ply").string();

  Viewer other;
  for (const bool yes : {false, true}) {
    other.actions.open_session(file);
    other.actions.finish_work();
    ASSERT_TRUE(other.state.question);
    EXPECT_EQ(other.state.question->kind, Question::Kind::outside_files);
    EXPECT_NE(other.state.question->text.find(lower), std::string::npos) << other.state.question->text;
    EXPECT_FALSE(other.state.loaded);
    other.actions.answer(yes);
    other.actions.finish_work();
    EXPECT_EQ(other.state.loaded != nullptr, yes) << other.messages();
  }
  other.actions.open_demo();
  other.actions.finish_work();
  other.actions.open_session(file);  // these scans were opened before
  other.actions.finish_work();
  EXPECT_FALSE(other.state.question);
  EXPECT_EQ(other.state.loaded->request.lower, lower);
}

TEST(Session, what_was_named_beside_it_follows_the_question_about_its_files) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path file = viewer.folder / "elsewhere" / "session.json", pose = viewer.folder / "pose.json";
  fs::create_directories(file.parent_path());
  viewer.actions.save_session(file);
  Eigen::Isometry3d lower_down = viewer.state.document.upper_from_lower;
  lower_down.translation().z() -= 1;
  write_atomically(pose, pose_file_text(lower_down));

  Viewer other;
  other.actions.open_session(file, [&] { other.actions.load_pose(pose); });
  other.actions.finish_work();
  ASSERT_TRUE(other.state.question);
  other.actions.answer(true);
  other.actions.finish_work();
  ASSERT_TRUE(other.state.loaded) << other.messages();
  EXPECT_EQ(other.state.document.upper_from_lower.matrix(), lower_down.matrix());
  EXPECT_TRUE(other.state.can_undo) << "the session's own pose is one step back";
}

TEST(Session, its_folder_holds_what_lies_beside_it_and_below) {
  Session session;
  session.request = {.upper = "/case/scans/../upper.ply,/case/more/gum.ply",
                     .lower = "/case/../other/lower.ply"};
  session.track = "/etc/passwd";
  session.document.bodies = {"/case/bodies.json"};
  EXPECT_EQ(files_outside(session, "/case"),
            (std::vector<std::string>{"/case/../other/lower.ply", "/etc/passwd"}));
}

TEST(Session, finds_a_scan_with_a_comma_in_its_name_again) {
  const TemporaryFolder folder;
  Session session;
  session.request = {.upper = folder.write("Smith, upper.stl", "u").string(),
                     .lower = (folder / "l.stl").string()};
  const fs::path file = folder.write("session.json", session_json(session, folder.path()));
  EXPECT_EQ(read_session(file).request.upper, session.request.upper);
  EXPECT_TRUE(files_outside(session, folder.path()).empty());
}

TEST(Session, of_scans_that_vanished_while_it_was_open_is_saved_and_reported) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  fs::remove_all(viewer.folder / "scans");
  viewer.actions.nudge({.shift_mm = {0, 0, -0.5}});
  const Document document = viewer.state.document;
  viewer.actions.save_session(viewer.folder / "session.json");
  viewer.actions.export_to(Export::report, viewer.folder / "report");
  viewer.actions.export_to(Export::meshes, viewer.folder / "meshes");
  viewer.actions.finish_work();
  for (const Message& message : viewer.state.messages) EXPECT_EQ(message.kind, MessageKind::information);
  EXPECT_TRUE(fs::exists(viewer.folder / "report" / "report.json"));
  const auto loaded = viewer.state.loaded;
  viewer.actions.open_session(viewer.folder / "session.json");
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.question);
  EXPECT_EQ(viewer.state.question->kind, Question::Kind::changed_scans);
  viewer.actions.answer(true);
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.loaded, loaded) << "what cannot be read replaces nothing";
  EXPECT_TRUE(same_document(viewer.state.document, document));
}

TEST(Export, folder_is_the_one_that_holds_what_was_written) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  const fs::path folder = viewer.folder / "out";
  viewer.actions.export_to(Export::pose, folder / "pose.json");
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.settings.export_folder, folder.string());
  for (const fs::path& target : {folder / "r2", folder / "r3/"}) {
    viewer.actions.export_to(Export::meshes, target);
    viewer.actions.finish_work();
    EXPECT_TRUE(fs::exists(target / "upper.vtp")) << viewer.messages();
    EXPECT_EQ(viewer.state.settings.export_folder, folder.string()) << target;
  }
}

TEST(DroppedFiles, are_told_apart_by_content) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(kind_of(folder / "pipe"), FileKind::scan)
      << "a pipe is left to import, which refuses it: opening one would wait for ever";
  EXPECT_EQ(kind_of(folder.write("a.json", R"({"schema": "intercusp-session/1"})")), FileKind::session);
  EXPECT_EQ(kind_of(folder.write("b.json", R"({"upper_from_lower": []})")), FileKind::pose);
  EXPECT_EQ(kind_of(folder.write("c.json", R"({"poses": []})")), FileKind::track);
  EXPECT_EQ(kind_of(folder.write("d.CSV", "time_s\n")), FileKind::track);
  EXPECT_EQ(kind_of(folder.write("e.ply", "ply\n")), FileKind::scan);
  EXPECT_EQ(kind_of(folder.write("f.json", "{broken")), FileKind::scan);
  EXPECT_EQ(kind_of(folder.path()), FileKind::scan);
  EXPECT_EQ(kind_of(folder / "missing"), FileKind::scan);
}

TEST(DroppedFiles, names_say_which_jaw_they_hold) {
  using Pair = std::pair<std::string, std::string>;
  EXPECT_EQ(upper_and_lower("x/lower.stl", "x/upper.stl"), Pair("x/upper.stl", "x/lower.stl"));
  EXPECT_EQ(upper_and_lower("Mandible.stl", "b.stl"), Pair("b.stl", "Mandible.stl"));
  EXPECT_EQ(upper_and_lower("a.stl", "maxilla/"), Pair("maxilla/", "a.stl"));
  EXPECT_EQ(upper_and_lower("a.stl", "b.stl"), Pair("a.stl", "b.stl"));
  EXPECT_EQ(upper_and_lower("lower/a.stl", "upper/b.stl"), Pair("lower/a.stl", "upper/b.stl"));
}

TEST(Platform, a_process_that_nobody_has_waited_for_is_not_running) {
  int gone[2];
  ASSERT_EQ(pipe(gone), 0);
  const pid_t child = fork();
  if (child == 0) _exit(0);
  close(gone[1]);
  char none = 0;
  EXPECT_EQ(read(gone[0], &none, 1), 0);  // the pipe ends when the child has
  close(gone[0]);
  // The kernel closes files a moment before it calls the process ended.
  while (platform::is_running(child)) usleep(1000);
  EXPECT_EQ(kill(child, 0), 0);
  (void)waitpid(child, nullptr, 0);
}

TEST(Platform, folders_follow_the_xdg_rules) {
  setenv("XDG_CONFIG_HOME", "/somewhere/config", 1);
  setenv("XDG_STATE_HOME", "relative/is/ignored", 1);
  setenv("HOME", "/home/dentist", 1);
  EXPECT_EQ(platform::settings_folder(), "/somewhere/config/intercusp");
  EXPECT_EQ(platform::state_folder(), "/home/dentist/.local/state/intercusp");
  EXPECT_TRUE(platform::is_running(platform::process_id()));
  EXPECT_FALSE(platform::is_running(dead_process()));
}

}  // namespace
}  // namespace intercusp::viewer::testing
