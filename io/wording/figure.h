// A figure is one column of a table. It is declared once, and everything that shows the table is written from
// its list of figures: JSON and CSV (io/report), pages and terminal (io/wording), the cohort's tables with
// dictionary.csv (io/cohort), and the tables of docs/FILE_FORMATS.md.
//
//     Figures<Hole> hole_figures() {
//       return {{"name", "", "Of the file.", [](const Hole& hole) { return hole.name; }},
//               figure<Hole>("width_mm", "mm", "Widest across.", [](const Hole& hole) { return hole.width_mm; })
//                   .headed(phrase("Width, mm"), 2)};
//     }
//
// A list is made where it is needed, so that its headings are in the language of the moment.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/files/value.h"
#include "io/wording/section.h"
#include "occlusion/case/teeth.h"

namespace intercusp {

//! A column of a spreadsheet.
struct CsvColumn {
  std::string name;
  std::string part = {};  //!< name or index ("0") of an entry of the figure's value; empty: the whole value
  std::string definition = {};  //!< definition of the part; if empty, the figure's
};

//! The files that have the figure. `people` means none: it is only shown.
enum class In { json_and_csv, json, csv, people };

template <class Row>
struct Figure {
  using Reader = std::function<Value(const Row&)>;

  std::string key;         //!< in JSON
  std::string unit;        //!< key in JSON
  std::string definition;  //!< in English: for dictionary.csv and docs/FILE_FORMATS.md
  Reader value;
  In in = In::json_and_csv;
  std::vector<CsvColumn> columns;  //!< if empty, one column with the key as its name

  // For people.
  std::string heading;
  int digits = 0;                               //!< decimals of a number that is not whole
  std::function<std::string(const Row&)> text;  //!< if empty, the value itself is shown
  bool is_text = false;                         //!< as in Column::is_text

  Figure(std::string name, std::string measured_in, std::string meaning, Reader read)
      : key(std::move(name)),
        unit(std::move(measured_in)),
        definition(std::move(meaning)),
        value(std::move(read)) {}

  [[nodiscard]] std::vector<CsvColumn> csv_columns() const {
    return columns.empty() ? std::vector{CsvColumn{key}} : columns;
  }

