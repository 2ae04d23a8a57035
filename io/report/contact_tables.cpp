#include "io/report/contact_tables.h"

#include "io/report/parts.h"
#include "io/wording/measured_contacts.h"
#include "io/wording/tooth_words.h"

namespace intercusp {
namespace {

//! null without intervals.
template <class T>
Value interval_or_null(const T* intervals, Interval T::*member) {
  return intervals != nullptr ? interval_value(intervals->*member) : Value();
}

Fields area_fields(const MeasuredContacts& measured, std::size_t i) {
  const AreaTotal& area = measured.contacts.areas[i];
  const AreaInterval* const interval = measured.area_interval(i);
  return {{"threshold_mm", area.threshold_mm},
          {"measure", measured.measure},
          {"side", "lower"},
          {"projected_mm2", area.projected_mm2},
          {"surface_mm2", area.surface_mm2},
          {"contacts", area.contacts},
          {"penetration_counted", true},
          {"clipped", true},
          {"error_mm2", area.error_mm2},
          {"interval_mm2", interval_or_null(interval, &AreaInterval::surface_mm2)},
          {"contacts_interval", interval_or_null(interval, &AreaInterval::contacts)}};
}

//! The other side of the same bite: contacts are not told apart there, and no intervals computed.
Fields upper_area_fields(const AreaTotal& area) {
  return {{"threshold_mm", area.threshold_mm},
          {"measure", surface_measure},
          {"side", "upper"},
          {"projected_mm2", area.projected_mm2},
          {"surface_mm2", area.surface_mm2},
          {"contacts", nullptr},
          {"penetration_counted", true},
          {"clipped", true},
          {"error_mm2", area.error_mm2},
          {"interval_mm2", nullptr},
          {"contacts_interval", nullptr}};
}

//! null without one.
Value share_interval(const AreaInterval* area, std::optional<Interval> AreaInterval::*share) {
  return area != nullptr && area->*share ? interval_value(*(area->*share)) : Value();
}

Fields balance_fields(const MeasuredContacts& measured, std::size_t i) {
  const AreaTotal& area = measured.contacts.areas[i];
  const AreaInterval* const interval = measured.area_interval(i);
  return {{"threshold_mm", area.threshold_mm},
          {"measure", measured.measure},
          {"share_of", measured.share_of},
          {"left_share", area.left_share},
          {"right_share", area.right_share},
          {"anterior_share", area.anterior_share},
          {"posterior_share", area.posterior_share},
          {"left_share_interval", share_interval(interval, &AreaInterval::left_share)},
          {"anterior_share_interval", share_interval(interval, &AreaInterval::anterior_share)}};
}

Value code_of(Mesiodistal third) {
  if (third == Mesiodistal::central) return "central";
  return third == Mesiodistal::mesial ? "mesial" : "distal";
}

Value code_of(Buccolingual third) {
  switch (third) {
    case Buccolingual::buccal:
      return "buccal";
    case Buccolingual::lingual:
      return "lingual";
    case Buccolingual::incisal:
      return "incisal";
    case Buccolingual::central:
      break;
  }
  return "central";
}

Value code_of(const std::optional<ToothFeature>& feature) {
  if (!feature) return {};
  switch (*feature) {
    case ToothFeature::cusp:
      return "cusp";
    case ToothFeature::fossa:
      return "fossa";
    case ToothFeature::marginal_ridge:
      return "marginal_ridge";
    case ToothFeature::incline:
      break;
  }
  return "incline";
}

Value place_value(const std::optional<ToothPlace>& place) {
  if (!place) return {};
  return {{"tooth", place->tooth},
          {"mesiodistal", code_of(place->mesiodistal)},
          {"buccolingual", code_of(place->buccolingual)},
          {"feature", code_of(place->feature)}};
}

//! Cells of a table: third, third and feature.
Values place_cells(const std::optional<ToothPlace>& place) {
  if (!place) return {nullptr, nullptr, nullptr};
  return {code_of(place->mesiodistal), code_of(place->buccolingual), code_of(place->feature)};
}

Value region_value(const ContactPatch& patch) {
  return patch.region ? Value(std::string(name_of(*patch.region))) : Value();
}

Fields patch_fields(const MeasuredContacts& measured, std::size_t i) {
  const ContactPatch& patch = measured.contacts.patches[i];
  const ContactPresence* const presence = measured.presence(i);
  return Fields{{"id", measured.id_of(patch)},
                {"number", patch.number},
                {"threshold_mm", patch.threshold_mm},
                {"measure", measured.measure},
                {"side", "lower"},
                {"tooth", tooth_value(patch.lower_tooth)},
                {"lower_tooth", tooth_value(patch.lower_tooth)},
                {"upper_tooth", tooth_value(patch.upper_tooth)}} +
         belief_fields("tooth", measured.bite, patch.lower_tooth) +
         belief_fields("upper_tooth", measured.bite, patch.upper_tooth) +
         Fields{{"region", region_value(patch)},
                {"centroid_mm", patch.centroid_mm},
                {"projected_mm2", patch.projected_mm2},
                {"surface_mm2", patch.surface_mm2},
                {"least_mm", patch.least_mm},
                {"mean_mm", patch.mean_mm},
                {"penetration_counted", true},
                {"clipped", true},
                {"presence", presence != nullptr ? Value(presence->presence) : Value()},
                {"vanishes", presence != nullptr ? Value(presence->vanishes()) : Value()},
                {"lower_faces", patch.lower_faces},
                {"upper_faces", patch.upper_faces},
                {"lower_place", place_value(patch.lower_place)},
                {"upper_place", place_value(patch.upper_place)}};
}

Fields tooth_fields(const MeasuredContacts& measured, std::size_t i) {
  const ToothContact& tooth = measured.contacts.teeth[i];
  return Fields{{"threshold_mm", tooth.threshold_mm},
                {"measure", measured.measure},
                {"side", "lower"},
                {"tooth", tooth_value(tooth.tooth)}} +
         belief_fields("tooth", measured.bite, tooth.tooth) +
         Fields{{"contacts", tooth.contacts},
                {"projected_mm2", tooth.projected_mm2},
                {"surface_mm2", tooth.surface_mm2},
                {"least_mm", tooth.least_mm},
                {"error_mm2", tooth.error_mm2},
                {"interval_mm2", interval_or_null(measured.tooth_interval(i), &ToothInterval::surface_mm2)}};
}

Fields pair_fields(const MeasuredContacts& measured, const ToothPairContact& pair) {
  return Fields{{"threshold_mm", pair.threshold_mm},
                {"measure", measured.measure},
                {"side", "lower"},
                {"upper_tooth", tooth_value(pair.upper_tooth)},
                {"lower_tooth", tooth_value(pair.lower_tooth)}} +
         belief_fields("upper_tooth", measured.bite, pair.upper_tooth) +
         belief_fields("lower_tooth", measured.bite, pair.lower_tooth) +
         Fields{{"projected_mm2", pair.projected_mm2},
                {"surface_mm2", pair.surface_mm2},
                {"least_mm", pair.least_mm}};
}

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
  return Fields{{"class", class_name(relation->sagittal_class)},
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
  for (const MeasuredContacts& measured : clearance_first(inspection)) {
    const ContactTable& found = measured.contacts;
    for (std::size_t i = 0; i < found.areas.size(); ++i) areas.emplace_back(area_fields(measured, i));
    for (std::size_t i = 0; i < found.areas.size(); ++i) balance.emplace_back(balance_fields(measured, i));
    for (std::size_t i = 0; i < found.patches.size(); ++i) contacts.emplace_back(patch_fields(measured, i));
    for (std::size_t i = 0; i < found.teeth.size(); ++i) teeth.emplace_back(tooth_fields(measured, i));
    for (const ToothPairContact& pair : found.pairs) pairs.emplace_back(pair_fields(measured, pair));
  }
  if (inspection.surface) {
    for (const AreaTotal& area : inspection.surface->contacts.upper)
      areas.emplace_back(upper_area_fields(area));
  }
  return {{"areas", std::move(areas)},
          {"balance", std::move(balance)},
          {"contacts", std::move(contacts)},
          {"teeth", std::move(teeth)},
          {"tooth_pairs", std::move(pairs)}};
}

Fields arch_fields(const Inspection& inspection) {
  const BiteRelations& found = inspection.relations;
  const Bite& bite = inspection.bite;
  Values axes = list_of(inspection.upper_axes, axes_fields);
  for (Value& lower : list_of(inspection.lower_axes, axes_fields)) axes.push_back(std::move(lower));
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
  CsvFile table{.name = "contacts.csv",
                .columns = {"id",
                            "threshold_mm",
                            "measure",
                            "side",
                            "penetration_counted",
                            "clipped",
                            "lower_tooth",
                            "upper_tooth",
                            "teeth_estimated",
                            "region",
                            "centroid_x_mm",
                            "centroid_y_mm",
                            "centroid_z_mm",
                            "projected_mm2",
                            "surface_mm2",
                            "least_mm",
                            "mean_mm",
                            "presence",
                            "vanishes",
                            "lower_tooth_confidence",
                            "lower_tooth_sure",
                            "upper_tooth_confidence",
                            "upper_tooth_sure",
                            "lower_mesiodistal",
                            "lower_buccolingual",
                            "lower_feature",
                            "upper_mesiodistal",
                            "upper_buccolingual",
                            "upper_feature",
                            "number"},
                .every_row = provenance_columns(provenance)};
  for (const MeasuredContacts& measured : clearance_first(inspection)) {
    for (std::size_t i = 0; i < measured.contacts.patches.size(); ++i) {
      const ContactPatch& patch = measured.contacts.patches[i];
      const ContactPresence* const presence = measured.presence(i);
      const Fields lower = belief_fields("lower_tooth", measured.bite, patch.lower_tooth);
      const Fields upper = belief_fields("upper_tooth", measured.bite, patch.upper_tooth);
      table.rows.push_back({measured.id_of(patch),
                            patch.threshold_mm,
                            measured.measure,
                            "lower",
                            true,
                            true,
                            tooth_value(patch.lower_tooth),
                            tooth_value(patch.upper_tooth),
                            has_estimated_teeth(inspection.bite),
                            region_value(patch),
                            patch.centroid_mm.x(),
                            patch.centroid_mm.y(),
                            patch.centroid_mm.z(),
                            patch.projected_mm2,
                            patch.surface_mm2,
                            patch.least_mm,
                            patch.mean_mm,
                            presence != nullptr ? Value(presence->presence) : Value(),
                            presence != nullptr ? Value(presence->vanishes()) : Value(),
                            lower[0].value,
                            lower[1].value,
                            upper[0].value,
                            upper[1].value});
      for (const auto& place : {patch.lower_place, patch.upper_place}) {
        for (Value& cell : place_cells(place)) table.rows.back().push_back(std::move(cell));
      }
      table.rows.back().emplace_back(patch.number);
    }
  }
  return table;
}

}  // namespace intercusp
