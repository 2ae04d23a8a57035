#include "io/pdf/pile.h"

#include <cairo.h>

#include <algorithm>
#include <utility>

#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/picture/paint.h"
#include "io/wording/definitions.h"

namespace intercusp::pdf {
namespace {

constexpr double number_height = 13, cell_height = 25;

void write(cairo_t* page, double x, double y, double width, const std::string& text, Type type) {
  type.side = Side::middle;
  text_block(text, type, width).draw(page, x, y);
}

void outline(cairo_t* page, double x, double y, double width, bool sure) {
  cairo_save(page);
  const double pale_grey = sure ? 0.55 : 0.1;
  cairo_set_source_rgb(page, pale_grey, pale_grey, pale_grey);
  cairo_set_line_width(page, sure ? 0.5 : 1.2);
  if (!sure) {
    constexpr double dashes[] = {3, 2.4};
    cairo_set_dash(page, dashes, 2, 0);
  }
  cairo_rectangle(page, x + 0.8, y + 0.8, width - 1.6, cell_height - 1.6);
  cairo_stroke(page);
  cairo_restore(page);
}

void draw_cell(cairo_t* page, const ChartTooth& tooth, double x, double y, double width) {
  if (tooth.missing) {
    write(page, x, y + 7, width, "–", {8, false, pale});
    return;
  }
  if (tooth.least_mm) {
    const Rgb colour = colour_in_legend({}, *tooth.least_mm),
              letters = wants_dark_letters(colour) ? ink : white;
    fill_box(page, x + 0.8, y + 0.8, width - 1.6, cell_height - 1.6, colour);
    write(page, x, y + 1.5, width, phrase("{:.2f}", tooth.area_mm2), {7.5, true, letters});
    write(page, x, y + 12.5, width, rounded(*tooth.least_mm, 2), {7, false, letters});
  }
  outline(page, x, y, width, tooth.sure);
}

void draw_number(cairo_t* page, const ChartTooth& tooth, double x, double y, double width) {
  write(page, x, y, width, tooth_name(tooth.fdi) + (tooth.sure ? "" : "?"),
        {7.5, !tooth.missing, tooth.missing ? pale : ink});
}

void draw_line(cairo_t* page, double x0, double y0, double x1, double y1) {
  cairo_set_source_rgb(page, 0.13, 0.13, 0.13);
  cairo_set_line_width(page, 1);
  cairo_move_to(page, x0, y0);
  cairo_line_to(page, x1, y1);
  cairo_stroke(page);
}

void draw_interval(cairo_t* page, const Interval& share, double x, double y, double width) {
  const double low = x + width * share.low, high = x + width * share.high;
  draw_line(page, low, y, high, y);
  draw_line(page, low, y - 2, low, y + 2);
  draw_line(page, high, y - 2, high, y + 2);
  constexpr double room = 90;
  const double left = std::clamp((low + high - room) / 2, x, x + width - room);
  write(page, left, y + 3, room, phrase("{:.0f} to {:.0f} %", 100 * share.low, 100 * share.high),
        {7, false, pale});
}

//! Both arches, 16 × 2 places, as the dentist sees the patient: the right side is at the left.
Block tooth_chart(const FirstPage& first, double width) {
  const double cell = width / 16;
  return {2 * (number_height + cell_height), [first, cell](cairo_t* page, double x, double y) {
            for (std::size_t i = 0; i < 16; ++i) {
              const ChartTooth &upper = first.upper.teeth[i], &lower = first.lower.teeth[i];
              const double left = x + static_cast<double>(i) * cell,
                           lower_y = y + number_height + cell_height;
              draw_number(page, upper, left, y, cell);
              draw_cell(page, upper, left, y + number_height, cell);
              draw_cell(page, lower, left, lower_y, cell);
              draw_number(page, lower, left, lower_y + cell_height + 1, cell);
            }
            draw_line(page, x + 8 * cell, y, x + 8 * cell, y + 2 * (number_height + cell_height));
          }};
}

//! A bar in two parts, with its middle marked and the interval of the border between the parts.
Block balance_chart(const BalanceShare& balance, const std::string& first, const std::string& second_part,
                    double width) {
  constexpr double top = 14, height = 12;
  const std::string left = phrase("{} {:.0f} %", first, 100 * balance.share),
                    right = phrase("{} {:.0f} %", second_part, 100 * (1 - balance.share));
  const bool wide = balance.shows_interval();
  return {wide ? 46.0 : 34.0, [=](cairo_t* page, double x, double y) {
            text_block(left, {8.5}, width).draw(page, x, y);
            text_block(right, {8.5, false, ink, Side::right}, width).draw(page, x, y);
            fill_box(page, x, y + top, width, height, second);
            fill_box(page, x, y + top, width * balance.share, height, accent);
            draw_line(page, x + width / 2, y + top - 2, x + width / 2, y + top + height + 2);
            if (wide) draw_interval(page, *balance.interval, x, y + top + height + 5, width);
          }};
}

constexpr Type note{7.5, false, pale};

Block head_block(const FirstPage& page, const std::string& title, double width) {
  const std::string heading = heading_of(page.notes);
  std::vector<Block> blocks;
  const double title_width = width_of(title, {17, true});
  if (heading.empty() || title_width + 12 + width_of(heading, {11, true}) > width) {
    blocks.push_back(text_block(title, {17, true}, width));
    if (!heading.empty()) blocks.push_back(text_block(heading, {11, true}, width));
  } else {
    blocks.push_back(
        beside({{0, text_block(title, {17, true}, width)},
                {0, stack({space(6), text_block(heading, {11, true, ink, Side::right}, width)})}}));
  }
  blocks.push_back(
      text_block(phrase("Upper: {}", page.upper_files) + " · " + phrase("Lower: {}", page.lower_files),
                 {8, false, pale}, width));
  if (!page.notes.notes.empty()) blocks.push_back(text_block(page.notes.notes, {8, false, pale}, width));
  return stack(std::move(blocks));
}

Block figure_block(const KeyFigure& figure, double width) {
  std::vector<Block> blocks = {text_block(figure.name, {8, false, pale}, width),
                               text_block(figure.value, {14, true}, width)};
  if (!figure.note.empty()) blocks.push_back(text_block(figure.note, {8, false, pale}, width));
  return stack(std::move(blocks));
}

Block key_figures_block(const FirstPage& page, double width) {
  const double step = width / static_cast<double>(std::max<std::size_t>(3, page.key_figures.size()));
  std::vector<Cell> columns;
  for (const KeyFigure& figure : page.key_figures)
    columns.push_back({static_cast<double>(columns.size()) * step, figure_block(figure, step - 8)});
  return beside(std::move(columns));
}

Block chart_block(const FirstPage& page, double width) {
  if (!page.upper.numbered && !page.lower.numbered) return text_block(no_chart_sentence(), note, width);
  return stack({tooth_chart(page, width), space(3), text_block(chart_sentence(), note, width)});
}

Block balance_block(const FirstPage& page, double width) {
  std::vector<Block> blocks = {text_block(phrase("Shares of the contact area"), {9.5, true}, width),
                               space(2)};
  if (page.right) blocks.push_back(balance_chart(*page.right, phrase("Right"), phrase("Left"), width));
  if (page.anterior)
    blocks.push_back(balance_chart(*page.anterior, phrase("Anterior"), phrase("Posterior"), width));
  if (page.right && page.right->interval)
    blocks.push_back(text_block(share_interval_sentence(), note, width));
  return stack(std::move(blocks));
}

Block list_block(const std::string& title, const std::vector<std::string>& sentences, double width) {
  std::vector<Block> blocks = {text_block(title, {9.5, true}, width), space(2)};
  for (const std::string& sentence : sentences)
    blocks.push_back(beside({{0, text_block("•", {8}, 8)}, {9, text_block(sentence, {8}, width - 9)}}));
  return stack(std::move(blocks));
}

Block halves_block(const FirstPage& page, double width) {
  const double half = width / 2 - 12;
  const bool balance = page.right || page.anterior;
  std::vector<Cell> columns;
  if (balance) columns.push_back({0, balance_block(page, half)});
  if (!page.unsure.empty())
    columns.push_back({balance ? half + 24 : 0,
                       list_block(phrase("To be read with care"), page.unsure, balance ? half : width)});
  return beside(std::move(columns));
}

Block arches_block(const FirstPage& page, const std::vector<OutputFile>& made, double width, double height) {
  const double half = (width - 14) / 2;
  std::vector<Cell> columns;
  for (const std::string& name : page.pictures) {
    const auto file = std::ranges::find(made, name, &OutputFile::name);
    if (file == made.end()) continue;
    columns.push_back(
        {static_cast<double>(columns.size()) * (half + 14), picture_block(file->bytes, half, height)});
  }
  return beside(std::move(columns));
}

}  // namespace

void put_first_page(Pile& pile, const FirstPage& page, const std::string& title,
                    const std::vector<OutputFile>& made) {
  const double width = pile.width();
  const auto put = [&](const Block& block) {
    pile.put(block);
    pile.skip(8);
  };
  put(head_block(page, title, width));
  if (!page.warnings.empty())
    put(boxed(list_block(phrase("Before you read the numbers"), page.warnings, width - 24), width, warning,
              warning_edge));
  put(boxed(text_block(page.finding, {11}, width - 24), width, soft, accent));
  put(key_figures_block(page, width));
  const Block below = stack({chart_block(page, width), space(8), halves_block(page, width), space(6),
                             text_block(page.measure_note, note, width)});
  constexpr double least_arches = 200;
  put(arches_block(page, made, width, std::max(least_arches, pile.room() - below.height - 10)));
  pile.put(below);
}

}  // namespace intercusp::pdf
