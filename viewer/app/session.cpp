#include "viewer/app/session.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "io/case/teeth_edits.h"
#include "io/files/below_folder.h"
#include "io/files/errors.h"
#include "io/files/json_text.h"
#include "io/files/path_list.h"
#include "io/files/read_file.h"
#include "io/files/read_json.h"
#include "io/files/sha256.h"
#include "viewer/app/degrees.h"
#include "viewer/app/request_json.h"
#include "viewer/app/view_json.h"
#include "viewer/text/state.h"

namespace intercusp::viewer {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view session_schema = "intercusp-session/1", any_schema = "intercusp-session/";

Values file_values(const std::vector<InputFile>& files, const fs::path& folder) {
  return list_of(files, [&](const InputFile& file) {
    return Fields{{"path", stored_path(file.path, folder)}, {"format", file.format}, {"sha256", file.sha256}};
  });
}

std::vector<InputFile> read_files(const JsonEntry& list, const fs::path& folder) {
  std::vector<InputFile> files;
  for (const JsonEntry& entry : list.entries()) {
    files.push_back({.path = found_path(entry.at("path").text(), folder),
                     .format = entry.at("format").text(),
                     .sha256 = entry.at("sha256").text()});
  }
  return files;
}

Values pose_values(const std::vector<NamedPose>& poses) {
  return list_of(poses, [](const NamedPose& pose) {
    const Fields fields{{"name", pose.name}, {"upper_from_lower", pose.upper_from_lower}};
    return pose.camera ? fields + Fields{{"camera", camera_fields(*pose.camera)}} : fields;
  });
}

std::vector<NamedPose> read_poses(const JsonEntry& list) {
  std::vector<NamedPose> poses;
  for (const JsonEntry& entry : list.entries()) {
    const std::optional<JsonEntry> camera =
        entry.if_there("camera");  // sessions of earlier versions have none
    poses.push_back({.name = entry.at("name").text(),
                     .upper_from_lower = entry.at("upper_from_lower").pose(),
                     .camera = camera ? std::optional(read_camera(*camera)) : std::nullopt});
  }
  return poses;
}

std::string key_of(const SettingRange& range) { return fmt::format("{}_{}", range.name, range.unit); }

Fields articulator_fields(const ArticulatorSettings& settings) {
  Fields fields;
  for (const SettingRange& range : setting_ranges()) {
    const double value = value_of(settings, range.setting);
    fields.push_back({key_of(range), range.unit == "deg" ? degrees_of(value) : value});
  }
  return fields;
}

ArticulatorSettings read_articulator(const JsonEntry& entry) {
  ArticulatorSettings settings;
  for (const SettingRange& range : setting_ranges()) {
    const double value = entry.at(key_of(range)).number();
    value_of(settings, range.setting) = range.unit == "deg" ? value * rad_per_deg : value;
  }
  try {
    check_settings(settings);
  } catch (const std::invalid_argument& error) {
    entry.refuse(error.what());
  }
  return settings;
}

//! Left out where there are none.
Fields edits_fields(const char* key, const std::vector<TeethEdit>& edits) {
  if (edits.empty()) return {};
  return {{key, JsonText{teeth_edits_to_json(edits).dump()}}};
}

//! Left out where there are none.
Fields bodies_fields(const std::vector<std::string>& bodies, const fs::path& folder) {
  if (bodies.empty()) return {};
  return {
      {"bodies", list_of(bodies, [&](const std::string& file) { return Value(stored_path(file, folder)); })}};
}

std::vector<std::string> read_bodies(const JsonEntry& parent, const fs::path& folder) {
  std::vector<std::string> bodies;
  if (const auto list = parent.if_there("bodies"))
    for (const JsonEntry& entry : list->entries()) bodies.push_back(found_path(entry.text(), folder));
  return bodies;
}

Fields document_fields(const Document& document, const fs::path& folder) {
  return Fields{{"upper_from_lower", document.upper_from_lower},
                {"poses", pose_values(document.poses)},
                {"threshold_mm", document.threshold_mm},
                {"measure", document.measure == Measure::surface_distance ? "distance" : "clearance"},
                {"articulator", articulator_fields(document.articulator)}} +
         edits_fields("upper_teeth_edits", document.upper_edits) +
         edits_fields("lower_teeth_edits", document.lower_edits) + bodies_fields(document.bodies, folder);
}

std::vector<TeethEdit> read_edits(const JsonEntry& session, const char* key, const fs::path& file) {
  const std::optional<JsonEntry> list = session.if_there(key);
  return list ? teeth_edits_from_json(list->json(), file) : std::vector<TeethEdit>();
}

Document read_document(const JsonEntry& entry, const fs::path& file) {
  Document document{.upper_from_lower = entry.at("upper_from_lower").pose(),
                    .poses = read_poses(entry.at("poses")),
                    .threshold_mm = entry.at("threshold_mm").number(0, near_contact_mm),
                    .measure = static_cast<Measure>(entry.at("measure").choice({"clearance", "distance"})),
                    .articulator = read_articulator(entry.at("articulator")),
                    .upper_edits = read_edits(entry, "upper_teeth_edits", file),
                    .lower_edits = read_edits(entry, "lower_teeth_edits", file)};
  const fs::path folder = fs::absolute(file).parent_path();
  document.bodies = read_bodies(entry, folder);
  return document;
}

Fields notes_fields(const CaseNotes& notes) {
  return {{"notes", Fields{{"name", notes.name}, {"date", notes.date}, {"text", notes.notes}}}};
}

//! Sessions of earlier versions have none.
CaseNotes read_notes(const JsonEntry& session) {
  const std::optional<JsonEntry> entry = session.if_there("notes");
  if (!entry) return {};
  return {
      .name = entry->at("name").text(), .date = entry->at("date").text(), .notes = entry->at("text").text()};
}

//! Sessions of earlier versions have none.
std::optional<double> read_filled_view(const JsonEntry& session) {
  if (!session.if_there("filled_view")) return std::nullopt;
  const std::optional<JsonEntry> entry = session.unless_null("filled_view");
  if (!entry) return std::nullopt;
  constexpr double narrowest = 0.01, widest = 100;
  return entry->number(narrowest, widest);
}

void check_schema(const JsonEntry& session) {
  const JsonEntry entry = session.at("schema");
  const std::string name = entry.text();
  if (name == session_schema) return;
  entry.refuse(name.starts_with(any_schema) ? Text("was written by a later version of Intercusp")
                                            : Text("does not identify an Intercusp session"));
}

//! What has changed about one scan; empty: nothing.
std::string change_of(const InputFile& file) {
  std::error_code ignored;
  if (!fs::exists(file.path, ignored)) return phrase("{} is missing.", file.path);
  try {
    const FileBytes bytes = read_file(file.path);
    if (sha256_hex(bytes.view()) != file.sha256) return phrase("{} has changed.", file.path);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

std::string short_name(const CaseRequest& request) {
  if (request.is_demo()) return Text("Demo case");
  const fs::path upper(request.upper), lower(request.lower);
  const std::string folder = upper.parent_path().filename().string();
  return fmt::format(text::recent_case, folder, upper.filename().string(), lower.filename().string());
}

Session session_of(const AppState& state) {
  const bool fills_view = state.fitted_camera == state.view.camera;
  Session session{.request = state.loaded->request,
                  .files = state.loaded->upper.files,
                  .document = state.document,
                  .notes = state.notes,
                  .view = state.view,
                  .filled_view = fills_view ? std::optional(state.view_room.width_over_height) : std::nullopt,
                  .track = state.film ? state.film->file.string() : std::string(),
                  .unchanged = !state.unsaved && !state.dragging};
  const std::vector<InputFile>& lower = state.loaded->lower.files;
  session.files.insert(session.files.end(), lower.begin(), lower.end());
  return session;
}

std::string session_json(const Session& session, const fs::path& folder) {
  const Fields unchanged = session.unchanged ? Fields{{"unchanged", true}} : Fields();
  return json_lines(
      Fields{{"schema", session_schema},
             {"units", "mm, degrees"},
             {"case", request_fields(session.request, folder)},
             {"files", file_values(session.files, folder)}} +
      document_fields(session.document, folder) + notes_fields(session.notes) +
      Fields{{"track", stored_path(session.track, folder)}, {"filled_view", session.filled_view}} +
      unchanged + view_fields(session.view));
}

Session read_session(const fs::path& file) {
  const nlohmann::json json = read_json(file);
  if (!json.is_object()) throw InputError(file, Text("is not an Intercusp session"));
  const JsonEntry entry(file, json);
  check_schema(entry);
  const fs::path folder = fs::absolute(file).parent_path();
  return {.request = read_request(entry.at("case"), folder),
          .files = read_files(entry.at("files"), folder),
          .document = read_document(entry, file),
          .notes = read_notes(entry),
          .view = read_view(entry),
          .filled_view = read_filled_view(entry),
          .track = found_path(entry.at("track").text(), folder),
          .unchanged = entry.if_there("unchanged") && entry.at("unchanged").flag()};
}

bool is_session(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return false;  // a pipe would keep us waiting
  // Reads only the start: the file may be a mesh of gigabytes.
  std::ifstream stream(file, std::ios::binary);
  char first = 0;
  if (!(stream >> std::ws >> first) || first != '{') return false;
  try {
    const nlohmann::json json = read_json(file);
    const auto found = json.find("schema");
    return found != json.end() && found->is_string() && found->get<std::string>().starts_with(any_schema);
  } catch (const InputError&) {
    return false;
  }
}

std::vector<std::string> files_of(const Session& session) {
  std::vector<std::string> files = session.document.bodies;
  for (const InputFile& file : session.files) files.push_back(file.path);
  for (const std::string& jaw : {session.request.upper, session.request.lower}) {
    for (const std::string& file : paths_in(jaw)) files.push_back(file);
  }
  files.push_back(session.track);
  std::ranges::sort(files);
  const auto repeated = std::ranges::unique(files);
  files.erase(repeated.begin(), repeated.end());
  std::erase(files, "");
  return files;
}

std::vector<std::string> files_outside(const Session& session, const fs::path& folder) {
  std::vector<std::string> files = files_of(session);
  std::erase_if(files, [&](const std::string& file) { return lies_below(file, folder); });
  return files;
}

std::vector<std::string> changed_files(const Session& session) {
  std::vector<std::string> changes;
  for (const InputFile& file : session.files) {
    const std::string change = change_of(file);
    if (!change.empty()) changes.push_back(change);
  }
  return changes;
}

}  // namespace intercusp::viewer
