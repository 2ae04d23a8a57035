#include "io/report/closing_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/wording/closing_words.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

std::string place_text(const Eigen::Vector3d& point) {
  return fmt::format("({}, {}, {}) mm", rounded(point.x(), 2), rounded(point.y(), 2), rounded(point.z(), 2));
}

std::string teeth_text(const Closing& closing, std::uint32_t upper_face, std::uint32_t lower_face) {
  const int upper = closing.teeth.upper[upper_face], lower = closing.teeth.lower[lower_face];
  if (upper == 0 && lower == 0) return {};
  const auto name = [](const char* jaw, int fdi) {
    return fdi > 0 ? fmt::format("{} tooth {}", jaw, fdi) : fmt::format("the {} jaw", jaw);
  };
  return fmt::format(", between {} and {}{}", name("upper", upper), name("lower", lower),
                     closing.teeth.estimated ? " (numbers estimated along the arch)" : "");
}

std::string motion_name(const Closing& closing) {
  const double limit = shown_amount(closing, closing.motion.limit());
  return turns(closing) ? fmt::format("turn of {}°", shortest(limit))
                        : fmt::format("slide of {} mm", shortest(limit));
}

std::string overlap_text(const Closing& closing) {
  std::string text = "The jaws overlap before they move";
  if (const auto& deepest = closing.answer.deepest) {
    text += fmt::format(", {} mm deep\nat {}{}", rounded(deepest->max_penetration_distance_mm(), 3),
                        place_text(deepest->case_point),
                        teeth_text(closing, deepest->upper_face, deepest->lower_face));
  }
  return text + ".\n";
}

std::string contact_text(const Closing& closing) {
  const FirstContact& contact = *closing.answer.contact;
  std::string text =
      turns(closing)
          ? fmt::format(
                "First contact after a turn of {}: {} mm of travel at the place where the jaws meet,\n",
                amount_text(closing, contact.amount), rounded(closing.travel_at_contact_mm(), 3))
          : fmt::format("First contact after {} of travel, where the jaws meet\n",
                        amount_text(closing, contact.amount));
  return text + fmt::format("at {}{}:\n{}.\n", place_text(contact.case_point),
                            teeth_text(closing, contact.upper_face, contact.lower_face),
                            features_text(contact.features));
}

std::string finding_text(const Closing& closing) {
  if (closing.answer.starts_overlapping) return overlap_text(closing);
  if (closing.answer.contact) return contact_text(closing);
  return fmt::format("The jaws do not meet within a {}.\n", motion_name(closing));
}

std::string order_text(const Closing& closing) {
  constexpr std::size_t most_lines = 6;
  const std::vector<ToothMeeting>& pairs = closing.order.pairs;
  if (pairs.empty()) return {};
  std::string text = "\nOrder of contacts, were the jaws to go on through each other\n";
  text += turns(closing) ? "  upper  lower      angle    travel\n" : "  upper  lower     travel\n";
  for (std::size_t i = 0; i < std::min(pairs.size(), most_lines); ++i) {
    const ToothMeeting& meeting = pairs[i];
    text += fmt::format("  {:>5}  {:>5} {:>10}", meeting.upper_tooth, meeting.lower_tooth,
                        amount_text(closing, meeting.amount));
    if (turns(closing)) text += fmt::format("  {:>5} mm", rounded(meeting.travel_mm, 3));
    text += meeting.amount < 0 ? "  overlap already\n" : "\n";
  }
  if (pairs.size() > most_lines) text += fmt::format("  and {} more\n", pairs.size() - most_lines);
  return text;
}

std::string map_text(const Closing& closing) {
  if (!closing.mapping.map) return "No map of what remains: " + closing.mapping.why_not + ".\n";
  const ClosingMap& map = *closing.mapping.map;
  const PixelGrid& grid = map.frame.grid;
  if (grid.size() == 0) return "The motion takes no place of the lower jaw to the upper.\n";
  std::string text = fmt::format("Map    {} × {} pixels of {} mm, {} engine", grid.width, grid.height,
                                 shortest(grid.pixel_mm), name_of(map.engine));
  if (!map.first) return text + "; it meets nothing\n";
  const auto least = static_cast<double>(map.remaining[*map.first]);
  if (least < 0) return text + "\n";
  return text + fmt::format("; least at a pixel's centre {}\n", amount_text(closing, least));
}

std::string culling_text(const CullingReport& culling) {
  const auto per_cent = [](const CulledShare& share) {
    return share.faces == 0 ? 0.0
                            : 100.0 * static_cast<double>(share.dropped) / static_cast<double>(share.faces);
  };
  return fmt::format("Faces that move away and cannot meet: {:.0f} % of the upper, {:.0f} % of the lower\n",
                     per_cent(culling.upper), per_cent(culling.lower));
}

}  // namespace

std::string closing_text(const Closing& closing, const MeshReport& upper, const MeshReport& lower) {
  std::string text;
  for (const std::string& remark : upper.remarks) text += "Note, upper: " + remark + "\n";
  for (const std::string& remark : lower.remarks) text += "Note, lower: " + remark + "\n";
  text += finding_text(closing) + order_text(closing) + "\n";
  return text + map_text(closing) + culling_text(closing.culling);
}

}  // namespace intercusp
