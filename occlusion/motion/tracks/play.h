// A recorded motion played on a bite: the contacts of every pose, and their accumulation on the surfaces.
//
// One engine, one direction of projection and one window serve the whole track, so the numbers of all poses are
// comparable; clearance is along that direction everywhere.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/case.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/maps/map_engine.h"
#include "occlusion/motion/track.h"
#include "occlusion/motion/tracks/movement.h"
#include "occlusion/motion/tracks/pose_contacts.h"
#include "occlusion/motion/tracks/surface_record.h"
#include "occlusion/view/view.h"

namespace intercusp {

struct PlayOptions {
  EngineKind engine = EngineKind::automatic;
  //! Twice that of inspect: a quarter of the pixels for each of thousands of poses, and areas of contact change by less
  //! than a tracker's uncertainty.
  double pixel_mm = 0.1;
  double depth_tolerance_mm = default_depth_tolerance_mm;
  std::optional<Eigen::Vector3d> direction;  //!< π; empty: chosen from the most closed pose
  double threshold_mm = 0.1;                 //!< contact is a clearance of at most this; a foil of 100 µm
  std::optional<double> rate_hz;             //!< empty: the track's own times
};

//! One pose that was played.
struct PlaybackSample {
  double time_s = 0;
  double standing_s = 0;  //!< duration of this pose (standing_times_s)
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  std::size_t movement = 0;  //!< place in Playback::movements
  PoseContacts contacts;
};

//! Data known before the first pose is played.
struct PlayedCase {
  std::shared_ptr<const Case> closed_case;  //!< at the most closed pose
  View view;
  std::size_t most_closed = 0;  //!< pose of the track as played
  EngineKind engine = EngineKind::zlist;
  EngineReason engine_reason;
  PlayOptions options;
};

struct Playback : PlayedCase {
  double from_s = 0, to_s = 0;          //!< of the whole track
  std::size_t asked_poses = 0;          //!< of the whole track, resampled
  std::optional<double> stopped_at_s;   //!< time of the last pose played, if the work ended early
  std::vector<int> teeth;               //!< FDI, of PoseContacts::teeth
  std::vector<Movement> movements;      //!< of the part played
  std::vector<PlaybackSample> samples;  //!< in order of time
  SurfaceRecord upper, lower;
  std::vector<float> pixel_contact_s;  //!< per pixel, time in contact of its centre
  std::vector<Coverage> coverage;      //!< per pixel, at the most closed pose played
  std::vector<Finding> findings;       //!< facts that a user must know before reading any number
  double prepare_ms = 0, play_ms = 0;  //!< not part of the result's numbers
};

//! Called with each pose and its map as soon as they are ready, in order. The playback then holds the samples up to
//! this one, but not the accumulated data. If OpenGL fails during playback, the track begins again (with_engine).
using OnSample = std::function<void(const Playback&, const PlaybackSample&, const ClearanceMap&)>;

//! \param bite its own pose is not used: the track has the poses.
//! \param end_early called after each pose: at least one is played
//! \throw as make_engine, fit_view and resampled; std::invalid_argument for a track without poses.
[[nodiscard]] Playback play(const Bite& bite, const Track& track, const PlayOptions& options = {},
                            const Progress& progress = {}, const OnSample& on_sample = {},
                            const EndEarly& end_early = {});

// The fixed data of a whole track: its reference pose and one window that fits every pose's map.

//! Middle of the box around the lower's anatomy, in its own frame.
[[nodiscard]] Eigen::Vector3d lower_centre(const Solid& lower);

//! The window that holds both jaws' common part at every pose of the track: that of the upper, cut to the extent of the
//! moving boxes around the lower. For one pose it is fit_view's. \throw as fit_view
[[nodiscard]] View view_over_track(const Bite& bite, const Track& track,
                                   const Eigen::Isometry3d& view_from_case, double pixel_mm);

//! Summary figures of a played track, and the contact of each tooth over it.
struct PlaySummary {
  double played_s = 0;                       //!< duration that the played poses represent
  double contact_s = 0;                      //!< of that, with any contact
  std::optional<double> first_contact_s;     //!< empty without contact
  std::optional<double> least_clearance_mm;  //!< empty if no lower faces an upper at any pose
  double least_at_s = 0;
  double greatest_surface_mm2 = 0, greatest_projected_mm2 = 0;
  double greatest_at_s = 0;  //!< of the projected area
  //! Shares of projected area times time; empty without anatomy or contact.
  std::optional<double> left_share, right_share;
};

[[nodiscard]] PlaySummary summary_of(const Playback& playback);

//! Contact of each tooth over a track.
struct ToothHistory {
  int tooth = 0;  //!< FDI
  double contact_s = 0;
  std::array<double, contact_kinds>
      by_kind_s{};  //!< parts of it; working and balancing by the tooth's own side
  double least_clearance_mm =
      std::numeric_limits<double>::infinity();  //!< while in contact, at pixel centres; infinite without
  double greatest_mm2 = 0, greatest_at_s = 0;   //!< surface area
  double first_s = 0, last_s = 0;               //!< poses in contact
};

//! Teeth in contact at any pose, ascending. A tooth is in contact if part of a pixel on it is.
[[nodiscard]] std::vector<ToothHistory> tooth_histories(const Playback& playback);

}  // namespace intercusp
