// A session as one readable JSON file: files with their digests, pose, named poses, thresholds, views,
// what tools keep (docs/FILE_FORMATS.md, "Session").
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "viewer/app/app_state.h"

namespace intercusp::viewer {

struct Session {
  CaseRequest request;
  std::vector<InputFile> files;  //!< all scans when they were read; none for the demo
  Document document;
  CaseNotes notes = {};
  ViewState view;
  //! Width over height of the view that the jaws filled; they fill a view of another shape too. Null: they did not.
  std::optional<double> filled_view = {};
  std::string track;       //!< path of the playback's track; empty: none
  std::string file;        //!< of an autosave: the session that was saved last; empty: none
  bool unchanged = false;  //!< of an autosave: the files, or the session saved last, hold all of it
};

//! "case-a: upper.stl + lower.stl", or that it is the demo.
[[nodiscard]] std::string short_name(const CaseRequest& request);

[[nodiscard]] Session session_of(const AppState& state);

//! Schema "intercusp-session/1", in mm and degrees. Paths of files inside or beside `folder` are relative, others absolute.
[[nodiscard]] std::string session_json(const Session& session, const std::filesystem::path& folder,
                                       std::span<const Tool* const> tools);

//! \throw InputError, naming the entry, for other files, later versions and impossible values
[[nodiscard]] Session read_session(const std::filesystem::path& file, std::span<const Tool* const> tools);

//! Whether the file calls itself a session.
[[nodiscard]] bool is_session(const std::filesystem::path& file);

//! The files that the session would open, each once.
[[nodiscard]] std::vector<std::string> files_of(const Session& session, std::span<const Tool* const> tools);

//! The session's files that lie outside `folder`.
[[nodiscard]] std::vector<std::string> files_outside(const Session& session,
                                                     const std::filesystem::path& folder,
                                                     std::span<const Tool* const> tools);

//! One sentence for each scan that is missing or has changed since the session was saved.
[[nodiscard]] std::vector<std::string> changed_files(const Session& session);

}  // namespace intercusp::viewer
