// The long axis of the clinical crown, for torque and tip.
#pragma once

#include "occlusion/model/dental_arch.h"

namespace intercusp {

//! Turns the axes of a tooth so that occlusal is the crown's long axis. Seen from mesial, it runs from the middle between both gum
//! margins to the middle between buccal and lingual cusps, the incisal edge or the canine's tip; where a landmark is missing it stays. Seen
//! from the lip, that of a front tooth is the midline of its outline, as its walls do not show a tip (tooth_axes.h).
//! \param axes of the tooth \param case_from_jaw of the solid
void take_crown_axis(ModelTooth& tooth, const ToothAxes& axes, const Solid& jaw,
                     const Eigen::Isometry3d& case_from_jaw);

}  // namespace intercusp
