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

//! What the scans are brought together by.
enum class ComparedBy {
  unchanged,  //!< what has not changed, as it is found
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
  std::string region_file;                             //!< of `file`
  std::optional<RawJaw> cover;                         //!< likewise, read
  std::vector<int> region_teeth;                       //!< of `teeth`, FDI
  std::optional<Eigen::Isometry3d> before_from_after;  //!< of `pose`
  std::optional<Eigen::Isometry3d> start = {};         //!< of registration, as CompareOptions::start
  ScanError scan_error = {};
  std::vector<ScanDate> dates = {};     //!< of all scans, that before first; empty: those in their names
  std::optional<double> scale_mm = {};  //!< where the colours of changes end; empty: found (change_scale.h)
  //! The scans after repeat that before, which is a reference: how true and precise are they?
  bool repeats = false;
  std::vector<Finding> remarks = {};  //!< on what was given beside the scans
  double import_ms = 0;
};

//! The scan before and one after it.
struct ComparedScan {
  ReadScan after;
  std::optional<ScanDate> date = {};
  bool is_same_file = false;  //!< then the pose is that of no motion
  ScanComparison change;
  double compare_ms = 0;
};

struct Comparison {
  ReadScan before;
  std::optional<ScanDate> date = {};  //!< of the scan before
  ComparisonRequest request;
  std::vector<ComparedScan> scans;  //!< in the order given
  //! Covers the scans that have a pose, in their order. Empty if it was not requested, or if fewer than two scans have a pose.
  std::optional<Repeats> repeats = {};
};

//! A mesh that covers a region. \throw InputError
[[nodiscard]] RawJaw read_region(const std::string& source, ImportOptions options);

//! Per vertex of the scan before. \throw InputError where it lacks one of the teeth
[[nodiscard]] std::vector<std::uint8_t> checked_region_of_teeth(const ReadScan& before,
                                                                const std::vector<int>& fdi);

//! The scans that repeats are of.
[[nodiscard]] std::vector<const ComparedScan*> determined_scans(const Comparison& comparison);

//! \throw InputError where the region has no place on the scan before; Cancelled
[[nodiscard]] std::shared_ptr<const Comparison> compare_read_scans(ReadScan before,
                                                                   std::vector<ReadScan> after,
                                                                   ComparisonRequest request,
                                                                   const Progress& progress = {});

}  // namespace intercusp
