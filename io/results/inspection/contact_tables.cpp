#include "io/results/inspection/parts.h"

#include "io/report/parts.h"
#include "io/results/inspection/contact_figures.h"
#include "io/wording/tooth_words.h"

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

//! Which teeth something was measured on, and how far their numbers are to be believed.
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

Fields axes_fields(const ToothAxes& tooth) {
  return {{"tooth", tooth.fdi},
          {"origin_mm", tooth.origin},
          {"mesial", tooth.mesial},
          {"buccal", tooth.buccal},
          {"occlusal", tooth.occlusal},
          {"mesiodistal_mm", tooth.mesiodistal_mm},
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
  const BiteRelations& found = inspection.relations;
  const Bite& bite = inspection.bite_case->bite;
  Values axes = list_of(inspection.bite_case->upper_axes, axes_fields);
  for (Value& lower : list_of(inspection.bite_case->lower_axes, axes_fields))
    axes.push_back(std::move(lower));
  return {{"bite_relations",
           {{"overjet", length_value(bite, found.overjet)},
            {"overbite", length_value(bite, found.overbite)},
            {"midline_shift", length_value(bite, found.midline_shift)},
            {"right_molar", class_value(bite, found.right_molar)},
            {"left_molar", class_value(bite, found.left_molar)},
            {"right_canine", class_value(bite, found.right_canine)},
            {"left_canine", class_value(bite, found.left_canine)}}},
          {"tooth_axes", std::move(axes)}};
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
