// A scan of one jaw for registration, which needs no solid: read, checked and its teeth numbered.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/case/import_jaw.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

struct ReadScan {
  std::shared_ptr<const JawScan> scan;          //!< mm; vertices and faces in the order of the files
  MeshReport report;                            //!< without repairs: none are made
  std::vector<EstimatedTooth> estimated_teeth;  //!< found on the scan; empty where files number the teeth
};

//! \param source, jaw as for import_jaw; `options.teeth` says where numbers come from \throw InputError
[[nodiscard]] ReadScan read_scan(const std::string& source, std::optional<Jaw> jaw,
                                 const ImportOptions& options = {});

//! A scan of the teeth in bite, taken from the cheek. Tooth numbers are left out: its shape alone counts.
//! \param mm_per_unit as the jaws are read  \throw InputError
[[nodiscard]] ReadScan read_buccal_scan(const std::string& source, std::optional<double> mm_per_unit);

//! The same of a mesh that was read. \param name of it in messages
[[nodiscard]] ReadScan scan_of_jaw(RawJaw read, const std::string& name, std::optional<Jaw> jaw,
                                   const ImportOptions& options = {});

}  // namespace intercusp
