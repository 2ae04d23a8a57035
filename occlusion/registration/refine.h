// Finds the pose that fits one scan to another, from a start near it.
//
// Symmetric point-to-plane registration (Rusinkiewicz 2019, "A symmetric objective function for ICP", ACM TOG
// 38(4)). Each match of a point p and its closest point q on the other surface costs ((p − q)·n)², where n is
// the mean of both normals. Each step turns both halves towards each other. Vertices of both scans are
// matched, because the chords of faces lie inside convex surfaces and then push equally in both directions.
//
// What has changed between the scans is left out: matches further apart than three times the scale of the
// others, and whole patches of the surface whose mean residual stands out among patches. Steps end when they
// no longer move the scan. Sums have an order that depends only on the surfaces, so the result is
// bit-identical for any number of threads and any order of vertices.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/registration/match_surface.h"
#include "occlusion/registration/pose_error.h"

namespace intercusp {

struct RefineOptions {
  double reach_mm = 3;  //!< at first, matches further apart than this do not count
  //! Approximate number of vertices of each scan that the last steps use.
  std::size_t samples = 30000;
  //! A plane fits at once, however a body is shifted along it. At first everything this near counts.
  double first_scale_mm = 0.6;
  //! Fewer steps on fewer vertices, to compare many starts; only the pose is found.
  bool roughly = false;
};

struct Refined {
  Eigen::Isometry3d fixed_from_moving = Eigen::Isometry3d::Identity();
  PoseError error;         //!< in the target frame, which is that of the fixed scan
  double residual_mm = 0;  //!< root mean square of the matches kept, along normals
  double noise_mm = 0;  //!< standard deviation of these matches from their median: the effect of noise alone
  double patch_mm =
      0;  //!< standard deviation of the mean residual of a patch, by the median of all that overlap
  double patches_alike =
      0;  //!< share of the overlap in patches that deviate by no more than patch_limit_mm and noise
  double overlap_mm2 = 0;  //!< area of both scans that has a match, mean of the two
  double kept_share = 0;   //!< share of the overlap that was kept as unchanged
  double stiffness =
      0;  //!< least over greatest eigenvalue of the normal equations, turns at 20 mm: 0 where the
          //!< surfaces slide on each other
};

//! A patch of one surface that is scanned twice deviates by less. Scanners repeat themselves to 22 to 30 µm
//! (synapse.koreamed.org 1081192). Patches of two generated dentitions, which are more alike than two
//! patients, deviate by 90 to 200 µm.
inline constexpr double patch_limit_mm = 0.04;

//! \param start fixed_from_moving
//! \throw Cancelled
[[nodiscard]] Refined refine(const MatchSurface& fixed, const MatchSurface& moving,
                             const Eigen::Isometry3d& start, const RefineOptions& options = {},
                             const Progress& progress = {});

//! How well the scans fit in a fixed pose. The error of the pose counts as zero.
[[nodiscard]] Refined fit_in_pose(const MatchSurface& fixed, const MatchSurface& moving,
                                  const Eigen::Isometry3d& fixed_from_moving);

//! A match between both surfaces, in the fixed frame.
struct SurfaceMatch {
  Eigen::Vector3d p, q, normal;  //!< of moving, of fixed; unit
  double residual_mm = 0;        //!< (p − q)·normal
  double area_mm2 = 0, chord_mm = 0;
  double sag_mm = 0;  //!< part of the residual that arises because a face cuts the smooth surface short
  [[nodiscard]] Eigen::Vector3d middle() const { return 0.5 * (p + q); }
};

//! The patch of each match. Patches are cubes about `centre`, numbered from 0 in the order of their cells.
struct Patches {
  std::vector<std::uint32_t> of_match;
  std::size_t count = 0;
};
[[nodiscard]] Patches patches_of(std::span<const SurfaceMatch> matches, const Eigen::Vector3d& centre,
                                 double patch_mm);

//! Samples of one scan, and the faces of the other that were last closest to them.
struct Samples {
  explicit Samples(std::vector<MatchSample> samples)
      : list(std::move(samples)), faces(list.size(), no_vertex) {}
  std::vector<MatchSample> list;
  std::vector<std::uint32_t> faces;
};

struct SamplePair {
  SamplePair(const MatchSurface& of_fixed, const MatchSurface& of_moving, std::size_t about,
             bool with_rim = false)
      : fixed(of_fixed.samples(about, with_rim)), moving(of_moving.samples(about, with_rim)) {}
  Samples fixed, moving;
};

//! The matches of samples of both scans in a pose. Matches on rims are left out, and those whose normals
//! differ by more than 60°.
[[nodiscard]] std::vector<SurfaceMatch> surface_matches(const MatchSurface& fixed, const MatchSurface& moving,
                                                        const Eigen::Isometry3d& fixed_from_moving,
                                                        std::size_t samples, double reach_mm);

//! The search begins at the faces that samples found before. This suits many poses near each other.
[[nodiscard]] std::vector<SurfaceMatch> surface_matches(const MatchSurface& fixed, const MatchSurface& moving,
                                                        SamplePair& samples,
                                                        const Eigen::Isometry3d& fixed_from_moving,
                                                        double reach_mm);

}  // namespace intercusp
