#include "occlusion/contacts/contact_numbers.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace intercusp {

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
