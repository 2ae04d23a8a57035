// The long axis of the clinical crown, for the torque.
#pragma once

#include "occlusion/model/dental_arch.h"

namespace intercusp {

//! Turns the axes of a tooth about its mesiodistal one, so that occlusal runs from the middle between both gum margins to the
//! middle between buccal and lingual cusps, the incisal edge or the canine's tip. Where a landmark is missing they stay.
void take_crown_axis(ModelTooth& tooth);

}  // namespace intercusp
