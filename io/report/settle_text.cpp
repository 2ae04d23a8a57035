#include "io/report/settle_text.h"

#include <fmt/format.h>

#include <functional>

#include "io/wording/definitions.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

std::string heading(const Settlement& settlement) {
  if (settlement.settled()) return "Settled: a stable bite was found near the start.\n";
  std::string text = "Not settled; the start is unchanged and no pose is given:\n";
  for (const Finding& refusal : settlement.refusals) text += "  - " + sentence_of(refusal) + "\n";
  return text;
}

//! "0.13 left, 0.19 back, 0.20 down".
std::string ways(const AnatomicalVector& mm) {
  return fmt::format("{:.3f} {}, {:.3f} {}, {:.3f} {}", std::abs(mm.x()), mm.x() < 0 ? "right" : "left",
                     std::abs(mm.y()), mm.y() < 0 ? "back" : "forward", std::abs(mm.z()),
                     mm.z() < 0 ? "down" : "up");
}

std::string way_line(const char* what, const std::optional<AnatomicalVector>& mm) {
  if (!mm) return {};
  return fmt::format("  {:<22} {:.3f} mm ({})\n", what, mm->norm(), ways(*mm));
}

//! Without anatomy left and anterior are two directions of nobody's.
std::string motion_text(const Settlement& settlement) {
  const JawChange& change = *settlement.change;
  const AnatomicalVector degrees = change.turn_rad / std::numbers::pi * 180;
  std::string text = settlement.settled() ? "Motion of the lower jaw\n"
                                          : "Motion of the lower jaw to the place that was refused\n";
  if (!settlement.anatomy.axes) {
    return text + fmt::format(
                      "  along the direction    {:.3f} mm, across it {:.3f} mm\n  turn                   "
                      "{:.3f}°\n  at most                {:.3f} mm at any place\n",
                      change.centre_mm.z(), change.centre_mm.head<2>().norm(), degrees.norm(),
                      change.largest_mm);
  }
  text += way_line("centre of the bite", change.centre_mm);
  text += way_line("incisal edges", change.incisal_mm);
  text += way_line("right molars", change.right_molars_mm);
  text += way_line("left molars", change.left_molars_mm);
  text += fmt::format("  {:<22} {:.3f} mm\n", "at most, at any place", change.largest_mm);
  text += fmt::format(
      "  {:<22} {:.3f}° (front {} by {:.3f}°, left side {} by {:.3f}°, front to the {} by {:.3f}°)\n", "turn",
      degrees.norm(), degrees.x() < 0 ? "up" : "down", std::abs(degrees.x()), degrees.y() < 0 ? "down" : "up",
      std::abs(degrees.y()), degrees.z() < 0 ? "right" : "left", std::abs(degrees.z()));
  return text;
}

std::string row(const char* what, const Settlement& settlement,
                const std::function<std::string(const BiteFigures&)>& figure) {
  return fmt::format("  {:<42} {:>10} {:>10}\n", what, figure(*settlement.before),
                     settlement.after ? figure(*settlement.after) : "");
}

std::string figures_text(const Settlement& settlement) {
  std::string text =
      fmt::format("{:<44} {:>10} {:>10}\n", "The bite", "before", settlement.after ? "after" : "");
  text += row("least surface distance, mm", settlement, [](const BiteFigures& figures) {
    return figures.least ? rounded(figures.least->distance_mm, 4) : "–";
  });
  text += row("overlap volume, mm³", settlement,
              [](const BiteFigures& figures) { return rounded(figures.overlap_mm3, 4); });
  for (std::size_t i = 0; i < settle_thresholds_mm.size(); ++i) {
    const std::string limit = shortest(settle_thresholds_mm[i]);
    text += row(fmt::format("contact area at {} mm, mm²", limit).c_str(), settlement,
                [i](const BiteFigures& figures) { return rounded(figures.contact[i].surface_mm2, 2); });
    text += row(fmt::format("contacts at {} mm", limit).c_str(), settlement,
                [i](const BiteFigures& figures) { return std::to_string(figures.contact[i].contacts); });
  }
  return text;
}

std::string checks_text(const Settlement& settlement) {
  const Stand& stand = settlement.stand;
  const SettleAgreement& agreement = settlement.agreement;
  std::string text = fmt::format("It stands on {} places", stand.supports.size());
  if (settlement.anatomy.axes)
    text += fmt::format(", {:.0f} % of the load on the left, {:.0f} % on the right", 100 * stand.left_share,
                        100 - 100 * stand.left_share);
  text += stand.margin_mm > 0
              ? fmt::format("; its centre lies {:.1f} mm inside their outline.\n", stand.margin_mm)
              : "; its centre does not lie inside their outline.\n";
  if (agreement.starts == 0) return text;
  const std::string spread =
      agreement.spread_mm < 0.001 ? "less than 0.001" : rounded(agreement.spread_mm, 3);
  return text + fmt::format(
                    "{} of {} other starts, 0.3 mm and 0.5° away, lead to the same place; largest difference "
                    "{} mm.\n",
                    agreement.same_place, agreement.starts, spread);
}

}  // namespace

std::string settle_definition() {
  return "The lower is pressed along superior through the centre of the bite, without friction, until the "
         "deepest place of either surface lies in the other jaw by 0.8 to 1 times the tolerance (surface "
         "distance, in any "
         "direction, negative inside). Translations are those of the bite's centre along the patient's left, "
         "anterior and superior; rotations are right-handed about these, together one turn. Areas are of the "
         "lower's surface within the threshold, penetration counted, clipped inside triangles. The overlap "
         "volume is summed "
         "along superior.";
}

std::string settle_text(const Settlement& settlement) {
  std::string text = heading(settlement);
  if (settlement.change) text += "\n" + motion_text(settlement);
  if (settlement.before) text += "\n" + figures_text(settlement);
  if (!settlement.stand.supports.empty()) text += "\n" + checks_text(settlement);
  return text;
}

}  // namespace intercusp
