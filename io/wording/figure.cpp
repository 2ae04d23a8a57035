#include "io/wording/figure.h"

#include <algorithm>

#include "io/wording/definitions.h"

namespace intercusp {

std::vector<CsvColumn> xyz_columns(const std::string& before, const std::string& after) {
  return {{before + "x" + after, "0"}, {before + "y" + after, "1"}, {before + "z" + after, "2"}};
}

Value part_of(const Value& value, const std::string& part) {
  if (part.empty()) return value;
  if (const auto* list = std::get_if<Values>(&value.kind())) {
    const std::size_t place = std::stoul(part);
    return place < list->size() ? (*list)[place] : Value();
  }
  if (const auto* fields = std::get_if<Fields>(&value.kind())) {
    const auto found = std::ranges::find(*fields, part, &Field::name);
    return found != fields->end() ? found->value : Value();
  }
  return {};
}

std::string in_words(const Value& value, int digits) {
  if (const auto* number = std::get_if<double>(&value.kind())) return rounded(*number, digits);
  if (const auto* number = std::get_if<std::int64_t>(&value.kind())) return std::to_string(*number);
  if (const auto* number = std::get_if<std::uint64_t>(&value.kind())) return std::to_string(*number);
  if (const auto* word = std::get_if<std::string>(&value.kind())) return *word;
  return "–";
}

std::optional<double> number_of(const Value& value) {
  if (const auto* number = std::get_if<double>(&value.kind())) return *number;
  if (const auto* number = std::get_if<std::int64_t>(&value.kind())) return static_cast<double>(*number);
  if (const auto* number = std::get_if<std::uint64_t>(&value.kind())) return static_cast<double>(*number);
  return {};
}

Value tooth_value(int fdi) { return fdi > 0 ? Value(fdi) : Value(); }

}  // namespace intercusp
