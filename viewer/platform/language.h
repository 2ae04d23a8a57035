// The language that the user has chosen for the desktop.
#pragma once

#include <string>

namespace intercusp::viewer::platform {

//! A locale, "de_DE.UTF-8"; empty where none is chosen.
[[nodiscard]] std::string user_language();

}  // namespace intercusp::viewer::platform
