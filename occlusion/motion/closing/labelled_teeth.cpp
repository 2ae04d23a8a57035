#include "occlusion/motion/closing/labelled_teeth.h"

#include "occlusion/case/teeth.h"
#include "occlusion/contacts/contacts.h"

namespace intercusp {

LabelledTeeth labelled_teeth(const Bite& bite) {
  const Anatomy anatomy = find_anatomy(bite);
  const std::optional<Bite> numbered = anatomy.axes ? estimate_teeth(bite, *anatomy.axes) : std::nullopt;
  const Bite& labelled = numbered ? *numbered : bite;
  return {.anatomy = anatomy,
          .upper = face_teeth(*labelled.upper),
          .lower = face_teeth(*labelled.lower),
          .estimated = numbered.has_value()};
}

}  // namespace intercusp
