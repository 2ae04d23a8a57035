#include "occlusion/motion/first_contact.h"

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

}  // namespace intercusp
