// Which of several solids overlap, who penetrates whom, how deep and where: restorations, splints, single
// teeth.
//
// Only pairs whose boxes overlap are tested (near_pairs). Each engine finds pairs in its own way:
//  - z-lists (Shinya & Forgue 1991): all layers of both solids along lines through the overlap of their
//    boxes, at least 32 pixels across, so that small overlaps are sampled as densely as large ones;
//  - rays: the same lines, followed by Embree, without a line of the z-lists' code;
//  - CInDeR (Knott 2003): all solids at once on the GPU, edges as rays (cinder.h).
// All engines sample, so every pair also takes the exact test (exact_interference.h): it misses no overlap
// between pixels and decides whose edges lie inside the other. Depth, volume and place come from lines, by rays for
// that engine, else by z-lists.
//
// A solid may be an analytic body. Along lines it is met by its formula, whatever the engine: that decides
// interference, depth, volume and place. The exact test and CInDeR have its mesh (body_mesh.h): who penetrates, and
// touching, are known up to the error of that mesh; overlaps of two bodies that are shallower than it may lie
// between pixels.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/geometry/analytic_body.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

enum class InterferenceEngine { zlist, cinder, ray };

struct SolidOrBody {
  std::shared_ptr<const Solid> solid;
  std::shared_ptr<const AnalyticBody> body = nullptr;  //!< which the solid's mesh then stands for
};

struct InterferenceOptions {
  InterferenceEngine engine = InterferenceEngine::zlist;
  double pixel_mm = 0.05;  //!< at most
  double depth_tolerance_mm = default_depth_tolerance_mm;
};

//! What is known of two solids whose boxes share space. Solids stand as their meshes do; mm.
struct PairInterference {
  std::uint32_t a = 0, b = 0;  //!< places among the solids, a < b

  bool interference = false;  //!< the depth is more than the tolerance
  bool touching = false;      //!< not so, but the surfaces share points or overlap by less

  //! The longest overlap of the two along a line, in the direction of those looked along (x, y, z, the normal
  //! of the overlap) in which that is least. 0 without interference, as all that follows.
  double depth_mm = 0;
  Eigen::Vector3d direction{0, 0, 0};  //!< that direction, unit length, on the side of b
  Eigen::Vector3d point{0, 0, 0};      //!< the middle of that overlap
  double volume_mm3 = 0;               //!< that they share, summed over lines along that direction
  double pixel_mm = 0;                 //!< between those lines

  //! Whether an edge (sharp_edges.h) of the one lies inside the other or on its surface. Edges of a curved body are
  //! those of its mesh; where the overlap is too shallow for them to show, the body is taken to penetrate.
  bool a_penetrates = false, b_penetrates = false;

  bool found_by_engine = false;  //!< else by the exact test alone
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
