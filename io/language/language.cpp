#include "io/language/language.h"

#include <algorithm>
#include <atomic>
#include <string_view>
#include <unordered_map>

#include "io/language/translations.h"

namespace intercusp {

namespace {

using Lexicon = std::unordered_map<std::string_view, const char*>;

Lexicon lexicon_of(std::span<const Translation> pairs) {
  Lexicon lexicon;
  for (const Translation& pair : pairs) lexicon.emplace(pair.english, pair.translated);
  return lexicon;
}

std::atomic<Language>& chosen_language() {
  static std::atomic<Language> language{Language::english};
  return language;
}

thread_local int writers_for_programs = 0;

}  // namespace

void set_language(Language language) { chosen_language() = language; }

Language language() { return writes_for_programs() ? Language::english : chosen_language().load(); }

std::string_view code_of(Language language) { return language == Language::german ? "de" : "en"; }

Language language_of(std::string_view locale) {
  return locale.starts_with("de") ? Language::german : Language::english;
}

ForPrograms::ForPrograms() { ++writers_for_programs; }
ForPrograms::~ForPrograms() { --writers_for_programs; }
bool writes_for_programs() { return writers_for_programs > 0; }

const char* translated(const char* english) {
  static const Lexicon german = lexicon_of(german_translations());
  if (language() == Language::english) return english;
  const auto found = german.find(english);
  return found == german.end() ? english : found->second;
}

std::string with_decimal_mark(std::string number) {
  if (language() != Language::english) std::ranges::replace(number, '.', ',');
  return number;
}

}  // namespace intercusp
