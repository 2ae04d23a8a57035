// The pictures and meshes of a track's report.
#pragma once

#include <string>

#include "io/picture/jaw_picture.h"
#include "io/picture/picture.h"
#include "io/picture/posed_jaw.h"
#include "io/wording/provenance.h"
#include "occlusion/motion/tracks/play.h"
#include "occlusion/motion/tracks/surface_record.h"

namespace intercusp {

// The occlusal compass of one jaw (after Kullmer's occlusal fingerprint): every contact of a track has the
// colour of the movement that made it.

//! The movement that gives a point its colour. If a balancing movement touched it, however briefly, it is
//! balancing, because users look for balancing contacts; otherwise it is the movement with the longest
//! contact. It is `closing`, which has the colour of centric contacts, if contact was only in centric. Empty
//! without contact.
//! \param contact_s,out_s as in SurfaceRecord
[[nodiscard]] std::optional<ContactKind> compass_kind(const std::array<float, contact_kinds>& contact_s,
                                                      const std::array<float, contact_kinds>& out_s);

//! The customary colours of the occlusal compass: protrusion black, laterotrusion (working) blue,
//! mediotrusion (balancing) green, lateroprotrusion yellow. The shades can be told apart by colour-blind
//! readers (Okabe & Ito 2008). Rest, opening and unknown movements share a grey.
[[nodiscard]] Rgb compass_colour(ContactKind kind);

//! \param view of this jaw alone
//! \throw std::runtime_error if Embree cannot be used
[[nodiscard]] Picture compass_picture(const Playback& playback, const PosedJaw& jaw,
                                      const SurfaceRecord& record, const JawView& view,
                                      const Provenance& provenance);

// Pictures of a track: time in contact per pixel, and the map of a single sample.

//! Pale yellow to dark red.
//! \param share square root of the share of the longest time, so that glides of hundredths of a second are
//! visible beside a clench
[[nodiscard]] Rgb contact_time_colour(double share);

//! Laid out as in layout_of (map_picture.h). A reduced map shows the longest time of each block. The arches
//! behind are those in the most closed pose.
[[nodiscard]] Picture contact_time_picture(const Playback& playback, const Provenance& provenance);

//! The clearance map of one sample with its time and movement. All samples share their colours.
[[nodiscard]] Picture sample_picture(const PlayedCase& played, const PlaybackSample& sample,
                                     const Movement& movement, const ClearanceMap& map,
                                     const Provenance& provenance);

// A jaw with the contacts of its surface during a track, as a VTK PolyData file.

//! Per vertex: `contact_s`, this time by movement (`closing_s`, …), `least_clearance_mm` (NaN without
//! contact), `dominant_movement` (a ContactKind as a number, −1 without contact; the field data has the
//! names) and `label` (FDI). Case frame; the lower is in the most closed pose.
//! \throw std::runtime_error if VTK cannot write it
[[nodiscard]] std::string play_vtp(const PosedJaw& jaw, const SurfaceRecord& record, double threshold_mm,
                                   const Provenance& provenance);

}  // namespace intercusp
