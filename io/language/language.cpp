#include "io/language/language.h"

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

std::atomic<Language>& chosen() {
  static std::atomic<Language> language{Language::english};
  return language;
}

}  // namespace

void set_language(Language language) { chosen() = language; }

Language language() { return chosen(); }

const char* translated(const char* english) {
  static const Lexicon german = lexicon_of(german_translations());
  if (chosen() == Language::english) return english;
  const auto found = german.find(english);
  return found == german.end() ? english : found->second;
}

}  // namespace intercusp
