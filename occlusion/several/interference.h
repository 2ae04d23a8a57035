// Which of several solids overlap, who penetrates whom, how deep and where: restorations, splints, single
// teeth.
//
// The depth of an overlap is the greatest distance to the other solid's surface of a point of either surface that lies
// inside the other solid: found by branch and bound over the faces (deepest_place.h), whatever the engine. It decides
// interference; touching is decided by exact tests and distances between faces. Only pairs whose boxes come within the
// tolerance are tested (near_pairs).
//
// Each engine finds overlaps in its own way, and `found_by_engine` says whether it did:
//  - z-lists (Shinya & Forgue 1991): all layers of both solids along lines through the overlap of their
//    boxes, at least 32 pixels across, so that small overlaps are sampled as densely as large ones;
//  - rays: the same lines, followed by Embree, without a line of the z-lists' code;
//  - CInDeR (Knott 2003): all solids at once on the GPU, edges as rays (cinder.h). Whose edges it sees inside
//    another solid penetrates it; the exact test is made for what it has not seen.
// Extent, and volume where a formula or an added face takes part, come from lines, by rays for that engine, else by
// z-lists; both are sampled and state their error. Volumes that two meshes share are exact.
//
// A solid may be an analytic body. Along lines it is met by its formula, whatever the engine. The exact test and CInDeR
// have its mesh (body_mesh.h): who penetrates is known up to the error of that mesh.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/geometry/solid_or_body.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

enum class InterferenceEngine { zlist, cinder, ray };

struct InterferenceOptions {
  InterferenceEngine engine = InterferenceEngine::zlist;
  double pixel_mm = 0.05;  //!< at most
  double depth_tolerance_mm = default_depth_tolerance_mm;
};

//! What is known of two solids whose boxes come near. Solids stand as their meshes do; mm.
struct PairInterference {
  std::uint32_t a = 0, b = 0;  //!< places among the solids, a < b

  bool interference = false;  //!< the depth is more than the tolerance
  bool touching = false;      //!< not so, but they come within the tolerance of each other

  //! The greatest distance to the other's surface of a point of either surface that lies inside the other solid. 0
  //! without interference, as all that follows.
  double depth_mm = 0;
  double depth_error_mm = 0;       //!< the depth is no more than this above
  Eigen::Vector3d point{0, 0, 0};  //!< that point: the deepest place
  //! From the deepest place towards the closest point of the other surface or the other way round: so that b parts from
  //! a along it. Unit length.
  Eigen::Vector3d direction{0, 0, 0};
  std::int32_t a_face = no_face,
               b_face = no_face;  //!< at the deepest place and closest to it; none of a body

  double extent_mm = 0;  //!< the longest overlap along the direction
  double extent_error_mm = 0;
  double volume_mm3 = 0;  //!< that they share
  double volume_error_mm3 = 0;
  double pixel_mm = 0;  //!< between lines

  //! Whether an edge (sharp_edges.h) of the one lies inside the other or on its surface; where CInDeR saw it, up to
  //! two pixels. Edges of a curved body are those of its mesh; where the overlap is too shallow for them to show, the
  //! body is taken to penetrate.
  bool a_penetrates = false, b_penetrates = false;

  bool found_by_engine = false;  //!< else by the search for the depth alone
};

struct Interference {
  std::vector<PairInterference> near_pairs;  //!< in order; all others are apart
  std::vector<StageTime> timings;
};

//! \throw std::invalid_argument for a pixel that is not positive; as Cinder for that engine. \pre all solids
//! are closed, and identical vertices are merged, as import leaves them.
[[nodiscard]] Interference find_interference(std::span<const SolidOrBody> solids,
                                             const InterferenceOptions& options = {},
                                             const Progress& progress = {});

}  // namespace intercusp
