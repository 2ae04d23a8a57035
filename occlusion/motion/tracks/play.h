// Plays a recorded motion on a bite: the contacts of every pose, and their accumulation on the surfaces.
//
// One engine, one direction of projection and one window serve the whole track, so that the numbers of all
// poses are comparable. Clearance is along that direction everywhere.
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
  //! Twice the pixel size of inspect, because there are thousands of poses and each then has a quarter of the
  //! pixels. Areas of contact change by less than the uncertainty of a tracker.
  double pixel_mm = 0.1;
  double depth_tolerance_mm = default_depth_tolerance_mm;
  std::optional<Eigen::Vector3d> direction;  //!< π; if empty, chosen from the most closed pose
  double threshold_mm = 0.1;                 //!< contact is a clearance of at most this: a foil of 100 µm
  std::optional<double> rate_hz;             //!< if empty, the track's own times are used
};

//! One pose that was played.
struct PlaybackSample {
  double time_s = 0;
  double standing_s = 0;  //!< duration of this pose (standing_times_s)
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  std::size_t movement = 0;  //!< index into Playback::movements
  PoseContacts contacts;
};

//! What is known before the first pose is played.
struct PlayedCase {
  std::shared_ptr<const Case> closed_case;  //!< the case in the most closed pose
  View view;
  std::size_t most_closed = 0;  //!< index of that pose in the track as played
  EngineKind engine = EngineKind::zlist;
  EngineReason engine_reason;
  PlayOptions options;
};

struct Playback : PlayedCase {
  double from_s = 0, to_s = 0;          //!< times of the whole track
  std::size_t asked_poses = 0;          //!< number of poses of the whole track after resampling
  std::optional<double> stopped_at_s;   //!< time of the last pose played, if the work ended early
  std::vector<int> teeth;               //!< FDI numbers, in the order of PoseContacts::teeth
  std::vector<Movement> movements;      //!< movements of the part that was played
  std::vector<PlaybackSample> samples;  //!< sorted by time
  SurfaceRecord upper, lower;
  std::vector<float> pixel_contact_s;  //!< per pixel, time during which its centre is in contact
  std::vector<Coverage> coverage;      //!< per pixel, in the most closed pose that was played
  std::vector<Finding> findings;       //!< facts that a user must know before reading any number
  double prepare_ms = 0, play_ms = 0;  //!< they do not count as numbers of the result
};

//! Called with each pose and its map as soon as they are ready, in order. The playback then holds the samples
//! up to this pose, but not the accumulated data. If OpenGL fails during playback, the track starts again
//! (with_engine).
using OnSample = std::function<void(const Playback&, const PlaybackSample&, const ClearanceMap&)>;

//! \param bite its pose is not used, because the track has the poses
//! \param end_early called after each pose, so at least one pose is played
//! \throw std::invalid_argument for a track without poses; also as make_engine, fit_view and resampled
[[nodiscard]] Playback play(const Bite& bite, const Track& track, const PlayOptions& options = {},
                            const Progress& progress = {}, const OnSample& on_sample = {},
                            const EndEarly& end_early = {});

//! The middle of the box around the lower's anatomy, in the lower's frame.
[[nodiscard]] Eigen::Vector3d lower_centre(const Solid& lower);

//! The window that holds the common part of both jaws at every pose of the track: the upper's window, cut to
//! the extent of the moving box around the lower. For one pose it is the window of fit_view.
//! \throw as fit_view
[[nodiscard]] View view_over_track(const Bite& bite, const Track& track,
                                   const Eigen::Isometry3d& view_from_case, double pixel_mm);

//! Summary figures of a played track, and the contact of each tooth over it.
struct PlaySummary {
  double played_s = 0;                    //!< duration that the played poses represent
  double contact_s = 0;                   //!< duration of the poses with any contact
  std::optional<double> first_contact_s;  //!< empty without contact
  //! Empty if no lower face meets an upper face along π at any pose.
  std::optional<double> least_clearance_mm;
  double least_at_s = 0;
  double greatest_surface_mm2 = 0, greatest_projected_mm2 = 0;
  double greatest_at_s = 0;  //!< time of the greatest projected area
  //! Shares of the sum of projected area times duration; empty without anatomy or contact.
  std::optional<double> left_share, right_share;
};

[[nodiscard]] PlaySummary summary_of(const Playback& playback);

//! Contact of each tooth over a track.
struct ToothHistory {
  int tooth = 0;  //!< FDI
  double contact_s = 0;
  //! Parts of `contact_s`. The tooth's own side decides between working and balancing.
  std::array<double, contact_kinds> by_kind_s{};
  //! Least clearance at pixel centres while in contact; infinite without contact.
  double least_clearance_mm = std::numeric_limits<double>::infinity();
  double greatest_mm2 = 0, greatest_at_s = 0;  //!< greatest surface area, and its time
  double first_s = 0, last_s = 0;              //!< times of the first and the last pose in contact
};

//! Histories of the teeth in contact at any pose, sorted by number. A tooth is in contact if part of a pixel
//! on it is.
[[nodiscard]] std::vector<ToothHistory> tooth_histories(const Playback& playback);

}  // namespace intercusp
