#include "io/files/value.h"

#include <nlohmann/json.hpp>

#include "io/files/safe_text.h"

namespace intercusp {
namespace {

//! The text as a JSON string. The library would replace damaged text differently from pages and the terminal.
std::string quoted(const std::string& text) { return nlohmann::json(valid_utf8(text)).dump(); }

//! Appends the text of a value.
struct Writer {
  std::string& out;

  void operator()(std::monostate) const { out += "null"; }
  void operator()(bool flag) const { out += flag ? "true" : "false"; }
  void operator()(std::int64_t number) const { out += std::to_string(number); }
  void operator()(std::uint64_t number) const { out += std::to_string(number); }
  void operator()(double number) const { out += nlohmann::json(number).dump(); }
  void operator()(const std::string& text) const { out += quoted(text); }
  void operator()(const JsonText& json) const { out += json.text; }

  void operator()(const Values& list) const {
    out += '[';
    for (const Value& entry : list) {
      if (&entry != list.data()) out += ',';
      std::visit(*this, entry.kind());
    }
    out += ']';
  }

  void operator()(const Fields& fields) const {
    out += '{';
    for (const Field& field : fields) {
      if (&field != fields.data()) out += ',';
      out += quoted(field.name) + ':';
      std::visit(*this, field.value.kind());
    }
    out += '}';
  }
};

bool is_list_of_objects(const Value& value) {
  const Values* const list = std::get_if<Values>(&value.kind());
  return list != nullptr && !list->empty() && std::holds_alternative<Fields>(list->front().kind());
}

}  // namespace

std::string json_line(const Value& value) {
  std::string text;
  std::visit(Writer{text}, value.kind());
  return text;
}

std::string json_lines(const Fields& fields) {
  std::string text = "{";
  for (const Field& field : fields) {
    text += (&field == fields.data() ? "\n" : ",\n") + quoted(field.name) + ": ";
    if (!is_list_of_objects(field.value)) {
      text += json_line(field.value);
      continue;
    }
    const char* before_entry = "[\n  ";
    for (const Value& entry : std::get<Values>(field.value.kind())) {
      text += before_entry + json_line(entry);
      before_entry = ",\n  ";
    }
    text += "]";
  }
  return text + "\n}\n";
}

}  // namespace intercusp
