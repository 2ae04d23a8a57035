#include "viewer/platform/language.h"

#include <cstdlib>

namespace intercusp::viewer::platform {

std::string user_language() {
  // The order of POSIX; an empty variable counts as none.
  for (const char* const variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* const value = std::getenv(variable);
    if (value != nullptr && *value != '\0') return value;
  }
  return {};
}

}  // namespace intercusp::viewer::platform
