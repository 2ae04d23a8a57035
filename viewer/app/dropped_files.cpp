#include "viewer/app/dropped_files.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "io/case/bodies_file.h"
#include "io/files/errors.h"
#include "io/files/read_json.h"
#include "viewer/app/session.h"

namespace intercusp::viewer {
namespace {

namespace fs = std::filesystem;

std::string in_lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

//! Name of the file or folder itself, without the folders around it.
std::string name_of(const std::string& path) {
  const fs::path whole = fs::path(path).lexically_normal();
  return in_lower_case((whole.has_filename() ? whole : whole.parent_path()).filename().string());
}

bool says_any(const std::string& name, const auto& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != name.npos; });
}

bool says_lower(const std::string& path) {
  constexpr std::array<std::string_view, 3> words = {"lower", "mandib", "unterkiefer"};
  return says_any(name_of(path), words);
}

bool says_upper(const std::string& path) {
  constexpr std::array<std::string_view, 3> words = {"upper", "maxil", "oberkiefer"};
  return says_any(name_of(path), words);
}

bool begins_as_json(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return false;  // a pipe would keep us waiting
  std::ifstream stream(file, std::ios::binary);
  char first = 0;
  return stream >> std::ws >> first && first == '{';
}

FileKind kind_of_json(const fs::path& file) {
  try {
    const nlohmann::json json = read_json(file);
    if (json.contains("upper_from_lower")) return FileKind::pose;
    if (json.contains("poses")) return FileKind::track;
  } catch (const InputError&) {
    return FileKind::scan;
  }
  return FileKind::scan;
}

}  // namespace

FileKind kind_of(const fs::path& file) {
  if (is_session(file)) return FileKind::session;
  if (names_bodies(file)) return FileKind::bodies;
  if (begins_as_json(file)) return kind_of_json(file);
  return in_lower_case(file.extension().string()) == ".csv" ? FileKind::track : FileKind::scan;
}

std::pair<std::string, std::string> upper_and_lower(const std::string& first, const std::string& second) {
  const bool turned =
      (says_lower(first) && !says_lower(second)) || (says_upper(second) && !says_upper(first));
  return turned ? std::pair(second, first) : std::pair(first, second);
}

}  // namespace intercusp::viewer
