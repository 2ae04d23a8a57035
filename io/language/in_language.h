// Texts in a language other than the program's: a report in German from an English viewer.
#pragma once

#include <optional>

#include "io/language/language.h"

namespace intercusp {

//! While it lives, this thread reads its texts in that language, whichever is chosen.
class InLanguage {
 public:
  explicit InLanguage(Language language);
  ~InLanguage();
  InLanguage(const InLanguage&) = delete;
  InLanguage& operator=(const InLanguage&) = delete;

 private:
  std::optional<Language> before_;
};

}  // namespace intercusp
