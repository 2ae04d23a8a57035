// Files of sessions and settings are read back as they were written, and errors name what is missing or wrong. The
// contents of a dropped file determine its kind.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "io/files/errors.h"
#include "occlusion/base/angles.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/app/dropped_files.h"
#include "viewer/app/session.h"
#include "viewer/app/state_json.h"
#include "viewer/tools/articulator/tool.h"
#include "viewer/tools/several/tool.h"

namespace intercusp::viewer::testing {
namespace {

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
  const auto jaw = [&] { return flag() ? Jaw::upper : Jaw::lower; };
  const auto share = [&] { return std::uniform_real_distribution<double>()(random); };
  Session session;
  session.request = {.upper = (folder / "upper.stl").string(),
                     .lower = (folder / "scans/lower.stl").string()};
  if (flag()) session.request.mm_per_unit = 999 * share() + 1e-3;
  session.request.numbering = static_cast<ToothNumbering>(random() % 3);
  session.request.teeth = static_cast<TeethSource>(random() % 3);
  session.request.upper_from_lower = random_pose(random);
  session.files = {{.path = session.request.upper, .format = "STL binary", .sha256 = "ab"}};
  session.document.upper_from_lower = random_pose(random);
  for (std::size_t i = random() % 3; i > 0; --i)
    session.document.poses.push_back({"pose \"ä\" " + std::to_string(i), random_pose(random)});
  session.document.threshold_mm = near_contact_mm * share();
  session.document.measure = flag() ? Measure::surface_distance : Measure::clearance;
  if (flag()) session.document.parts.set(BodyFiles{{(folder / "pins.json").string()}});
  CondylarGuidance guidance;
  for (BothSides* const sides : {&guidance.inclination_rad, &guidance.bennett_rad})
    *sides = {60 * share() * rad_per_deg, std::round(600 * share()) / 10.0 * rad_per_deg};
  guidance.side_shift_mm = {share(), share()};
  session.document.parts.set(guidance);
  ViewState& view = session.view;
  view.camera = {.view_from_case = Eigen::Quaterniond(random_pose(random).linear()),
                 .target = random_pose(random).translation(),
                 .height_mm = 100 * share() + 1};
  view.upper = {flag(), flag(), flag()};
  view.lower = {flag(), flag(), flag()};
  view.palette = flag() ? Palette::classic : Palette::colour_blind_safe;
  view.scan_colours = flag();
  if (flag()) view.space_ruler = SpaceRuler{{jaw(), {share(), 2, 3}}, {jaw(), {4, share(), 6}}};
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
    const std::string json = session_json(session, folder.path(), all_tools());
    const Session again = read_session(folder.write("session.json", json), all_tools());
    EXPECT_TRUE(same_document(session.document, again.document)) << json;
    EXPECT_TRUE(same_pose(session.request.upper_from_lower, again.request.upper_from_lower));
    EXPECT_EQ(session.request.upper, again.request.upper);
    EXPECT_EQ(session.request.lower, again.request.lower);
    EXPECT_EQ(session.track, again.track);
    EXPECT_EQ(session.files[0].path, again.files[0].path);
    EXPECT_EQ(session.view.camera.view_from_case.coeffs(), again.view.camera.view_from_case.coeffs());
    EXPECT_EQ(json, session_json(again, folder.path(), all_tools()));  // and so all the rest
  }
}

TEST(Session, holds_angles_in_as_few_digits_as_give_them_back) {
  Session session;
  for (const double degrees : {15.0, 7.1, 0.3, -12.25}) {
    session.document.parts.set(
        CondylarGuidance{.bennett_rad = {degrees * rad_per_deg, degrees * rad_per_deg}});
    const Json json = Json::parse(session_json(session, "/", all_tools()));
    const std::string text = json.at("articulator").dump();
    EXPECT_NE(text.find(Json(degrees).dump()), std::string::npos) << text;
  }
}

TEST(Session, is_readable_and_moves_with_its_folder) {
  std::mt19937 random(3);
  const TemporaryFolder folder;
  const Session session = random_session(random, folder / "case");
  const Json json = Json::parse(session_json(session, folder / "case" / "sessions", all_tools()));
  EXPECT_EQ(json["schema"], "intercusp-session/1");
  EXPECT_EQ(json["case"]["upper"], "../upper.stl");
  EXPECT_EQ(json["case"]["lower"], "../scans/lower.stl");
  const Json far = Json::parse(session_json(session, folder / "elsewhere" / "far" / "away", all_tools()));
  EXPECT_EQ(far["case"]["upper"], session.request.upper);
  const fs::path moved = folder.write("moved/sessions/session.json", json.dump());
  EXPECT_EQ(read_session(moved, all_tools()).request.upper, (folder / "moved" / "upper.stl").string());
}

