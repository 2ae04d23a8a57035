#include "io/report/contacts_json.h"

#include "io/report/json_parts.h"
#include "io/report/measured_contacts.h"

namespace intercusp {
namespace {

using Json = nlohmann::ordered_json;

//! The contract's names say clearance; by surface distance the values stand under their own names too.
void add_least(Json& entry, const MeasuredContacts& measured, double least_mm) {
  entry["min_clearance_mm"] = least_mm;
  if (measured.measure == surface_measure) entry["min_surface_distance_mm"] = least_mm;
}

Json area_json(const MeasuredContacts& measured, std::size_t i) {
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
          {"interval_mm2", interval != nullptr ? interval_json(interval->surface_mm2) : Json(nullptr)},
          {"contacts_interval", interval != nullptr ? interval_json(interval->contacts) : Json(nullptr)}};
}

//! The other side of the same bite: no contacts are told apart there, and no intervals taken.
Json upper_area_json(const AreaTotal& area) {
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

Json balance_json(const MeasuredContacts& measured, std::size_t i) {
  const AreaTotal& area = measured.contacts.areas[i];
  return {{"threshold_mm", area.threshold_mm},
          {"measure", measured.measure},
          {"share_of", measured.share_of},
          {"left_share", or_null(area.left_share)},
          {"right_share", or_null(area.right_share)},
          {"anterior_share", or_null(area.anterior_share)},
          {"posterior_share", or_null(area.posterior_share)}};
}

Json contact_json(const MeasuredContacts& measured, std::size_t i) {
  const ContactPatch& patch = measured.contacts.patches[i];
  const ContactPresence* const presence = measured.presence(i);
  Json contact = {{"id", measured.number_of(patch)},
                  {"threshold_mm", patch.threshold_mm},
                  {"measure", measured.measure},
                  {"side", "lower"},
                  {"tooth", tooth_or_null(patch.lower_tooth)},
                  {"lower_tooth", tooth_or_null(patch.lower_tooth)},
                  {"upper_tooth", tooth_or_null(patch.upper_tooth)},
                  {"region", patch.region.empty() ? Json(nullptr) : Json(patch.region)},
                  {"centroid_mm", {patch.centroid_mm.x(), patch.centroid_mm.y(), patch.centroid_mm.z()}},
                  {"projected_mm2", patch.projected_mm2},
                  {"surface_mm2", patch.surface_mm2}};
  add_least(contact, measured, patch.min_clearance_mm);
  contact["mean_clearance_mm"] = patch.mean_clearance_mm;
  if (measured.measure == surface_measure) contact["mean_surface_distance_mm"] = patch.mean_clearance_mm;
  contact["penetration_counted"] = true;
  contact["clipped"] = true;
  contact["presence"] = presence != nullptr ? Json(presence->presence) : Json(nullptr);
  contact["vanishes"] = presence != nullptr ? Json(presence->vanishes()) : Json(nullptr);
  contact["lower_faces"] = patch.lower_faces;
  contact["upper_faces"] = patch.upper_faces;
  return contact;
}

Json tooth_json(const MeasuredContacts& measured, std::size_t i) {
  const ToothContact& tooth = measured.contacts.teeth[i];
  const ToothInterval* const interval = measured.tooth_interval(i);
  Json entry = {{"threshold_mm", tooth.threshold_mm},
                {"measure", measured.measure},
                {"side", "lower"},
                {"tooth", tooth_or_null(tooth.tooth)},
                {"contacts", tooth.contacts},
                {"projected_mm2", tooth.projected_mm2},
                {"surface_mm2", tooth.surface_mm2}};
  add_least(entry, measured, tooth.min_clearance_mm);
  entry["error_mm2"] = tooth.error_mm2;
  entry["interval_mm2"] = interval != nullptr ? interval_json(interval->surface_mm2) : Json(nullptr);
  return entry;
}

Json pair_json(const MeasuredContacts& measured, std::size_t i) {
  const ToothPairContact& pair = measured.contacts.pairs[i];
  Json entry = {{"threshold_mm", pair.threshold_mm},
                {"measure", measured.measure},
                {"side", "lower"},
                {"upper_tooth", tooth_or_null(pair.upper_tooth)},
                {"lower_tooth", tooth_or_null(pair.lower_tooth)},
                {"projected_mm2", pair.projected_mm2},
                {"surface_mm2", pair.surface_mm2}};
  add_least(entry, measured, pair.min_clearance_mm);
  return entry;
}

void add(Json& tables, const MeasuredContacts& measured) {
  const ContactReport& contacts = measured.contacts;
  for (std::size_t i = 0; i < contacts.areas.size(); ++i) {
    tables["areas"].push_back(area_json(measured, i));
    tables["balance"].push_back(balance_json(measured, i));
  }
  for (std::size_t i = 0; i < contacts.patches.size(); ++i)
    tables["contacts"].push_back(contact_json(measured, i));
  for (std::size_t i = 0; i < contacts.teeth.size(); ++i) tables["teeth"].push_back(tooth_json(measured, i));
  for (std::size_t i = 0; i < contacts.pairs.size(); ++i)
    tables["tooth_pairs"].push_back(pair_json(measured, i));
}

}  // namespace

Json interval_json(const Interval& interval) { return Json::array({interval.low, interval.high}); }

Json contact_tables_json(const Inspection& inspection) {
  Json tables;
  for (const char* name : {"areas", "balance", "contacts", "teeth", "tooth_pairs"})
    tables[name] = Json::array();
  add(tables, by_clearance(inspection));
  if (const std::optional<MeasuredContacts> surface = by_surface_distance(inspection)) add(tables, *surface);
  if (inspection.surface) {
    for (const AreaTotal& area : inspection.surface->contacts.upper)
      tables["areas"].push_back(upper_area_json(area));
  }
  return tables;
}

}  // namespace intercusp
