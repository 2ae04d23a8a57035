// The language of texts for people. English text is written where it is used, and is the key of its
// translations, which are gettext catalogues (po/). Files for programs are always in English.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace intercusp {

//! English, or a language with a catalogue, which is a file po/<code>.po.
class Language {
 public:
  static const Language english;
  constexpr Language() = default;
  constexpr explicit Language(std::size_t place) : place_(place) {}
  [[nodiscard]] constexpr std::size_t place() const { return place_; }  //!< index into languages()
  constexpr bool operator==(const Language&) const = default;

 private:
  std::size_t place_ = 0;
};
inline constexpr Language Language::english;

//! Chooses the language of all texts that are read from now on. A stored text keeps the language in which it
//! was read.
void set_language(Language language);
//! The chosen language; English if this thread writes for programs.
[[nodiscard]] Language language();

//! "en", "de": the code in settings and pages.
[[nodiscard]] std::string_view code_of(Language language);

//! The language of a locale: "de_DE.UTF-8" is German. English if there is no translation.
[[nodiscard]] Language language_of(std::string_view locale);

struct LanguageFacts {
  Language language;
  std::string code;  //!< the beginning of the names of its locales: "de"
  std::string name;  //!< its name in the language itself
  char decimal_mark = '.';
};

//! English first, then the others by code. Catalogues lie in share/intercusp/locale next to the program's
//! folder, or in the folder that the environment variable INTERCUSP_LOCALE names. They are read once. A
//! catalogue that cannot be read is left out, with a line on stderr.
[[nodiscard]] const std::vector<LanguageFacts>& languages();

//! During its lifetime this thread reads its texts in the given language, whichever language is chosen.
class InLanguage {
 public:
  explicit InLanguage(Language language);
  ~InLanguage();
  InLanguage(const InLanguage&) = delete;
  InLanguage& operator=(const InLanguage&) = delete;

 private:
  std::optional<Language> before_;
};

//! During its lifetime this thread writes for programs: English, decimal points, FDI tooth numbers.
class ForPrograms {
 public:
  ForPrograms();
  ~ForPrograms();
  ForPrograms(const ForPrograms&) = delete;
  ForPrograms& operator=(const ForPrograms&) = delete;
};
[[nodiscard]] bool writes_for_programs();

//! A text in its form for programs: for_programs(measure_sentence).
template <class Read>
[[nodiscard]] auto for_programs(Read read) {
  const ForPrograms english;
  return read();
}

//! The translation into the chosen language, or the English text if there is none. It lives as long as the
//! program.
[[nodiscard]] const char* translated(const char* english);

//! Replaces the decimal point of a number by the decimal mark of the language.
[[nodiscard]] std::string with_decimal_mark(std::string number);

//! "4.3 GB"; below a gigabyte "310 MB", and at least 1 MB. The units are decimal, like those of file
//! managers.
[[nodiscard]] std::string memory_text(std::uint64_t bytes);

//! A text with a name. Reading it gives its translation.
struct Text {
  const char* english;
  constexpr explicit Text(const char* text) : english(text) {}
  constexpr Text(const Text&) = default;
  constexpr Text& operator=(const Text&) = default;
  // Not trivial, so that the compiler refuses a Text among the variable arguments of printf, which would show
  // the English text.
  constexpr ~Text() {}                                               // NOLINT
  operator const char*() const { return translated(english); }       // NOLINT: used like a string
  operator std::string() const { return translated(english); }       // NOLINT
  operator std::string_view() const { return translated(english); }  // NOLINT
  friend bool operator==(std::string_view read, const Text& text) { return read == translated(text.english); }
  friend std::string operator+(std::string before, const Text& text) {
    return std::move(before) + translated(text.english);
  }
};

//! The Text of an EnumTable. GCC 12 does not accept a Text as a constant there, because it has a destructor.
struct Wording {
  const char* english;
  constexpr Wording(const Text& text) : english(text.english) {}  // NOLINT: converts implicitly
  operator const char*() const { return translated(english); }    // NOLINT: used like a string
  operator std::string() const { return translated(english); }    // NOLINT
};

//! A text with placeholders for Args. The compiler checks the English text. `./run check` checks that
//! translations have the placeholders of the English text.
template <class... Args>
struct TextWith {
  const char* english;
  consteval TextWith(const Text& text) : TextWith(text.english) {}  // NOLINT: converts implicitly
  consteval TextWith(const char* text) : english(text) {            // NOLINT
    [[maybe_unused]] const fmt::format_string<Args...> checked(text);
  }
};

//! A number in a text, written with the decimal mark of the language.
template <std::floating_point Number>
struct Spelled {
  Number number;
};
template <class Value>
[[nodiscard]] decltype(auto) spelled(const Value& value) {
  if constexpr (std::floating_point<Value>) {
    return Spelled<Value>{value};
  } else {
    return (value);
  }
}

//! The text in the chosen language, with these values in its placeholders.
template <class... Args>
[[nodiscard]] std::string phrase(TextWith<std::type_identity_t<Args>...> text, Args&&... values) {
  return fmt::format(fmt::runtime(translated(text.english)), spelled(values)...);
}

}  // namespace intercusp

template <class Number>
struct fmt::formatter<intercusp::Spelled<Number>> {
  constexpr auto parse(format_parse_context& context) {
    const auto* end = context.begin();
    while (end != context.end() && *end != '}') ++end;
    form_ = std::string_view(context.begin(), static_cast<std::size_t>(end - context.begin()));
    return end;
  }
  template <class Context>
  auto format(const intercusp::Spelled<Number>& spelled, Context& context) const {
    const std::string plain = fmt::format(fmt::runtime("{:" + std::string(form_) + "}"), spelled.number);
    return fmt::format_to(context.out(), "{}", intercusp::with_decimal_mark(plain));
  }

 private:
  std::string_view form_;
};
