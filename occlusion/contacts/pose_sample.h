// Contacts of one sampled pose on a coarse grid: areas, counts and the presence of each patch, at all
// thresholds together. Internal to the intervals (intervals.h).
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

//! `Sides` as floats, which hold its multiples of a half exactly.
struct FaceSides {
  float left = 0, anterior = 0;
};

//! Tables by face that all poses use.
class FaceTables {
 public:
  FaceTables(const Bite& bite, const NominalContacts& nominal);

  std::vector<double> thresholds_mm;  //!< ascending
  std::vector<std::size_t> order;     //!< thresholds_mm[i] is the report's threshold number order[i]
  ToothSlots slots;                   //!< slots of the teeth that the report lists
  std::size_t patches = 0;
  std::vector<FaceSides> sides_of_face;  //!< per lower face, in the registered bite; empty without axes

  //! \param threshold index in thresholds_mm
  //! \return index of a patch of the report, or no_patch
  [[nodiscard]] std::int32_t patch_of(std::size_t threshold, std::int32_t lower_face) const {
    return patch_of_row_[row_of_face_[static_cast<std::size_t>(lower_face)] * thresholds_mm.size() +
                         threshold];
  }
  static constexpr std::int32_t no_patch = -1;

 private:
  void add_patches(std::size_t threshold, const std::vector<std::int32_t>& patch_of_face);

  std::vector<std::uint32_t> row_of_face_;  // per face; 0 for the many faces of no patch
  std::vector<std::int32_t> patch_of_row_;  // per row and threshold
};

//! A pixel in contact.
struct ContactPoint {
  std::uint32_t pixel = 0;  //!< index of the pixel, row by row
  std::uint8_t first = 0;   //!< index of the smallest threshold that the point is within
  float surface_mm2 = 0;
  std::int32_t upper_face = no_face, lower_face = no_face;
};

struct PoseSample {
  std::vector<ToothSums> at;   //!< per ascending threshold: surface areas of the whole contact and by tooth
  std::vector<SideSum> sides;  //!< per ascending threshold; empty without axes
  //! Per ascending threshold: number of patches; pixels are connected to their eight neighbours.
  std::vector<double> contacts;
  std::vector<std::uint8_t> patch_is_there;  //!< per patch of the report
  double least_mm = std::numeric_limits<double>::infinity();
};

//! Makes the samples of one pose after another and reuses its storage.
class PoseSampler {
 public:
  PoseSampler(const FaceTables& tables, int width, int height);

  //! \param points at most one per pixel
  [[nodiscard]] PoseSample sample(std::span<const ContactPoint> points, double least_mm);

 private:
  void count_contacts(std::span<const ContactPoint> points, PoseSample& sample);

  const FaceTables& tables_;
  int width_, height_;
  std::vector<std::int32_t> point_at_;  //!< per pixel: its point if already in contact, else −1
  UnionFind sets_{0};                   //!< sets of connected points
};

//! One sample for each of the poses within the error of the bite.
[[nodiscard]] std::vector<PoseSample> samples_of(
    const Bite& bite, const BiteError& error, const Progress& progress,
    const std::function<PoseSample(const Eigen::Isometry3d& upper_from_lower)>& sample_at);

//! \param standing sample of the registered bite
[[nodiscard]] Intervals intervals_of(const FaceTables& tables, const NominalContacts& nominal,
                                     const PoseSample& standing, std::span<const PoseSample> samples);

}  // namespace intercusp::intervals
