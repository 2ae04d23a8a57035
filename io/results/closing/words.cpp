#include "io/results/closing/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"

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

std::string place_text(const Eigen::Vector3d& point) {
  return phrase("({}, {}, {}) mm", rounded(point.x(), 2), rounded(point.y(), 2), rounded(point.z(), 2));
}

std::string teeth_text(const Closing& closing, std::uint32_t upper_face, std::uint32_t lower_face) {
  const int upper = closing.bite_case->upper_teeth[upper_face],
            lower = closing.bite_case->lower_teeth[lower_face];
  if (upper == 0 && lower == 0) return {};
  const std::string above = upper > 0 ? phrase("upper tooth {}", tooth_name(closing.bite_case->bite, upper))
                                      : phrase("the upper jaw");
  const std::string below = lower > 0 ? phrase("lower tooth {}", tooth_name(closing.bite_case->bite, lower))
                                      : phrase("the lower jaw");
  return phrase(", between {} and {}{}", above, below,
                has_estimated_teeth(closing.bite_case->bite) ? phrase(" (numbers estimated)") : "");
}

std::string overlap_text(const Closing& closing) {
  const auto& deepest = closing.answer.deepest;
  if (!deepest) return phrase("The jaws overlap before they move.");
  return phrase("The jaws overlap before they move, {} mm deep\nat {}{}.",
                rounded(deepest->max_penetration_distance_mm(), 3), place_text(deepest->case_point),
                teeth_text(closing, deepest->upper_face, deepest->lower_face));
}

std::string contact_text(const Closing& closing) {
  const FirstContact& contact = *closing.answer.contact;
  const std::string amount = amount_text(closing, contact.amount);
  const std::string moved = turns(closing) ? phrase("a turn of {} ({} mm of travel where the jaws meet)",
                                                    amount, rounded(closing.travel_at_contact_mm(), 3))
                                           : phrase("{} of travel", amount);
  return phrase("First contact after {}\nat {}{}:\n{}.", moved, place_text(contact.case_point),
                teeth_text(closing, contact.upper_face, contact.lower_face), features_text(contact.features));
}

Section order_section(const Closing& closing) {
  constexpr std::size_t most_rows = 6;
  const std::vector<FirstToothContact>& pairs = closing.order.pairs;
  Section section{.title = phrase("Order of contacts if the jaws passed through each other")};
  std::vector<ContactOrderRow> rows = contact_order_rows(closing, "pair", pairs);
  if (rows.size() > most_rows) rows.erase(rows.begin() + most_rows, rows.end());
  std::vector<std::string_view> keys = {"upper_tooth", "lower_tooth", "remaining_mm", "overlapping"};
  if (turns(closing)) keys = {"upper_tooth", "lower_tooth", "remaining_deg", "travel_mm", "overlapping"};
  section.table = table_of(chosen(contact_order_figures(turns(closing)), keys), rows);
  if (pairs.size() > most_rows) section.notes = {phrase("and {} more", pairs.size() - most_rows)};
  return section;
}

std::string map_text(const Closing& closing) {
  if (!closing.mapping.map) return phrase("none: {}", clause_of(closing.mapping.why_not.value()));
  const ClosingMap& map = *closing.mapping.map;
  const PixelGrid& grid = map.view.grid;
  if (grid.size() == 0) return phrase("none: the motion takes no part of the lower jaw to the upper");
  const std::string text = phrase("{} × {} pixels of {} mm, {} engine", grid.width, grid.height,
                                  shortest(grid.pixel_mm), name_of(map.engine));
  if (!map.first) return text + phrase("; no pixel meets anything");
  const auto least = static_cast<double>(map.remaining[*map.first]);
  return least < 0 ? text
                   : text + phrase("; least remaining at a pixel's centre: {}", amount_text(closing, least));
}

