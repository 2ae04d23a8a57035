// The catalogue of one language, read at run time. msgfmt makes it from po/<code>.po.
#pragma once

#include <filesystem>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace intercusp {

//! A GNU gettext file (its manual, "The Format of GNU MO Files") in UTF-8. A damaged file is refused as a
//! whole. No text is used before every text is known to lie within the file and to have the placeholders of
//! its English text.
class Catalogue {
 public:
  //! \throw std::runtime_error if the file cannot be read, is not a catalogue or is damaged
  explicit Catalogue(const std::filesystem::path& file);
  Catalogue(Catalogue&&) = default;
  Catalogue& operator=(Catalogue&&) = default;

  //! The translation, or the English text if there is none. It lives as long as the catalogue.
  [[nodiscard]] const char* translated(const char* english) const;
  //! The translation of a text with a context (msgctxt).
  [[nodiscard]] const char* translated(const char* context, const char* english) const;

 private:
  std::vector<char> bytes_;
  std::unordered_map<std::string_view, const char*> translations_;  //!< refer to the bytes
};

}  // namespace intercusp
