// Another language for the duration of a test.
#pragma once

#include "io/language/language.h"
#include "io/language/tooth_names.h"

namespace intercusp::testing {

class InLanguage {
 public:
  explicit InLanguage(Language language, ToothNames names = ToothNames::fdi) {
    set_language(language);
    set_tooth_names(names);
  }
  ~InLanguage() {
    set_language(Language::english);
    set_tooth_names(ToothNames::fdi);
  }
  InLanguage(const InLanguage&) = delete;
  InLanguage& operator=(const InLanguage&) = delete;
};

}  // namespace intercusp::testing
