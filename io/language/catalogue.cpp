#include "io/language/catalogue.h"

#include <boost/locale/gnu_gettext.hpp>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

namespace intercusp {
namespace {

using Messages = boost::locale::message_format<char>;

std::vector<char> bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw std::runtime_error("cannot be read");
  return bytes;
}

//! Boost.Locale looks for files by language and domain; this gives it the named file.
Messages* messages_of(const std::filesystem::path& file) {
  boost::locale::gnu_gettext::messages_info info;
  info.language = "own";
  info.encoding = "UTF-8";
  info.domains = {boost::locale::gnu_gettext::messages_info::domain("intercusp")};
  info.paths = {"."};
  info.callback = [bytes = bytes_of(file)](const std::string&, const std::string&) { return bytes; };
  Messages* const messages = boost::locale::gnu_gettext::create_messages_facet<char>(info);
  if (messages == nullptr) throw std::runtime_error("is not a catalogue");
  return messages;
}

}  // namespace

// The locale owns the facet.
Catalogue::Catalogue(const std::filesystem::path& file)
    : messages_(std::locale::classic(), messages_of(file)) {}

const char* Catalogue::translated(const char* english) const { return translated(nullptr, english); }

const char* Catalogue::translated(const char* context, const char* english) const {
  const char* const found = std::use_facet<Messages>(messages_).get(0, context, english);
  return found == nullptr ? english : found;
}

}  // namespace intercusp
