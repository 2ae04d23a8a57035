// A candidate of a bite in one picture: both jaws from the patient's right, from the front and from the left, and the
// lower jaw from above with its contacts.
#pragma once

#include "io/picture/picture.h"
#include "io/wording/provenance.h"
#include "occlusion/registration/find_bite.h"

namespace intercusp {

//! \param number of the candidate, from 1 \pre the bite has axes
[[nodiscard]] Picture candidate_picture(const FoundBite& found, std::size_t number,
                                        const Provenance& provenance);

}  // namespace intercusp
