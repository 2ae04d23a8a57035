// The report of `play`.
#pragma once

#include <memory>

#include "io/report/report.h"

namespace intercusp {

struct Playback;
struct TrackFile;

//! A track and the file that it was read from.
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
