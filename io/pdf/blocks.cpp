#include "io/pdf/pile.h"

#include <pango/pangocairo.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <utility>

#include "io/files/safe_text.h"

namespace intercusp::pdf {
namespace {

//! The viewer's typeface comes first, then those with the most characters.
constexpr const char* families = "Open Sans,DejaVu Sans,sans-serif";
constexpr double line_spacing = 1.12;

struct Unref {
  void operator()(gpointer object) const { g_object_unref(object); }
};
struct FreeFont {
  void operator()(PangoFontDescription* font) const { pango_font_description_free(font); }
};
using Layout = std::shared_ptr<PangoLayout>;

double points(int pango_units) { return static_cast<double>(pango_units) / PANGO_SCALE; }
int pango_units(double points) { return static_cast<int>(points * PANGO_SCALE); }

std::string printable(const std::string& text) {
  std::string safe = text_for_page(text);
  std::ranges::replace(safe, '\t', ' ');
  return safe;
}

//! Places letters for paper, not on the pixels of a screen.
std::unique_ptr<PangoContext, Unref> context_for_paper() {
  std::unique_ptr<PangoContext, Unref> context(
      pango_font_map_create_context(pango_cairo_font_map_get_default()));
  const std::unique_ptr<cairo_font_options_t, decltype(&cairo_font_options_destroy)> options(
      cairo_font_options_create(), cairo_font_options_destroy);
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context.get(), options.get());
  pango_context_set_round_glyph_positions(context.get(), FALSE);
  pango_context_set_language(context.get(), pango_language_from_string("en"));
  return context;
}

Layout layout_of(const std::string& text, const Type& type) {
  thread_local const std::unique_ptr<PangoContext, Unref> context = context_for_paper();
  Layout layout(pango_layout_new(context.get()), Unref{});
  const std::unique_ptr<PangoFontDescription, FreeFont> font(pango_font_description_from_string(families));
  pango_font_description_set_absolute_size(font.get(), type.size * PANGO_SCALE);
  pango_font_description_set_weight(font.get(), type.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description(layout.get(), font.get());
  pango_layout_set_line_spacing(layout.get(), static_cast<float>(line_spacing));
  const std::unique_ptr<PangoAttrList, decltype(&pango_attr_list_unref)> as_written(pango_attr_list_new(),
                                                                                    pango_attr_list_unref);
  pango_attr_list_insert(as_written.get(), pango_attr_insert_hyphens_new(FALSE));
  pango_layout_set_attributes(layout.get(), as_written.get());
  // A Hebrew name would otherwise move its paragraph to the right.
  pango_layout_set_auto_dir(layout.get(), FALSE);
  const std::string safe = printable(text);
  pango_layout_set_text(layout.get(), safe.data(), static_cast<int>(safe.size()));
  return layout;
}

PangoAlignment alignment_of(Side side) {
  return side == Side::left     ? PANGO_ALIGN_LEFT
         : side == Side::middle ? PANGO_ALIGN_CENTER
                                : PANGO_ALIGN_RIGHT;
}

void set_colour(cairo_t* page, Rgb colour) {
  cairo_set_source_rgb(page, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0);
}

std::vector<Block> lines_of(const Layout& layout, Rgb colour) {
  std::vector<Block> lines;
  const std::unique_ptr<PangoLayoutIter, decltype(&pango_layout_iter_free)> at(
      pango_layout_get_iter(layout.get()), pango_layout_iter_free);
  do {
    PangoRectangle box;
    pango_layout_iter_get_line_extents(at.get(), nullptr, &box);
    int top = 0, bottom = 0;
    pango_layout_iter_get_line_yrange(at.get(), &top, &bottom);
    PangoLayoutLine* const line = pango_layout_iter_get_line_readonly(at.get());
    const double down = points(pango_layout_iter_get_baseline(at.get()) - top), right = points(box.x);
    lines.push_back({points(bottom - top), [=](cairo_t* page, double x, double y) {
                       set_colour(page, colour);
                       cairo_move_to(page, x + right, y + down);
                       pango_cairo_show_layout_line(page, line);
                       (void)layout;  // owns the line
                     }});
  } while (pango_layout_iter_next_line(at.get()) != FALSE);
  return lines;
}

struct PngText {
  std::string_view left;
  static cairo_status_t read(void* self, unsigned char* bytes, unsigned count) {
    std::string_view& left = static_cast<PngText*>(self)->left;
    if (left.size() < count) return CAIRO_STATUS_READ_ERROR;
    std::memcpy(bytes, left.data(), count);
    left.remove_prefix(count);
    return CAIRO_STATUS_SUCCESS;
  }
};

}  // namespace

Block text_block(const std::string& text, const Type& type, double width) {
  const Layout layout = layout_of(text, type);
  pango_layout_set_width(layout.get(), std::max(1, pango_units(width)));
  pango_layout_set_wrap(layout.get(), PANGO_WRAP_WORD_CHAR);
  pango_layout_set_alignment(layout.get(), alignment_of(type.side));
  std::vector<Block> lines = lines_of(layout, type.colour);
  return lines.size() == 1 ? lines.front() : stack(std::move(lines));
}

double width_of(const std::string& text, const Type& type) {
  int width = 0;
  pango_layout_get_size(layout_of(text, type).get(), &width, nullptr);
  return points(width) + 0.1;  // so that rounding does not break a line
}

Block space(double height) {
  return {height, [](cairo_t*, double, double) {}};
}

Block stack(std::vector<Block> blocks) {
  double height = 0;
  for (const Block& block : blocks) height += block.height;
  return {height,
          [blocks](cairo_t* page, double x, double y) {
            for (const Block& block : blocks) {
              block.draw(page, x, y);
              y += block.height;
            }
          },
          blocks};
}

Block beside(std::vector<Cell> columns) {
  Block all;
  for (const Cell& column : columns) {
    all.height = std::max(all.height, column.block.height);
    all.pieces.push_back(column.block);
  }
  all.draw = [columns = std::move(columns)](cairo_t* page, double x, double y) {
    for (const Cell& column : columns) column.block.draw(page, x + column.x, y);
  };
  return all;
}

Block boxed(Block block, double width, Rgb ground, Rgb edge) {
  constexpr double margin = 6, indent = 12;
  std::vector<Block> pieces;
  for (const Block& piece : block.pieces) pieces.push_back(boxed(piece, width, ground, edge));
  const double height = block.height + 2 * margin;
  return {height,
          [=](cairo_t* page, double x, double y) {
            fill_box(page, x, y, width, height, ground);
            fill_box(page, x, y, 3, height, edge);
            block.draw(page, x + indent, y + margin);
          },
          std::move(pieces)};
}

Block picture_block(std::string_view png, double width, double greatest_height) {
  PngText text{png};
  const std::shared_ptr<cairo_surface_t> picture(
      cairo_image_surface_create_from_png_stream(PngText::read, &text), cairo_surface_destroy);
  if (const cairo_status_t status = cairo_surface_status(picture.get()); status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(cairo_status_to_string(status));
  const double across = cairo_image_surface_get_width(picture.get()),
               down = cairo_image_surface_get_height(picture.get()),
               scale = std::min(width / across, greatest_height / down);
  return {scale * down, [=](cairo_t* page, double x, double y) {
            cairo_save(page);
            cairo_translate(page, x + (width - scale * across) / 2, y);
            cairo_scale(page, scale, scale);
            cairo_set_source_surface(page, picture.get(), 0, 0);
            cairo_paint(page);
            cairo_restore(page);
          }};
}

void fill_box(cairo_t* page, double x, double y, double width, double height, Rgb colour) {
  set_colour(page, colour);
  cairo_rectangle(page, x, y, width, height);
  cairo_fill(page);
}

}  // namespace intercusp::pdf
