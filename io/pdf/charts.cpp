#include "io/pdf/contents.h"

#include <cairo.h>

#include <algorithm>

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

}  // namespace

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
              write(page, place + (step - label_room) / 2, y + top + height + 3, label_room, bar.label,
                    {7, false, pale});
            }
            fill_box(page, x + left, y + top + height, width - left, 0.5, line_colour);
          }};
}

}  // namespace intercusp::pdf
