// A case request as JSON in sessions and settings.
#pragma once

#include <string>
#include <vector>

#include "viewer/app/json_record.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

//! The request with absolute paths.
[[nodiscard]] std::vector<std::string> absolute_paths(std::vector<std::string> paths);
[[nodiscard]] CaseRequest with_absolute_paths(CaseRequest request);

void request_entries(JsonRecord& json, CaseRequest& request);

}  // namespace intercusp::viewer
