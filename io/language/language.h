// The language of what people read. English stands where it is used and is the key of its translations; every other
// language is one file of pairs beside this one.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace intercusp {

enum class Language { english, german };

//! Chooses the language of every text read from now on. Whoever keeps a text keeps it in the language it was read in.
void set_language(Language language);
[[nodiscard]] Language language();

//! The translation into the language chosen, or the English text itself where it has none. Lives as long as the program.
[[nodiscard]] const char* translated(const char* english);

//! A text with a name; reads as its translation.
struct Text {
  const char* english;
  constexpr explicit Text(const char* text) : english(text) {}
  operator const char*() const { return translated(english); }  // NOLINT: used like the string it stands for
  operator std::string() const { return translated(english); }  // NOLINT
  operator std::string_view() const { return translated(english); }  // NOLINT
  friend bool operator==(std::string_view read, const Text& text) { return read == translated(text.english); }
  friend std::string operator+(std::string before, const Text& text) {
    return std::move(before) + translated(text.english);
  }
};

//! A text with places for Args. The compiler checks the English one, `./run check` that translations have the same places.
template <class... Args>
struct TextWith {
  const char* english;
  consteval TextWith(const Text& text) : TextWith(text.english) {}  // NOLINT: passed as it stands
  consteval TextWith(const char* text) : english(text) {            // NOLINT
    [[maybe_unused]] const fmt::format_string<Args...> checked(text);
  }
};

//! The text in the language chosen, with these values in its places.
template <class... Args>
[[nodiscard]] std::string phrase(TextWith<std::type_identity_t<Args>...> text, Args&&... values) {
  return fmt::format(fmt::runtime(translated(text.english)), std::forward<Args>(values)...);
}

}  // namespace intercusp
