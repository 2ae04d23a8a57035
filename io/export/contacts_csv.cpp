#include "io/export/contacts_csv.h"

#include <fmt/format.h>

namespace intercusp {

std::string contacts_csv(const Inspection& inspection, const Provenance& provenance) {
  std::string text =
      "id,threshold_mm,measure,side,penetration_counted,clipped,lower_tooth,upper_tooth,teeth_estimated,"
      "region,"
      "centroid_x_mm,centroid_y_mm,centroid_z_mm,projected_mm2,surface_mm2,min_clearance_mm,"
      "mean_clearance_mm,version,settings,upper_sha256,lower_sha256\r\n";
  const auto tooth = [](int fdi) { return fdi > 0 ? std::to_string(fdi) : std::string(); };
  for (const ContactPatch& patch : inspection.contacts.patches) {
    text += fmt::format("{},{},clearance,lower,true,true,{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n",
                        patch.id, patch.threshold_mm, tooth(patch.lower_tooth), tooth(patch.upper_tooth),
                        inspection.labels_estimated, patch.region, patch.centroid_mm.x(),
                        patch.centroid_mm.y(), patch.centroid_mm.z(), patch.projected_mm2, patch.surface_mm2,
                        patch.min_clearance_mm, patch.mean_clearance_mm, provenance.version,
                        provenance.settings, provenance.upper_sha256, provenance.lower_sha256);
  }
  return text;
}

}  // namespace intercusp
