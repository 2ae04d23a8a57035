// The catalogue of one language: what msgfmt makes of po/<code>.po, read at run time.
#pragma once

#include <filesystem>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace intercusp {

//! A file of GNU gettext (its manual, "The Format of GNU MO Files"), in UTF-8. A damaged one is refused as a whole: no text of it
//! is read before each is known to lie in the file and to have the places of its English text.
class Catalogue {
 public:
  //! \throw std::runtime_error if the file cannot be read, is not a catalogue or is damaged
  explicit Catalogue(const std::filesystem::path& file);
  Catalogue(Catalogue&&) = default;
  Catalogue& operator=(Catalogue&&) = default;

  //! The English text where it has no translation. Lives as long as the catalogue.
  [[nodiscard]] const char* translated(const char* english) const;
  //! The translation of a text with a context (msgctxt).
  [[nodiscard]] const char* translated(const char* context, const char* english) const;

 private:
  std::vector<char> bytes_;
  std::unordered_map<std::string_view, const char*> translations_;  //!< into the bytes
};

}  // namespace intercusp
