#include "viewer/app/dropped_files.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "io/case/bodies_file.h"
#include "io/case/scan_names.h"
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
  const auto is = [](Jaw jaw, const std::string& path) {
    const std::optional<JawName> name = jaw_in_name(path);
    return name && name->jaw == jaw;
  };
  const bool turned = (is(Jaw::lower, first) && !is(Jaw::lower, second)) ||
                      (is(Jaw::upper, second) && !is(Jaw::upper, first));
  return turned ? std::pair(second, first) : std::pair(first, second);
}

}  // namespace intercusp::viewer
