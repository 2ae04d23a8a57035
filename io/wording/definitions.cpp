#include "io/wording/definitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "io/wording/validation_words.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

std::string number_of(std::size_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

//! The area at the greatest threshold, whatever the order they were asked for in.
const AreaTotal& widest_of(std::span<const AreaTotal> areas) {
  return *std::max_element(areas.begin(), areas.end(), [](const AreaTotal& a, const AreaTotal& b) {
    return a.threshold_mm < b.threshold_mm;
  });
}

//! How deep or how far apart, by surface distance where there is one and along the direction.
std::string depth_or_gap(const Inspection& inspection) {
  const std::optional<double>& clearance = inspection.min_clearance_mm;
  if (!inspection.surface || !inspection.surface->least) {
    return inspection.interference
               ? fmt::format("The jaws overlap by up to {} mm along the direction of projection ({:.3f} mm³)",
                             rounded(inspection.max_penetration_mm, 3), inspection.overlap_volume_mm3)
               : fmt::format(
                     "The jaws do not overlap; along the direction of projection they come within "
                     "{} mm of each other",
                     rounded(clearance.value_or(0), 3));
  }
  const double distance = inspection.surface->least->distance_mm;
  if (inspection.interference) {
    const std::string along =
        inspection.max_penetration_mm > 0
            ? fmt::format("{} mm along the direction of projection; {:.3f} mm³",
                          rounded(inspection.max_penetration_mm, 3), inspection.overlap_volume_mm3)
            : "no pixel along the direction of projection shows it";
    return fmt::format("The jaws overlap by up to {} mm ({})", rounded(std::max(0.0, -distance), 3), along);
  }
  const bool overlap_between_pixels = -distance > inspection.options.depth_tolerance_mm && !inspection.exact;
  if (overlap_between_pixels) {
    return fmt::format("No pixel shows an overlap, but the surfaces reach up to {} mm into each other",
                       rounded(-distance, 3));
  }
  return fmt::format(
      "The jaws do not overlap; they come within {} mm of each other{}", rounded(std::max(0.0, distance), 3),
      clearance ? fmt::format(" ({} mm along the direction of projection)", rounded(*clearance, 3)) : "");
}

//! The jaws do not face each other; how far apart they are all the same.
std::string apart(const Inspection& inspection) {
  if (!inspection.surface || !inspection.surface->least) return ".";
  const double distance = inspection.surface->least->distance_mm;
  return distance < 0
             ? fmt::format("; their surfaces reach up to {} mm into each other.", rounded(-distance, 3))
             : fmt::format("; their surfaces are {} mm apart.", rounded(distance, 3));
}

std::string area_words(const Inspection& inspection) {
  if (inspection.contacts.areas.empty()) return {};
  const AreaTotal& projected = widest_of(inspection.contacts.areas);
  const auto plural = [](std::size_t count) { return count == 1 ? "lies" : "lie"; };
  if (!inspection.surface) {
    return fmt::format("; at a clearance of at most {} mm {} {} with {:.2f} mm² of the lower's surface",
                       shortest(projected.threshold_mm), plural(projected.contacts),
                       number_of(projected.contacts, "contact"), projected.surface_mm2);
  }
  const AreaTotal& area = widest_of(inspection.surface->contacts.lower.areas);
  return fmt::format(
      "; within {} mm of the upper {} {} with {:.2f} mm² of the lower's surface (by clearance along the "
      "direction {:.2f} mm²)",
      shortest(area.threshold_mm), plural(area.contacts), number_of(area.contacts, "contact"),
      area.surface_mm2, projected.surface_mm2);
}

}  // namespace

std::string measure_sentence() {
  return "Clearance is the distance from the lower jaw to the upper along the projection direction, in mm; "
         "where the jaws overlap it is negative: minus the longest overlap. Only scanned surface counts.";
}

std::string contact_sentence(const std::vector<double>& thresholds_mm) {
  return "Contact: clearance of at most " + in_words(thresholds_mm) +
         ", penetration counted. Areas are those of the lower jaw, clipped along the threshold's contour "
         "inside pixels.";
}

std::string surface_distance_sentence() {
  return "Surface distance is the distance from a point of one jaw to the closest point of the other jaw's "
         "scanned surface, in any direction, in mm; negative inside the other jaw. Points are left out where "
         "their closest point lies on the rim of a scan or where it cannot be decided whether they are "
         "inside "
         "the other jaw.";
}

std::string surface_contact_sentence(const std::vector<double>& thresholds_mm) {
  return "Contact: surface distance of at most " + in_words(thresholds_mm) +
         ", penetration counted. Areas lie on the surface itself, clipped along the threshold's contour "
         "inside triangles.";
}

