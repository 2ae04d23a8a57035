#include "io/report/contacts_csv.h"

#include <fmt/format.h>

#include "io/report/measured_contacts.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

//! presence and vanishes, or two empty cells.
std::string presence_cells(const ContactPresence* presence) {
  return presence != nullptr ? fmt::format("{},{}", presence->presence, presence->vanishes()) : ",";
}

//! Least and mean under the names of their own measure.
std::string surface_distance_cells(const MeasuredContacts& measured, const ContactPatch& patch) {
  return measured.measure == surface_measure
             ? fmt::format("{},{}", patch.min_clearance_mm, patch.mean_clearance_mm)
             : ",";
}

std::string row(const MeasuredContacts& measured, std::size_t i, bool teeth_estimated,
                const Provenance& provenance) {
  const ContactPatch& patch = measured.contacts.patches[i];
  return fmt::format("{},{},{},lower,true,true,{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n",
                     measured.number_of(patch), patch.threshold_mm, measured.measure,
                     tooth_cell(patch.lower_tooth), tooth_cell(patch.upper_tooth), teeth_estimated,
                     patch.region, patch.centroid_mm.x(), patch.centroid_mm.y(), patch.centroid_mm.z(),
                     patch.projected_mm2, patch.surface_mm2, patch.min_clearance_mm, patch.mean_clearance_mm,
                     presence_cells(measured.presence(i)), surface_distance_cells(measured, patch),
                     provenance.version, provenance.settings, provenance.upper_sha256,
                     provenance.lower_sha256);
}

}  // namespace

std::string contacts_csv(const Inspection& inspection, const Provenance& provenance) {
  std::string text =
      "id,threshold_mm,measure,side,penetration_counted,clipped,lower_tooth,upper_tooth,teeth_estimated,"
      "region,centroid_x_mm,centroid_y_mm,centroid_z_mm,projected_mm2,surface_mm2,min_clearance_mm,"
      "mean_clearance_mm,presence,vanishes,min_surface_distance_mm,mean_surface_distance_mm,version,"
      "settings,upper_sha256,lower_sha256\r\n";
  const auto add = [&](const MeasuredContacts& measured) {
    for (std::size_t i = 0; i < measured.contacts.patches.size(); ++i)
      text += row(measured, i, inspection.labels_estimated, provenance);
  };
  add(by_clearance(inspection));
  if (const std::optional<MeasuredContacts> surface = by_surface_distance(inspection)) add(*surface);
  return text;
}

}  // namespace intercusp
