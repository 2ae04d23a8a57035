#include "io/case/scale_check.h"

#include "io/case/finding_codes.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <string_view>
#include <vector>

namespace intercusp {
namespace {

constexpr double smallest_mouth_mm = 20;
constexpr double biggest_mouth_mm = 90;

struct Unit {
  std::string_view name;
  std::string_view option;
  double mm;
  std::size_t sure_from_faces;
};

constexpr std::size_t never = std::numeric_limits<std::size_t>::max(), of_a_scan = 1000;

constexpr std::array<Unit, 4> units = {{{"metres", "m", 1000, 0},
                                        {"centimetres", "cm", 10, never},
                                        {"inches", "inch", 25.4, of_a_scan},
                                        {"micrometres", "um", 0.001, 0}}};

}  // namespace

const std::map<std::string, double>& mm_per_unit() {
  static const std::map<std::string, double> all = [] {
    std::map<std::string, double> named = {{"mm", 1}};
    for (const Unit& unit : units) named.emplace(unit.option, unit.mm);
    return named;
  }();
  return all;
}

std::optional<OddScale> check_scale(double size, std::size_t faces) {
  if (size >= smallest_mouth_mm && size <= biggest_mouth_mm) return std::nullopt;
  OddScale odd;
  std::vector<std::string> guesses;
  std::vector<std::string_view> options;
  // Tolerance of a ten-millionth: 2 cm written as 20.0/10 or in floats must still count at the limit.
  constexpr double slack = 1e-7;
  for (const Unit& unit : units) {
    const double mm = size * unit.mm;
    if (mm < smallest_mouth_mm * (1 - slack) || mm > biggest_mouth_mm * (1 + slack)) continue;
    guesses.push_back(fmt::format("{} (--unit {})", unit.name, unit.option));
    options.push_back(unit.option);
    odd.sure |= faces >= unit.sure_from_faces;
  }
  odd.near_a_unit = !guesses.empty();
  odd.finding = {codes::odd_scale,
                 Severity::warning,
                 {{"reason", odd.near_a_unit ? "near_a_unit" : "near_none"},
                  {"extent", size},
                  {"units", fmt::format("{}", fmt::join(options, ","))}}};
  if (odd.near_a_unit) {
    odd.text = fmt::format(
        "the largest extent is {:.4g}, which looks like {}: a mouth is 20 to 90 mm; state the unit, "
        "or --unit mm if these are millimetres",
        size, fmt::join(guesses, " or "));
  } else {
    odd.text = fmt::format(
        "the largest extent is {:.4g} mm, a mouth is 20 to 90 mm; if the unit is another one, state "
        "it with --unit",
        size);
  }
  return odd;
}

}  // namespace intercusp
