#include "io/pdf/contents.h"

#include <algorithm>
#include <numeric>

namespace intercusp::pdf {
namespace {

constexpr double gap = 8, bar_width = 90, widest_heading = 62;

struct Widths {
  std::vector<double> columns;
  double size = 8;  //!< of letters
};

double longest_word(const std::string& text, const Type& type) {
  double longest = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", from), text.size());
    if (end > from) longest = std::max(longest, width_of(text.substr(from, end - from), type));
    from = end + 1;
  }
  return longest;
}

//! As wide as the text; where that is too wide for the sheet, long texts are broken: first between words, then within.
Widths widths_of(const Table& table, double sheet) {
  const std::size_t count = table.columns.size();
  Widths widths{.columns = {}, .size = count > 9 ? 6.8 : 8};
  std::vector<double> least;
  double bars = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Type head{widths.size, true}, body{widths.size};
    double narrow = longest_word(table.columns[i].heading, head),
           wide = std::max(narrow, std::min(width_of(table.columns[i].heading, head), widest_heading));
    for (const auto& row : table.rows) {
      wide = std::max(wide, width_of(row[i], body));
      narrow = std::max(
          narrow, table.columns[i].is_text || i == 0 ? longest_word(row[i], body) : width_of(row[i], body));
    }
    widths.columns.push_back(wide + gap);
    least.push_back(std::min(narrow, sheet / 3) + gap);
    if (table.columns[i].has_bars) bars += bar_width + gap;
  }
  const double room = sheet - bars, asked = std::reduce(widths.columns.begin(), widths.columns.end()),
               needed = std::reduce(least.begin(), least.end());
  for (std::size_t i = 0; i < count && asked > room; ++i) {
    widths.columns[i] = needed < room
                            ? least[i] + (widths.columns[i] - least[i]) * (room - needed) / (asked - needed)
                            : least[i] * room / needed;
  }
  return widths;
}

Block underlined(Block block, double width) {
  const double height = block.height + 4;
  return {height,
          [=](cairo_t* page, double x, double y) {
            fill_box(page, x, y + height - 0.5, width, 0.5, line_colour);
            block.draw(page, x, y + 2);
          },
          block.pieces};
}

Block bar_block(const std::string& count, double most) {
  const double length = bar_width * std::max(0.0, std::stod(count)) / std::max(1.0, most);
  return {10, [length](cairo_t* page, double x, double y) { fill_box(page, x, y + 2, length, 7, accent); }};
}

double most_of(const Table& table, std::size_t column) {
  double most = 0;
  for (const auto& row : table.rows) most = std::max(most, std::stod(row[column]));
  return most;
}

Block row_block(const Table& table, const std::vector<std::string>* row, const Widths& widths,
                const std::vector<double>& most) {
  std::vector<Cell> cells;
  double x = 0;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const bool left = table.columns[i].is_text || i == 0;
    const Type type{widths.size, row == nullptr, ink, left ? Side::left : Side::right};
    cells.push_back({x, text_block(row != nullptr ? (*row)[i] : table.columns[i].heading, type,
                                   widths.columns[i] - gap)});
    x += widths.columns[i];
    if (!table.columns[i].has_bars) continue;
    if (row != nullptr) cells.push_back({x, bar_block((*row)[i], most[i])});
    x += bar_width + gap;
  }
  return underlined(beside(std::move(cells)), x - gap);
}

}  // namespace

void put_table(Pile& pile, const Table& table) {
  if (table.rows.empty()) return;
  const Widths widths = widths_of(table, pile.width());
  std::vector<double> most(table.columns.size(), 0.0);
  for (std::size_t i = 0; i < most.size(); ++i) {
    if (table.columns[i].has_bars) most[i] = most_of(table, i);
  }
  const Block head = row_block(table, nullptr, widths, most);
  bool begun = false;
  for (const auto& cells : table.rows) {
    const Block row = row_block(table, &cells, widths, most);
    if (!begun || pile.room() < row.height) {
      pile.keep(head.height + row.height);
      pile.put(head);
      begun = true;
    }
    pile.put(row);
  }
}

void put_facts(Pile& pile, const std::vector<Fact>& facts) {
  constexpr double size = 8;
  double names = 0;
  for (const Fact& fact : facts) names = std::max(names, width_of(fact.name, {size}));
  names = std::min(names, pile.width() / 3);
  for (const Fact& fact : facts) {
    const Block text = text_block(fact.text, {size}, pile.width() - names - 14);
    const Block row = underlined(
        beside({{0, text_block(fact.name, {size, false, pale}, names)}, {names + 14, text}}), pile.width());
    pile.put(row);
  }
}

}  // namespace intercusp::pdf
