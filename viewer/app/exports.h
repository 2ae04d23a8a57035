// What an export writes, from a bite as it is shown. Slow: for the background.
#pragma once

#include <filesystem>
#include <memory>

#include "viewer/app/actions.h"

namespace intercusp::viewer {

//! What is shown at the moment of asking: the jaw may move on meanwhile.
struct ShownBite {
  std::shared_ptr<const LoadedCase> loaded;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  double threshold_mm = 0.1;
  Palette palette = Palette::classic;
};

//! The bite of the case in this pose.
[[nodiscard]] Bite bite_of(const ShownBite& shown);

//! Writes whole files or none. Folders that are missing are made.
//! \pre not Export::session  \throw OutputError; Cancelled where `progress` stopped it
void write_export(Export what, const ShownBite& shown, const std::filesystem::path& target,
                  const Progress& progress);

}  // namespace intercusp::viewer
