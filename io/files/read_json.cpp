#include "io/files/read_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/language/language.h"

#include "io/files/errors.h"
#include "io/files/read_file.h"

namespace intercusp {

nlohmann::json read_json(const std::filesystem::path& file) {
  const FileBytes bytes = read_file(file);
  const std::string_view text = bytes.view();
  try {
    return nlohmann::json::parse(text.begin(), text.end());
  } catch (const nlohmann::json::parse_error& error) {
    throw InputError(file, phrase("byte {}: is not valid JSON (NaN and Infinity are not JSON either): {}",
                                  error.byte, error.what()));
  } catch (const nlohmann::json::exception& error) {
    throw InputError(file, phrase("is not usable JSON: {}", error.what()));
  }
}

}  // namespace intercusp
