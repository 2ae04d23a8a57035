// The numbers of one pose, quick enough for every movement of the mouse: the map, true distances near
// contact, areas, balance and teeth. Z-lists make the map on every machine: a window's thread has its own OpenGL context, and
// on a GPU that was measured the stencil engine takes longer (docs/PERFORMANCE.md).
//
// Two measures, each named wherever it is shown. `clearance` is along π. `distance` is the true distance, in
// any direction, of the lower's surface to the upper: what a threshold in a clinic means. Areas lie on the
// lower's surface, clipped along the threshold's contour, penetration counted, faces steeper than
// `steep_cosine` left out (pose_contacts.h). Distances up to the threshold are found on walls down to that
// steepness, and in any case the least one near contact. Where a distance is not certain (true_distance.h)
// the pixel is in no area by distance.
#pragma once

#include <Eigen/Geometry>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/contacts/contact_table.h"
#include "occlusion/distance/true_distance.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/motion/tracks/pose_contacts.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

//! The window of the live map: that of the case, and larger in steps where the lower has left it. Pixels keep their places, so
//! that numbers are the same through any of these windows. It depends on the pose alone.
class LiveWindow {
 public:
  explicit LiveWindow(const LoadedCase& loaded);

  //! Holds what was scanned of both jaws, as long as it is not wider than `most_pixels_across`.
  [[nodiscard]] View in_pose(const Eigen::Isometry3d& upper_from_lower) const;

 private:
  //! Around what was scanned of the lower.
  [[nodiscard]] Bounds lower_in(const Eigen::Isometry3d& view_from_lower) const;
  //! Without a look at the vertices: the usual window holds the box around them.
  [[nodiscard]] bool surely_holds(const Eigen::Isometry3d& view_from_lower) const;

  View usual_;
  std::shared_ptr<const Solid> lower_;
  std::vector<std::uint8_t> scanned_;       // per vertex of the lower
  std::array<Eigen::Vector3d, 8> corners_;  // of a box around those vertices, in the lower's frame
};

//! All numbers of one pose at one threshold. Copied freely: it holds no map.
struct PoseReading {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  double threshold_mm = 0;
  bool interference = false;
  std::optional<double> least_clearance_mm;  //!< along π; empty where no lower faces an upper
  std::optional<double> least_distance_mm;   //!< true distance, at pixels; empty where none is certain
  //! Teeth as LiveBite::teeth. What pose_contacts.h calls clearance is in `by_distance` the true distance,
  //! beyond near contact the clearance.
  PoseContacts by_clearance, by_distance;
  double ms = 0;  //!< the time it took, all together

  [[nodiscard]] const PoseContacts& by(Measure measure) const {
    return measure == Measure::surface_distance ? by_distance : by_clearance;
  }
};

//! Paint ends between pixels, so it needs distances that much farther than the end of its colours.
constexpr double paint_edge_mm = 0.15;

struct PixelDistance {
  DistanceMark mark = DistanceMark::none;
  double mm = 0;  //!< NaN where it is undecided
};

class LiveBite {
 public:
  //! Reads the pose at opening. \throw as ZListEngine and TrueDistance
  explicit LiveBite(std::shared_ptr<const LoadedCase> loaded);
  ~LiveBite();

  //! \pre the threshold is at most `near_contact_mm`: true distances are looked for that far
  [[nodiscard]] const PoseReading& read(const Eigen::Isometry3d& upper_from_lower, double threshold_mm);

  //! Goes on with other labels on the same jaws, and reads the present pose again.
  //! \pre a relabelled version of the case (case_teeth.h)
  void relabel(std::shared_ptr<const LoadedCase> loaded);

  // Results of the last `read`; the next overwrites them.
  [[nodiscard]] const PoseReading& reading() const;
  [[nodiscard]] const ClearanceMap& map() const;
  //! Distances of all pixels, for colours: LiveDistances::up_to. Those of the last call are kept until the next `read`; a call
  //! with another end overwrites them.
  [[nodiscard]] const std::vector<float>& distances_up_to(double end_mm, bool coarse);

  //! The distance of one pixel, at any length; nothing where the pixel has no clearance.
  [[nodiscard]] std::optional<PixelDistance> distance_at(std::size_t pixel);

  [[nodiscard]] const std::vector<int>& teeth() const;  //!< FDI of both jaws, ascending
  [[nodiscard]] const LoadedCase& loaded() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp::viewer
