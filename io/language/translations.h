// All languages. A further one is an enumerator in language.h, a file of pairs beside german.cpp and a line here.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "io/language/language.h"

namespace intercusp {

struct Translation {
  const char* english;
  const char* translated;
};

[[nodiscard]] std::span<const Translation> german_translations();

struct LanguageFacts {
  Language language;
  std::string_view code;  //!< how locales of it begin
  const char* name;       //!< in its own words
  char decimal_mark;
  std::span<const Translation> (*translations)();
};

//! In the order of the enumerators.
constexpr std::array languages = {
    LanguageFacts{Language::english, "en", "English", '.', [] { return std::span<const Translation>(); }},
    LanguageFacts{Language::german, "de", "Deutsch", ',', german_translations}};

}  // namespace intercusp
