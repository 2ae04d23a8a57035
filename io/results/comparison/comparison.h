// Scans of one jaw, read and compared with the first of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/case/jaw_of_mesh.h"
#include "io/case/scan_names.h"
#include "occlusion/base/enum_table.h"
#include "occlusion/registration/compare_scans.h"
#include "occlusion/registration/repeats.h"

namespace intercusp {

//! What the scans are registered by.
enum class ComparedBy {
  unchanged,  //!< the unchanged part, which registration finds
  file,       //!< a region of the scan before, given as a mesh
  teeth,      //!< teeth of the scan before
  pose        //!< nothing: the pose was given
};
[[nodiscard]] constexpr auto names_of(ComparedBy) {
  return enum_table<ComparedBy>({{ComparedBy::unchanged, "unchanged"},
                                 {ComparedBy::file, "file"},
                                 {ComparedBy::teeth, "teeth"},
                                 {ComparedBy::pose, "pose"}});
}

struct ComparisonRequest {
  ComparedBy by = ComparedBy::unchanged;
  std::string region_file;                             //!< for `file`
  std::optional<RawJaw> cover;                         //!< for `file`: the mesh, read
  std::vector<int> region_teeth;                       //!< FDI, for `teeth`
  std::optional<Eigen::Isometry3d> before_from_after;  //!< for `pose`
  std::optional<Eigen::Isometry3d> start = {};         //!< for registration, as CompareOptions::start
  ScanError scan_error = {};
  //! Dates of all scans, that of the scan before first; if empty, those in their names.
  std::vector<ScanDate> dates = {};
  //! The end of the colours of changes; if empty, derived (change_scale.h).
  std::optional<double> scale_mm = {};
  //! The scans after repeat the scan before, which is a reference. Their trueness and precision are computed.
  bool repeats = false;
  std::vector<Finding> remarks = {};  //!< about what was given beside the scans
  double import_ms = 0;
};

//! The scan before and one after it.
struct ComparedScan {
  ReadScan after;
  std::optional<ScanDate> date = {};
  bool is_same_file = false;  //!< the pose is then the identity
  ScanComparison change;
  double compare_ms = 0;
};

struct Comparison {
  ReadScan before;
  std::optional<ScanDate> date = {};  //!< date of the scan before
  ComparisonRequest request;
  std::vector<ComparedScan> scans;  //!< in the given order
  //! Covers the scans with a pose, in their order. Empty if it was not requested, or if fewer than two scans
  //! have a pose.
  std::optional<Repeats> repeats = {};
};

//! Reads a mesh that covers a region.
//! \throw InputError
[[nodiscard]] RawJaw read_region(const std::string& source, ImportOptions options);

//! The region of some teeth, per vertex of the scan before.
//! \throw InputError if the scan lacks one of the teeth
[[nodiscard]] std::vector<std::uint8_t> checked_region_of_teeth(const ReadScan& before,
                                                                const std::vector<int>& fdi);

//! The scans with a pose, which `repeats` covers.
[[nodiscard]] std::vector<const ComparedScan*> determined_scans(const Comparison& comparison);

//! \throw InputError if the region has no place on the scan before
//! \throw Cancelled
[[nodiscard]] std::shared_ptr<const Comparison> compare_read_scans(ReadScan before,
                                                                   std::vector<ReadScan> after,
                                                                   ComparisonRequest request,
                                                                   const Progress& progress = {});

}  // namespace intercusp
