#include "occlusion/motion/tracks/tooth_history.h"

#include <algorithm>

#include "occlusion/case/fdi.h"

namespace intercusp {
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
