#include "occlusion/motion/tracks/play.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "occlusion/base/for_all.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/case/fdi.h"
#include "occlusion/directions/choose_projection.h"

namespace intercusp {
namespace {

using Clock = std::chrono::steady_clock;

//! The reference pose of the track: the pose in which the lower's centre is highest along superior; if
//! several are equal, the first. Superior is determined at the first pose.
std::size_t most_closed_of(const Bite& bite, const Track& track,
                           const std::optional<Eigen::Vector3d>& direction) {
  const Bite first{bite.upper, bite.lower, track.poses.front().upper_from_lower};
  const Anatomy anatomy = find_anatomy(first);
  const Eigen::Vector3d up = anatomy.axes ? anatomy.axes->superior
                             : direction  ? *direction
                                          : guess_direction(first);
  const Eigen::Vector3d centre = lower_centre(*bite.lower);
  const auto height = [&](const TimedPose& pose) { return up.dot(pose.upper_from_lower * centre); };
  const auto highest = std::ranges::max_element(track.poses, {}, height);
  return static_cast<std::size_t>(highest - track.poses.begin());
}

std::vector<std::uint8_t> left_side(const Solid& solid, const Eigen::Isometry3d& case_from_solid,
                                    const std::optional<ArchSides>& arch) {
  std::vector<std::uint8_t> left(solid.mesh.vertices.size(), 0);
  for (std::size_t i = 0; arch && i < left.size(); ++i)
    left[i] = arch->axes.left.dot(case_from_solid * solid.mesh.vertices[i]) > arch->midline_mm ? 1 : 0;
  return left;
}

class Gathering {
 public:
  explicit Gathering(const PlayedCase& played)
      : threshold_mm_(played.options.threshold_mm),
        upper_(*played.closed_case->bite.upper, Jaw::upper,
               left_side(*played.closed_case->bite.upper, Eigen::Isometry3d::Identity(),
                         played.closed_case->sides)),
        lower_(*played.closed_case->bite.lower, Jaw::lower,
               left_side(*played.closed_case->bite.lower, played.closed_case->bite.upper_from_lower,
                         played.closed_case->sides)),
        pixel_contact_s_(played.view.grid.size(), 0) {}

  void add(const PlaybackSample& sample, MovementKind movement, bool out_of_centric, const ClearanceMap& map,
           const ContactReader& reader) {
    if (!reader.any_near()) return;
    const RecordedSample recorded{.map = map,
                                  .near_contact = reader.near_contact(),
                                  .threshold_mm = threshold_mm_,
                                  .standing_s = sample.standing_s,
                                  .movement = movement,
                                  .out_of_centric = out_of_centric};
    upper_.add(recorded, Eigen::Isometry3d::Identity());
    lower_.add(recorded, sample.upper_from_lower);
    add_pixels(map, reader.near_contact(), static_cast<float>(sample.standing_s));
  }

  void finish(Playback& playback) {
    playback.upper = upper_.record();
    playback.lower = lower_.record();
    playback.pixel_contact_s = std::move(pixel_contact_s_);
  }

 private:
  void add_pixels(const ClearanceMap& map, const NearContact& near, float standing_s) {
    const PixelGrid& grid = map.view.grid;
    constexpr int columns = NearContact::stretch_columns;
    for_all(0, grid.height, [&](int row) {
      for (int first = 0; first < grid.width; first += columns) {
        if (near.stretches[near.stretch(row, first / columns)] == 0) continue;
        const std::size_t end = grid.index(std::min(first + columns, grid.width), row);
        for (std::size_t i = grid.index(first, row); i < end; ++i) {
          const bool in_contact = static_cast<double>(map.clearance_mm[i]) <= threshold_mm_;
          pixel_contact_s_[i] += in_contact ? standing_s : 0;
        }
      }
    });
  }

