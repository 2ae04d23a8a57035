// Files that a command may write, where more than the command itself asks.
#pragma once

#include <string>
#include <vector>

namespace intercusp::cli {

//! Options of `inspect` that add files.
struct InspectExtras {
  bool validate = false, exchange = false, pdf = false, dicom = false;
};

//! report.json first; with stars where their number is not known.
[[nodiscard]] std::vector<std::string> inspect_files(const InspectExtras& extras);

//! play.json first.
[[nodiscard]] std::vector<std::string> play_files(bool frames);

}  // namespace intercusp::cli
