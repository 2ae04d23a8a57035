#include "io/results/inspection/parts.h"

#include <algorithm>
#include <cmath>

#include "io/language/language.h"
#include "io/results/inspection/contact_figures.h"
#include "io/wording/definitions.h"
#include "io/wording/provenance.h"
#include "io/wording/tooth_words.h"
#include "occlusion/case/fdi.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

ChartArch chart_of(const Solid& jaw, Jaw which, const ContactTable& contacts, double threshold_mm) {
  ChartArch arch;
  const auto stands = [&](int fdi) {
    return fdi > 0 && std::ranges::find(jaw.labels, fdi) != jaw.labels.end();
  };
  arch.numbered = std::ranges::any_of(jaw.labels, [](int label) { return label > 0; });
  for (int place = 0; place < arch_places; ++place) {
    const int from_right = which == Jaw::upper ? place : arch_places - 1 - place;
    ChartTooth& tooth = arch.teeth[static_cast<std::size_t>(from_right)];
    const int permanent = fdi_at(which, place), milk = fdi_at(which, place, true);
    tooth.fdi = !stands(permanent) && stands(milk) ? milk : permanent;
    tooth.missing = !stands(tooth.fdi);
    if (tooth.missing) continue;
    tooth.sure = belief_in(jaw, tooth.fdi).sure;
    for (const ToothContact& contact : contacts.teeth) {
      if (contact.threshold_mm != threshold_mm || contact.tooth != tooth.fdi || contact.contacts == 0)
        continue;
      tooth.area_mm2 = contact.surface_mm2;
      tooth.least_mm = contact.least_mm;
    }
  }
  return arch;
}

std::optional<ClosestPlace> closest_place(const Inspection& inspection) {
  const std::optional<LeastDistance>& least = inspection.surface->least;
  if (!least) return std::nullopt;
  ClosestPlace place{.distance_mm = least->distance_mm,
                     .upper_tooth = face_teeth(*inspection.bite_case->bite.upper)[least->upper_face],
                     .lower_tooth = face_teeth(*inspection.bite_case->bite.lower)[least->lower_face]};
  place.teeth = pair_in_words(inspection.bite_case->bite, place.upper_tooth, place.lower_tooth);
  return place;
}

std::optional<FirstContactPlace> first_contact_place(const Inspection& inspection) {
  const std::optional<HingeContact>& contact = inspection.first_contact;
  if (!contact) return std::nullopt;
  const Bite& bite = inspection.bite_case->bite;
  return FirstContactPlace{.opening_mm = contact->opening_mm,
                           .teeth = pair_in_words(bite, face_teeth(*bite.upper)[contact->upper_face],
                                                  face_teeth(*bite.lower)[contact->lower_face])};
}

std::optional<Interval> mirrored(const std::optional<Interval>& share) {
  if (!share) return std::nullopt;
  return Interval{1 - share->high, 1 - share->low};
}

std::vector<KeyFigure> key_figures_of(const FirstPage& page) {
  std::vector<KeyFigure> figures = {
      {phrase("Contact area of the lower jaw"), phrase("{:.2f} mm²", page.area_mm2),
       page.area_interval ? phrase("95 %: {}", rounded(*page.area_interval, 2)) : ""},
      {phrase("Contacts"), std::to_string(page.contacts), ""}};
  if (page.closest) {
    const ClosestPlace& closest = *page.closest;
    figures.push_back({closest.distance_mm < 0 ? phrase("Deepest overlap") : phrase("Least distance"),
                       rounded(std::abs(closest.distance_mm), 3) + " mm", closest.teeth});
  }
  if (page.first_contact) {
    const auto& [opening_mm, teeth] = *page.first_contact;
    figures.push_back(
        {opening_mm < 0 ? phrase("Still to close to first contact") : phrase("Open at first contact"),
         rounded(std::abs(opening_mm), 2) + " mm", teeth});
  }
  return figures;
}

void add_balance(FirstPage& page, const AreaTotal& area, const AreaInterval* interval) {
  if (area.right_share)
    page.right = {*area.right_share, interval != nullptr ? mirrored(interval->left_share) : std::nullopt};
  if (area.anterior_share)
    page.anterior = {*area.anterior_share, interval != nullptr ? interval->anterior_share : std::nullopt};
}

// ---- Sentences

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

//! The finding at one threshold, by surface distance.
//! \param closest_teeth the teeth where the jaws are closest, in words
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

//! As many remarks as the page has room for.
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

//! Estimated numbers and axes, with their confidence.
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

//! What the figure of the first contact means.
std::string first_contact_sentence(bool measured_hinge) {
  if (measured_hinge)
    return phrase(
        "First contact: of a closing about the measured hinge axis; mm at the lower incisors, against the "
        "bite.");
  return phrase(
      "First contact: of a closing about a hinge axis through average condyles; mm at the lower incisors, "
      "against the bite.");
}

//! What counts as contact on the first page.
std::string first_page_measure_sentence(double threshold_mm) {
  return phrase(
      "By surface distance, in any direction; contact: at most {} mm, penetration counted. Numbers in the "
      "pictures are those of the table of contacts.",
      shortest(threshold_mm));
}

// ---- The finding in one sentence

