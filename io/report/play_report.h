// What every output of a played track shares: where it comes from and what its numbers mean.
#pragma once

#include <string>
#include <vector>

#include "io/case/track_file.h"
#include "io/mesh/mesh_report.h"
#include "io/wording/provenance.h"
#include "occlusion/motion/tracks/play.h"

namespace intercusp {

//! A played track with the files it was made from; borrows all of them.
struct PlayReport {
  const Playback& playback;
  const TrackFile& track;
  const std::string& track_path;
  const MeshReport& upper;
  const MeshReport& lower;
  double import_ms = 0;
};

[[nodiscard]] Provenance play_provenance(const PlayedCase& played, const TrackFile& track,
                                         const MeshReport& upper, const MeshReport& lower);

//! What areas over a track are.
[[nodiscard]] std::string play_area_sentence();
//! What "in contact for so long" says of a vertex, a tooth or a pixel.
[[nodiscard]] std::string contact_time_sentence();
//! How movements are told, and working from balancing.
[[nodiscard]] std::string movement_sentence();

//! A pose of the track as an inspection that holds nothing but its map: what the map's pictures take.
[[nodiscard]] Inspection as_inspection(const PlayedCase& played, const ClearanceMap& map);

}  // namespace intercusp
