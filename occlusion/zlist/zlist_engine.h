// The z-list engine (Shinya & Forgue 1991): all layers of both jaws, on the CPU. It is the reference for the
// stencil engine and, by its facing path, the live engine of a machine without a GPU.
#pragma once

#include <memory>

#include "occlusion/geometry/solid.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

struct ZListOptions {
  double depth_tolerance_mm = default_depth_tolerance_mm;
  //! true: draw only the faces of the lower that the line leaves, and full lists only where the two jaws come
  //! together. Clearance, state, overlap, faces and coverage are the same; intervals are counted only where
  //! lists were made, and are 0 elsewhere.
  bool facing_only = false;
};

namespace zlist {
class LayerLists;
struct FacingLayer;
}  // namespace zlist

class ZListEngine final : public MapEngine {
 public:
  ZListEngine(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower,
              const ZListOptions& options = {});
  ~ZListEngine() override;

  //! \throw std::invalid_argument for a hinge frame.
  [[nodiscard]] const ClearanceMap& compute(const MapFrame& frame,
                                            const Eigen::Isometry3d& upper_from_lower) override;
  [[nodiscard]] std::vector<StageTime> stage_times() const override { return stages_; }

 private:
  struct Kept;  // what depends on the upper and the frame alone

  void keep_upper(const MapFrame& frame);
  void compare_all(const Eigen::Isometry3d& upper_from_lower);
  void compare_facing(const Eigen::Isometry3d& upper_from_lower);

  //! Writes the pixels that `wanted` names (empty: all) from the lists of both jaws.
  void compare_lists(const zlist::LayerLists& lower, const std::vector<std::uint8_t>& wanted,
                     ClearanceMap& map) const;

  //! Where all of the lower lies below all of the upper there is one gap, between the two facing faces:
  //! writes those pixels. \return 1 for each pixel that is a question for the lists.
  [[nodiscard]] std::vector<std::uint8_t> compare_facing_layers(const zlist::FacingLayer& exits,
                                                                ClearanceMap& map) const;

  std::shared_ptr<const Solid> upper_;
  std::shared_ptr<const Solid> lower_;
  ZListOptions options_;
  std::unique_ptr<Kept> kept_;
  ClearanceMap map_;
  std::vector<StageTime> stages_;
};

}  // namespace intercusp
