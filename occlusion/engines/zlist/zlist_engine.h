// The z-list engine (Shinya & Forgue 1991): all layers of both jaws, on the CPU. It is the reference for the
// stencil engine and, with its facing path, the engine of live maps.
#pragma once

#include <memory>

#include "occlusion/geometry/solid.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

namespace zlist {
class ClusteredMesh;
}

struct ZListOptions {
  double depth_tolerance_mm = default_depth_tolerance_mm;
  //! Draws only the exit faces of the lower, and full lists only where these do not decide. Clearance, state,
  //! overlap, faces and coverage are unchanged, except that walls added by import cover a pixel even if
  //! thinner than 0.00001 mm. Intervals are counted only where full lists were built, and are 0 elsewhere.
  bool facing_only = false;
};

//! A solid prepared for drawing, which is the longest step before a first map. Engines of several
//! pairs can share it.
struct PreparedSolid {
  //! \throw std::length_error for more faces than 30 bits can number
  explicit PreparedSolid(std::shared_ptr<const Solid> solid);

  std::shared_ptr<const Solid> solid;
  std::shared_ptr<const zlist::ClusteredMesh> clusters;
  Bounds box;  //!< in its own frame
};

class ZListEngine final : public MapEngine {
 public:
  ZListEngine(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower,
              const ZListOptions& options = {});
  ZListEngine(PreparedSolid upper, PreparedSolid lower, const ZListOptions& options = {});
  //! Makes another engine for the jaws of `prepared`, which shares the prepared meshes.
  ZListEngine(const ZListEngine& prepared, const ZListOptions& options);
  ~ZListEngine() override;

  //! \throw std::invalid_argument for a pose that is not finite; std::length_error if the pixels are too
  //! small for the size of a jaw
  [[nodiscard]] const ClearanceMap& compute(const View& view,
                                            const Eigen::Isometry3d& upper_from_lower) override;
  //! Faster than `compute` with facing_only.
  [[nodiscard]] const ClearanceMap& compute_within(const View& view,
                                                   const Eigen::Isometry3d& upper_from_lower,
                                                   const NearPixels& near) override;
  [[nodiscard]] Quantisation quantisation() const override;
  [[nodiscard]] std::vector<StageTime> stage_times() const override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp
