// The folder of real scans for tests: that named by INTERCUSP_DATA, else shared/data next to the repository. Without it
// tests are skipped visibly. INTERCUSP_SOURCE_DIR is the repository's root.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace intercusp::testing {

inline std::filesystem::path real_scans() {
  if (const char* const folder = std::getenv("INTERCUSP_DATA")) return folder;
  return std::filesystem::path(INTERCUSP_SOURCE_DIR) / ".." / "shared" / "data";
}

}  // namespace intercusp::testing
