#include "viewer/case/registration.h"

#include <algorithm>
#include <set>

#include "viewer/case/contact_pairs.h"

namespace intercusp::viewer {
namespace {

int lower_teeth_present(const Bite& bite) {
  std::set<int> teeth(bite.lower->labels.begin(), bite.lower->labels.end());
  teeth.erase(0);
  return static_cast<int>(teeth.size());
}

int lower_teeth_meeting(const ContactTable& contacts) {
  return static_cast<int>(std::ranges::count_if(contacts.teeth, [](const ToothContact& tooth) {
    return jaw_of(tooth.tooth) == Jaw::lower && tooth.surface_mm2 >= least_contact_mm2;
  }));
}

bool touches_one_side(const ContactTable& contacts) {
  constexpr double all = 0.999;
  return std::ranges::any_of(contacts.areas, [](const AreaTotal& area) {
    return area.surface_mm2 > 0 &&
           (area.right_share.value_or(0) >= all || area.left_share.value_or(0) >= all);
  });
}

}  // namespace

std::optional<Registration> registration_of(const RestReading& rest) {
  if (!rest.least_distance_mm) return std::nullopt;
  const ContactTable& contacts = rest.by_distance;
  Registration judged{.least_mm = *rest.least_distance_mm,
                      .meeting = lower_teeth_meeting(contacts),
                      .present = lower_teeth_present(rest.bite_case->bite)};
  const bool touch =
      std::ranges::any_of(contacts.areas, [](const AreaTotal& area) { return area.surface_mm2 > 0; });
  judged.too_deep = -judged.least_mm > most_overlap_mm;
  judged.few_meet = judged.present > 0 && 2 * judged.meeting < judged.present;
  judged.one_side = touches_one_side(contacts);
  const bool impossible = rest.doubt || !touch || -judged.least_mm > impossible_overlap_mm;
  const bool doubtful = judged.too_deep || judged.few_meet || judged.one_side;
  judged.light = impossible ? Light::red : doubtful ? Light::amber : Light::green;
  return judged;
}

}  // namespace intercusp::viewer