  double threshold_mm_;
  SurfaceRecorder upper_, lower_;
  std::vector<float> pixel_contact_s_;
};

//! Removes the movements after the last pose that was played.
void cut_movements(Playback& playback) {
  if (!playback.stopped_at_s) return;
  playback.movements.resize(playback.samples.back().movement + 1);
  playback.movements.back().to_s = *playback.stopped_at_s;
}

void add_track_findings(Playback& playback) {
  std::vector<Finding>& findings = playback.findings;
  findings = anatomy_findings(*playback.closed_case, playback.options.direction.has_value());
  if (!playback.closed_case->anatomy.axes && !playback.options.direction)
    findings.push_back({"movements_without_sides", Severity::info});
  if (playback.asked_poses == 1) findings.push_back({"single_pose", Severity::info});
  double least_mm = std::numeric_limits<double>::infinity();
  for (const PlaybackSample& sample : playback.samples)
    least_mm = std::min(least_mm, sample.contacts.least_mm);
  constexpr double plausible_depth_mm = 1.5;  // as for a bite: scans overlap by tenths of a millimetre
  if (!std::isfinite(least_mm)) {
    findings.push_back({"track_misses_jaws"});
  } else if (least_mm > playback.options.threshold_mm) {
    findings.push_back({"never_in_contact", Severity::warning, {{"apart_mm", least_mm}}});
  } else if (least_mm < -plausible_depth_mm) {
    findings.push_back({"track_overlaps", Severity::warning, {{"depth_mm", -least_mm}}});
  }
}

//! What is fixed before the first pose.
struct Prepared {
  Track track;  //!< the track as it is played
  ChosenEngine engine;
  TrackMovements movements;
};

Prepared prepare(EngineKind engine, const Bite& bite, const Track& track, const PlayOptions& options,
                 Playback& playback) {
  Track played = options.rate_hz ? resampled(track, *options.rate_hz, lower_centre(*bite.lower)) : track;
  playback.options = options;
  playback.most_closed = most_closed_of(bite, played, options.direction);
  // Axes are found most reliably on closed jaws.
  playback.closed_case =
      prepare_case({bite.upper, bite.lower, played.poses[playback.most_closed].upper_from_lower});
  const std::optional<AnatomicalAxes>& axes = playback.closed_case->anatomy.axes;
  const Bite& closed = playback.closed_case->bite;
  Prepared prepared{
      .track = std::move(played),
      .engine = make_engine(closed.upper, closed.lower,
                            {.kind = engine, .depth_tolerance_mm = options.depth_tolerance_mm, .live = true}),
      .movements = {}};
  playback.engine = prepared.engine.kind;
  playback.engine_reason = prepared.engine.reason;
  playback.view = view_over_track(closed, prepared.track,
                                  choose_projection(closed, options.direction, axes, *prepared.engine.engine),
                                  options.pixel_mm);
  std::optional<MovementFrame> view;
  if (axes) {
    view = {
        *axes,
        closed.upper_from_lower.inverse(Eigen::Isometry) * playback.closed_case->incisal_point->case_point,
        playback.most_closed};
  }
  prepared.movements = find_movements(prepared.track, view);
  playback.movements = prepared.movements.movements;
  playback.from_s = prepared.track.poses.front().time_s;
  playback.to_s = prepared.track.poses.back().time_s;
  playback.asked_poses = prepared.track.poses.size();
  return prepared;
}

//! Computes the maps and contacts of one pose after another.
class PoseReader {
 public:
  PoseReader(MapEngine& engine, const PlayedCase& played)
      : engine_(engine),
        view_(played.view),
        threshold_mm_(played.options.threshold_mm),
        contacts_(played.closed_case->bite, played.view, threshold_mm_, played.closed_case->sides) {}

  //! \param whole if false, the map needs to be exact only near contact (MapEngine::compute_within)
  PoseContacts read(const Eigen::Isometry3d& pose, bool whole) {
    if (!whole) {
      map_ = &engine_.compute_within(view_, pose,
                                     {.within_mm = threshold_mm_, .beside = ContactReader::reach_pixels});
      PoseContacts found = contacts_.read(*map_, pose);
      if (found.least_mm <= threshold_mm_) return found;
    }
    map_ = &engine_.compute(view_, pose);
    return contacts_.read(*map_, pose);
  }
  //! The map of the pose that was read last.
  [[nodiscard]] const ClearanceMap& map() const { return *map_; }
  [[nodiscard]] const ContactReader& contacts() const { return contacts_; }

