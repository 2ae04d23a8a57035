// Least distances between teeth, pair by pair, in any direction and over the whole surfaces. They use neither
// pixels nor samples.
//
// Each tooth (tooth_groups.h) has its own tree of boxes. A pair is searched best first, and everything beyond
// the requested distance is skipped. Lengths are in mm.
#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/case/tooth_groups.h"

namespace intercusp {

struct GroupGap {
  GroupPair pair;
  double distance_mm;
  Eigen::Vector3d case_point;  //!< midpoint of the two closest points
};

//! Valid for poses without overlap. For teeth that intersect, the result is the distance between the outlines
//! of their faces, which is at most half a face.
class GroupGaps {
 public:
  GroupGaps(const Bite& bite, const BiteGroups& groups);
  ~GroupGaps();
  GroupGaps(GroupGaps&&) noexcept;
  GroupGaps& operator=(GroupGaps&&) noexcept;

  //! All pairs that are at most `reach_mm` apart, sorted. This and the other functions may be called from
  //! many threads at once.
  [[nodiscard]] std::vector<GroupGap> within(const Eigen::Isometry3d& upper_from_lower,
                                             double reach_mm) const;

  //! The pairs without their distances, which is faster.
  [[nodiscard]] std::vector<GroupPair> pairs_within(const Eigen::Isometry3d& upper_from_lower,
                                                    double reach_mm) const;

  //! The gap of one pair; empty beyond the reach or if a jaw has no such group.
  [[nodiscard]] std::optional<GroupGap> of_pair(const Eigen::Isometry3d& upper_from_lower, GroupPair pair,
                                                double reach_mm) const;

  //! The closest of the pairs for which `counts` is true.
  [[nodiscard]] std::optional<GroupGap> least(const Eigen::Isometry3d& upper_from_lower, double reach_mm,
                                              const std::function<bool(GroupPair)>& counts) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp
