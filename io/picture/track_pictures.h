// Pictures of a track on its map's pixels: how long each was in contact, and the map of a single moment.
#pragma once

#include "io/picture/picture.h"
#include "io/wording/provenance.h"
#include "occlusion/motion/tracks/play.h"

namespace intercusp {

//! Pale yellow to dark red: `share` 0 to 1 of the longest time, by its square root, so that glides of
//! hundredths of a second show beside a clench.
[[nodiscard]] Rgb contact_time_colour(double share);

//! Lies in the picture as layout_of (map_picture.h) says, but that a reduced map shows the longest time of
//! each block. The arches behind are those of the most closed pose.
[[nodiscard]] Picture contact_time_picture(const Playback& playback, const Provenance& provenance);

//! The clearance map of one moment with its time and movement, always in the same colours.
[[nodiscard]] Picture moment_picture(const PlayedCase& played, const Moment& moment, const Movement& movement,
                                     const ClearanceMap& map, const Provenance& provenance);

//! A pose of the track as an inspection that holds only its map: what pictures of maps take.
[[nodiscard]] Inspection as_inspection(const PlayedCase& played, const ClearanceMap& map);

}  // namespace intercusp
