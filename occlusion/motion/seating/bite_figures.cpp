#include "occlusion/motion/seating/bite_figures.h"

#include "occlusion/case/teeth.h"
#include "occlusion/contacts/surface_contacts.h"
#include "occlusion/view/view.h"

namespace intercusp {
namespace {

double overlap_mm3(const Bite& bite, MapEngine& live, const Eigen::Vector3d& direction) {
  constexpr double pixel_mm = 0.05;
  const View view = fit_view(bite, orthographic(direction), pixel_mm);
  if (view.grid.size() == 0) return 0;
  double length_mm = 0;
  for (const float overlap : live.compute(view, bite.upper_from_lower).overlap_mm) length_mm += overlap;
  return length_mm * view.grid.pixel_area_mm2();
}

}  // namespace

BiteFigures bite_figures(const Bite& bite, const PreparedJaws& jaws, MapEngine& live,
                         const AnatomicalAxes& axes) {
  const SurfaceDistances distances = surface_distances(bite, jaws);
  const SurfaceContacts contacts =
      surface_contacts(bite, jaws, distances, face_teeth(*bite.upper), face_teeth(*bite.lower),
                       {.thresholds_mm = {settle_thresholds_mm.begin(), settle_thresholds_mm.end()},
                        .direction = axes.superior,
                        .axes = axes});
  return {.least = least_distance(bite, jaws, distances),
          .overlap_mm3 = overlap_mm3(bite, live, axes.superior),
          .contact = contacts.lower.areas};
}

}  // namespace intercusp
