// A validation on the terminal.
#pragma once

#include <string>

#include "io/wording/validation_words.h"
#include "occlusion/validation/validate.h"

namespace intercusp {

//! The finding in a few lines, for the terminal.
[[nodiscard]] std::string validation_text(const Validation& validation);

}  // namespace intercusp