std::string culling_text(const CullingReport& culling) {
  const auto per_cent = [](const CulledShare& share) {
    return 100.0 * static_cast<double>(share.dropped) / std::max(1.0, static_cast<double>(share.faces));
  };
  return phrase("{:.0f} % of the upper's faces and {:.0f} % of the lower's move away and cannot meet",
                per_cent(culling.upper), per_cent(culling.lower));
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

constexpr auto features_words = enum_table<ContactFeatures, Wording>(
    {{ContactFeatures::lower_corner_on_upper_face, Text("a corner of the lower on a face of the upper")},
     {ContactFeatures::upper_corner_on_lower_face, Text("a corner of the upper on a face of the lower")},
     {ContactFeatures::edge_on_edge, Text("an edge of the lower on an edge of the upper")}});
std::string features_text(ContactFeatures features) { return features_words[features]; }

Eigen::Vector3d axis_point(const Closing& closing) {
  return closing.motion.motion_from_case().inverse(Eigen::Isometry).translation();
}

Eigen::Vector3d axis_direction(const Closing& closing) {
  return closing.motion.motion_from_case().linear().row(2).transpose();
}

Provenance provenance_of(const Closing& closing, const MeshReport& upper, const MeshReport& lower) {
  const ForPrograms english;
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
             ? phrase(
                   "Remaining travel is how far a point of the lower jaw still moves on its circle about the "
                   "axis until it meets the upper, in mm; the remaining angle is that over the radius. It is "
                   "computed at the centres of pixels: an upper bound of what a tooth has left. Only scanned "
                   "surface counts.")
             : phrase(
                   "Remaining travel is how far a point of the lower jaw still moves along the direction "
                   "until it meets the upper, in mm. It is computed at the centres of pixels: an upper bound "
                   "of what a tooth has left. Only scanned surface counts.");
}

std::vector<ContactOrderRow> contact_order_rows(const Closing& closing, const char* of,
                                                const std::vector<FirstToothContact>& contacts) {
  std::vector<ContactOrderRow> rows;
  for (const FirstToothContact& contact : contacts) rows.push_back({&closing, of, rows.size() + 1, &contact});
  return rows;
}

Figures<ContactOrderRow> contact_order_figures(bool turn) {
  using Row = ContactOrderRow;
  const auto tooth = [](const char* key, std::string heading, int FirstToothContact::*member) {
    return Figure<Row>{key, "", "FDI number; null for gum or an unknown tooth.",
                       [member](const Row& row) { return tooth_value(row.contact->*member); }}
        .headed(std::move(heading), [member](const Row& row) {
          return tooth_name(row.closing->bite_case->bite, row.contact->*member);
        });
  };
  const auto belief = [](const char* key, int FirstToothContact::*member) {
    return json_only(belief_figures<Row>(key, key, [member](const Row& row) {
      return belief_in(row.closing->bite_case->bite, row.contact->*member);
    }));
  };
  return Figures<Row>{Figure<Row>{"of", "", "pair, upper tooth or lower tooth.", &Row::of}.only(In::csv),
                      Figure<Row>{"order", "1", "From 1 within each of these.", &Row::order}.only(In::csv),
                      tooth("upper_tooth", phrase("upper"), &FirstToothContact::upper_tooth),
                      tooth("lower_tooth", phrase("lower"), &FirstToothContact::lower_tooth)} +
         belief("upper_tooth", &FirstToothContact::upper_tooth) +
         belief("lower_tooth", &FirstToothContact::lower_tooth) +
         Figures<Row>{
             Figure<Row>{"teeth_estimated", "", "true where the program found teeth itself.",
                         [](const Row& row) { return has_estimated_teeth(row.closing->bite_case->bite); }}
                 .only(In::csv),
             Figure<Row>{turn ? "remaining_deg" : "remaining_mm", turn ? "deg" : "mm",
                         "Motion until the teeth meet, an upper bound read at centres of pixels; where they "
                         "overlap already, minus the longest overlap.",
                         [](const Row& row) { return shown_amount(*row.closing, row.contact->amount); }}
                 .headed(turn ? phrase("angle") : phrase("travel"),
                         [](const Row& row) { return amount_text(*row.closing, row.contact->amount); }),
             Figure<Row>{"travel_mm", "mm", "Travel of the lower tooth until then, likewise.",
                         [](const Row& row) { return row.contact->travel_mm; }}
                 .headed(phrase("travel"),
                         [](const Row& row) { return rounded(row.contact->travel_mm, 3) + " mm"; }),
             Figure<Row>{"overlapping", "", "They overlap before anything moves.",
                         [](const Row& row) { return row.contact->amount < 0; }}
                 .headed(
                     "",
                     [](const Row& row) {
                       return row.contact->amount < 0 ? phrase("already overlapping") : "";
                     },
                     true),
             Figure<Row>{"point_mm", "mm", "Where they meet, on the upper, in the frame of its file.",
                         [](const Row& row) { return row.contact->case_point; }}
                 .in_columns(xyz_columns("point_", "_mm")),
             {"upper_face", "", "Face there, after import.",
              [](const Row& row) { return row.contact->upper_face; }},
             {"lower_face", "", "Face there, after import.",
              [](const Row& row) { return row.contact->lower_face; }}};
}

std::string finding_sentence(const Closing& closing) {
  if (closing.answer.starts_overlapping) return overlap_text(closing);
  if (closing.answer.contact) return contact_text(closing);
  const std::string limit = shortest(shown_amount(closing, closing.motion.limit()));
  return turns(closing) ? phrase("The jaws do not meet within a turn of {}°.", limit)
                        : phrase("The jaws do not meet within a slide of {} mm.", limit);
}

std::vector<Section> sections_of(const Closing& closing) {
  std::vector<Section> sections;
  if (!closing.order.pairs.empty()) sections.push_back(order_section(closing));
  sections.push_back(
      {.facts = {{phrase("Map"), map_text(closing)}, {phrase("Culling"), culling_text(closing.culling)}}});
  return sections;
}

}  // namespace intercusp
