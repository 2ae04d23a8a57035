// A session as one readable JSON file: files with their digests, pose, named poses, thresholds, views,
// articulator (docs/FILE_FORMATS.md, "Session").
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "viewer/app/app_state.h"

namespace intercusp::viewer {

struct Session {
  CaseRequest request;
  std::vector<InputFile> files;  //!< of both jaws, as they were read; none for the demo
  Document document;
  ViewState view;
  std::string track;  //!< path of the film's track; empty: none
};

[[nodiscard]] Session session_of(const AppState& state);

//! Schema "intercusp-session/1". Lengths mm, angles degrees. Paths are relative to `folder` where the file is
//! inside it or beside it, so that a folder can be moved as a whole; else absolute.
[[nodiscard]] std::string session_json(const Session& session, const std::filesystem::path& folder);

//! \throw InputError with the entry where it is no session, of a later version, or a value cannot be.
[[nodiscard]] Session read_session(const std::filesystem::path& file);

//! Does the file call itself a session? For files that are dropped or named on the command line.
[[nodiscard]] bool is_session(const std::filesystem::path& file);

//! One sentence for each scan that is missing or whose bytes are no longer those of the session; empty: all
//! as it was.
[[nodiscard]] std::vector<std::string> changed_files(const Session& session);

}  // namespace intercusp::viewer
