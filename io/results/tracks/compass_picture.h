// The occlusal compass of one jaw (after Kullmer's occlusal fingerprint): every contact of a track in the colour of the
// movement that made it.
#pragma once

#include "io/picture/jaw_picture.h"
#include "io/picture/posed_jaw.h"
#include "io/wording/provenance.h"
#include "occlusion/motion/tracks/play.h"

namespace intercusp {

//! The movement whose colour a place has: balancing if a balancing movement touched it, however briefly, because users
//! look for balancing contacts; else the one with the longest contact. `closing`, which has the colour of centric
//! contacts, if contact was only in centric. Empty without contact.
//! \param contact_s,out_s as in SurfaceRecord
[[nodiscard]] std::optional<ContactKind> compass_kind(const std::array<float, contact_kinds>& contact_s,
                                                      const std::array<float, contact_kinds>& out_s);

//! As the occlusal compass is drawn by custom: protrusion black, laterotrusion (working) blue, mediotrusion (balancing)
//! green, lateroprotrusion yellow; in shades that colour-blind readers can tell apart (Okabe & Ito 2008). Rest, opening and unknown movements share a grey.
[[nodiscard]] Rgb compass_colour(ContactKind kind);

//! \param view of this jaw alone. \throw std::runtime_error if Embree cannot be used.
[[nodiscard]] Picture compass_picture(const Playback& playback, const PosedJaw& jaw,
                                      const SurfaceRecord& record, const JawView& view,
                                      const Provenance& provenance);

}  // namespace intercusp
