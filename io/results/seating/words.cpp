#include "io/results/seating/words.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

//! "0.312 mm (0.130 left, 0.190 back, 0.200 down)".
std::string displacement_text(const AnatomicalVector& mm) {
  return phrase("{:.3f} mm ({:.3f} {}, {:.3f} {}, {:.3f} {})", mm.norm(), std::abs(mm.x()),
                mm.x() < 0 ? phrase("right") : phrase("left"), std::abs(mm.y()),
                mm.y() < 0 ? phrase("back") : phrase("forward"), std::abs(mm.z()),
                mm.z() < 0 ? phrase("down") : phrase("up"));
}

std::string rotation_text(const AnatomicalVector& degrees) {
  return phrase("{:.3f}° (front {} by {:.3f}°, left side {} by {:.3f}°, front to the {} by {:.3f}°)",
                degrees.norm(), degrees.x() < 0 ? phrase("up") : phrase("down"), std::abs(degrees.x()),
                degrees.y() < 0 ? phrase("down") : phrase("up"), std::abs(degrees.y()),
                degrees.z() < 0 ? phrase("right") : phrase("left"), std::abs(degrees.z()));
}

//! Without anatomy left and anterior are unknown: only the direction and the part across it are named.
Section motion_section(const Settlement& settlement) {
  const JawChange& change = *settlement.change;
  const AnatomicalVector degrees = change.turn_rad / std::numbers::pi * 180;
  const std::string largest = phrase("{:.3f} mm", change.largest_mm);
  Section section{.title = settlement.settled()
                               ? phrase("Motion of the lower jaw")
                               : phrase("Motion of the lower jaw to the place that was refused")};
  if (!settlement.anatomy.axes) {
    section.facts = {{phrase("along the direction"), phrase("{:.3f} mm", change.centre_mm.z())},
                     {phrase("across the direction"), phrase("{:.3f} mm", change.centre_mm.head<2>().norm())},
                     {phrase("largest, anywhere"), largest},
                     {phrase("rotation"), phrase("{:.3f}°", degrees.norm())}};
    return section;
  }
  const auto add = [&](const std::string& what, const std::optional<AnatomicalVector>& mm) {
    if (mm) section.facts.push_back({what, displacement_text(*mm)});
  };
  add(phrase("centre of the bite"), change.centre_mm);
  add(phrase("incisal edges"), change.incisal_mm);
  add(phrase("right molars"), change.right_molars_mm);
  add(phrase("left molars"), change.left_molars_mm);
  section.facts.push_back({phrase("largest, anywhere"), largest});
  section.facts.push_back({phrase("rotation"), rotation_text(degrees)});
  return section;
}

Section figures_section(const Settlement& settlement) {
  Section section;
  section.table.columns = {
      {phrase("The bite")}, {phrase("before")}, {settlement.after ? phrase("after") : ""}};
  const auto add = [&](std::string what, const std::function<std::string(const BiteFigures&)>& figure) {
    section.table.rows.push_back(
        {std::move(what), figure(*settlement.before), settlement.after ? figure(*settlement.after) : ""});
  };
  add(phrase("least surface distance, mm"), [](const BiteFigures& figures) {
    return figures.least ? rounded(figures.least->distance_mm, 4) : "–";
  });
  add(phrase("overlap volume, mm³"),
      [](const BiteFigures& figures) { return rounded(figures.overlap_mm3, 4); });
  for (std::size_t i = 0; i < settle_thresholds_mm.size(); ++i) {
    const std::string limit = shortest(settle_thresholds_mm[i]);
    add(phrase("contact area at {} mm, mm²", limit),
        [i](const BiteFigures& figures) { return rounded(figures.contact[i].surface_mm2, 2); });
    add(phrase("contacts at {} mm", limit),
        [i](const BiteFigures& figures) { return std::to_string(figures.contact[i].contacts); });
  }
  return section;
}

Section checks_section(const Settlement& settlement) {
  const Stand& stand = settlement.stand;
  const SettleAgreement& agreement = settlement.agreement;
  std::string support = phrase("The lower jaw is supported at {} places", stand.supports.size());
  if (settlement.anatomy.axes)
    support += phrase(", {:.0f} % of the load on the left, {:.0f} % on the right", 100 * stand.left_share,
                      100 - 100 * stand.left_share);
  support += stand.margin_mm > 0
                 ? phrase("; the centre of the bite lies {:.1f} mm inside their outline.", stand.margin_mm)
                 : phrase("; the centre of the bite does not lie inside their outline.");
  Section section{.paragraphs = {std::move(support)}};
  if (agreement.starts > 0) {
    section.paragraphs.push_back(phrase(
        "{} of {} other starts, 0.3 mm and 0.5° away, lead to the same place; largest difference {} mm.",
        agreement.same_place, agreement.starts,
        agreement.spread_mm < 0.001 ? phrase("less than 0.001") : rounded(agreement.spread_mm, 3)));
  }
  return section;
}

}  // namespace

std::string settle_definition() {
  return phrase(
      "The lower is pressed along superior through the centre of the bite, without friction, until the "
      "deepest place of either surface lies in the other jaw by 0.8 to 1 times the tolerance (surface "
      "distance, in any direction, negative inside). Translations are those of the bite's centre along "
      "the "
      "patient's left, anterior and superior; rotations are right-handed about these, together one turn. "
      "Areas are of the lower's surface within the threshold, penetration counted, clipped inside "
      "triangles. The overlap volume is summed along superior.");
}

std::string headline_of(const Settlement& settlement) {
  if (settlement.settled()) return phrase("Settled: a stable bite was found near the start.");
  std::string text = phrase("Not settled; the start is unchanged and no pose is given:");
  for (const Finding& refusal : settlement.refusals) text += "\n  - " + sentence_of(refusal);
  return text;
}

std::string settled_in_words(const Settlement& settlement) {
  const std::optional<LeastDistance>& least = settlement.after->least;
  const std::string depth = least ? rounded(least->max_penetration_distance_mm(), 3) : "–";
  return phrase("The bite is settled: overlap {} mm deep, moved by up to {} mm.", depth,
                rounded(settlement.change->largest_mm, 2));
}

std::vector<Section> sections_of(const Settlement& settlement) {
  std::vector<Section> sections;
  if (settlement.change) sections.push_back(motion_section(settlement));
  if (settlement.before) sections.push_back(figures_section(settlement));
  if (!settlement.stand.supports.empty()) sections.push_back(checks_section(settlement));
  return sections;
}

}  // namespace intercusp
