// True distances near contact at the pixels of a map, quick enough for every movement of the mouse: pixels that surely
// lie too far are not asked.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/distance/true_distance.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::viewer {

class LiveDistances {
 public:
  //! \param view_from_case of the maps to come; their windows may differ.  \throw as TrueDistance
  LiveDistances(const Bite& bite, const Eigen::Isometry3d& view_from_case);

  //! Per pixel the distance, the clearance where there is none within reach, NaN where it is not certain. Found are all
  //! up to the threshold on walls down to `steep_cosine`, and in any case the least one near contact. Overwritten by
  //! the next call.  \pre the map is of this bite in this pose; the threshold is at most near_contact_mm
  [[nodiscard]] const std::vector<float>& at(const ClearanceMap& map,
                                             const Eigen::Isometry3d& upper_from_lower, double threshold_mm);

  //! Distances up to a farther end, for colours: NaN within it where the distance is not certain, beyond it the clearance.
  //! Pixels that the last `at` has found are not searched again. Overwritten by the next call.
  //! \param coarse searches a quarter of the others; the rest take the share of the clearance that those beside have
  //! \pre `at` was called with this map and pose
  [[nodiscard]] const std::vector<float>& up_to(const ClearanceMap& map,
                                                const Eigen::Isometry3d& upper_from_lower, double end_mm,
                                                bool coarse);

  //! The least distance of jaws that are farther apart than near contact; nothing where none is certain. Asked are one
  //! pixel of each eight by eight, and all around those that have hardly more than the least.
  //! \pre the least clearance is positive
  [[nodiscard]] std::optional<double> least_far(const ClearanceMap& map,
                                                const Eigen::Isometry3d& upper_from_lower);

  //! As far as the bound of each pixel.  \pre no bound is larger than the clearance
  [[nodiscard]] const DistanceMap& within(const ClearanceMap& map, std::span<const float> bound_mm,
                                          const Eigen::Isometry3d& upper_from_lower, double farthest_mm) {
    return true_distance_.compute(map, bound_mm, upper_from_lower, farthest_mm);
  }

 private:
  struct Search;
  void choose_pixels(const ClearanceMap& map, const Search& search);
  void put_between(const ClearanceMap& map, int column, int row);
  void ask_block(const ClearanceMap& map, std::size_t pixel, float bound_mm);
  void put_distances(const ClearanceMap& map, const DistanceMap& found, const Search& search);

  TrueDistance true_distance_;
  std::vector<float> upper_cosines_;  // of each face with the direction of the maps
  std::vector<float> bound_mm_;       // per pixel, how far to search
  std::vector<float> distance_mm_;
  std::vector<char> found_;                           // per pixel, whether the search of `at` found a face
  std::vector<float> farther_bound_mm_, farther_mm_;  // of `up_to` and `least_far`
};

}  // namespace intercusp::viewer
