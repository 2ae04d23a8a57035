#include "io/pdf/report_pdf.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "io/language/language.h"

namespace intercusp::pdf {
namespace {

constexpr double gap = 8, bar_width = 90, widest_heading = 62;

struct Widths {
  std::vector<double> columns;
  double size = 8;  //!< size of letters
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

//! Columns as wide as their text. If that is too wide for the sheet, long texts are broken, first between
//! words, then within words.
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

//! Puts a table, whose headings every sheet repeats.
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

//! \pre the chart has bars
Block bar_chart(const BarChart& chart, double width) {
  constexpr double top = 24, height = 72, left = 30, label_room = 40;
  const double most = std::ranges::max(chart.bars, {}, &BarChart::Bar::height).height;
  const double step = (width - left) / static_cast<double>(chart.bars.size());
  return {top + height + 20, [=](cairo_t* page, double x, double y) {
            text_block(chart.title, {8.5}, width).draw(page, x, y + 4);
            text_block(chart.highest, {7, false, pale, Side::right}, left - 4).draw(page, x, y + top - 4);
            fill_box(page, x + left, y + top, width - left, 0.5, line_colour);
            for (std::size_t i = 0; i < chart.bars.size(); ++i) {
              const BarChart::Bar& bar = chart.bars[i];
              const double place = x + left + static_cast<double>(i) * step;
              const double high = most > 0 ? height * bar.height / most : 0;
              fill_box(page, place + 0.08 * step, y + top + height - high, 0.84 * step, high, bar.colour);
              text_block(bar.label, {7, false, pale, Side::middle}, label_room)
                  .draw(page, place + (step - label_room) / 2, y + top + height + 3);
            }
            fill_box(page, x + left, y + top + height, width - left, 0.5, line_colour);
          }};
}

}  // namespace
}  // namespace intercusp::pdf

namespace intercusp {
namespace {

using namespace pdf;

constexpr Type plain{9}, small{7.5, false, pale};

void put_remarks(Pile& pile, const std::vector<Remark>& remarks) {
  if (remarks.empty()) return;
  const double width = pile.width() - 24;
  std::vector<Block> blocks = {text_block(phrase("Before you read the numbers"), {9, true}, width)};
  for (const Remark& remark : remarks) {
    const std::string about = remark.about.empty() ? "" : remark.about + ": ";
    blocks.push_back(
        beside({{0, text_block("•", {8.5}, 8)}, {9, text_block(about + remark.text, {8.5}, width - 9)}}));
  }
  pile.put(boxed(stack(std::move(blocks)), pile.width(), warning, warning_edge));
  pile.skip(8);
}

Block figure_block(const Product& product, const std::vector<OutputFile>& made, double width,
                   double greatest_height) {
  return stack(
      {picture_block(std::ranges::find(made, product.name, &OutputFile::name)->bytes, width, greatest_height),
       space(2), text_block(product.caption, {7.5, false, pale, Side::middle}, width), space(8)});
}

//! Puts pictures, two in a row; wide ones take a whole row.
void put_pictures(Pile& pile, const Section& section, const Report& report,
                  const std::vector<OutputFile>& made) {
  constexpr double gap = 14, tall = 250, wide_tall = 330;
  const double half = (pile.width() - gap) / 2;
  std::vector<Cell> row;
  const auto put_row = [&] {
    if (!row.empty()) pile.put(beside(std::exchange(row, {})));
  };
  for (const std::string& name : section.pictures) {
    const Product& product = *std::ranges::find(report.files, name, &Product::name);
    if (product.wide) {
      put_row();
      pile.put(figure_block(product, made, pile.width(), wide_tall));
      continue;
    }
    row.push_back({row.empty() ? 0 : half + gap, figure_block(product, made, half, tall)});
    if (row.size() == 2) put_row();
  }
  put_row();
}

void put_section(Pile& pile, const Section& section, const Report& report,
                 const std::vector<OutputFile>& made) {
  // A short table stays on one sheet with its title.
  const std::size_t rows = section.table.rows.size();
  const double with_title = rows <= 12 ? 60 + 16 * static_cast<double>(rows) : 110;
  if (!section.title.empty()) {
    pile.skip(12);
    pile.keep(with_title);
    pile.put(text_block(section.title, {12, true}, pile.width()));
    pile.skip(3);
  }
  for (const std::string& text : section.paragraphs) pile.put(text_block(text, plain, pile.width()));
  put_table(pile, section.table);
  std::vector<Fact> facts = section.facts;
  std::erase_if(facts, &Fact::of_this_run);
  put_facts(pile, facts);
  for (const BarChart& chart : section.charts) pile.put(bar_chart(chart, pile.width()));
  if (!section.pictures.empty()) pile.skip(6);
  put_pictures(pile, section, report, made);
  for (const std::string& text : section.notes) {
    pile.skip(3);
    pile.put(text_block(text, small, pile.width()));
  }
}

std::string foot_text(const Report& report) {
  std::string text = "Intercusp " INTERCUSP_VERSION;
  if (report.first_page)
    text += " · " + report.first_page->upper_files + " · " + report.first_page->lower_files;
  return text;
}

}  // namespace

std::string report_pdf(const Report& report, const std::vector<OutputFile>& made, const PdfOptions& options) {
  const Foot foot{.text = foot_text(report), .title = report.title, .date = options.date};
  Pile pile(options.paper, height_of(foot, options.paper));
  if (report.first_page) {
    put_first_page(pile, *report.first_page, report.title, made);
    pile.start_sheet();
  } else {
    pile.put(text_block(report.title, {17, true}, pile.width()));
  }
  for (const Fact& file : report.input_files)
    pile.put(text_block(file.name + ": " + file.text, {8, false, pale}, pile.width()));
  pile.skip(8);
  put_remarks(pile, report.remarks);
  if (!report.headline.empty()) {
    pile.put(boxed(text_block(report.headline, {11}, pile.width() - 24), pile.width(), soft, accent));
    pile.skip(6);
  }
  for (const Section& section : report.sections) {
    if (section.on != Section::On::terminal) put_section(pile, section, report, made);
  }
  pile.skip(10);
  pile.put(text_block(report.footer, small, pile.width()));
  return pdf_bytes(pile.sheets(), options.paper, foot);
}

LaterProduct pdf_file(const PdfOptions& options) {
  return {"report.pdf", [options](const Report& report, const std::vector<OutputFile>& made) {
            return report_pdf(report, made, options);
          }};
}

}  // namespace intercusp
