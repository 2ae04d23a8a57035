// Pictures of a track: time in contact per pixel, and the map of a single sample.
#pragma once

#include "io/picture/picture.h"
#include "io/wording/provenance.h"
#include "occlusion/motion/tracks/play.h"

namespace intercusp {

//! Pale yellow to dark red.  \param share square root of the share of the longest time, so that glides of hundredths of a
//! second are visible beside a clench
[[nodiscard]] Rgb contact_time_colour(double share);

//! Laid out as in layout_of (map_picture.h); a reduced map shows the longest time of each block. The arches behind are those
//! of the most closed pose.
[[nodiscard]] Picture contact_time_picture(const Playback& playback, const Provenance& provenance);

//! The clearance map of one sample with its time and movement, in the same colours at every sample.
[[nodiscard]] Picture sample_picture(const PlayedCase& played, const PlaybackSample& sample,
                                     const Movement& movement, const ClearanceMap& map,
                                     const Provenance& provenance);

}  // namespace intercusp