TEST(Session, of_a_version_with_a_spray_step_opens) {
  std::mt19937 random(7);
  const TemporaryFolder folder;
  const Session session = random_session(random, folder.path());
  const std::string now = session_json(session, folder.path(), all_tools());
  Json older = Json::parse(now);
  older["nozzle"] = {{"place_mm", {0, -60, 0}}, {"direction", {0, 1, 0}}, {"droplets", 1000}};
  older["spray_passes"] = Json::array({{{"name", "from here"}}});
  older["thin_per_mm2"] = 20;
  older["show_deposit"] = true;
  const Session opened = read_session(folder.write("session.json", older.dump()), all_tools());
  EXPECT_EQ(session_json(opened, folder.path(), all_tools()), now);
}

//! The names of enumerators that version 0.2.0 wrote, in the order of the enumerators.
struct WrittenChoice {
  const char* place;
  std::vector<std::string> names;
  std::function<int(const Session&)> read;
};

TEST(Session, of_version_0_2_0_keeps_its_choices) {
  const std::vector<WrittenChoice> choices = {
      {"/case/numbering",
       {"automatic", "fdi", "universal"},
       [](const Session& session) { return static_cast<int>(session.request.numbering); }},
      {"/case/teeth",
       {"automatic", "files", "none"},
       [](const Session& session) { return static_cast<int>(session.request.teeth); }},
      {"/measure",
       {"clearance", "distance"},
       [](const Session& session) { return static_cast<int>(session.document.measure); }},
      {"/paint",
       {"foil", "distance", "depth"},
       [](const Session& session) { return static_cast<int>(session.view.paint); }},
      {"/palette",
       {"classic", "colour_blind_safe"},
       [](const Session& session) { return static_cast<int>(session.view.palette); }},
      {"/map_colouring",
       {"clearance", "resolved_by"},
       [](const Session& session) { return static_cast<int>(session.view.map_colouring); }},
      {"/section/kind", {"sagittal", "frontal", "horizontal", "across_arch"}, [](const Session& session) {
         return static_cast<int>(session.view.section->kind.value());
       }}};
  std::mt19937 random(2);
  const TemporaryFolder folder;
  Session session = random_session(random, folder.path());
  session.view.section = SectionPlane{.kind = SectionKind::frontal};
  const Json written = Json::parse(session_json(session, folder.path(), all_tools()));
  for (const auto& [place, names, read] : choices) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      Json older = written;
      older.at(Json::json_pointer(place)) = names[i];
      const Session opened = read_session(folder.write("session.json", older.dump()), all_tools());
      EXPECT_EQ(read(opened), static_cast<int>(i)) << place;
      EXPECT_EQ(Json::parse(session_json(opened, folder.path(), all_tools())), older);
    }
  }
}

//! Calls `visit` with every value inside, its name in messages, and its position.
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
  session.document.parts.set(BodyFiles{{"/a/pins.json"}});
  session.view.hidden_bodies = {"pin"};
  session.request.mm_per_unit = 1;
  session.view.section = SectionPlane{random_pose(random)};
  session.view.ruler = Ruler{{0, 0}, {1, 1}};
  session.view.paint = Paint::foil;
  session.notes = {"Müller, <Anna>", "2026-11-23", "two\nlines"};
  session.view.space_ruler = SpaceRuler{{Jaw::upper, {1, 2, 3}}, {Jaw::lower, {4, 5, 6}}};
  session.view.range.locked = true;
  const Json whole = Json::parse(session_json(session, folder.path(), all_tools()));
  std::size_t broken = 0;
  const auto expect_named = [&](const Json& json, const std::string& place, const std::string& what) {
    const fs::path file = folder.write("broken.json", json.dump());
    const std::string message = message_of<InputError>([&] { (void)read_session(file, all_tools()); });
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
                                    place == "filled_view" || place == "bodies" || place == "hidden_bodies";
              if (optional) {
                const Session older = read_session(folder.write("older.json", missing.dump()), all_tools());
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
  const Json whole =
      Json::parse(session_json(random_session(random, folder.path()), folder.path(), all_tools()));
  const auto message_with = [&](const char* pointer, const Json& value) {
    Json json = whole;
    json[Json::json_pointer(pointer)] = value;
    const fs::path file = folder.write("broken.json", json.dump());
    return message_of<InputError>([&] { (void)read_session(file, all_tools()); });
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
  EXPECT_NE(message_of<InputError>([&] { (void)read_session(folder.write("n.json", "[]"), all_tools()); }),
            "");
}

TEST(Settings, come_back_and_survive_nonsense) {
  const TemporaryFolder folder;
  const fs::path file = settings_file(folder.path());
  Settings settings;
  settings.dark = false;
  settings.language = language_of("de");
  settings.tooth_names = ToothNames::palmer;
  settings.font_px = 21.5;
  settings.export_folder = "/tmp/ä b";
  settings.report_forms = {.html = false, .pdf = true, .dicom = true, .language = language_of("de")};
  settings.recent = {{.upper = "/a/u.stl", .lower = "/a/l.stl", .mm_per_unit = 25.4}};
  write_settings(settings, file);
  const Settings again = read_settings(file);
  EXPECT_FALSE(again.dark);
  EXPECT_EQ(again.language, language_of("de"));
  EXPECT_EQ(again.tooth_names, ToothNames::palmer);
  EXPECT_EQ(again.font_px, 21.5);
  EXPECT_EQ(again.export_folder, settings.export_folder);
  EXPECT_EQ(again.report_forms, settings.report_forms);
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

TEST(Settings, of_version_0_2_0_keep_their_choices) {
  const TemporaryFolder folder;
  const auto read = [&](const char* tooth_names, const char* panel, const char* second, const char* paint) {
    return read_settings(folder.write(
        "settings.json",
        fmt::format(
            R"({{"schema": "intercusp-settings/1", "dark": false, "language": "en", "tooth_names": "{}",
"font_px": 17.0, "expert": false, "window_width": 1600, "window_height": 1000, "panel": "{}", "second_view": "{}",
"two_views": true, "export_folder": "", "report": {{"html": true, "pdf": false, "dicom": false}}, "paint": "{}",
"colour_range": {{"overlap_mm": 0.5, "gap_mm": 2.0, "locked": false}}, "recent_sessions": [], "recent": []}})",
            tooth_names, panel, second, paint)));
  };
  constexpr std::array tooth_names = {"fdi", "universal", "palmer"}, seconds = {"map", "section", "errors"},
                       paints = {"foil", "distance", "depth"};
  for (int i = 0; i < 3; ++i) {
    const Settings settings = read(tooth_names.at(i), "case", seconds.at(i), paints.at(i));
    EXPECT_FALSE(settings.dark);
    EXPECT_EQ(settings.tooth_names, static_cast<ToothNames>(i));
    EXPECT_EQ(settings.second, static_cast<SecondView>(i));
    EXPECT_EQ(settings.paint, static_cast<Paint>(i));
  }
  int panel = 0;
  for (const char* const name : {"case", "bite", "contacts", "motion", "report", "view"})
    EXPECT_EQ(read("fdi", name, "map", "foil").panel, static_cast<PanelKind>(panel++));
  const Settings with_spray = read("fdi", "spray", "map", "foil");  // a step of earlier versions
  EXPECT_FALSE(with_spray.dark);
  EXPECT_EQ(with_spray.panel, PanelKind::the_case);
}

