// The catalogue of one language: what msgfmt makes of po/<code>.po, read at run time.
#pragma once

#include <filesystem>
#include <locale>
#include <string>

namespace intercusp {

class Catalogue {
 public:
  //! \param file as msgfmt writes it
  //! \throw std::runtime_error if the file cannot be read or is not a catalogue
  explicit Catalogue(const std::filesystem::path& file);

  //! The English text where it has no translation. Lives as long as the catalogue.
  [[nodiscard]] const char* translated(const char* english) const;
  //! The same for a text with a context (msgctxt).
  [[nodiscard]] const char* translated(const char* context, const char* english) const;

 private:
  std::locale messages_;
};

}  // namespace intercusp
