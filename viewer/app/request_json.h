// A case request as JSON in sessions and settings. Paths of files inside or beside the session's folder are relative, so
// that they can be moved together; others are absolute.
#pragma once

#include <filesystem>
#include <string>

#include "io/files/value.h"
#include "viewer/app/json_entry.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

//! \param folder empty: the path stays absolute
[[nodiscard]] std::string stored_path(const std::string& path, const std::filesystem::path& folder);
[[nodiscard]] std::string found_path(const std::string& stored, const std::filesystem::path& folder);

//! The same request with absolute paths.
[[nodiscard]] std::vector<std::string> absolute_paths(std::vector<std::string> paths);
[[nodiscard]] CaseRequest with_absolute_paths(CaseRequest request);

[[nodiscard]] Fields request_fields(const CaseRequest& request, const std::filesystem::path& folder);
//! \throw InputError with the entry
[[nodiscard]] CaseRequest read_request(const JsonEntry& entry, const std::filesystem::path& folder);

}  // namespace intercusp::viewer
