#include "occlusion/contacts/pixel_contacts.h"

#include <algorithm>

#include "occlusion/contacts/areas.h"
#include "occlusion/contacts/pixel_field.h"

namespace intercusp {

std::vector<PixelContact> pixel_contacts(const CountedMap& counted, std::span<const float> surface_mm2,
                                         double threshold_mm) {
  const ClearanceMap& map = counted.map;
  const std::vector<float> shares = contact_shares(map, threshold_mm);
  const PixelGrid& grid = map.view.grid;
  std::vector<PixelContact> contacts;
  for (int row = 0; row < grid.height; ++row) {
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t pixel = grid.index(column, row);
      if (!counted.count(pixel)) continue;
      const double share = static_cast<double>(shares[pixel]);
      const double clearance = static_cast<double>(map.clearance_mm[pixel]);
      if (!(share > 0 || clearance <= threshold_mm)) continue;
      contacts.push_back({.pixel = pixel,
                          .share = share,
                          .surface_mm2 = share * static_cast<double>(surface_mm2[pixel]),
                          .mean_mm = share > 0 ? PixelField::at(map, column, row).clip(threshold_mm).mean : 0,
                          .least_mm = std::min(clearance, threshold_mm),
                          .upper_face = map.upper_face[pixel],
                          .lower_face = map.lower_face[pixel]});
    }
  }
  return contacts;
}

}  // namespace intercusp
