#include "io/wording/tooth_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

std::string side_name(const ToothPlace& place) {
  switch (place.buccolingual) {
    case Buccolingual::buccal:
      return is_front_tooth(place.tooth) ? phrase("labial") : phrase("buccal");
    case Buccolingual::lingual:
      return jaw_of(place.tooth) == Jaw::upper ? phrase("palatal") : phrase("lingual");
    case Buccolingual::incisal:
      return phrase("incisal");
    case Buccolingual::central:
      break;
  }
  return "";
}

constexpr auto feature_words =
    enum_table<ToothFeature, Wording>({{ToothFeature::cusp, Text("cusp")},
                                       {ToothFeature::fossa, Text("fossa")},
                                       {ToothFeature::marginal_ridge, Text("marginal ridge")},
                                       {ToothFeature::incline, Text("incline")}});

std::string teeth_text(const Bite& bite, const std::vector<int>& teeth) {
  std::vector<std::string> names;
  for (const int tooth : teeth) names.push_back(tooth_name(bite, tooth));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string with_range(double mm, const RelationInterval& interval_mm) {
  return fmt::format("{} ({})", rounded(mm, 1),
                     phrase("{} to {}", rounded(interval_mm[0], 1), rounded(interval_mm[1], 1)));
}

void add_length(Table& table, const Bite& bite, const std::string& name,
                const std::optional<RelationLength>& length) {
  if (length)
    table.rows.push_back(
        {name, with_range(length->mm, length->interval_mm), "", teeth_text(bite, length->teeth)});
}

void add_class(Table& table, const Bite& bite, const std::string& name,
               const std::optional<SagittalRelation>& relation) {
  if (!relation) return;
  const std::string found = name_of(relation->sagittal_class);
  table.rows.push_back({name, with_range(relation->mesial_mm, relation->interval_mm),
                        relation->sure ? phrase("class {}", found) : phrase("class {}, not sure", found),
                        teeth_text(bite, relation->teeth)});
}

}  // namespace

std::string place_name(const std::optional<ToothPlace>& place) {
  if (!place) return "–";
  const std::string side = side_name(*place);
  std::string name = side;
  if (place->mesiodistal == Mesiodistal::central) {
    if (side.empty()) name = phrase("central");
  } else {
    const bool mesial = place->mesiodistal == Mesiodistal::mesial;
    name = side.empty() ? (mesial ? phrase("mesial") : phrase("distal"))
                        : (mesial ? phrase("mesio") : phrase("disto")) + side;
  }
  return place->feature ? phrase("{} {}", name, std::string(feature_words[*place->feature])) : name;
}

std::string teeth_in_words(const Bite& bite, GroupPair pair) {
  const auto name = [&](ToothGroup group) {
    if (const std::optional<ArchPart> part = part_of_arch(group)) return place_in_arch(*part);
    return is_tooth(group) ? tooth_name(bite, group) : phrase("gum");
  };
  return name(pair.upper) + "–" + name(pair.lower);
}

std::string pair_in_words(const Bite& bite, int upper_tooth, int lower_tooth) {
  if (upper_tooth > 0 && lower_tooth > 0)
    return phrase("teeth {}–{}", tooth_name(bite, upper_tooth), tooth_name(bite, lower_tooth));
  const int one = std::max(upper_tooth, lower_tooth);
  return one > 0 ? phrase("tooth {}", tooth_name(bite, one)) : "";
}

std::string tooth_or_gum(const Bite& bite, Jaw jaw, int fdi) {
  if (fdi != 0) return tooth_name(bite, fdi);
  const bool numbered = std::ranges::any_of(bite.of(jaw)->labels, [](int label) { return label > 0; });
  return numbered ? phrase("gum") : tooth_name(0);
}

std::string confidence_text(double confidence) { return phrase("{:.0f} %", std::floor(100 * confidence)); }

std::string place_sentence() {
  return phrase(
      "The place of a contact on a tooth is that of the middle of its area there, by thirds of the crown "
      "along the tooth's own mesiodistal and buccolingual axes; on front teeth labial, incisal or lingual "
      "(palatal) by the way the surface faces. Cusp, fossa, marginal ridge and incline are told from the "
      "surface's curvature within 1 mm; none is named where it does not say.");
}

std::string relations_sentence() {
  return phrase(
      "Overjet: from the labial surface of the lower central incisors forward to the labial side of the "
      "upper incisal edges, negative if reversed. Overbite: from the upper incisal edges up to the lower "
      "ones, negative in an open bite. Midline shift: the lower midline against the upper one, positive to "
      "the patient's left. Molars: how far the mesiobuccal cusp of the upper first molar stands mesial of "
      "the mesiobuccal groove of the lower one; canines: the tip of the upper canine, of the contact between "
      "the lower canine and first premolar; negative is distal. Class I reaches half a cusp to either side, "
      "mesial of it is class II, distal class III (Angle); half a cusp is a quarter of the upper molar's "
      "width, half of the upper canine's.");
}

Section relations_section(const BiteRelations& found, const Bite& bite) {
  Section section{.title = phrase("Relation of the arches"),
                  .table = {.columns = {{""},
                                        {"mm"},
                                        {.heading = phrase("Class"), .is_text = true},
                                        {.heading = phrase("Measured on teeth"), .is_text = true}}},
                  .notes = {phrase(
                      "Overjet and overbite: negative if reversed or open. Midline: positive, the lower lies "
                      "to the patient's left. Molars and canines: how far the upper tooth stands mesial of "
                      "its place in class I, negative: distal. In brackets: what the surfaces allow.")},
                  .on = Section::On::page};
  add_length(section.table, bite, phrase("Overjet"), found.overjet);
  add_length(section.table, bite, phrase("Overbite"), found.overbite);
  add_length(section.table, bite, phrase("Shift of the lower midline"), found.midline_shift);
  add_class(section.table, bite, phrase("Molars, right"), found.right_molar);
  add_class(section.table, bite, phrase("Molars, left"), found.left_molar);
  add_class(section.table, bite, phrase("Canines, right"), found.right_canine);
  add_class(section.table, bite, phrase("Canines, left"), found.left_canine);
  if (has_estimated_teeth(bite))
    section.notes.emplace_back(
        phrase("Tooth numbers are estimated; ? marks one that is not sure. A wrong number makes these values "
               "wrong."));
  return section;
}

std::string estimated_teeth_sentence(const std::vector<EstimatedTooth>& teeth) {
  std::string not_sure;
  bool any_sure = false;
  for (const EstimatedTooth& tooth : teeth) {
    any_sure = any_sure || tooth.sure;
    if (!tooth.sure) not_sure += (not_sure.empty() ? "" : ", ") + tooth_name(tooth.fdi);
  }
  if (not_sure.empty()) return phrase("Tooth numbers are estimated from the scans, not read from files.");
  return any_sure ? phrase(
                        "Tooth numbers are estimated from the scans, not read from files; not sure, and "
                        "marked with a question mark: {}.",
                        not_sure)
                  : phrase("Tooth numbers are estimated from the scans, not read from files; none is sure.");
}

std::string estimated_teeth_sentence(const Bite& bite) {
  std::vector<EstimatedTooth> teeth = bite.upper->estimated_teeth;
  teeth.insert(teeth.end(), bite.lower->estimated_teeth.begin(), bite.lower->estimated_teeth.end());
  return estimated_teeth_sentence(teeth);
}

}  // namespace intercusp
