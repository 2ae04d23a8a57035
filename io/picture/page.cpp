#include "io/picture/page.h"

#include <algorithm>
#include <cmath>

#include "io/language/language.h"
#include "io/picture/pixel_canvas.h"

namespace intercusp {
namespace {

constexpr int line_px = 23, scale_bar_px = 46;

std::vector<std::string> lines_of(std::vector<std::string> paragraphs, int width_px, const Letters& letters) {
  if (paragraphs.empty()) paragraphs.emplace_back();
  paragraphs.back() += " " + phrase("For research and planning support; not a diagnosis.");
  Picture nothing;
  const PixelCanvas measure(nothing);
  std::vector<std::string> lines;
  for (const std::string& paragraph : paragraphs) {
    for (std::string& line : measure.lines(paragraph, width_px, letters)) lines.push_back(std::move(line));
  }
  return lines;
}

const Letters title_letters{30, {ink}, true}, view_letters{19, {pale_ink}};

//! The width of the heading, so that a narrow picture does not cut it.
int heading_px(const PageText& text) {
  Picture nothing;
  const PixelCanvas measure(nothing);
  return static_cast<int>(std::ceil(std::max(measure.text_width(text.title, title_letters),
                                             measure.text_width(text.view_name, view_letters))));
}

void write_case(Canvas& canvas, const PageText& text, int right_px) {
  if (text.case_heading.empty()) return;
  const Letters letters{19, {ink}};
  const double room_px = right_px - margin_px - 30 - canvas.text_width(text.title, title_letters);
  canvas.write(right_px, 28, fitting(canvas, text.case_heading, room_px, letters), letters, Align::right);
}

}  // namespace

Page blank_page(const PageText& text, const PageBody& body, int legend_width_px, int least_legend_px) {
  const Letters small{17, {pale_ink}};
  Page page{.x = margin_px + sides_px + body.left_px, .y = title_px + ends_px, .legend_y = title_px};
  page.legend_x = page.x + body.width + sides_px + 12;
  const int text_px = std::max(page.legend_x - 12 + legend_width_px - margin_px, heading_px(text));
  const std::vector<std::string> print = lines_of(text.small_print, text_px, small);
  const int body_px =
      std::max(ends_px + body.height + ends_px + body.below_px + scale_bar_px, least_legend_px);
  page.picture = Picture(text_px + 2 * margin_px,
                         title_px + body_px + static_cast<int>(print.size()) * line_px + margin_px);
  PixelCanvas canvas(page.picture);
  canvas.write(margin_px, 22, text.title, title_letters);
  canvas.write(margin_px, 64, text.view_name, view_letters);
  write_case(canvas, text, margin_px + text_px);
  if (body.framed)
    frame_box(page.picture, page.x - 1, page.y - 1, body.width + 2, body.height + 2, {200, 200, 200});
  draw_sides(canvas,
             {page.x - body.left_px - 36.0, page.y - 25.0, page.x + body.width + 36.0,
              page.y + body.height + body.below_px + 25.0},
             body.sides);
  if (body.pixels_per_mm > 0)
    draw_scale_bar(canvas, page.x, page.y + body.height + body.below_px + 38, body.pixels_per_mm, body.width);
  int top = title_px + body_px;
  for (const std::string& line : print) {
    canvas.write(margin_px, top, line, small);
    top += line_px;
  }
  return page;
}

Page page_around(const Picture& picture, const PageText& text, PageBody body, int legend_width_px,
                 int least_legend_px) {
  body.width = picture.width, body.height = picture.height, body.framed = false;
  Page page = blank_page(text, body, legend_width_px, least_legend_px);
  paste(page.picture, picture, page.x, page.y);
  return page;
}

void write_instead(Page& page, const PageBody& body, const std::string& sentence) {
  PixelCanvas(page.picture)
      .write(page.x + body.width / 2.0, page.y + body.height / 2.0, sentence, {24, {ink}}, Align::centre);
}

}  // namespace intercusp
