#include "io/export/definitions.h"

#include <fmt/format.h>

namespace intercusp {

std::string measure_sentence() {
  return "Clearance is the distance from the lower jaw to the upper along the projection direction, in mm; "
         "negative "
         "where the jaws overlap, then minus the longest overlap. Only scanned surface counts.";
}

std::string contact_sentence(const std::vector<double>& thresholds_mm) {
  return "Contact: clearance of at most " + in_words(thresholds_mm) +
         ", penetration counted. Areas are those of the lower jaw, clipped along the threshold's contour "
         "inside pixels.";
}

std::string shortest(double number) { return fmt::format("{}", number); }

std::string in_words(const std::vector<double>& lengths_mm) {
  std::string words;
  for (std::size_t i = 0; i < lengths_mm.size(); ++i) {
    if (i > 0) words += i + 1 == lengths_mm.size() ? " or " : ", ";
    words += shortest(lengths_mm[i]);
  }
  return words + " mm";
}

std::string tooth_name(int fdi) { return fdi > 0 ? std::to_string(fdi) : "–"; }

std::string finding_sentence(const Inspection& inspection) {
  if (inspection.pixels.both == 0)
    return "The jaws do not face each other anywhere along the projection direction.";
  if (!inspection.min_clearance_mm) return "No scanned surface of the lower jaw faces the upper.";
  std::string sentence =
      inspection.interference
          ? fmt::format("The jaws overlap by up to {:.3f} mm ({:.3f} mm³)", inspection.max_penetration_mm,
                        inspection.overlap_volume_mm3)
          : fmt::format("The jaws do not overlap; they come within {:.3f} mm of each other",
                        *inspection.min_clearance_mm);
  if (!inspection.contacts.areas.empty()) {
    const AreaTotal& widest = inspection.contacts.areas.back();
    sentence += fmt::format(
        "; at a clearance of at most {} mm there {} {} contact{} with {:.2f} mm² of the lower's surface "
        "({:.2f} mm² projected)",
        widest.threshold_mm, widest.contacts == 1 ? "is" : "are", widest.contacts,
        widest.contacts == 1 ? "" : "s", widest.surface_mm2, widest.projected_mm2);
  }
  return sentence + ".";
}

}  // namespace intercusp
