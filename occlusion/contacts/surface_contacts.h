// Contact areas, patches and teeth by surface distance: where the surface of one jaw is within a threshold of
// the other jaw, in any direction, or inside it.
//
// Areas lie on the surface itself and are clipped inside triangles along the threshold's contour
// (clipped_surface.h). Only anatomy counts. Points that are undecided, or closest to the rim of a scan
// (jaw_distance.h), are left out. Lengths are mm, areas mm².
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/contacts/clipped_surface.h"
#include "occlusion/contacts/contact_table.h"
#include "occlusion/distance/deepest.h"

namespace intercusp {

struct SurfaceContactOptions {
  std::vector<double> thresholds_mm = {0.05, 0.1, 0.15, 0.2, 0.35};
  //! Unit direction of projection for `projected_mm2`, case frame.
  Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();
  std::optional<AnatomicalAxes> axes;  //!< if given, regions and shares are determined
  ClipOptions clipping;
};

struct SurfaceContacts {
  //! The lower's surface by its distance from the upper. Patches are faces in contact, joined over edges in
  //! contact. `place_mm` is the place in contact nearest to the middle of the area. An upper tooth has the
  //! area of the lower's surface that is closest to it.
  ContactTable lower;
  std::vector<AreaTotal> upper;  //!< the upper's surface by its distance from the lower, one per threshold
};

//! Measurements on the surfaces themselves, in any direction.
struct SurfaceFindings {
  SurfaceDistances distances;
  std::optional<LeastDistance> least;  //!< empty if no vertex has a certain distance
  SurfaceContacts contacts;
};

//! Measures the contacts of both jaws. The result is bit-identical for any number of threads.
//! \param upper_teeth,lower_teeth per face, as face_teeth gives them
//! \pre as surface_distances; the distances are those of this bite in this pose
[[nodiscard]] SurfaceContacts surface_contacts(const Bite& bite, const PreparedJaws& jaws,
                                               const SurfaceDistances& distances,
                                               const std::vector<int>& upper_teeth,
                                               const std::vector<int>& lower_teeth,
                                               const SurfaceContactOptions& options = {});

//! Assigns the bite's least distance to the contacts that hold it, so that the deepest contact is as deep as
//! the bite. The least distance was searched over both whole surfaces, while the values of contacts were read
//! at samples of the lower.
//! \param upper_teeth,lower_teeth per face, as face_teeth gives them
[[nodiscard]] ContactTable with_least(ContactTable contacts, const LeastDistance& least,
                                      const std::vector<int>& upper_teeth,
                                      const std::vector<int>& lower_teeth);

}  // namespace intercusp
