// Finds and numbers the teeth of an unlabelled scan of one jaw, each with a confidence.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/base/finding.h"
#include "occlusion/base/jaw.h"
#include "occlusion/base/progress.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

struct FoundTooth {
  int fdi = 0;
  double confidence = 0;               //!< probability that the number is right
  bool sure = false;                   //!< the confidence is at least `sure_confidence`
  Eigen::Vector3d centre_mm{0, 0, 0};  //!< centre of the crown's surface, in the scan's frame
  double mesiodistal_mm = 0;           //!< width along the arch
};

enum class UnnumberedReason { behind_last_tooth, between_teeth };
[[nodiscard]] constexpr auto names_of(UnnumberedReason) {
  return enum_table<UnnumberedReason>({{UnnumberedReason::behind_last_tooth, "behind_last_tooth"},
                                       {UnnumberedReason::between_teeth, "between_teeth"}});
}

//! Something like a crown that is no tooth of the result.
struct UnnumberedPlace {
  Eigen::Vector3d position_mm{0, 0, 0};  //!< middle of its surface, in the scan's frame
  UnnumberedReason reason = UnnumberedReason::behind_last_tooth;
};

//! A tooth with a lower confidence is shown as not sure.
inline constexpr double sure_confidence = 0.9;

struct FoundTeeth {
  Jaw jaw = Jaw::upper;
  double jaw_confidence = 0;                //!< 0 to 1; 1 where the jaw was given
  std::vector<FoundTooth> teeth;            //!< along the arch, 18 to 28 or 38 to 48; each number once
  std::vector<int> labels;                  //!< FDI number of each vertex of the scan as given; 0 = gum
  std::vector<UnnumberedPlace> unnumbered;  //!< along the arch
  //! Codes: "scan_inside_out", "no_teeth_found".
  std::vector<Finding> findings;
  Eigen::Vector3d up{0, 0, 0};     //!< unit, towards the opposite jaw; zero if no arch was found
  Eigen::Vector3d front{0, 0, 0};  //!< unit, perpendicular to `up`, towards the front of the arch
};

//! \param vertices,faces the scan as read, mm; faces are counter-clockwise seen from outside. Vertices may be
//! repeated and need not be finite; faces with bad indices are left out.
//! \param jaw empty: recognised from the shape
//! \throw Cancelled
[[nodiscard]] FoundTeeth find_teeth(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                                    std::optional<Jaw> jaw = {}, const Progress& progress = {});

}  // namespace intercusp
