#include "io/files/json_layout.h"

namespace intercusp {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string compact(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string laid_out(const Json& object, const std::string& last_member) {
  std::string text = "{";
  const char* before_key = "\n";
  for (const auto& [key, value] : object.items()) {
    text += before_key + compact(key) + ": ";
    before_key = ",\n";
    if (!value.is_array() || value.empty() || !value.front().is_object()) {
      text += compact(value);
      continue;
    }
    const char* before_entry = "[\n  ";
    for (const Json& entry : value) {
      text += before_entry + compact(entry);
      before_entry = ",\n  ";
    }
    text += "]";
  }
  if (!last_member.empty()) text += before_key + last_member;
  return text + "\n}\n";
}

}  // namespace intercusp
