// Records of `checkbite` as users name them, read and registered.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/results/checkbite/report.h"
#include "occlusion/base/progress.h"

namespace intercusp {

//! "centric" or "left2" with the files that show it.
struct GivenRecord {
  std::string name;
  std::vector<std::string> files;
  //! One file that is no mesh by its name is a pose.
  [[nodiscard]] bool is_pose() const;
  bool operator==(const GivenRecord&) const = default;
};

//! \throw std::invalid_argument for an unknown name, one that occurs twice, no or more than two files, and without a
//! centric record
void check_records(std::span<const GivenRecord> given);

struct ReadRecords {
  std::vector<BiteRecord> records;
  std::vector<RecordFiles> files;
};
//! Scans are registered to the jaws; poses have the error of the options.
//! \param mm_per_unit of the scans, as the jaws are read \pre check_records \throw InputError, Cancelled
[[nodiscard]] ReadRecords read_records(std::span<const GivenRecord> given, const Bite& jaws,
                                       const BiteError& error, std::optional<double> mm_per_unit,
                                       const Progress& progress = {});

}  // namespace intercusp
