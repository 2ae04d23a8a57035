// What a scan shows along its arch: valleys across it, the breadth of its biting surface, crowns and gaps.
#pragma once

#include <optional>
#include <vector>

#include "occlusion/teeth/arch_path.h"

namespace intercusp {

struct ArchProfile {
  static constexpr double step_mm = 0.5;
  struct Column {
    double top_mm = 0;       //!< height of the highest point
    double envelope_mm = 0;  //!< height of the crowns around
    double table_mm = 0;     //!< breadth within 2 mm of the top
    double middle_mm = 0;    //!< of this breadth, across the arch
    double valley = 0;     //!< mean concavity along the arch, 1/mm, on the deepest slanted line through here
    double slant = 0;      //!< of this line: along per across
    double convexity = 0;  //!< of the crest, 1/mm
    double relief = 0;     //!< mean curvature of the crest in any direction, 1/mm
    bool empty = true;
  };
  std::vector<Column> columns;    //!< at along = step × index
  std::vector<double> crests_mm;  //!< middles of cusps and incisal edges along the arch, in order
  std::optional<double> axis_mm;  //!< where the arch's axis of symmetry crosses it
};

//! \param places arch coordinates of each vertex
[[nodiscard]] ArchProfile arch_profile(const SurfaceShape& shape, const ArchPath& arch,
                                       const std::vector<ArchPoint>& places);

//! Share of the surface within 2.5 mm of its highest points that is concave: a fifth of the biting surfaces of crowns, for their
//! fossae and grooves, and next to nothing of the bottom of a base or of the necks of crowns.
[[nodiscard]] double concave_share(const SurfaceShape& shape, const ArchPath& arch,
                                   const std::vector<ArchPoint>& places, const ArchProfile& profile);

}  // namespace intercusp
