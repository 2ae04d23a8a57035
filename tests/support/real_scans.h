// Where real scans are, for tests that use them: the folder that INTERCUSP_DATA names, else shared/data
// beside the repository. Tests skip, visibly, where it is missing. INTERCUSP_SOURCE_DIR is the repository's
// root.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace intercusp::testing {

inline std::filesystem::path real_scans() {
  if (const char* const folder = std::getenv("INTERCUSP_DATA")) return folder;
  return std::filesystem::path(INTERCUSP_SOURCE_DIR) / ".." / "shared" / "data";
}

}  // namespace intercusp::testing