 private:
  MapEngine& engine_;
  const View& view_;
  double threshold_mm_;
  ContactReader contacts_;
  const ClearanceMap* map_ = nullptr;
};

//! Plays all poses, or those before the early end.
void play_poses(const Prepared& prepared, const Progress& progress, const OnSample& on_sample,
                const EndEarly& end_early, Playback& playback) {
  const std::vector<TimedPose>& poses = prepared.track.poses;
  const std::vector<double> standing_s = standing_times_s(prepared.track);
  PoseReader reader(*prepared.engine.engine, playback);
  playback.teeth = reader.contacts().teeth();
  Gathering gathering(playback);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Eigen::Isometry3d& pose = poses[i].upper_from_lower;
    const bool keeps_coverage = i == 0 || i == playback.most_closed;
    playback.samples.push_back({.time_s = poses[i].time_s,
                                .standing_s = standing_s[i],
                                .upper_from_lower = pose,
                                .movement = prepared.movements.of_pose[i],
                                .contacts = reader.read(pose, keeps_coverage || on_sample)});
    const PlaybackSample& sample = playback.samples.back();
    const ClearanceMap& map = reader.map();
    if (keeps_coverage) playback.coverage = map.coverage;
    gathering.add(sample, playback.movements[sample.movement].kind, prepared.movements.out_of_centric[i] != 0,
                  map, reader.contacts());
    if (on_sample) on_sample(playback, sample, map);
    report_progress(progress, static_cast<double>(i + 1) / static_cast<double>(poses.size()));
    if (end_early && end_early()) break;
  }
  gathering.finish(playback);
  if (playback.samples.size() < poses.size()) playback.stopped_at_s = playback.samples.back().time_s;
}

Playback play_by(EngineKind engine, const Bite& bite, const Track& track, const PlayOptions& options,
                 const Progress& progress, const OnSample& on_sample, const EndEarly& end_early) {
  const Clock::time_point start = Clock::now();
  Playback playback;
  const Prepared prepared = prepare(engine, bite, track, options, playback);
  playback.prepare_ms = ms_since(start);
  const Clock::time_point play_start = Clock::now();
  play_poses(prepared, progress, on_sample, end_early, playback);
  cut_movements(playback);
  add_track_findings(playback);
  playback.play_ms = ms_since(play_start);
  return playback;
}

}  // namespace

Playback play(const Bite& bite, const Track& track, const PlayOptions& options, const Progress& progress,
              const OnSample& on_sample, const EndEarly& end_early) {
  if (track.poses.empty()) throw std::invalid_argument("a track needs a pose");
  return with_engine(options.engine, [&](EngineKind engine) {
    return play_by(engine, bite, track, options, progress, on_sample, end_early);
  });
}

namespace {

Bounds anatomy_bounds(const Solid& solid, const Eigen::Isometry3d& view_from_solid) {
  Bounds bounds;
  for (std::size_t face = 0; face < solid.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : solid.mesh.faces[face])
      bounds.add(view_from_solid * solid.mesh.vertices[vertex]);
  }
  return bounds;
}

Bounds view_bounds(const Solid& solid, const Eigen::Isometry3d& view_from_solid) {
  Bounds bounds;
  for (const Eigen::Vector3d& vertex : solid.mesh.vertices) bounds.add(view_from_solid * vertex);
  return bounds;
}

}  // namespace

Eigen::Vector3d lower_centre(const Solid& lower) {
  return anatomy_bounds(lower, Eigen::Isometry3d::Identity()).centre();
}

