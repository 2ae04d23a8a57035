// Tells which of several solids overlap, which penetrates which, how deep and where. Solids may be
// restorations, splints or single teeth.
//
// The depth of an overlap is the greatest distance to the other solid's surface of a point of either surface
// that lies inside the other solid. Every engine finds it by branch and bound over the faces (pair_depth.h).
// It decides interference; exact tests and distances between faces decide touching. Only pairs whose boxes
// come within the tolerance are tested (near_pairs).
//
// Each engine finds overlaps in its own way; `found_by_engine` tells whether it did:
//  - z-lists (Shinya & Forgue 1991): all layers of both solids along lines through the overlap of their
//    boxes, at least 32 pixels across, so that small overlaps are sampled as densely as large ones;
//  - rays: the same lines, traced by Embree, sharing no code with the z-lists;
//  - CInDeR (Knott 2003): all solids at once on the GPU, edges as rays (cinder.h). A solid penetrates another if
//    CInDeR sees its edges inside it; the exact test decides the rest.
//
// With every engine, extents and volumes of two meshes come from the surface of their intersection. With a
// formula, and for volumes also with an added face, they come from lines: by rays for the ray engine, else by
// z-lists. Such values are sampled and state their error.
//
// A solid may be an analytic body. Every engine intersects it with lines by its formula. The exact test and
// CInDeR use its mesh (body_mesh.h), so penetration is known up to the error of that mesh.
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
  double pixel_mm = 0.05;  //!< at most this distance between lines
  double depth_tolerance_mm = default_depth_tolerance_mm;
};

//! The result for two solids whose boxes come near each other. Solids are in the pose of their meshes; mm.
struct PairInterference {
  std::uint32_t a = 0, b = 0;  //!< indices of the solids, a < b

  bool interference = false;  //!< the depth exceeds the tolerance
  bool touching = false;      //!< no interference, but the solids come within the tolerance of each other

  //! Greatest distance to the other's surface of a point of either surface that lies inside the other solid.
  //! It is 0 without interference, as are all fields below.
  double depth_mm = 0;
  //! The true depth is at most this much larger, including the rounding of the files. Not 0 without
  //! interference if rounding decides.
  double depth_error_mm = 0;
  double rounding_mm = 0;  //!< how far single precision may have moved the two surfaces (triangle_mesh.h)
  bool rounding_decides = false;   //!< the depth is so near the tolerance that rounding may decide
  Eigen::Vector3d point{0, 0, 0};  //!< the deepest place
  //! Unit vector between the deepest place and the closest point of the other surface. Moving b along it
  //! separates b from a.
  Eigen::Vector3d direction{0, 0, 0};
  //! Faces at the deepest place and closest to it; no_face for a body.
  std::int32_t a_face = no_face, b_face = no_face;

  double extent_mm = 0;  //!< longest overlap along `direction`
  //! For two meshes, no overlap along `direction` is longer by more than this and 1e-7 mm. With a
  //! body, an estimate.
  double extent_error_mm = 0;
  double volume_mm3 = 0;  //!< common volume
  double volume_error_mm3 = 0;
  double pixel_mm = 0;  //!< distance between lines

  //! Whether an edge (adjacency.h) of one solid lies inside or on the other; if CInDeR saw it, within two
  //! pixels. Edges of a curved body are those of its mesh. If the overlap is too shallow for them to show,
  //! the body counts as penetrating.
  bool a_penetrates = false, b_penetrates = false;

  bool found_by_engine = false;  //!< if false, only the search for the depth found it
};

struct Interference {
  std::vector<PairInterference> near_pairs;  //!< sorted; all other pairs are apart
  std::vector<StageTime> timings;
};

//! \throw std::invalid_argument for a pixel that is not positive; for CInDeR also as Cinder
//! \pre all solids are closed, and coincident vertices are merged, as import does
[[nodiscard]] Interference find_interference(std::span<const SolidOrBody> solids,
                                             const InterferenceOptions& options = {},
                                             const Progress& progress = {});

}  // namespace intercusp
