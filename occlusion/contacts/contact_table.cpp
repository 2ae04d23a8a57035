#include "occlusion/contacts/contact_table.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "occlusion/base/for_all.h"
#include "occlusion/case/tooth_surface.h"

namespace intercusp {
namespace {

//! The fields of a patch that describe one jaw.
struct JawFields {
  int ContactPatch::*tooth;
  std::vector<std::int32_t> ContactPatch::*faces;
  std::optional<ToothPlace> ContactPatch::*place;
};

void add_places(std::vector<ContactPatch>& patches, const JawFields& fields, const Solid& jaw,
                const Eigen::Isometry3d& case_from_jaw, const std::vector<ToothAxes>& teeth,
                const std::vector<int>& face_teeth) {
  // Each tooth writes only to its own patches.
  for_all(std::size_t(0), teeth.size(), [&](std::size_t i) {
    std::optional<ToothSurface> surface;
    for (ContactPatch& patch : patches) {
      if (patch.*fields.tooth != teeth[i].fdi) continue;
      if (!surface) surface.emplace(jaw, case_from_jaw, teeth[i]);
      std::vector<std::uint32_t> faces;
      for (const std::int32_t face : patch.*fields.faces) {
        if (face_teeth[static_cast<std::size_t>(face)] == teeth[i].fdi)
          faces.push_back(static_cast<std::uint32_t>(face));
      }
      patch.*fields.place = surface->place_of(faces);
    }
  });
}

}  // namespace

std::vector<ContactPatch> with_places(std::vector<ContactPatch> patches, const Bite& bite,
                                      const std::vector<ToothAxes>& upper,
                                      const std::vector<ToothAxes>& lower,
                                      const std::vector<int>& upper_teeth,
                                      const std::vector<int>& lower_teeth) {
  const JawFields above{&ContactPatch::upper_tooth, &ContactPatch::upper_faces, &ContactPatch::upper_place};
  const JawFields below{&ContactPatch::lower_tooth, &ContactPatch::lower_faces, &ContactPatch::lower_place};
  add_places(patches, above, *bite.upper, Eigen::Isometry3d::Identity(), upper, upper_teeth);
  add_places(patches, below, *bite.lower, bite.upper_from_lower, lower, lower_teeth);
  return patches;
}

std::vector<ContactPatch> with_numbers(std::vector<ContactPatch> patches, const Eigen::Vector3d& left) {
  std::vector<ContactPatch*> from_the_right;
  for (ContactPatch& patch : patches) from_the_right.push_back(&patch);
  std::ranges::sort(from_the_right, {}, [&](const ContactPatch* patch) {
    return std::tuple(patch->centroid_mm.dot(left), patch->id);
  });
  std::map<double, int> numbered;
  for (ContactPatch* const patch : from_the_right) patch->number = ++numbered[patch->threshold_mm];
  return patches;
}

}  // namespace intercusp
