#include "io/language/catalogue.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>

namespace intercusp {
namespace {

constexpr char context_end = '\x04';

std::vector<char> bytes_of(const std::filesystem::path& file) {
  constexpr std::uintmax_t most_bytes = 1 << 26;  // a hundred times the size of the German catalogue
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);  // sets the error if it is not a file
  if (error || size > most_bytes) throw std::runtime_error("cannot be read");
  std::vector<char> bytes(size);
  std::ifstream stream(file, std::ios::binary);
  if (!stream.read(bytes.data(), static_cast<std::streamsize>(size)))
    throw std::runtime_error("cannot be read");
  return bytes;
}

//! Reads tables of texts, and checks every position.
class CatalogueBytes {
 public:
  explicit CatalogueBytes(std::span<const char> bytes) : bytes_(bytes) {
    constexpr std::uint32_t magic = 0x950412de, turned_magic = 0xde120495, newest_format = 1;
    const std::uint32_t begin = number(0);
    turned_ = begin == turned_magic;
    if (begin != magic && !turned_) throw std::runtime_error("is not a catalogue");
    if (number(4) >> 16 > newest_format) throw std::runtime_error("is a catalogue of a later format");
  }

  [[nodiscard]] std::uint32_t number(std::uint64_t at) const {
    std::uint32_t value = 0;
    if (at + sizeof value > bytes_.size()) refuse();
    std::memcpy(&value, bytes_.data() + at, sizeof value);
    return turned_ ? __builtin_bswap32(value) : value;
  }

  //! The text with this number in a table of lengths and positions. A zero byte follows it.
  [[nodiscard]] std::string_view text(std::uint32_t table, std::uint32_t i) const {
    constexpr std::uint64_t entry = 8;
    const std::uint64_t length = number(table + entry * i), at = number(table + entry * i + 4);
    if (at + length >= bytes_.size() || bytes_[at + length] != '\0') refuse();
    return {bytes_.data() + at, length};
  }

 private:
  [[noreturn]] static void refuse() { throw std::runtime_error("is damaged"); }

  std::span<const char> bytes_;
  bool turned_ = false;  //!< written in the opposite byte order
};

//! The placeholders of a text in a fixed order: what is between { and }, with numbers for those without a
//! name.
std::vector<std::string> places_in(std::string_view text) {
  std::vector<std::string> places;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{' && text[i] != '}') continue;
    if (text.substr(i + 1, 1) == text.substr(i, 1)) {
      ++i;
      continue;
    }
    const std::size_t end = std::min(text.find('}', i), text.size());
    std::string place(text.substr(i + 1, end - i - 1));
    if (place.empty() || place.front() == ':') place.insert(0, std::to_string(places.size()));
    places.push_back(place);
    i = end;
  }
  std::ranges::sort(places);
  return places;
}

std::string_view without_context(std::string_view key) {
  return key.substr(key.find(context_end) + 1);  // npos + 1 is 0
}

}  // namespace

Catalogue::Catalogue(const std::filesystem::path& file) : bytes_(bytes_of(file)) {
  const CatalogueBytes content(bytes_);
  const std::uint32_t count = content.number(8), originals = content.number(12),
                      translations = content.number(16);
  bool in_utf8 = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string_view english = content.text(originals, i), translation = content.text(translations, i);
    if (english.empty()) {  // the header
      in_utf8 = translation.find("charset=UTF-8") != std::string_view::npos;
    } else if (places_in(without_context(english)) != places_in(translation)) {
      throw std::runtime_error("is damaged");
    } else if (!translation.empty()) {
      translations_.emplace(english, translation.data());
    }
  }
  if (!in_utf8) throw std::runtime_error("is not in UTF-8");
}

const char* Catalogue::translated(const char* english) const {
  const auto found = translations_.find(english);
  return found == translations_.end() ? english : found->second;
}

const char* Catalogue::translated(const char* context, const char* english) const {
  const auto found = translations_.find(std::string(context) + context_end + english);
  return found == translations_.end() ? english : found->second;
}

}  // namespace intercusp
