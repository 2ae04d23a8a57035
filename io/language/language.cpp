#include "io/language/language.h"

#include <algorithm>
#include <atomic>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "io/language/in_language.h"
#include "io/language/translations.h"

namespace intercusp {

namespace {

const LanguageFacts& facts_of(Language language) { return languages[static_cast<std::size_t>(language)]; }

using Lexicon = std::unordered_map<std::string_view, const char*>;

//! In the order of the languages.
std::array<Lexicon, languages.size()> lexicons() {
  std::array<Lexicon, languages.size()> all;
  for (std::size_t i = 0; i < languages.size(); ++i)
    for (const Translation& pair : languages[i].translations()) all[i].emplace(pair.english, pair.translated);
  return all;
}

std::atomic<Language>& chosen_language() {
  static std::atomic<Language> language{Language::english};
  return language;
}

thread_local int writers_for_programs = 0;
thread_local std::optional<Language> own_language;

}  // namespace

void set_language(Language language) { chosen_language() = language; }

Language language() {
  if (writes_for_programs()) return Language::english;
  return own_language ? *own_language : chosen_language().load();
}

std::string_view code_of(Language language) { return facts_of(language).code; }

Language language_of(std::string_view locale) {
  const auto* const found = std::ranges::find_if(
      languages, [&](const LanguageFacts& facts) { return locale.starts_with(facts.code); });
  return found == languages.end() ? Language::english : found->language;
}

InLanguage::InLanguage(Language language) : before_(std::exchange(own_language, language)) {}
InLanguage::~InLanguage() { own_language = before_; }

ForPrograms::ForPrograms() { ++writers_for_programs; }
ForPrograms::~ForPrograms() { --writers_for_programs; }
bool writes_for_programs() { return writers_for_programs > 0; }

const char* translated(const char* english) {
  static const std::array<Lexicon, languages.size()> all = lexicons();
  const Lexicon& lexicon = all[static_cast<std::size_t>(language())];
  const auto found = lexicon.find(english);
  return found == lexicon.end() ? english : found->second;
}

std::string with_decimal_mark(std::string number) {
  std::ranges::replace(number, '.', facts_of(language()).decimal_mark);
  return number;
}

}  // namespace intercusp
