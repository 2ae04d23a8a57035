#include "occlusion/motion/tracks/play_summary.h"

#include <algorithm>
#include <cmath>

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

}  // namespace intercusp