  Figure only(In file) && {
    in = file;
    return std::move(*this);
  }
  Figure in_columns(std::vector<CsvColumn> names) && {
    columns = std::move(names);
    return std::move(*this);
  }
  Figure headed(std::string words, int decimals = 0) && {
    heading = std::move(words);
    digits = decimals;
    return std::move(*this);
  }
  //! \param as_text whether the column is left-aligned
  Figure headed(std::string words, std::function<std::string(const Row&)> read, bool as_text = false) && {
    heading = std::move(words);
    text = std::move(read);
    is_text = as_text;
    return std::move(*this);
  }
};

template <class Row>
using Figures = std::vector<Figure<Row>>;

//! "centroid_x_mm", "centroid_y_mm", "centroid_z_mm" from "centroid_" and "_mm".
[[nodiscard]] std::vector<CsvColumn> xyz_columns(const std::string& before, const std::string& after);

//! An entry of a list or of named fields; null if it is missing.
//! \param part as in CsvColumn
[[nodiscard]] Value part_of(const Value& value, const std::string& part);

//! The value in words: a number with an en dash as minus sign, a word, or "–" for null.
[[nodiscard]] std::string in_words(const Value& value, int digits);

//! The value as a number; empty for words and null.
[[nodiscard]] std::optional<double> number_of(const Value& value);

//! The tooth's number; null for gum or an unknown tooth.
[[nodiscard]] Value tooth_value(int fdi);

template <class Row>
[[nodiscard]] Figures<Row> json_only(Figures<Row> figures) {
  for (Figure<Row>& figure : figures) figure.in = In::json;
  return figures;
}

//! The figures `name`_confidence and `name`_sure: null without a tooth, 1 and true if the number comes from a
//! file.
//! \param column prefix of the columns
template <class Row>
[[nodiscard]] Figures<Row> belief_figures(const std::string& name, const std::string& column,
                                          std::function<EstimatedTooth(const Row&)> tooth) {
  const auto known = [](const EstimatedTooth& found, auto value) {
    return found.fdi > 0 ? Value(value) : Value();
  };
  return {Figure<Row>{name + "_confidence", "1",
                      "Probability of the tooth's number, from 0 to 1; 1 where the number comes from a file.",
                      [=](const Row& row) { return known(tooth(row), tooth(row).confidence); }}
              .in_columns({{column + "_confidence"}}),
          Figure<Row>{name + "_sure", "",
                      "true where the number may be relied on; false: look at the tooth before you use it.",
                      [=](const Row& row) { return known(tooth(row), tooth(row).sure); }}
              .in_columns({{column + "_sure"}})};
}

//! The figure with this key.
//! \pre there is one
template <class Row>
[[nodiscard]] const Figure<Row>& figure(const Figures<Row>& figures, std::string_view key) {
  for (const Figure<Row>& each : figures)
    if (each.key == key) return each;
  throw std::logic_error("no figure " + std::string(key));
}

//! The figures with these keys, in the order of the keys.
template <class Row>
[[nodiscard]] Figures<Row> chosen(const Figures<Row>& figures, const std::vector<std::string_view>& keys) {
  Figures<Row> some;
  for (const std::string_view key : keys) some.push_back(figure(figures, key));
  return some;
}

//! The figures of a part of the row, as figures of the row.
template <class Row, class Part>
[[nodiscard]] Figures<Row> figures_of(const Figures<Part>& figures,
                                      std::function<const Part&(const Row&)> part) {
  Figures<Row> whole;
  for (const Figure<Part>& each : figures) {
    Figure<Row>& figure =
        whole.emplace_back(each.key, each.unit, each.definition,
                           [read = each.value, part](const Row& row) { return read(part(row)); });
    figure.in = each.in;
    figure.columns = each.columns;
    figure.heading = each.heading;
    figure.digits = each.digits;
    figure.is_text = each.is_text;
    if (each.text) figure.text = [text = each.text, part](const Row& row) { return text(part(row)); };
  }
  return whole;
}

template <class Row>
[[nodiscard]] std::string text_of(const Figure<Row>& figure, const Row& row) {
  return figure.text ? figure.text(row) : in_words(figure.value(row), figure.digits);
}

template <class Row>
[[nodiscard]] std::vector<std::string> texts_of(const Figures<Row>& figures, const Row& row) {
  std::vector<std::string> cells;
  for (const Figure<Row>& each : figures) cells.push_back(text_of(each, row));
  return cells;
}

//! The table for people, with one column per figure.
template <class Row>
[[nodiscard]] Table table_of(const Figures<Row>& figures, const std::vector<Row>& rows) {
  Table table;
  for (const Figure<Row>& each : figures)
    table.columns.push_back({.heading = each.heading, .is_text = each.is_text});
  for (const Row& row : rows) table.rows.push_back(texts_of(figures, row));
  return table;
}

template <class Row>
[[nodiscard]] Fields json_row(const Figures<Row>& figures, const Row& row) {
  Fields fields;
  for (const Figure<Row>& each : figures)
    if (each.in != In::csv && each.in != In::people) fields.push_back({each.key, each.value(row)});
  return fields;
}

template <class Row>
[[nodiscard]] Values json_rows(const Figures<Row>& figures, const std::vector<Row>& rows) {
  return list_of(rows, [&](const Row& row) { return json_row(figures, row); });
}

template <class Row>
[[nodiscard]] std::vector<std::string> csv_head(const Figures<Row>& figures) {
  std::vector<std::string> names;
  for (const Figure<Row>& each : figures) {
    if (each.in == In::json || each.in == In::people) continue;
    for (const CsvColumn& column : each.csv_columns()) names.push_back(column.name);
  }
  return names;
}

template <class Row>
[[nodiscard]] Values csv_row(const Figures<Row>& figures, const Row& row) {
  Values cells;
  for (const Figure<Row>& each : figures) {
    if (each.in == In::json || each.in == In::people) continue;
    const Value value = each.value(row);
    for (const CsvColumn& column : each.csv_columns()) cells.push_back(part_of(value, column.part));
  }
  return cells;
}

template <class Row>
[[nodiscard]] std::vector<Values> csv_rows(const Figures<Row>& figures, const std::vector<Row>& rows) {
  std::vector<Values> lines;
  for (const Row& row : rows) lines.push_back(csv_row(figures, row));
  return lines;
}

}  // namespace intercusp
