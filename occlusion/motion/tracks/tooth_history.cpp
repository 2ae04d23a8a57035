#include "occlusion/motion/tracks/tooth_history.h"

#include <algorithm>

namespace intercusp {
namespace {

//! Quadrants 2 and 3 are the patient's left.
bool on_the_left(int tooth) { return tooth / 10 == 2 || tooth / 10 == 3; }

void add(const Moment& moment, MovementKind movement, const ContactSum& contact, ToothHistory& tooth) {
  tooth.last_s = moment.time_s;
  tooth.contact_s += moment.standing_s;
  tooth.by_kind_s[static_cast<std::size_t>(contact_kind(movement, on_the_left(tooth.tooth)))] +=
      moment.standing_s;
  tooth.least_clearance_mm = std::min(tooth.least_clearance_mm, contact.least_mm);
  if (contact.surface_mm2 > tooth.greatest_mm2) {
    tooth.greatest_mm2 = contact.surface_mm2;
    tooth.greatest_at_s = moment.time_s;
  }
}

}  // namespace

std::vector<ToothHistory> tooth_histories(const Playback& playback) {
  std::vector<ToothHistory> histories;
  for (std::size_t i = 0; i < playback.teeth.size(); ++i) {
    ToothHistory tooth{.tooth = playback.teeth[i]};
    bool touched = false;
    for (const Moment& moment : playback.moments) {
      const ContactSum& contact = moment.contacts.teeth[i];
      if (!(contact.projected_mm2 > 0)) continue;
      if (!touched) tooth.first_s = moment.time_s;
      touched = true;
      add(moment, playback.movements[moment.movement].kind, contact, tooth);
    }
    if (touched) histories.push_back(tooth);
  }
  return histories;
}

}  // namespace intercusp
