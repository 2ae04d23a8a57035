#include "viewer/scene/finding.h"

#include <fmt/format.h>

#include <cmath>

#include "io/wording/definitions.h"
#include "viewer/text/scene.h"

namespace intercusp::viewer {
namespace {

std::string least_sentence(const PoseReading& reading, Measure measure) {
  const bool distance = measure == Measure::distance;
  const std::optional<double>& least = distance ? reading.least_distance_mm : reading.least_clearance_mm;
  if (!least)
    return reading.least_clearance_mm ? fmt::format(text::far_apart, shortest(near_contact_mm))
                                      : text::nothing_faces;
  const std::string number = rounded(std::abs(*least), 3);
  if (*least < 0)
    return fmt::format(fmt::runtime(distance ? text::deepest_distance : text::deepest_clearance), number);
  return fmt::format(fmt::runtime(distance ? text::least_distance : text::least_clearance), number);
}

}  // namespace

std::vector<std::string> finding_parts(const AppState& state) {
  if (!state.live) return {};
  const PoseReading& reading = state.live->reading();
  const PoseContacts& contacts = reading.by(state.document.measure);
  std::vector<std::string> parts = {least_sentence(reading, state.document.measure)};
  if (reading.interference) parts.emplace_back(text::interference);
  parts.push_back(fmt::format(text::contact_area, rounded(contacts.surface_mm2, 2)));
  const double both = contacts.left_mm2 + contacts.right_mm2;
  if (both > 0) {
    const double left = std::round(100 * contacts.left_mm2 / both);
    parts.push_back(fmt::format(text::balance, rounded(left, 0), rounded(100 - left, 0)));
  }
  return parts;
}

std::string finding_definition(const AppState& state) {
  const std::string threshold = shortest(state.document.threshold_mm);
  return state.document.measure == Measure::distance ? fmt::format(text::by_distance, threshold)
                                                     : fmt::format(text::by_clearance, threshold);
}

}  // namespace intercusp::viewer
