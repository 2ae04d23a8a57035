// The contacts of one sampled pose on a coarse grid: areas, counts and which patches are present, at every threshold
// at once. Internal to the intervals (intervals.h).
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "occlusion/case/arch_sides.h"
#include "occlusion/contacts/contact_sum.h"
#include "occlusion/contacts/contact_tally.h"
#include "occlusion/contacts/intervals.h"
#include "occlusion/geometry/adjacency.h"

namespace intercusp::intervals {

//! Like Sides: both are multiples of a half.
struct FaceSides {
  float left = 0, anterior = 0;
};

//! What all poses share.
class FaceTables {
 public:
  FaceTables(const Bite& bite, const NominalContacts& nominal);

  std::vector<double> thresholds_mm;  //!< ascending
  std::vector<std::size_t> order;     //!< thresholds_mm[i] is number order[i] of the report's thresholds
  ToothSlots slots;                   //!< of the teeth that the report lists
  std::size_t patches = 0;
  std::vector<FaceSides> sides_of_face;  //!< of the lower's faces in the registered bite; empty without axes

  //! \param threshold ascending  \return index into the report's patches, or no_patch
  [[nodiscard]] std::int32_t patch_of(std::size_t threshold, std::int32_t lower_face) const {
    return patch_of_row_[row_of_face_[static_cast<std::size_t>(lower_face)] * thresholds_mm.size() +
                         threshold];
  }
  static constexpr std::int32_t no_patch = -1;

 private:
  void add_patches(std::size_t threshold, const std::vector<std::int32_t>& patch_of_face);

  std::vector<std::uint32_t> row_of_face_;  // 0 for the many faces of no patch
  std::vector<std::int32_t> patch_of_row_;  // per row and threshold
};

//! A place in contact.
struct ContactPoint {
  std::uint32_t pixel = 0;  //!< row by row
  std::uint8_t first = 0;   //!< index of the smallest threshold that it is within
  float surface_mm2 = 0;
  std::int32_t upper_face = no_face, lower_face = no_face;
};

struct PoseSample {
  std::vector<ToothSums> at;                 //!< per ascending threshold: surface areas, whole and by tooth
  std::vector<SideSum> sides;                //!< per ascending threshold; empty without axes
  std::vector<double> contacts;              //!< patches, by the eight neighbours of a pixel
  std::vector<std::uint8_t> patch_is_there;  //!< per patch of the report
  double least_mm = std::numeric_limits<double>::infinity();
};

//! Adds up the points of one pose after another, reusing its storage.
class PoseSampler {
 public:
  PoseSampler(const FaceTables& tables, int width, int height);

  //! \param points at most one per pixel
  [[nodiscard]] PoseSample sample(std::span<const ContactPoint> points, double least_mm);

 private:
  void count_contacts(std::span<const ContactPoint> points, PoseSample& sample);

  const FaceTables& tables_;
  int width_, height_;
  std::vector<std::int32_t> point_at_;  //!< per pixel, its point if already in contact, else −1
  UnionFind sets_{0};                   //!< of points
};

//! One sample for every pose within the error of the bite.
[[nodiscard]] std::vector<PoseSample> samples_of(
    const Bite& bite, const BiteError& error, const Progress& progress,
    const std::function<PoseSample(const Eigen::Isometry3d& upper_from_lower)>& sample_at);

//! \param standing the sample of the registered bite
[[nodiscard]] Intervals intervals_of(const FaceTables& tables, const NominalContacts& nominal,
                                     const PoseSample& standing, std::span<const PoseSample> samples);

}  // namespace intercusp::intervals
