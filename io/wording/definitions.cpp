#include "io/wording/definitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/language/language.h"
#include "occlusion/base/angles.h"
#include "occlusion/case/teeth.h"
#include "occlusion/engines/compute_map.h"

namespace intercusp {

std::string measure_sentence() {
  return phrase(
      "Clearance is the distance from the lower jaw to the upper along the projection direction, in mm; "
      "where the jaws overlap it is negative: minus the longest overlap. Only scanned surface counts.");
}

std::string contact_sentence(const std::vector<double>& thresholds_mm) {
  return phrase(
      "Contact: clearance of at most {}, penetration counted. Areas are those of the lower jaw, clipped "
      "along the threshold's contour inside pixels.",
      in_words(thresholds_mm));
}

std::string surface_distance_sentence() {
  return phrase(
      "Surface distance is the distance from a point of one jaw to the closest point of the other jaw's "
      "scanned surface, in any direction, in mm; negative inside the other jaw. Points are left out where "
      "their closest point lies on the rim of a scan or where it cannot be decided whether they are inside "
      "the other jaw.");
}

std::string quantisation_sentence(const Quantisation& quantisation) {
  return (quantisation.position_mm > 0
              ? phrase("corners of faces are snapped to steps of {} across the direction",
                       length_text(quantisation.position_mm))
              : phrase("corners of faces are not snapped")) +
         (quantisation.depth_mm > 0
              ? phrase("; depths are rounded to steps of at most {}", length_text(quantisation.depth_mm))
              : phrase("; depths have double precision"));
}

std::string shortest(double number) { return with_decimal_mark(fmt::format("{}", number)); }

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

double as_decimal(double number) {
  constexpr double digits = 1e12;
  return std::round(number * digits) / digits;
}

double in_degrees(double angle_rad) { return as_decimal(angle_rad / rad_per_deg); }

std::string rounded(double number, int decimals) {
  const std::string text = fmt::format("{:.{}f}", std::abs(number), decimals);
  const bool is_zero = text.find_first_not_of("0.") == std::string::npos;
  return (number < 0 && !is_zero ? "–" : "") + with_decimal_mark(text);
}

std::string rounded(const Interval& interval, int decimals) {
  return phrase("{} to {}", rounded(interval.low, decimals), rounded(interval.high, decimals));
}

std::string depth_text(double distance_mm) {
  const std::string length = rounded(std::abs(distance_mm), 3);
  return distance_mm < 0 ? phrase("{} mm deep", length) : phrase("{} mm apart", length);
}

std::string depth_text(const Interval& distance_mm) {
  const auto [low, high] = distance_mm;
  if (low >= 0) return phrase("{} mm apart", rounded(distance_mm, 3));
  if (high <= 0) return phrase("{} mm deep", rounded(Interval{-high, -low}, 3));
  return phrase("{} to {}", depth_text(low), depth_text(high));
}

std::string vector_text(const Eigen::Vector3d& vector, int decimals) {
  return phrase("{}, {}, {}", rounded(vector.x(), decimals), rounded(vector.y(), decimals),
                rounded(vector.z(), decimals));
}

std::string in_words(const std::vector<double>& lengths_mm) {
  std::string words;
  for (std::size_t i = 0; i < lengths_mm.size(); ++i) {
    const std::string length = shortest(lengths_mm[i]);
    if (i == 0)
      words = length;
    else
      words =
          i + 1 == lengths_mm.size() ? phrase("{} or {}", words, length) : phrase("{}, {}", words, length);
  }
  return words + " mm";
}

std::string engine_reason_in_words(const EngineReason& reason) {
  switch (reason.code) {
    case EngineReason::Code::opengl:
      return phrase("OpenGL on {}", reason.detail);
    case EngineReason::Code::software_opengl:
      return phrase("OpenGL draws in software here ({})", reason.detail);
    case EngineReason::Code::no_opengl:
      return phrase("no OpenGL 4.5 here; intercusp doctor says why");
    case EngineReason::Code::too_little_memory:
      return phrase("too little memory to load OpenGL: {} MB are free", reason.detail);
    case EngineReason::Code::shader_refused:
      return phrase("the OpenGL driver refuses a shader: {}", reason.detail);
    case EngineReason::Code::opengl_failed:
      return phrase("OpenGL failed on the way: {}", reason.detail);
    case EngineReason::Code::asked_for:
      break;
  }
  return phrase("asked for");
}

constexpr auto part_words =
    enum_table<ArchPart, Wording>({{ArchPart::whole, Text("whole arch")},
                                   {ArchPart::right_posterior, Text("right posterior")},
                                   {ArchPart::anterior, Text("anterior")},
                                   {ArchPart::left_posterior, Text("left posterior")},
                                   {ArchPart::right_molars, Text("right molars")},
                                   {ArchPart::right_premolars, Text("right premolars")},
                                   {ArchPart::left_premolars, Text("left premolars")},
                                   {ArchPart::left_molars, Text("left molars")}});
std::string place_in_arch(ArchPart part) { return part_words[part]; }

std::string sector_name(const SectoredArch& arch, std::size_t sector) {
  const std::optional<ArchPart> part = arch.sectors[sector].part;
  return part ? place_in_arch(*part)
              : phrase("sector {} of {}, from the right", sector + 1, arch.sectors.size());
}

std::string tooth_name(const EstimatedTooth& tooth) {
  return tooth_name(tooth.fdi) + (tooth.fdi > 0 && !tooth.sure ? "?" : "");
}

std::string tooth_name(const Bite& bite, int fdi) { return tooth_name(belief_in(bite, fdi)); }

double headline_threshold(const std::vector<double>& thresholds_mm) {
  constexpr double usual_mm = 0.1;
  return *std::ranges::min_element(thresholds_mm, {}, [](double threshold_mm) {
    return std::pair(std::abs(threshold_mm - usual_mm), threshold_mm);
  });
}

std::string length_text(double length_mm) {
  if (!std::isfinite(length_mm)) return "–";
  if (length_mm == 0) return "0 µm";
  const double size_um = std::abs(1000 * length_mm);
  const double unit = size_um < 999.5 ? size_um : size_um / 1000;
  constexpr double rounded_up = 1.0005;  // 9.996 becomes 10.0
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(unit * rounded_up))), 0, 4);
  if (size_um < 0.00005) return phrase("below 0.0001 µm");
  return fmt::format("{} {}", rounded(length_mm < 0 ? -unit : unit, decimals), size_um < 999.5 ? "µm" : "mm");
}

std::string map_sentence(const PixelGrid& grid, EngineKind engine) {
  return phrase("{} × {} pixels of {} mm, {} engine", grid.width, grid.height, shortest(grid.pixel_mm),
                name_of(engine));
}

}  // namespace intercusp
