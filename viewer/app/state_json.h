// Views, settings and case requests as JSON. Settings are kept between runs as a readable file in the platform's settings folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "viewer/app/app_state.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

class JsonRecord;  // viewer/app/json_record.h

constexpr double least_read_height_mm = 1e-3, most_read_height_mm = 1e6;  //!< of a camera
void camera_entries(JsonRecord& json, Camera& camera);

//! The entries "paint" and "colour_range", which files of earlier versions lack.
void paint_entry(JsonRecord& json, Paint& paint);
void range_entry(JsonRecord& json, ColourRange& range);

//! The entries of a session that hold the view.
void view_entries(JsonRecord& json, ViewState& view);

//! The request with absolute paths.
[[nodiscard]] std::vector<std::string> absolute_paths(std::vector<std::string> paths);
[[nodiscard]] CaseRequest with_absolute_paths(CaseRequest request);

void request_entries(JsonRecord& json, CaseRequest& request);

[[nodiscard]] inline std::filesystem::path settings_file(const std::filesystem::path& folder) {
  return folder / "settings.json";
}

//! Defaults if the file is missing or unreadable: settings never keep the viewer from starting.
//! \param language where the file chooses none
[[nodiscard]] Settings read_settings(const std::filesystem::path& file,
                                     Language language = Language::english);
//! \throw OutputError
void write_settings(const Settings& settings, const std::filesystem::path& file);

}  // namespace intercusp::viewer