View view_over_track(const Bite& bite, const Track& track, const Eigen::Isometry3d& view_from_case,
                     double pixel_mm) {
  const Bounds upper = view_bounds(*bite.upper, view_from_case);
  // The box is the one of the first pose's view. Its corners move with the jaw.
  const Eigen::Isometry3d first_view_from_lower = view_from_case * track.poses.front().upper_from_lower;
  const Bounds box = view_bounds(*bite.lower, first_view_from_lower);
  Bounds reach;
  for (const TimedPose& pose : track.poses) {
    const Eigen::Isometry3d view_from_first =
        view_from_case * pose.upper_from_lower * first_view_from_lower.inverse(Eigen::Isometry);
    for (int corner = 0; corner < 8; ++corner) {
      const Eigen::Vector3d point((corner & 1) != 0 ? box.max.x() : box.min.x(),
                                  (corner & 2) != 0 ? box.max.y() : box.min.y(),
                                  (corner & 4) != 0 ? box.max.z() : box.min.z());
      reach.add(view_from_first * point);
    }
  }
  return view_of_window(view_from_case, upper.min.cwiseMax(reach.min).head<2>(),
                        upper.max.cwiseMin(reach.max).head<2>(), pixel_mm);
}

PlaySummary summary_of(const Playback& playback) {
  PlaySummary summary;
  double left = 0, right = 0;
  for (const PlaybackSample& sample : playback.samples) {
    const PoseContacts& contacts = sample.contacts;
    summary.played_s += sample.standing_s;
    if (std::isfinite(contacts.least_mm) &&
        contacts.least_mm < summary.least_clearance_mm.value_or(unlimited_clearance)) {
      summary.least_clearance_mm = contacts.least_mm;
      summary.least_at_s = sample.time_s;
    }
    summary.greatest_surface_mm2 = std::max(summary.greatest_surface_mm2, contacts.surface_mm2);
    if (contacts.projected_mm2 > summary.greatest_projected_mm2) {
      summary.greatest_projected_mm2 = contacts.projected_mm2;
      summary.greatest_at_s = sample.time_s;
    }
    if (!(contacts.projected_mm2 > 0)) continue;
    if (!summary.first_contact_s) summary.first_contact_s = sample.time_s;
    summary.contact_s += sample.standing_s;
    left += contacts.left_mm2 * sample.standing_s;
    right += contacts.right_mm2 * sample.standing_s;
  }
  if (playback.closed_case->anatomy.axes && left + right > 0) {
    summary.left_share = left / (left + right);
    summary.right_share = 1 - *summary.left_share;
  }
  return summary;
}

namespace {

void add(const PlaybackSample& sample, MovementKind movement, const ContactSum& contact,
         ToothHistory& tooth) {
  tooth.last_s = sample.time_s;
  tooth.contact_s += sample.standing_s;
  const bool on_the_left = side_of(tooth.tooth) == PatientSide::left;
  tooth.by_kind_s[static_cast<std::size_t>(contact_kind(movement, on_the_left))] += sample.standing_s;
  tooth.least_clearance_mm = std::min(tooth.least_clearance_mm, contact.least_mm);
  if (contact.surface_mm2 > tooth.greatest_mm2) {
    tooth.greatest_mm2 = contact.surface_mm2;
    tooth.greatest_at_s = sample.time_s;
  }
}

}  // namespace

std::vector<ToothHistory> tooth_histories(const Playback& playback) {
  std::vector<ToothHistory> histories;
  for (std::size_t i = 0; i < playback.teeth.size(); ++i) {
    ToothHistory tooth{.tooth = playback.teeth[i]};
    bool touched = false;
    for (const PlaybackSample& sample : playback.samples) {
      const ContactSum& contact = sample.contacts.teeth[i];
      if (!(contact.projected_mm2 > 0)) continue;
      if (!touched) tooth.first_s = sample.time_s;
      touched = true;
      add(sample, playback.movements[sample.movement].kind, contact, tooth);
    }
    if (touched) histories.push_back(tooth);
  }
  return histories;
}

}  // namespace intercusp
