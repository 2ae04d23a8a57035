#include "io/files/read_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"

namespace intercusp {

namespace {

using nlohmann::json;

//! Finds the place at which a text stops being valid. For a number beyond double, the parser's exception does
//! not state it.
struct Failure : nlohmann::json_sax<json> {
  std::size_t at = 0;  //!< byte, counted from 1

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*size*/) override { return true; }
  bool key(string_t& /*value*/) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t /*size*/) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t byte, const std::string& /*token*/, const json::exception& /*why*/) override {
    at = byte;
    return false;
  }
};

//! The deepest files of this program have 8 levels (sessions with buccal scans, articulate.json). With this
//! limit the library's recursive functions, such as dump, need little stack.
constexpr int most_levels = 64;

//! The position of the final quote of the string that begins at a quote, or the end of the text.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
  return at;
}

//! The first bracket beyond most_levels, or npos.
std::size_t first_too_deep(std::string_view text) {
  int level = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') i = end_of_string(text, i);
    if ((c == '[' || c == '{') && ++level > most_levels) return i;
    if (c == ']' || c == '}') --level;
  }
  return std::string_view::npos;
}

//! The reason without the name of the exception and without the place, which our message states.
std::string reason_of(const json::exception& error) {
  const std::string_view what = error.what();
  const std::size_t name_end = what.find("] "), place_end = what.find(" - ");
  if (place_end != std::string_view::npos) return std::string(what.substr(place_end + 3));
  return std::string(name_end == std::string_view::npos ? what : what.substr(name_end + 2));
}

std::size_t line_at(std::string_view text, std::size_t byte) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, byte), '\n'));
}

}  // namespace

nlohmann::json parse_json(const std::filesystem::path& file, std::string_view text) {
  if (const std::size_t deep = first_too_deep(text); deep != std::string_view::npos)
    throw InputError(file, phrase("line {}, byte {}: lists and objects are nested more than {} levels deep",
                                  line_at(text, deep), deep + 1, most_levels));
  try {
    return json::parse(text.begin(), text.end());
  } catch (const json::parse_error& error) {
    throw InputError(file, phrase("byte {}: is not valid JSON (NaN and Infinity are not JSON either): {}",
                                  error.byte, reason_of(error)));
  } catch (const json::exception& error) {
    Failure failure;
    (void)json::sax_parse(text.begin(), text.end(), &failure);
    throw InputError(file,
                     phrase("line {}: is not usable JSON: {}", line_at(text, failure.at), reason_of(error)));
  }
}

nlohmann::json read_json(const std::filesystem::path& file) {
  return parse_json(file, read_file(file).view());
}

std::vector<std::size_t> lines_of_list(std::string_view text, std::string_view key) {
  std::vector<std::size_t> lines;
  std::string_view last_string;
  std::size_t line = 1;
  int depth = 0;
  bool inside = false, entry_is_next = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool opens = c == '{' || c == '[', closes = c == '}' || c == ']';
    if (c == '\n') ++line;
    if (is_space(c) || c == ':') continue;
    if (inside && depth == 2 && entry_is_next && !closes) lines.push_back(line);
    if (inside && depth == 2) entry_is_next = c == ',';
    if (c == '"') {
      const std::size_t start = i + 1;
      i = end_of_string(text, i);
      last_string = text.substr(start, i - start);
    }
    if (opens && ++depth == 2 && c == '[' && last_string == key) {
      lines.clear();  // of two lists with one name, the last counts
      inside = entry_is_next = true;
    }
    if (closes && --depth == 1) inside = false;
  }
  return lines;
}

}  // namespace intercusp