TEST(Settings, take_the_language_of_the_desktop_until_one_is_chosen) {
  const TemporaryFolder folder;
  const fs::path file = settings_file(folder.path());
  EXPECT_EQ(read_settings(file).language, Language::english);
  EXPECT_EQ(read_settings(file, language_of("de")).language, language_of("de")) << "the file does not exist";
  write_settings({.font_px = 21}, file);
  EXPECT_EQ(read_settings(file, language_of("de")).language, Language::english) << "the file chooses English";
  // A file of an earlier version, without this entry.
  Json earlier = Json::parse(bytes_of(file));
  earlier.erase("language");
  earlier.erase("tooth_names");
  (void)folder.write("settings.json", earlier.dump());
  const Settings settings = read_settings(file, language_of("de"));
  EXPECT_EQ(settings.language, language_of("de"));
  EXPECT_EQ(settings.tooth_names, ToothNames::fdi);
  EXPECT_EQ(settings.font_px, 21);
}

TEST(Settings, are_kept_between_runs) {
  const TemporaryFolder folder;
  const platform::Machine machine{.settings = folder / "config", .autosave = folder / "autosave"};
  {
    AppState state;
    Actions actions(state, machine, all_tools());
    Settings settings = state.settings;
    settings.dark = false;
    actions.views.set_settings(settings);
    actions.cases.open(write_ball_and_plate(folder / "scans"));
    actions.finish_work();
  }
  AppState state;
  const Actions actions(state, machine, all_tools());
  EXPECT_FALSE(state.settings.dark);
  ASSERT_EQ(state.settings.recent.size(), 1U);
  EXPECT_EQ(state.settings.recent[0].upper, (folder / "scans" / "upper.ply").string());
}

TEST(Session, its_folder_holds_what_lies_beside_it_and_below) {
  Session session;
  session.request = {.upper = "/case/scans/../upper.ply,/case/more/gum.ply",
                     .lower = "/case/../other/lower.ply"};
  session.track = "/etc/passwd";
  session.document.parts.set(BodyFiles{{"/case/bodies.json"}});
  EXPECT_EQ(files_outside(session, "/case", all_tools()),
            (std::vector<std::string>{"/case/../other/lower.ply", "/etc/passwd"}));
}

TEST(Session, finds_a_scan_with_a_comma_in_its_name_again) {
  const TemporaryFolder folder;
  Session session;
  session.request = {.upper = folder.write("Smith, upper.stl", "u").string(),
                     .lower = (folder / "l.stl").string()};
  const fs::path file = folder.write("session.json", session_json(session, folder.path(), all_tools()));
  EXPECT_EQ(read_session(file, all_tools()).request.upper, session.request.upper);
  EXPECT_TRUE(files_outside(session, folder.path(), all_tools()).empty());
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

}  // namespace
}  // namespace intercusp::viewer::testing
