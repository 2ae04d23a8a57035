// A case as the viewer has it open: both jaws as imported, numbered, with the patient's axes and the one
// direction and window that every pose is mapped on.
//
// Everything here is settled once when a case is opened and never changed: jobs and the interface read it
// side by side.
#pragma once

#include <Eigen/Geometry>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/case/both_jaws.h"
#include "io/case/import_jaw.h"
#include "io/files/errors.h"
#include "io/mesh/mesh_report.h"
#include "occlusion/base/jaw.h"
#include "occlusion/base/progress.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/case.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/view/view.h"

namespace intercusp::viewer {

//! What the user asked to see: kept in sessions and in the list of recent cases.
struct CaseRequest {
  std::string upper, lower;           //!< sources as import_jaw takes them; both empty: the demo dentition
  std::optional<double> mm_per_unit;  //!< stated by the user: ends the scale check
  ToothNumbering numbering = ToothNumbering::automatic;
  TeethSource teeth = TeethSource::automatic;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();  //!< where the lower stands at opening

  [[nodiscard]] bool is_demo() const { return upper.empty() && lower.empty(); }
};

//! The axes of LPS files (superior +z, anterior −y), for scans that do not tell theirs.
[[nodiscard]] AnatomicalAxes axes_of_lps();

//! The case in its pose at opening, with what the viewer needs besides.
struct LoadedCase : Case {
  CaseRequest request;
  //! As import read it, with the user's corrections of teeth: what a report begins with.
  Bite unprepared;
  //! The jaws before any correction of their teeth: shared by all corrected versions of the case.
  Bite as_opened;
  MeshReport upper, lower;
  //! Colours of the scans per vertex; empty if they have none.
  std::vector<VertexColour> upper_colours, lower_colours;
  View view;  //!< both jaws' anatomy with room for the lower to move, seen along π of the pose at opening
  Eigen::Vector3d lower_centre{0, 0, 0};  //!< middle of the lower's anatomy, in the lower's own frame
  Eigen::Vector3d hinged_point{0, 0,
                               0};  //!< incisal point for the Bonwill triangle, along axes(); case frame
  Eigen::Vector3d extent_mm{
      0, 0, 0};  //!< of both jaws' anatomy along left, anterior, superior, in the pose at opening
  double read_ms = 0, import_ms = 0;  //!< to read and close the scans; with the search for teeth
  //! Axes that the upper's teeth alone show. Only where the jaws lie so that together they show none or wrong ones.
  std::optional<AnatomicalAxes> upper_axes;

  //! The patient's axes, as far as the scans tell them.
  [[nodiscard]] std::optional<AnatomicalAxes> told_axes() const {
    return upper_axes ? upper_axes : anatomy.axes;
  }
  //! The same; where the scans do not tell them, axes_of_lps.
  [[nodiscard]] AnatomicalAxes axes() const;
};

//! As `play`: a quarter of inspect's pixels, for every movement of the mouse. Coarser where the jaws are
//! wider than 200 mm.
constexpr double live_pixel_mm = 0.1;
constexpr int most_pixels_across = 2000;

//! Jaws that are shown as soon as they are read and closed, before teeth, axes of teeth and map are found.
struct ReadJaws {
  CaseRequest request;
  BothJaws<ImportedJaw> jaws;
  BothJaws<std::shared_ptr<const RawJaw>> unlabelled;  //!< scans whose teeth are still to be found; else null
  Bite bite;                                           //!< of `jaws`, in the pose at opening
  std::optional<AnatomicalAxes> axes;  //!< the patient's axes; empty where the jaws do not tell them
  Eigen::Vector3d extent_mm{0, 0, 0};
  double read_ms = 0;
};

//! \throw InputError where a file cannot be used, as BothRefused where neither can; what `progress` throws, between the steps only
[[nodiscard]] std::shared_ptr<const ReadJaws> read_jaws(const CaseRequest& request,
                                                        const Progress& progress = {});

//! Finds teeth, axes and direction. The jaws have the same vertices and faces as read.  \throw what `progress` throws
[[nodiscard]] std::shared_ptr<const LoadedCase> numbered_case(const ReadJaws& read,
                                                              const Progress& progress = {});

//! Both steps.
[[nodiscard]] std::shared_ptr<const LoadedCase> load_case(const CaseRequest& request,
                                                          const Progress& progress = {});

//! What numbered_case does after the search for teeth, for jaws that are there already. The reports of the meshes stay empty.
//! \param bite in the pose at opening
[[nodiscard]] std::shared_ptr<const LoadedCase> case_of(const Bite& bite);

//! The box around what was scanned of a jaw, in any frame. Empty where the jaw has no anatomy. Skirt and base do not count.
[[nodiscard]] inline Bounds anatomy_bounds(const Solid& solid, const Eigen::Isometry3d& target_from_solid) {
  Bounds bounds;
  for (std::size_t face = 0; face < solid.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : solid.mesh.faces[face])
      bounds.add(target_from_solid * solid.mesh.vertices[vertex]);
  }
  return bounds;
}

//! A scan of one jaw that is shown while the other jaw's is missing. It has no bite, so nothing is measured on it.
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
