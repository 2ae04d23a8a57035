#include "viewer/tools/closing/first_contact.h"

namespace intercusp::viewer {

std::optional<ContactPose> to_first_contact(const LoadedCase& loaded, const ContactSearch& search,
                                            const Condyles& condyles,
                                            const Eigen::Isometry3d& upper_from_lower, ClosingWay approach) {
  if (approach == ClosingWay::vertical)
    return contact_pose(search, upper_from_lower, Motion::shift(loaded.axes().superior, 2 * most_shift_mm),
                        0.05);
  return contact_pose(search, upper_from_lower,
                      Motion::turn(condyles.middle(), -condyles.axis(), most_turn_rad), 0.05 * rad_per_deg);
}

}  // namespace intercusp::viewer
