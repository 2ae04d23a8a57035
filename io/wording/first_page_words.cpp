#include "io/wording/first_page_words.h"

#include <algorithm>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "io/wording/tooth_words.h"

namespace intercusp {
namespace {

//! "; they overlap by up to 0.125 mm, at teeth 23–34".
std::string closest_words(const Inspection& inspection, const std::string& teeth) {
  const std::optional<LeastDistance>& least = inspection.surface->least;
  if (!least) return {};
  const std::string at = teeth.empty() ? "" : phrase(", at {}", teeth);
  return least->distance_mm < -inspection.options.depth_tolerance_mm
             ? phrase("; they overlap by up to {} mm{}", rounded(-least->distance_mm, 3), at)
             : phrase("; they come within {} mm of each other{}",
                      rounded(std::max(0.0, least->distance_mm), 3), at);
}

}  // namespace

std::string pair_in_words(const Bite& bite, int upper_tooth, int lower_tooth) {
  if (upper_tooth > 0 && lower_tooth > 0)
    return phrase("teeth {}–{}", tooth_name(bite, upper_tooth), tooth_name(bite, lower_tooth));
  const int one = std::max(upper_tooth, lower_tooth);
  return one > 0 ? phrase("tooth {}", tooth_name(bite, one)) : "";
}

std::string first_page_sentence(const Inspection& inspection, const AreaTotal& area,
                                const std::string& closest_teeth) {
  const std::string closest = closest_words(inspection, closest_teeth);
  const std::string threshold = shortest(area.threshold_mm);
  if (area.contacts == 0) return phrase("The jaws have no contact within {} mm{}.", threshold, closest);
  return area.contacts == 1 ? phrase("The jaws have 1 contact within {} mm, of {:.2f} mm²{}.", threshold,
                                     area.surface_mm2, closest)
                            : phrase("The jaws have {} contacts within {} mm, of {:.2f} mm² in all{}.",
                                     area.contacts, threshold, area.surface_mm2, closest);
}

std::vector<std::string> warning_sentences(const std::vector<Remark>& remarks) {
  constexpr std::size_t most = 4;
  std::vector<std::string> sentences;
  for (const Remark& remark : remarks) {
    sentences.push_back(remark.about.empty() ? remark.text
                                             : phrase("{}: {}", capitalised(remark.about), remark.text));
  }
  if (sentences.size() > most) {
    const std::size_t left_out = sentences.size() - (most - 1);
    sentences.resize(most - 1);
    sentences.push_back(phrase("{} further remarks stand on the next page.", left_out));
  }
  return sentences;
}

std::vector<std::string> unsure_sentences(const Inspection& inspection) {
  std::vector<std::string> sentences;
  if (has_estimated_teeth(inspection.bite_case->bite))
    sentences.push_back(estimated_teeth_sentence(inspection.bite_case->bite));
  if (inspection.bite_case->anatomy.axes && inspection.bite_case->anatomy.method) {
    sentences.push_back(phrase("The patient's axes are estimated (confidence {}).",
                               confidence_text(inspection.bite_case->anatomy.confidence)));
  }
  return sentences;
}

std::string chart_sentence() {
  return phrase(
      "Per tooth: contact area in mm² (of the lower jaw; for upper teeth of what lies opposite) and "
      "least surface distance in mm, negative where the jaws overlap. Empty: no contact. –: no such "
      "tooth. Dashed, ?: number not sure.");
}

std::string no_chart_sentence() { return phrase("The teeth have no numbers: there is no tooth chart."); }

std::string share_interval_sentence() {
  return phrase("Line: 95 % interval, from the error of the bite's registration.");
}

std::string first_contact_sentence() {
  return phrase(
      "First contact: of a closing about a hinge axis through average condyles; mm at the lower incisors, "
      "against "
      "the bite.");
}

std::string first_page_measure_sentence(double threshold_mm) {
  return phrase(
      "By surface distance, in any direction; contact: at most {} mm, penetration counted. Numbers in "
      "the pictures are those of the table of contacts.",
      shortest(threshold_mm));
}

}  // namespace intercusp
