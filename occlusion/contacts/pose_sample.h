// One coarse look at the contacts of one pose: areas, counts and who is there, at every threshold at once.
//
// Internal to occlusion/intervals.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "occlusion/contacts/intervals.h"
#include "occlusion/contacts/tooth_sums.h"
#include "occlusion/geometry/union_find.h"

namespace intercusp::intervals {

//! What is known of the case before any pose.
struct FaceTables {
  FaceTables(const Bite& bite, const NominalContacts& nominal);

  std::vector<double> thresholds_mm;  //!< ascending
  std::vector<std::size_t> order;     //!< of the report's thresholds: thresholds_mm[i] is its order[i]-th
  ToothSlots slots;                   //!< of the teeth that the report lists
  //! Per ascending threshold and face of the lower, the place of its patch among the report's patches, or
  //! no_patch.
  std::vector<std::vector<std::int32_t>> patch_of_face;
  std::size_t patches = 0;

  static constexpr std::int32_t no_patch = -1;
};

//! A place in contact.
struct ContactPoint {
  std::uint32_t pixel = 0;  //!< row by row
  std::uint8_t first = 0;   //!< the least threshold, in ascending order, that it is in contact at
  float surface_mm2 = 0;
  std::int32_t upper_face = no_face, lower_face = no_face;
};

struct PoseSample {
  std::vector<ToothSums> at;                 //!< per ascending threshold: surface areas, whole and by tooth
  std::vector<double> contacts;              //!< patches, by the eight neighbours of a pixel
  std::vector<std::uint8_t> patch_is_there;  //!< per patch of the report
  double least_mm = std::numeric_limits<double>::infinity();
};

//! Adds up points, kept from pose to pose.
class PoseSampler {
 public:
  PoseSampler(const FaceTables& tables, int width, int height);

  //! \param points one for a pixel at most
  [[nodiscard]] PoseSample sample(std::span<const ContactPoint> points, double least_mm);

 private:
  void count_contacts(std::span<const ContactPoint> points, PoseSample& sample);

  const FaceTables& tables_;
  int width_, height_;
  std::vector<std::int32_t> point_at_;  //!< per pixel, its point if that is in contact so far, else −1
  UnionFind sets_{0};                   //!< of points
};

//! A look at every pose within the error of the bite.
[[nodiscard]] std::vector<PoseSample> samples_of(
    const Bite& bite, const BiteError& error, const Progress& progress,
    const std::function<PoseSample(const Eigen::Isometry3d& upper_from_lower)>& sample_at);

//! The intervals of many samples.
[[nodiscard]] Intervals intervals_of(const FaceTables& tables, const NominalContacts& nominal,
                                     const PoseSample& standing, std::span<const PoseSample> samples);

}  // namespace intercusp::intervals
