// Signed distances by Embree's closest-point queries: of every vertex of the lower from the upper's surface,
// negative inside. The sign is that of the angle-weighted pseudonormal at the closest point (Bærentzen &
// Aanæs 2005).
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <span>
#include <vector>

#include "occlusion/geometry/solid.h"

namespace intercusp::bench {

class EmbreeClosest {
 public:
  //! \param limit_mm largest distance searched; infinity for no limit. \param lower must outlive this.
  EmbreeClosest(const Solid& upper, const Solid& lower, double limit_mm);
  ~EmbreeClosest();
  EmbreeClosest(const EmbreeClosest&) = delete;
  EmbreeClosest& operator=(const EmbreeClosest&) = delete;

  //! One distance per vertex, mm; infinite beyond the limit. The next call overwrites it.
  [[nodiscard]] std::span<const float> compute(const Eigen::Isometry3d& upper_from_lower);

 private:
  struct Upper;
  std::unique_ptr<Upper> upper_;
  const TriangleMesh& lower_;
  double limit_mm_;
  std::vector<float> distance_mm_;
};

}  // namespace intercusp::bench
