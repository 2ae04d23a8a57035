#include "io/language/language.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "io/language/catalogue.h"
#include "occlusion/base/own_program.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

fs::path catalogue_folder() {
  if (const char* const asked = std::getenv("INTERCUSP_LOCALE")) return asked;
  return own_program().parent_path().parent_path() / "share" / "intercusp" / "locale";
}

//! Catalogues in the order of the languages. English has none.
struct Catalogues {
  std::vector<LanguageFacts> languages = {{Language::english, "en", "English"}};
  std::vector<std::optional<Catalogue>> of_language = std::vector<std::optional<Catalogue>>(1);

  void add(const std::string& code, Catalogue catalogue) {
    const std::string_view mark = catalogue.translated("decimal mark", ".");
    if (mark.size() != 1) throw std::runtime_error("has no decimal mark");
    languages.push_back({.language = Language(languages.size()),
                         .code = code,
                         .name = catalogue.translated("name of the language", "English"),
                         .decimal_mark = mark.front()});
    of_language.emplace_back(std::move(catalogue));
  }
};

//! The codes of the languages, which are the names of their folders.
std::vector<std::string> codes_in(const fs::path& folder) {
  std::vector<std::string> codes;
  std::error_code unreadable;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, unreadable))
    codes.push_back(entry.path().filename().string());
  std::ranges::sort(codes);
  return codes;
}

const Catalogues& catalogues() {
  static const Catalogues all = [] {
    Catalogues read;
    const fs::path folder = catalogue_folder();
    for (const std::string& code : codes_in(folder)) {
      const fs::path file = folder / code / "LC_MESSAGES" / "intercusp.mo";
      try {
        read.add(code, Catalogue(file));
      } catch (const std::runtime_error& error) {
        fmt::print(stderr, "{}: {}; this language is left out\n", file.string(), error.what());
      }
    }
    return read;
  }();
  return all;
}

const LanguageFacts& facts_of(Language language) { return languages()[language.place()]; }

std::atomic<Language>& chosen_language() {
  static std::atomic<Language> language{Language::english};
  return language;
}

thread_local int writers_for_programs = 0;
thread_local std::optional<Language> own_language;

}  // namespace

const std::vector<LanguageFacts>& languages() { return catalogues().languages; }

void set_language(Language language) { chosen_language() = language; }

Language language() {
  if (writes_for_programs()) return Language::english;
  return own_language ? *own_language : chosen_language().load();
}

std::string_view code_of(Language language) { return facts_of(language).code; }

Language language_of(std::string_view locale) {
  const auto found = std::ranges::find_if(
      languages(), [&](const LanguageFacts& facts) { return locale.starts_with(facts.code); });
  return found == languages().end() ? Language::english : found->language;
}

InLanguage::InLanguage(Language language) : before_(std::exchange(own_language, language)) {}
InLanguage::~InLanguage() { own_language = before_; }

ForPrograms::ForPrograms() { ++writers_for_programs; }
ForPrograms::~ForPrograms() { --writers_for_programs; }
bool writes_for_programs() { return writers_for_programs > 0; }

const char* translated(const char* english) {
  const std::optional<Catalogue>& catalogue = catalogues().of_language[language().place()];
  return catalogue ? catalogue->translated(english) : english;
}

std::string with_decimal_mark(std::string number) {
  std::ranges::replace(number, '.', facts_of(language()).decimal_mark);
  return number;
}

std::string memory_text(std::uint64_t bytes) {
  constexpr std::uint64_t megabyte = 1'000'000;
  const std::uint64_t megabytes = bytes / megabyte + (bytes % megabyte != 0 ? 1 : 0);
  if (megabytes < 1000) return fmt::format("{} MB", megabytes);
  return with_decimal_mark(fmt::format("{:.1f} GB", static_cast<double>(bytes) * 1e-9));
}

}  // namespace intercusp
