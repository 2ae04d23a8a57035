#include <algorithm>
#include <cmath>
#include <span>

#include "occlusion/contacts/areas.h"
#include "occlusion/contacts/intervals.h"
#include "occlusion/contacts/pose_sample.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

using namespace intervals;

//! mm² of a face of the lower per mm² of the picture, for the registered bite: within the error of a bite the cosine
//! changes by less than a thousandth. 0 for faces that are clipped as triangles elsewhere (areas.h).
std::vector<float> stretch_of_faces(const Bite& bite, const Eigen::Isometry3d& view_from_case) {
  const ViewedMesh lower(*bite.lower, bite.upper_from_lower, view_from_case);
  std::vector<float> stretch(bite.lower->mesh.faces.size(), 0);
  for (std::size_t face = 0; face < bite.lower->anatomy_faces; ++face) {
    const double cosine = cosine_of(lower.corners(face));
    if (cosine >= steep_cosine) stretch[face] = static_cast<float>(1 / cosine);
  }
  return stretch;
}

class ClearanceSampler {
 public:
  ClearanceSampler(MapEngine& engine, const View& view, const Bite& bite, const FaceTables& tables)
      : engine_(engine),
        frame_(view),
        tables_(tables),
        stretch_(stretch_of_faces(bite, view.view_from_case)),
        sampler_(tables, view.grid.width, view.grid.height) {}

  PoseSample at(const Eigen::Isometry3d& pose) {
    const std::vector<double>& thresholds = tables_.thresholds_mm;
    const float widest = thresholds.empty() ? -unlimited_clearance : static_cast<float>(thresholds.back());
    const float least = add_contacts(
        engine_.compute_within(frame_, pose, {.within_mm = static_cast<double>(widest)}), widest);
    if (least <= widest) return sampler_.sample(points_, static_cast<double>(least));
    return sampler_.sample({}, static_cast<double>(add_contacts(engine_.compute(frame_, pose), widest)));
  }

 private:
  //! \return the least clearance
  float add_contacts(const ClearanceMap& map, float widest) {
    points_.clear();
    float least = unlimited_clearance;
    // Contact fills little of a map: one SIMD loop skips a stretch without contact.
    constexpr std::size_t stretch_pixels = 64;
    for (std::size_t begin = 0; begin < map.clearance_mm.size(); begin += stretch_pixels) {
      const std::size_t end = std::min(begin + stretch_pixels, map.clearance_mm.size());
      const float lowest = least_clearance(std::span(map.clearance_mm).subspan(begin, end - begin));
      least = std::min(least, lowest);
      if (lowest <= widest) add_contacts_of(map, begin, end);
    }
    return least;
  }

  void add_contacts_of(const ClearanceMap& map, std::size_t begin, std::size_t end) {
    const std::vector<double>& thresholds = tables_.thresholds_mm;
    const auto pixel_mm2 = static_cast<float>(frame_.grid.pixel_area_mm2());
    for (std::size_t pixel = begin; pixel < end; ++pixel) {
      const auto clearance = static_cast<double>(map.clearance_mm[pixel]);
      if (!(clearance <= thresholds.back())) continue;
      const auto first = std::lower_bound(thresholds.begin(), thresholds.end(), clearance);
      const std::int32_t face = map.lower_face[pixel];
      points_.push_back(
          {.pixel = static_cast<std::uint32_t>(pixel),
           .first = static_cast<std::uint8_t>(first - thresholds.begin()),
           .surface_mm2 = face == no_face ? 0 : pixel_mm2 * stretch_[static_cast<std::size_t>(face)],
           .upper_face = map.upper_face[pixel],
           .lower_face = face});
    }
  }

  MapEngine& engine_;
  const View& frame_;
  const FaceTables& tables_;
  std::vector<float> stretch_;
  PoseSampler sampler_;
  std::vector<ContactPoint> points_;
};

}  // namespace

Intervals clearance_intervals(MapEngine& engine, const View& view, const Bite& bite,
                              const NominalContacts& nominal, const BiteError& error,
                              const Progress& progress) {
  const FaceTables tables(bite, nominal);
  ClearanceSampler sampler(engine, view, bite, tables);
  const PoseSample standing = sampler.at(bite.upper_from_lower);
  const std::vector<PoseSample> moved =
      samples_of(bite, error, progress, [&](const Eigen::Isometry3d& pose) { return sampler.at(pose); });
  Intervals result = intervals_of(tables, nominal, standing, moved);
  result.error = error;
  result.pixel_mm = view.grid.pixel_mm;
  return result;
}

}  // namespace intercusp
