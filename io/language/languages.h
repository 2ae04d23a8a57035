// All languages: English, whose texts are in the sources, and one for each catalogue. Each file po/<code>.po adds one.
#pragma once

#include <string>
#include <vector>

#include "io/language/language.h"

namespace intercusp {

struct LanguageFacts {
  Language language;
  std::string code;  //!< the beginning of its locales: "de"
  std::string name;  //!< in the language itself
  char decimal_mark = '.';
};

//! English first, the others by code. Catalogues lie in share/intercusp/locale beside the program's folder, or in the
//! folder that the environment variable INTERCUSP_LOCALE names; they are read once. One that cannot be read is left out,
//! with a line on stderr.
[[nodiscard]] const std::vector<LanguageFacts>& languages();

}  // namespace intercusp
