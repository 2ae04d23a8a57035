#include "io/pdf/pile.h"

#include <cairo-pdf.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "io/language/language.h"

namespace intercusp::pdf {
namespace {

constexpr Type foot_type{7, false, pale};
constexpr double number_width = 90, most_foot = 34;

Block foot_block(const Foot& foot, const Paper& paper) {
  return text_block(foot.text, foot_type, paper.width - 2 * margin - number_width);
}

cairo_status_t append(void* bytes, const unsigned char* more, unsigned count) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(more), count);
  return CAIRO_STATUS_SUCCESS;
}

void check(cairo_status_t status) {
  if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(cairo_status_to_string(status));
}

//! Draws the foot of a sheet. The first page has longer names in full.
void draw_foot(cairo_t* page, const Foot& foot, const Paper& paper, const std::string& number) {
  const double top = paper.height - margin - height_of(foot, paper) + 6;
  fill_box(page, margin, top - 3, paper.width - 2 * margin, 0.5, line_colour);
  cairo_save(page);
  cairo_rectangle(page, margin, top, paper.width - 2 * margin, most_foot);
  cairo_clip(page);
  foot_block(foot, paper).draw(page, margin, top);
  cairo_restore(page);
  text_block(number, {foot_type.size, false, pale, Side::right}, number_width)
      .draw(page, paper.width - margin - number_width, top);
}

}  // namespace

void Pile::start_sheet() {
  sheets_.emplace_back();
  y_ = 0;
}

void Pile::keep(double height) {
  if (room() < height && !sheets_.back().empty()) start_sheet();
}

void Pile::put(const Block& block) {
  if (block.height > height_ && !block.pieces.empty()) {
    for (const Block& piece : block.pieces) put(piece);
    return;
  }
  keep(block.height);
  sheets_.back().push_back({y_, block});
  y_ += block.height;
}

void Pile::skip(double height) {
  if (!sheets_.back().empty()) y_ = std::min(y_ + height, height_);
}

double height_of(const Foot& foot, const Paper& paper) {
  return 6 + std::min(most_foot, foot_block(foot, paper).height);
}

std::string pdf_bytes(const std::vector<Sheet>& sheets, const Paper& paper, const Foot& foot) {
  std::string bytes;
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
      cairo_pdf_surface_create_for_stream(append, &bytes, paper.width, paper.height), cairo_surface_destroy);
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, foot.title.c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Intercusp " INTERCUSP_VERSION);
  // Never the current time, so that equal inputs give equal bytes.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE,
                                 foot.date.empty() ? nullptr : foot.date.c_str());
  const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> page(cairo_create(surface.get()), cairo_destroy);
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    for (const Placed& placed : sheets[i]) placed.block.draw(page.get(), margin, margin + placed.y);
    draw_foot(page.get(), foot, paper, phrase("Page {} of {}", i + 1, sheets.size()));
    cairo_show_page(page.get());
  }
  check(cairo_status(page.get()));
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()));
  return bytes;
}

}  // namespace intercusp::pdf
