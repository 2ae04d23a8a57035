// What lies under the cursor in the 3D view.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <optional>

#include "occlusion/distance/jaw_distance.h"
#include "occlusion/maps/clearance_map.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

struct Picked {
  Jaw jaw = Jaw::lower;
  std::int32_t face = 0;
  Eigen::Vector3d case_point{0, 0, 0};
  int tooth = 0;                       //!< FDI; 0 = gum or unknown
  std::optional<double> clearance_mm;  //!< along π, where the map measures this piece of surface
  std::optional<double> distance_mm;  //!< true distance to the other jaw, exact at the point; empty where its
                                      //!< sign is not known
  bool at_rim = false;                //!< the closest point is on the rim of the other scan
};

//! Trees of both jaws, made once.
class Picker {
 public:
  explicit Picker(std::shared_ptr<const LoadedCase> loaded);
  ~Picker();

  //! A pick ray.
  struct Ray {
    Eigen::Vector3d origin{0, 0, 0}, direction{0, 0, 1};  //!< case frame
    bool upper = true, lower = true;                      //!< which jaws can be hit
    //! Cut away by a section plane: points with normal · p > offset cannot be hit. Empty: no section.
    std::optional<Eigen::Hyperplane<double, 3>> cut;
  };

  //! The first scanned face along the ray: what import added is not seen either. \param map of this pose
  [[nodiscard]] std::optional<Picked> pick(const Ray& ray, const Eigen::Isometry3d& upper_from_lower,
                                           const ClearanceMap& map) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp::viewer
