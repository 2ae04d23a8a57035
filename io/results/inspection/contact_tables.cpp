#include "io/results/inspection/parts.h"

#include "io/case/landmark_file.h"
#include "io/report/parts.h"
#include "io/results/inspection/contact_figures.h"
#include "io/wording/definitions.h"
#include "io/wording/tooth_words.h"
#include "occlusion/base/angles.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

//! Whether tooth numbers were found on the scan, and whether all of them are sure.
struct NumbersOfTeeth {
  bool estimated = false, sure = true;
};

NumbersOfTeeth numbers_of(const Bite& bite, const std::vector<int>& teeth) {
  NumbersOfTeeth numbers;
  for (const int tooth : teeth) {
    for (const Solid* const jaw : {bite.upper.get(), bite.lower.get()}) {
      for (const EstimatedTooth& guess : jaw->estimated_teeth) {
        if (guess.fdi != tooth) continue;
        numbers.estimated = true;
        numbers.sure = numbers.sure && guess.sure;
      }
    }
  }
  return numbers;
}

//! The teeth on which something was measured, and how reliable their numbers are.
Fields measured_on(const Bite& bite, const std::vector<int>& teeth) {
  const NumbersOfTeeth numbers = numbers_of(bite, teeth);
  return {{"teeth", teeth}, {"teeth_estimated", numbers.estimated}, {"teeth_sure", numbers.sure}};
}

Value relation_interval(const RelationInterval& interval) { return Values{interval[0], interval[1]}; }

Value length_value(const Bite& bite, const std::optional<RelationLength>& length) {
  if (!length) return {};
  return Fields{{"mm", length->mm}, {"interval_mm", relation_interval(length->interval_mm)}} +
         measured_on(bite, length->teeth);
}

Value class_value(const Bite& bite, const std::optional<SagittalRelation>& relation) {
  if (!relation) return {};
  return Fields{{"class", name_of(relation->sagittal_class)},
                {"sure", relation->sure && numbers_of(bite, relation->teeth).sure},
                {"mesial_mm", relation->mesial_mm},
                {"interval_mm", relation_interval(relation->interval_mm)},
                {"half_cusp_mm", relation->half_cusp_mm}} +
         measured_on(bite, relation->teeth);
}

Figure<Inspection> length_figure(const char* key, const char* column, const char* definition,
                                 std::optional<RelationLength> BiteRelations::*length) {
  return Figure<Inspection>{key, "mm", definition,
                            [length](const Inspection& inspection) {
                              return length_value(inspection.bite_case->bite, inspection.relations.*length);
                            }}
      .in_columns({{column, "mm"}});
}

Figure<Inspection> class_figure(const std::string& key, const char* definition,
                                std::optional<SagittalRelation> BiteRelations::*relation) {
  return Figure<Inspection>{key, "", definition,
                            [relation](const Inspection& inspection) {
                              return class_value(inspection.bite_case->bite, inspection.relations.*relation);
                            }}
      .in_columns({{key + "_class", "class"}});
}

const LeastDistance* least_distance(const Inspection& inspection) {
  return inspection.surface && inspection.surface->least ? &*inspection.surface->least : nullptr;
}

Fields axes_fields(const Inspection& inspection, const ToothAxes& tooth) {
  const std::optional<CrownWidth> width = crown_width(inspection.landmarks, tooth.fdi);
  return {{"tooth", tooth.fdi},
          {"origin_mm", tooth.origin},
          {"mesial", tooth.mesial},
          {"buccal", tooth.buccal},
          {"occlusal", tooth.occlusal},
          {"mesiodistal_mm", width ? Value(width->mm) : Value()},
          {"buccolingual_mm", tooth.buccolingual_mm},
          {"height_mm", tooth.height_mm}};
}

std::vector<MeasuredContacts> clearance_first(const Inspection& inspection) {
  std::vector<MeasuredContacts> measures = {by_clearance(inspection)};
  if (const auto surface = by_surface_distance(inspection)) measures.push_back(*surface);
  return measures;
}

}  // namespace

Fields contact_fields(const Inspection& inspection) {
  Values areas, balance, contacts, teeth, pairs;
  const auto add = [](Values& list, const auto& figures, const auto& rows) {
    for (const auto& row : rows) list.emplace_back(json_row(figures, row));
  };
  for (const MeasuredContacts& measured : clearance_first(inspection)) {
    add(areas, area_figures(), area_rows(measured));
    add(balance, balance_figures(), area_rows(measured));
    add(contacts, contact_figures(), contact_rows(measured));
    add(teeth, tooth_figures(), tooth_rows(measured));
    add(pairs, pair_figures(), pair_rows(measured));
  }
  if (const auto surface = by_surface_distance(inspection)) {
    for (const AreaTotal& area : inspection.surface->contacts.upper)
      areas.emplace_back(
          json_row(area_figures(), AreaRow{.measured = &*surface, .entry = &area, .surface = Jaw::upper}));
  }
  return {{"areas", std::move(areas)},
          {"balance", std::move(balance)},
          {"contacts", std::move(contacts)},
          {"teeth", std::move(teeth)},
          {"tooth_pairs", std::move(pairs)}};
}