//! The area at the threshold of the report's first page.
const AreaTotal& headline_area(const Inspection& inspection, const std::vector<AreaTotal>& areas) {
  return *std::ranges::find(areas, headline_threshold(inspection.options.thresholds_mm),
                            &AreaTotal::threshold_mm);
}

//! How deep the jaws overlap, or how far apart they are: by surface distance, if there is one, and along the
//! direction.
std::string depth_or_gap(const Inspection& inspection) {
  const std::optional<double>& clearance = inspection.min_clearance_mm;
  if (!inspection.surface || !inspection.surface->least) {
    return inspection.interference
               ? phrase("The jaws overlap by up to {} mm along the direction of projection ({:.3f} mm³)",
                        rounded(inspection.max_penetration_mm, 3), inspection.overlap_volume_mm3)
               : phrase(
                     "The jaws do not overlap; along the direction of projection they come within {} mm of "
                     "each other",
                     rounded(clearance.value_or(0), 3));
  }
  const double distance = inspection.surface->least->distance_mm;
  if (inspection.interference) {
    const std::string along =
        inspection.max_penetration_mm > 0
            ? phrase("{} mm along the direction of projection; {:.3f} mm³",
                     rounded(inspection.max_penetration_mm, 3), inspection.overlap_volume_mm3)
            : phrase("no pixel along the direction of projection shows it");
    return phrase("The jaws overlap by up to {} mm ({})", rounded(std::max(0.0, -distance), 3), along);
  }
  return phrase(
      "The jaws do not overlap; they come within {} mm of each other{}", rounded(std::max(0.0, distance), 3),
      clearance ? phrase(" ({} mm along the direction of projection)", rounded(*clearance, 3)) : "");
}

//! How far apart the jaws are if they do not face each other.
std::string apart(const Inspection& inspection) {
  if (!inspection.surface || !inspection.surface->least) return ".";
  const double distance = inspection.surface->least->distance_mm;
  return distance < 0 ? phrase("; their surfaces reach up to {} mm into each other.", rounded(-distance, 3))
                      : phrase("; their surfaces are {} mm apart.", rounded(distance, 3));
}

std::string area_words(const Inspection& inspection) {
  if (inspection.contacts.areas.empty()) return {};
  const AreaTotal& projected = headline_area(inspection, inspection.contacts.areas);
  const auto contacts = [](std::size_t count) {
    return count == 1 ? phrase("lies 1 contact") : phrase("lie {} contacts", count);
  };
  if (!inspection.surface) {
    return phrase("; at a clearance of at most {} mm {} with {:.2f} mm² of the lower's surface",
                  shortest(projected.threshold_mm), contacts(projected.contacts), projected.surface_mm2);
  }
  const AreaTotal& area = headline_area(inspection, inspection.surface->contacts.lower.areas);
  return phrase(
      "; within {} mm of the upper {} with {:.2f} mm² of the lower's surface (by clearance along the "
      "direction {:.2f} mm²)",
      shortest(area.threshold_mm), contacts(area.contacts), area.surface_mm2, projected.surface_mm2);
}

}  // namespace

std::string finding_sentence(const Inspection& inspection) {
  if (inspection.pixels.both == 0) {
    return phrase("The jaws do not face each other anywhere along the direction of projection") +
           apart(inspection);
  }
  if (!inspection.min_clearance_mm) {
    return phrase("No scanned surface of the lower jaw faces the upper") + apart(inspection);
  }
  return depth_or_gap(inspection) + area_words(inspection) + ".";
}

std::optional<FirstPage> first_page_of(const Inspection& inspection, const MeshReport& upper,
                                       const MeshReport& lower, const std::vector<Remark>& remarks,
                                       const CaseNotes& notes) {
  std::optional<MeasuredContacts> measured = by_surface_distance(inspection);
  if (!measured || measured->contacts.areas.empty()) return std::nullopt;
  if (!in_bite(inspection)) measured->intervals = nullptr;
  const double threshold_mm = headline_threshold(inspection.options.thresholds_mm);
  const ContactTable& contacts = measured->contacts;
  const auto found = std::ranges::find(contacts.areas, threshold_mm, &AreaTotal::threshold_mm);
  const AreaTotal& area = *found;
  const AreaInterval* const interval =
      measured->area_interval(static_cast<std::size_t>(found - contacts.areas.begin()));
  FirstPage page{.notes = notes,
                 .threshold_mm = threshold_mm,
                 .area_mm2 = area.surface_mm2,
                 .contacts = area.contacts,
                 .closest = closest_place(inspection),
                 .first_contact = first_contact_place(inspection),
                 .upper = chart_of(*inspection.bite_case->bite.upper, Jaw::upper, contacts, threshold_mm),
                 .lower = chart_of(*inspection.bite_case->bite.lower, Jaw::lower, contacts, threshold_mm)};
  page.upper_files = file_names(upper);
  page.lower_files = file_names(lower);
  if (interval != nullptr) page.area_interval = interval->surface_mm2;
  add_balance(page, area, interval);
  page.key_figures = key_figures_of(page);
  page.finding = first_page_sentence(inspection, area, page.closest ? page.closest->teeth : "");
  page.measure_note = first_page_measure_sentence(threshold_mm);
  if (page.first_contact)
    page.measure_note += " " + first_contact_sentence(inspection.options.condyles.has_value());
  page.warnings = warning_sentences(remarks);
  page.unsure = unsure_sentences(inspection);
  return page;
}

}  // namespace intercusp
