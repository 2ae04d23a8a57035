#include "occlusion/motion/first_contact.h"

#include <algorithm>

namespace intercusp {

FirstContactAnswer find_first_contact(const Bite& bite, const ContactSearch& search, const Motion& motion) {
  FirstContactAnswer answer;
  answer.starts_overlapping = search.overlap(bite.upper_from_lower);
  if (answer.starts_overlapping) {
    const PreparedJaws jaws = prepare_jaws(bite);
    answer.deepest = least_distance(bite, jaws, surface_distances(bite, jaws));
  } else {
    answer.contact = search.first(bite.upper_from_lower, motion);
  }
  return answer;
}

std::optional<HingeContact> hinge_contact(const Case& bite_case, const std::optional<Condyles>& measured) {
  if (!bite_case.anatomy.axes || !bite_case.incisal_point) return std::nullopt;
  constexpr double most_rad = 10 * rad_per_deg, first_step_rad = 0.05 * rad_per_deg;
  const Bite& bite = bite_case.bite;
  const Eigen::Vector3d& incisal = bite_case.incisal_point->case_point;
  const Condyles condyles = measured ? *measured : bonwill_condyles(incisal, *bite_case.anatomy.axes);
  const std::optional<ContactPose> met =
      contact_pose(ContactSearch(bite.upper, bite.lower), bite.upper_from_lower,
                   Motion::turn(condyles.middle(), -condyles.axis(), most_rad), first_step_rad);
  if (!met) return std::nullopt;
  const double radius_mm = (incisal - condyles.middle()).cross(condyles.axis()).norm();
  return HingeContact{.opening_rad = -met->closed,
                      .opening_mm = -met->closed * radius_mm,
                      .upper_from_lower = met->upper_from_lower,
                      .case_point = met->contact.case_point,
                      .upper_face = met->contact.upper_face,
                      .lower_face = met->contact.lower_face};
}

namespace {

//! By how much to open until the jaws no longer overlap: 0, or a step that is doubled as often as necessary.
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
