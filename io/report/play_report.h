// A played track with the files it was made from.
#pragma once

#include <string>

#include "io/wording/play_words.h"

namespace intercusp {

//! Borrows all that it names.
struct PlayReport {
  const Playback& playback;
  const TrackFile& track;
  const std::string& track_path;
  const MeshReport& upper;
  const MeshReport& lower;
  double import_ms = 0;
};

}  // namespace intercusp
