#include "occlusion/motion/tracks/play_summary.h"

#include <algorithm>
#include <cmath>

#include "occlusion/case/fdi.h"

namespace intercusp {

PlaySummary summary_of(const Playback& playback) {
  PlaySummary summary;
  double left = 0, right = 0;
  for (const PlaybackSample& sample : playback.samples) {
    const PoseContacts& contacts = sample.contacts;
    summary.played_s += sample.standing_s;
    if (std::isfinite(contacts.least_mm) &&
        contacts.least_mm < summary.least_clearance_mm.value_or(unlimited_clearance)) {
      summary.least_clearance_mm = contacts.least_mm;
      summary.least_at_s = sample.time_s;
    }
    summary.greatest_surface_mm2 = std::max(summary.greatest_surface_mm2, contacts.surface_mm2);
    if (contacts.projected_mm2 > summary.greatest_projected_mm2) {
      summary.greatest_projected_mm2 = contacts.projected_mm2;
      summary.greatest_at_s = sample.time_s;
    }
    if (!(contacts.projected_mm2 > 0)) continue;
    if (!summary.first_contact_s) summary.first_contact_s = sample.time_s;
    summary.contact_s += sample.standing_s;
    left += contacts.left_mm2 * sample.standing_s;
    right += contacts.right_mm2 * sample.standing_s;
  }
  if (playback.closed_case->anatomy.axes && left + right > 0) {
    summary.left_share = left / (left + right);
    summary.right_share = 1 - *summary.left_share;
  }
  return summary;
}

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
