// A scan of one jaw that is shown while the other jaw's is missing. It has no bite, so nothing is measured on it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "occlusion/base/jaw.h"
#include "occlusion/base/progress.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"

namespace intercusp::viewer {

struct LoneScan {
  std::string source;  //!< as import_jaw takes it
  Jaw jaw = Jaw::upper;
  enum class ToldBy { name, shape, nothing } told_by = ToldBy::nothing;  //!< which jaw it is
  std::shared_ptr<const Solid> solid;
  std::optional<AnatomicalAxes> axes;  //!< in the scan's frame; empty where no arch was found

  [[nodiscard]] bool is_upper() const { return jaw == Jaw::upper; }
  //! The missing jaw is null.
  [[nodiscard]] Bite bite() const {
    return {is_upper() ? solid : nullptr, is_upper() ? nullptr : solid, Eigen::Isometry3d::Identity()};
  }
};

//! The name of its file or folder.
[[nodiscard]] std::string file_name_of(const LoneScan& scan);

//! \throw InputError, Cancelled
[[nodiscard]] std::shared_ptr<const LoneScan> load_lone_scan(const std::string& source,
                                                             const Progress& progress = {});

}  // namespace intercusp::viewer
