#include "viewer/app/session.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>

#include "io/case/teeth_edits.h"
#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/files/read_file.h"
#include "io/files/read_json.h"
#include "io/files/sha256.h"
#include "io/files/value.h"
#include "viewer/app/json_record.h"
#include "viewer/app/state_json.h"
#include "viewer/app/tool.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view session_schema = "intercusp-session/1", any_schema = "intercusp-session/";

void file_entries(JsonRecord& json, InputFile& file) {
  json.path("path", file.path);
  json.text("format", file.format);
  json.text("sha256", file.sha256);
}

void pose_entries(JsonRecord& json, NamedPose& pose) {
  json.text("name", pose.name);
  json.pose("upper_from_lower", pose.upper_from_lower);
  // Sessions of earlier versions have no camera.
  if (json.has("camera", pose.camera.has_value())) json.object("camera", pose.camera, camera_entries);
}

//! Left out where there are none.
void edits_entry(JsonRecord& json, const char* key, std::vector<TeethEdit>& edits) {
  if (!json.has(key, !edits.empty())) return;
  if (!json.reads()) return json.write(key, JsonText{teeth_edits_to_json(edits).dump()});
  const JsonEntry entry = json.entry().at(key);
  edits = teeth_edits_from_json(entry.json(), entry.file());
}

void document_entries(JsonRecord& json, Document& document, std::span<const Tool* const> tools) {
  constexpr auto measures =
      enum_table<Measure>({{Measure::clearance, "clearance"}, {Measure::surface_distance, "distance"}});
  json.pose("upper_from_lower", document.upper_from_lower);
  json.list("poses", document.poses, pose_entries);
  json.number("threshold_mm", document.threshold_mm, 0, near_contact_mm);
  json.choice("measure", document.measure, measures);
  for (const Tool* const tool : tools) tool->entries(json, document);
  edits_entry(json, "upper_teeth_edits", document.upper_edits);
  edits_entry(json, "lower_teeth_edits", document.lower_edits);
}

void notes_entries(JsonRecord& json, CaseNotes& notes) {
  json.text("name", notes.name);
  json.text("date", notes.date);
  json.text("text", notes.notes);
}

void session_entries(JsonRecord& json, Session& session, std::span<const Tool* const> tools) {
  constexpr double narrowest = 0.01, widest = 100;
  json.object("case", session.request, request_entries);
  json.list("files", session.files, file_entries);
  document_entries(json, session.document, tools);
  json.object(later("notes"), session.notes, notes_entries);
  json.path("track", session.track);
  json.number(later("filled_view"), session.filled_view, narrowest, widest);
  if (json.has("saved_as", !session.file.empty())) json.path("saved_as", session.file);
  if (json.has("unchanged", session.unchanged)) json.flag("unchanged", session.unchanged);
  view_entries(json, session.view);
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
  if (upper == lower) return fmt::format("{}: {}", folder, upper.filename().string());
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
                  .track = state.playback ? state.playback->file.string() : std::string(),
                  .file = state.session_file.string(),
                  .unchanged = !state.unsaved && !state.dragging};
  const auto add = [&](const std::vector<InputFile>& files) {
    session.files.insert(session.files.end(), files.begin(), files.end());
  };
  add(state.loaded->lower.files);
  for (const Tool* const tool : state.tools) add(tool->files_read(state));
  return session;
}

std::string session_json(const Session& session, const fs::path& folder, std::span<const Tool* const> tools) {
  JsonRecord json(folder);
  json.write("schema", session_schema);
  json.write("units", "mm, degrees");
  Session written = session;
  session_entries(json, written, tools);
  return json_lines(json.fields());
}

Session read_session(const fs::path& file, std::span<const Tool* const> tools) {
  const nlohmann::json json = read_json(file);
  if (!json.is_object()) throw InputError(file, Text("is not an Intercusp session"));
  const JsonEntry entry(file, json);
  check_schema(entry);
  JsonRecord record(entry, fs::absolute(file).parent_path());
  Session session;
  session_entries(record, session, tools);
  return session;
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

std::vector<std::string> files_of(const Session& session, std::span<const Tool* const> tools) {
  std::vector<std::string> files;
  for (const Tool* const tool : tools)
    for (const std::string& source : tool->files(session.document))
      for (const std::string& file : paths_in(source)) files.push_back(file);
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

std::vector<std::string> files_outside(const Session& session, const fs::path& folder,
                                       std::span<const Tool* const> tools) {
  std::vector<std::string> files = files_of(session, tools);
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
