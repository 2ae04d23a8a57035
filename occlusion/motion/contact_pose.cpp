#include "occlusion/motion/contact_pose.h"

#include <algorithm>

namespace intercusp {
namespace {

//! How far to open until the jaws no longer overlap: 0, or a step doubled as often as necessary.
std::optional<double> opening_until_free(const ContactSearch& search, const Eigen::Isometry3d& pose,
                                         const Motion& closing, double first_step) {
  double opening = 0;
  while (opening <= closing.limit()) {
    if (!search.overlap(closing.at(-opening) * pose)) return opening;
    opening = std::max(first_step, 2 * opening);
  }
  return std::nullopt;
}

}  // namespace

std::optional<ContactPose> contact_pose(const ContactSearch& search,
                                        const Eigen::Isometry3d& upper_from_lower, const Motion& closing,
                                        double first_step) {
  const std::optional<double> opening = opening_until_free(search, upper_from_lower, closing, first_step);
  if (!opening) return std::nullopt;
  std::optional<FirstContact> contact =
      search.first(closing.at(-*opening) * upper_from_lower, closing.with_limit(*opening + closing.limit()));
  if (!contact) return std::nullopt;
  contact->amount -= *opening;
  return ContactPose{.upper_from_lower = closing.at(contact->amount) * upper_from_lower,
                     .closed = contact->amount,
                     .contact = *contact};
}

}  // namespace intercusp
