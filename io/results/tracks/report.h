// The report of `play`, with its figures and words: what the numbers of a played track mean, and where they
// come from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/case/track_file.h"
#include "io/mesh/mesh_report.h"
#include "io/report/report.h"
#include "io/wording/figure.h"
#include "io/wording/provenance.h"
#include "io/wording/section.h"
#include "occlusion/motion/tracks/play.h"

namespace intercusp {

[[nodiscard]] Provenance play_provenance(const PlayedCase& played, const TrackFile& track,
                                         const MeshReport& upper, const MeshReport& lower);

//! What areas over a track are.
[[nodiscard]] std::string play_area_sentence();
//! When a vertex, a tooth or a pixel counts as in contact, and for how long.
[[nodiscard]] std::string contact_time_sentence();
//! How movements are recognised, and working contacts distinguished from balancing ones.
[[nodiscard]] std::string movement_sentence();

//! A sum of thousands of times, without the rounding error of its last digits.
[[nodiscard]] double to_nanoseconds(double sum_s);

//! The name that the track gives the movement, or else its kind.
[[nodiscard]] std::string movement_in_words(const Movement& movement);

//! A pose of the track: a row of series.csv.
struct SampleRow {
  const Playback* playback;
  const PlaybackSample* sample;
};
[[nodiscard]] std::vector<SampleRow> sample_rows(const Playback& playback);
[[nodiscard]] Figures<SampleRow> sample_figures();

//! A tooth over the track: a row of `teeth` in play.json and of teeth.csv.
struct HistoryRow {
  const Bite* bite;
  const ToothHistory* tooth;
};
[[nodiscard]] std::vector<HistoryRow> history_rows(const Bite& bite, const std::vector<ToothHistory>& teeth);
[[nodiscard]] Figures<HistoryRow> history_figures();

//! Times in contact, least clearance, greatest area and balance.
[[nodiscard]] std::string headline_of(const Playback& playback);

//! Movements, teeth and how the track was mapped.
[[nodiscard]] std::vector<Section> sections_of(const Playback& playback, const TrackFile& track);

//! A track, and the file from which it was read.
struct PlayedTrack {
  const TrackFile& file;
  const std::string& path;
};

//! `play`: play.json, series.csv, areas_per_tooth.csv, teeth.csv, contact_time.png and .nrrd, upper.vtp,
//! lower.vtp, compass_upper.png and compass_lower.png.
[[nodiscard]] Report report_of(std::shared_ptr<const Playback> playback, const PlayedTrack& track,
                               const Inputs& inputs);

//! Every file that such a report may have, play.json first.
[[nodiscard]] std::vector<std::string> play_file_names();

}  // namespace intercusp
