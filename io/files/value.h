// A tree of named values: the content of a JSON file, in the order in which it is written.
//
// Most types convert implicitly, so that a field reads as one line:
//     Fields{{"tooth", 36}, {"point_mm", case_point}, {"share", std::optional<double>()}}
// Vectors become lists. Poses and matrices become their numbers, row by row. An empty optional becomes null.
#pragma once

#include <Eigen/Geometry>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace intercusp {

class Value;

//! A template, so that it is complete wherever Value is. The variant below already needs its size.
template <class ValueType>
struct NamedValue {
  std::string name;
  ValueType value;
};
using Field = NamedValue<Value>;
using Values = std::vector<Value>;
using Fields = std::vector<Field>;

//! A value as JSON text, for lists that are too long to become a tree first.
struct JsonText {
  std::string text;
};

template <class T>
concept PlainRange = std::ranges::input_range<const T&> && !std::convertible_to<const T&, std::string_view> &&
                     !std::is_base_of_v<Eigen::EigenBase<T>, T>;

class Value {
 public:
  using Kind = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Values,
                            Fields, JsonText>;

  Value() = default;  //!< null; NaN and infinity are also written as null
  Value(std::nullptr_t) {}
  Value(std::same_as<bool> auto flag) : kind_(flag) {}
  Value(std::signed_integral auto number) : kind_(static_cast<std::int64_t>(number)) {}
  template <std::unsigned_integral Number>
  requires(!std::same_as<Number, bool>) Value(Number number) : kind_(static_cast<std::uint64_t>(number)) {}
  Value(std::floating_point auto number) : kind_(static_cast<double>(number)) {}
  template <std::convertible_to<std::string_view> Text>
  Value(const Text& text) : kind_(std::string(std::string_view(text))) {}
  Value(JsonText text) : kind_(std::move(text)) {}
  Value(Values list) : kind_(std::move(list)) {}
  Value(Fields fields) : kind_(std::move(fields)) {}
  Value(std::initializer_list<Field> fields);
  template <class T>
  Value(const std::optional<T>& value) : Value(value ? Value(*value) : Value()) {}
  template <PlainRange Range>
  Value(const Range& range);
  template <class Derived>
  Value(const Eigen::MatrixBase<Derived>& matrix);
  Value(const Eigen::Isometry3d& pose) : Value(pose.matrix()) {}

  [[nodiscard]] const Kind& kind() const { return kind_; }

 private:
  Kind kind_;
};

inline Value::Value(std::initializer_list<Field> fields) : kind_(Fields(fields)) {}

template <PlainRange Range>
Value::Value(const Range& range) {
  Values list;
  for (const auto& entry : range) list.emplace_back(entry);
  kind_ = std::move(list);
}

template <class Derived>
Value::Value(const Eigen::MatrixBase<Derived>& matrix) {
  Values list;
  for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
    for (Eigen::Index column = 0; column < matrix.cols(); ++column) list.emplace_back(matrix(row, column));
  }
  kind_ = std::move(list);
}

//! `value_of` of every entry.
template <class Range, class Function>
[[nodiscard]] Values list_of(const Range& entries, Function value_of) {
  Values list;
  for (const auto& entry : entries) list.emplace_back(value_of(entry));
  return list;
}

//! The entries of `first`, then those of `second`.
template <class Entry>
[[nodiscard]] std::vector<Entry> operator+(std::vector<Entry> first, std::vector<Entry> second) {
  first.insert(first.end(), std::make_move_iterator(second.begin()), std::make_move_iterator(second.end()));
  return first;
}

// The layout of the program's JSON files.

//! The value on one line. Bytes that are not UTF-8, which file names may contain, are replaced.
[[nodiscard]] std::string json_line(const Value& value);

//! One line per field, and one per entry of a field that is a list of objects. Ends with a line break.
[[nodiscard]] std::string json_lines(const Fields& fields);

}  // namespace intercusp
