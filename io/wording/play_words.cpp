#include "io/wording/play_words.h"

#include <fmt/format.h>

#include "io/wording/definitions.h"

namespace intercusp {

Provenance play_provenance(const PlayedCase& played, const TrackFile& track, const MeshReport& upper,
                           const MeshReport& lower) {
  const PlayOptions& options = played.options;
  const Eigen::Vector3d pi = played.frame.projection.view_from_case().linear().row(2).transpose();
  constexpr std::size_t digits = 16;
  return {.version = INTERCUSP_VERSION,
          .settings = fmt::format(
              "engine {}; pixel {} mm; direction {:.6g} {:.6g} {:.6g}{}; depth tolerance {} mm; threshold {} "
              "mm; track {} at {}",
              name_of(played.engine), shortest(options.pixel_mm), pi.x(), pi.y(), pi.z(),
              options.direction ? "" : " (chosen)", shortest(options.depth_tolerance_mm),
              shortest(options.threshold_mm), track.sha256.substr(0, digits),
              options.rate_hz ? shortest(*options.rate_hz) + " Hz" : "its own times"),
          .upper_sha256 = digests_of(upper),
          .lower_sha256 = digests_of(lower)};
}

std::string play_area_sentence() {
  return "Projected areas are measured across the direction of projection, surface areas on the lower jaw "
         "(without faces steeper than 78°). One direction serves the whole track.";
}

std::string contact_time_sentence() {
  return "A pose stands for half of the time to each of its neighbours. A tooth is in contact while any area "
         "on it is; a vertex while its clearance in the map is at most the threshold; a pixel while that of "
         "its centre is.";
}

std::string movement_sentence() {
  return fmt::format(
      "Movements are those that the track names; else they are told from the velocity of the incisal point "
      "over 0.1 s: below {} mm/s rest; steeper than 63°, or more than {} mm below the most closed pose, "
      "opening or closing; else protrusion, retrusion or laterotrusion, and back to the middle a return. "
      "Sideways the side that the jaw has gone to is working, the other balancing.",
      shortest(rest_speed_mm_s), shortest(guided_mm));
}

}  // namespace intercusp