std::string area_error_sentence(double area_error) {
  return fmt::format(
      "± is the remaining computational error of an area for these meshes in this pose (95 %). The edges of "
      "contacts are refined until it is {} % or cannot be reduced further. Errors of the scans and of the "
      "bite "
      "come on top.",
      shortest(100 * area_error));
}

std::string interval_sentence(const BiteError& error) {
  return fmt::format(
      "95 % interval: the lower is placed in {} poses around the registered one (normally distributed, "
      "standard "
      "deviation {} mm along and {}° about each axis, seed {}); 95 of 100 poses give a number inside the "
      "interval. The poses are computed on coarser pixels: the interval of an area is that of its ratio to "
      "the "
      "registered bite computed in the same way, the interval of a count or of the least distance that of "
      "the "
      "difference.",
      error.poses, shortest(error.translation_mm), shortest(in_degrees(error.rotation_rad)), error.seed);
}

std::string presence_sentence() {
  return "A contact comes and goes if fewer than 97.5 % of these poses have it. Contacts too small for the "
         "coarser pixels are not followed.";
}

std::string sectors_sentence(const Inspection& inspection) {
  if (!inspection.arch) {
    return "One direction of projection serves the whole bite: every number by clearance comes from its map.";
  }
  return "The arch is cut into sectors, each with a direction of its own; a point of the lower counts in the "
         "sector that sees it most squarely. Areas, contacts and pixels by clearance come from the sectors; "
         "the least clearance, the volume of overlap and the pictures from the map of the whole arch.";
}

std::string quantisation_sentence(const Quantisation& quantisation) {
  const std::string across = quantisation.position_mm > 0
                                 ? "corners of faces are snapped to steps of " +
                                       length_text(quantisation.position_mm) + " across the direction"
                                 : "corners of faces are not snapped";
  return across + (quantisation.depth_mm > 0
                       ? "; depths are rounded to steps of at most " + length_text(quantisation.depth_mm)
                       : "; depths have double precision");
}

std::string exact_sentence(const ExactInterference& exact) {
  const std::size_t inside = exact.upper_pieces_inside + exact.lower_pieces_inside;
  std::string sentence = exact.interference ? "The jaws interfere"
                         : exact.touching   ? "The jaws touch without interfering"
                                            : "The jaws neither interfere nor touch";
  if (!exact.curves.empty()) {
    sentence += fmt::format("; their surfaces cross along {}, {:.2f} mm in all",
                            number_of(exact.curves.size(), "curve"), exact.curve_length_mm);
  }
  if (inside > 0) {
    sentence += fmt::format("; {} of surface {} wholly inside the other jaw", number_of(inside, "piece"),
                            inside == 1 ? "lies" : "lie");
  }
  return sentence + ".";
}

std::string shortest(double number) { return fmt::format("{}", number); }

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

double in_degrees(double angle_rad) {
  constexpr double digits = 1e12;
  return std::round(angle_rad * 180 / std::numbers::pi * digits) / digits;
}

std::string rounded(double number, int decimals) {
  std::string text = fmt::format("{:.{}f}", std::abs(number), decimals);
  const bool is_zero = text.find_first_not_of("0.") == std::string::npos;
  return number < 0 && !is_zero ? "–" + text : text;
}

std::string rounded(const Interval& interval, int decimals) {
  return rounded(interval.low, decimals) + " to " + rounded(interval.high, decimals);
}

std::string in_words(const std::vector<double>& lengths_mm) {
  std::string words;
  for (std::size_t i = 0; i < lengths_mm.size(); ++i) {
    if (i > 0) words += i + 1 == lengths_mm.size() ? " or " : ", ";
    words += shortest(lengths_mm[i]);
  }
  return words + " mm";
}

std::string tooth_name(int fdi) { return fdi > 0 ? std::to_string(fdi) : "–"; }

std::string tooth_name(const EstimatedTooth& tooth) {
  return tooth_name(tooth.fdi) + (tooth.fdi > 0 && !tooth.sure ? "?" : "");
}

std::string tooth_name(const Bite& bite, int fdi) { return tooth_name(belief_in(bite, fdi)); }

std::string finding_sentence(const Inspection& inspection) {
  if (inspection.pixels.both == 0) {
    return "The jaws do not face each other anywhere along the direction of projection" + apart(inspection);
  }
  if (!inspection.min_clearance_mm) {
    return "No scanned surface of the lower jaw faces the upper" + apart(inspection);
  }
  return depth_or_gap(inspection) + area_words(inspection) + ".";
}

}  // namespace intercusp
