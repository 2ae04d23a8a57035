// Scans of the teeth in bite, taken from the cheek, that the user adds to the open case.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/teeth/jaw_scan.h"
#include "viewer/case/loaded_case.h"
#include "viewer/scene/scene_meshes.h"

namespace intercusp::viewer {

constexpr std::size_t most_buccal_scans = 2;  //!< one for each side

struct BuccalScans {
  std::vector<JawScan> scans;  //!< as the engine takes them, in the order of their files
  std::vector<std::shared_ptr<const DrawnMeshes>> meshes;
};

//! \param mm_per_unit as the jaws are read  \throw InputError; Cancelled
[[nodiscard]] BuccalScans read_buccal_scans(const std::vector<std::string>& files,
                                            std::optional<double> mm_per_unit, const Progress& progress = {});

//! What a scan shows that is dropped on an open case.
enum class ScanShows { buccal, jaw, unknown };

//! By its name alone.
[[nodiscard]] ScanShows shown_by_name(const std::string& file);

//! By its shape: buccal where it lies on both jaws of the case, a jaw where it is an arch.  \throw InputError, Cancelled
[[nodiscard]] ScanShows shown_by_shape(const LoadedCase& loaded, const std::string& file,
                                       const Progress& progress = {});

}  // namespace intercusp::viewer
