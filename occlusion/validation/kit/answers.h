// Answers of the commands that make no map, on bodies that are known on paper.
#pragma once

#include <vector>

#include "occlusion/validation/kit/kit.h"

namespace intercusp::kit {

//! Bodies are rotated in space. \param with_opengl also CInDeR \throw std::runtime_error if Embree cannot be used.
[[nodiscard]] std::vector<KitAnswer> answers_of_commands(bool with_opengl);

}  // namespace intercusp::kit
