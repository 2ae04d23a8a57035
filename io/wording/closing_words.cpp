#include "io/wording/closing_words.h"

#include <fmt/format.h>

#include "io/wording/definitions.h"

namespace intercusp {
namespace {

std::string numbers_text(const Eigen::Vector3d& vector) {
  return fmt::format("{:.9g} {:.9g} {:.9g}", vector.x(), vector.y(), vector.z());
}

std::string motion_text(const Closing& closing) {
  const std::string limit = shortest(shown_amount(closing, closing.motion.limit()));
  if (!turns(closing)) {
    return fmt::format("slide along {}; at most {} mm", numbers_text(axis_direction(closing)), limit);
  }
  return fmt::format("turn about {} through {}; at most {} deg", numbers_text(axis_direction(closing)),
                     numbers_text(axis_point(closing)), limit);
}

}  // namespace

std::string command_name(const Closing& closing) { return turns(closing) ? "close" : "slide"; }

std::string unit_name(const Closing& closing) { return turns(closing) ? "deg" : "mm"; }

double shown_amount(const Closing& closing, double amount) {
  return turns(closing) ? in_degrees(amount) : amount;
}

std::string amount_text(const Closing& closing, double amount) {
  return rounded(shown_amount(closing, amount), 3) + (turns(closing) ? "°" : " mm");
}

std::string features_text(MeetingFeatures features) {
  switch (features) {
    case MeetingFeatures::lower_corner_on_upper_face:
      return "a corner of the lower on a face of the upper";
    case MeetingFeatures::upper_corner_on_lower_face:
      return "a corner of the upper on a face of the lower";
    case MeetingFeatures::edge_on_edge:
      break;
  }
  return "an edge of the lower on an edge of the upper";
}

Eigen::Vector3d axis_point(const Closing& closing) {
  return closing.motion.motion_from_case().inverse(Eigen::Isometry).translation();
}

Eigen::Vector3d axis_direction(const Closing& closing) {
  return closing.motion.motion_from_case().linear().row(2).transpose();
}

Provenance provenance_of(const Closing& closing, const MeshReport& upper, const MeshReport& lower) {
  const std::optional<ClosingMap>& map = closing.mapping.map;
  return {
      .version = INTERCUSP_VERSION,
      .settings = motion_text(closing) + (map ? fmt::format("; engine {}; pixel {} mm", name_of(map->engine),
                                                            shortest(closing.options.pixel_mm))
                                              : ""),
      .upper_sha256 = digests_of(upper),
      .lower_sha256 = digests_of(lower)};
}

std::string remaining_sentence(const Closing& closing) {
  return turns(closing)
             ? "Remaining travel is how far a place of the lower jaw still goes, on its circle about the "
               "axis, "
               "until it meets the upper, in mm; the remaining angle is that over the radius. Looked at at "
               "the "
               "centres of pixels: an upper bound of what a tooth has left. Only scanned surface counts."
             : "Remaining travel is how far a place of the lower jaw still goes along the direction until it "
               "meets the upper, in mm. Looked at at the centres of pixels: an upper bound of what a tooth "
               "has "
               "left. Only scanned surface counts.";
}

}  // namespace intercusp