Fields arch_fields(const Inspection& inspection) {
  Values axes;
  for (const auto* jaw : {&inspection.bite_case->upper_axes, &inspection.bite_case->lower_axes})
    for (const ToothAxes& tooth : *jaw) axes.emplace_back(axes_fields(inspection, tooth));
  return {{"bite_relations", json_row(relation_figures(), inspection)},
          {"tooth_axes", std::move(axes)},
          {"landmarks", landmark_values(inspection.landmarks)}};
}

Figures<Inspection> inspection_figures() {
  using Row = Inspection;
  return {
      {"engine", "", "Engine that computed the maps.", [](const Row& row) { return name_of(row.engine); }},
      Figure<Row>{"labels_estimated", "", "true where the program found the teeth itself.",
                  [](const Row& row) { return has_estimated_teeth(row.bite_case->bite); }}
          .in_columns({{"teeth_estimated"}}),
      {"interference", "", "true where the jaws overlap.", &Row::interference},
      {"min_clearance_mm", "mm", measure_sentence(), &Row::min_clearance_mm},
      {"min_clearance_error_mm", "mm", "The true clearance is at most so much lower.",
       [](const Row& row) { return row.min_clearance_mm ? Value(row.min_clearance_error_mm) : Value(); }},
      {"max_penetration_mm", "mm", "Longest overlap along the direction of projection; 0 without overlap.",
       &Row::max_penetration_mm},
      {"overlap_volume_mm3", "mm3", "Volume that both jaws fill.", &Row::overlap_volume_mm3},
      {"min_surface_distance_mm", "mm", surface_distance_sentence(),
       [](const Row& row) {
         const LeastDistance* const least = least_distance(row);
         return least != nullptr ? Value(least->distance_mm) : Value();
       }},
      {"max_penetration_distance_mm", "mm", "Deepest overlap as surface distance; 0 without overlap.",
       [](const Row& row) {
         const LeastDistance* const least = least_distance(row);
         return least != nullptr ? Value(least->max_penetration_distance_mm()) : Value();
       }}};
}

Figures<Inspection> first_contact_figures() {
  using Row = Inspection;
  return {
      Figure<Row>{"opening_deg", "deg",
                  "How far the jaw is opened about the hinge axis where the teeth first meet.",
                  [](const Row& row) { return row.first_contact->opening_rad / rad_per_deg; }}
          .in_columns({{"first_contact_opening_deg"}}),
      {"opening_mm", "mm", "How far the lower incisal point moves in that opening.",
       [](const Row& row) { return row.first_contact->opening_mm; }},
      {"point_mm", "mm", "Where they meet, in the case frame.",
       [](const Row& row) { return row.first_contact->case_point; }},
      {"upper_tooth", "", "FDI number; 0: gum or unknown.",
       [](const Row& row) { return face_teeth(*row.bite_case->bite.upper)[row.first_contact->upper_face]; }},
      {"lower_tooth", "", "FDI number; 0: gum or unknown.",
       [](const Row& row) { return face_teeth(*row.bite_case->bite.lower)[row.first_contact->lower_face]; }},
      {"upper_face", "", "Face of the upper.", [](const Row& row) { return row.first_contact->upper_face; }},
      {"lower_face", "", "Face of the lower.", [](const Row& row) { return row.first_contact->lower_face; }},
      {"upper_from_lower", "", "The pose, row by row.",
       [](const Row& row) { return row.first_contact->upper_from_lower; }}};
}

Figures<Inspection> relation_figures() {
  return {length_figure("overjet", "overjet_mm", "How far the upper incisors lie in front of the lower ones.",
                        &BiteRelations::overjet),
          length_figure("overbite", "overbite_mm", "How far the upper incisors cover the lower.",
                        &BiteRelations::overbite),
          length_figure("midline_shift", "midline_shift_mm",
                        "Lower midline against the upper, positive to the patient's left.",
                        &BiteRelations::midline_shift),
          class_figure("right_molar", "Angle class of the right first molars.", &BiteRelations::right_molar),
          class_figure("left_molar", "Angle class of the left first molars.", &BiteRelations::left_molar),
          class_figure("right_canine", "Class of the right canines.", &BiteRelations::right_canine),
          class_figure("left_canine", "Class of the left canines.", &BiteRelations::left_canine)};
}

CsvFile contacts_table(const Inspection& inspection, const Provenance& provenance) {
  const Figures<ContactRow> figures = contact_figures();
  CsvFile table{
      .name = contacts_csv_name, .columns = csv_head(figures), .every_row = provenance_columns(provenance)};
  for (const MeasuredContacts& measured : clearance_first(inspection)) {
    for (const ContactRow& row : contact_rows(measured)) table.rows.push_back(csv_row(figures, row));
  }
  return table;
}

}  // namespace intercusp
