// Which of several solids overlap, who penetrates whom, how deep and where: restorations, splints, single
// teeth.
//
// The depth of an overlap is the greatest distance to the other solid's surface of a point of either surface that lies
// inside the other solid: found by branch and bound over the faces (pair_depth.h) for every engine. It decides
// interference; exact tests and distances between faces decide touching. Only pairs whose boxes come within the
// tolerance are tested (near_pairs).
//
// Each engine finds overlaps in its own way, and `found_by_engine` says whether it did:
//  - z-lists (Shinya & Forgue 1991): all layers of both solids along lines through the overlap of their
//    boxes, at least 32 pixels across, so that small overlaps are sampled as densely as large ones;
//  - rays: the same lines, traced by Embree, sharing no code with the z-lists;
//  - CInDeR (Knott 2003): all solids at once on the GPU, edges as rays (cinder.h). A solid penetrates another if CInDeR
// sees its edges inside it; the exact test decides the rest.
//
// Extents and volumes of two meshes come from the surface of their intersection, for every engine. Where a formula takes
// part, and for volumes also an added face, they come from lines: by rays for that engine, else by z-lists. These are
// sampled and state their error.
//
// A solid may be an analytic body. Every engine intersects it with lines by its formula. The exact test and CInDeR use
// its mesh (body_mesh.h): penetration is known up to the error of that mesh.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/base/progress.h"
#include "occlusion/geometry/analytic_body.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

enum class InterferenceEngine { zlist, cinder, ray };
[[nodiscard]] constexpr auto names_of(InterferenceEngine) {
  return enum_table<InterferenceEngine>({{InterferenceEngine::zlist, "zlist"},
                                         {InterferenceEngine::cinder, "cinder"},
                                         {InterferenceEngine::ray, "ray"}});
}

struct InterferenceOptions {
  InterferenceEngine engine = InterferenceEngine::zlist;
  double pixel_mm = 0.05;  //!< at most
  double depth_tolerance_mm = default_depth_tolerance_mm;
};

//! The result for two solids whose boxes come near. Solids are in the pose of their meshes; mm.
struct PairInterference {
  std::uint32_t a = 0, b = 0;  //!< places among the solids, a < b

  bool interference = false;  //!< the depth is more than the tolerance
  bool touching = false;      //!< no interference, but they come within the tolerance of each other

  //! The greatest distance to the other's surface of a point of either surface that lies inside the other solid. 0
  //! without interference, like all following fields.
  double depth_mm = 0;
  //! The true depth is at most this much larger: the rounding of the files included. Not 0 without interference where
  //! rounding decides.
  double depth_error_mm = 0;
  double rounding_mm = 0;         //!< how far single precision may have moved both surfaces (triangle_mesh.h)
  bool rounding_decides = false;  //!< the depth is within the rounding of the depth tolerance
  Eigen::Vector3d point{0, 0, 0};  //!< that point: the deepest place
  //! Unit vector between the deepest place and the closest point of the other surface, oriented so that moving b along
  //! it separates it from a.
  Eigen::Vector3d direction{0, 0, 0};
  std::int32_t a_face = no_face,
               b_face = no_face;  //!< at the deepest place and closest to it; none for a body

  double extent_mm = 0;  //!< the longest overlap along the direction
  //! For two meshes, no overlap along it is longer by more than this and 1e-7 mm; with a body, an estimate.
  double extent_error_mm = 0;
  double volume_mm3 = 0;  //!< shared volume
  double volume_error_mm3 = 0;
  double pixel_mm = 0;  //!< between lines

  //! Whether an edge (adjacency.h) of the one lies inside the other or on its surface; where CInDeR saw it, up to two
  //! pixels. Edges of a curved body are those of its mesh; if the overlap is too shallow for them to show, the body
  //! counts as penetrating.
  bool a_penetrates = false, b_penetrates = false;

  bool found_by_engine = false;  //!< otherwise only by the search for the depth
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
