#include "io/picture/pixel_canvas.h"

#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkStdString.h>
#include <vtkTextProperty.h>
#include <vtkTextRenderer.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <tuple>

namespace intercusp {
namespace {

//! How much of each pixel a line of text covers, row by row from the top.
struct Glyphs {
  int width = 0, height = 0;
  std::vector<std::uint8_t> cover;
};

Glyphs copy_cover(vtkImageData& image, const int size[2]) {
  Glyphs glyphs{.width = size[0], .height = size[1], .cover = {}};
  glyphs.cover.resize(static_cast<std::size_t>(size[0]) * static_cast<std::size_t>(size[1]));
  const int* const extent = image.GetExtent();
  for (int row = 0; row < size[1]; ++row) {  // VTK's rows start at the bottom
    const auto* const rgba = static_cast<const unsigned char*>(
        image.GetScalarPointer(extent[0], extent[2] + size[1] - 1 - row, 0));
    for (int column = 0; column < size[0]; ++column) {
      glyphs.cover[static_cast<std::size_t>(row) * size[0] + column] = rgba[4 * column + 3];
    }
  }
  return glyphs;
}

Glyphs drawn_by_vtk(const std::string& text, int size_px, bool bold) {
  vtkTextRenderer* const renderer = vtkTextRenderer::GetInstance();
  if (renderer == nullptr) throw std::runtime_error("VTK has no text renderer");
  vtkNew<vtkTextProperty> property;
  property->SetFontFamilyToArial();
  property->SetFontSize(size_px);
  property->SetBold(bold);
  vtkNew<vtkImageData> image;
  int size[2] = {0, 0};
  constexpr int dots_per_inch = 72;  // a point is then a pixel
  if (!renderer->RenderString(property.Get(), vtkStdString(text), image.Get(), size, dots_per_inch,
                              vtkTextRenderer::FreeType)) {
    throw std::runtime_error("VTK cannot draw \"" + text + "\"");
  }
  return copy_cover(*image, size);
}

//! The glyphs of a text. They are cached, because the pictures of a case share most of their words and VTK
//! takes 0.1 ms for each.
const Glyphs& glyphs_of(std::string_view text, const Letters& letters) {
  static const Glyphs none;
  if (text.empty()) return none;
  // Pictures are drawn in parallel, but VTK has one text renderer for the whole process.
  static std::mutex one_at_a_time;
  static std::map<std::tuple<std::string, int, bool>, Glyphs> kept;  // entries never move
  const std::scoped_lock lock(one_at_a_time);
  const int size_px = static_cast<int>(std::lround(letters.size_px));
  const std::tuple key(std::string(text), size_px, letters.bold);
  auto found = kept.find(key);
  if (found == kept.end())
    found = kept.emplace(key, drawn_by_vtk(std::string(text), size_px, letters.bold)).first;
  return found->second;
}

int nearest(double px) { return static_cast<int>(std::lround(px)); }

}  // namespace

PixelCanvas::PixelCanvas(Picture& picture, const Inks& theme)
    : Canvas({0, 0, static_cast<double>(picture.width), static_cast<double>(picture.height)}, print_em_px,
             theme),
      picture_(picture) {}

void PixelCanvas::fill(const Area& area, const Ink& with) {
  if (with.opacity <= 0) return;
  const int left = std::max(nearest(area.left), 0), right = std::min(nearest(area.right), picture_.width);
  const int bottom = std::min(nearest(area.bottom), picture_.height);
  for (int row = std::max(nearest(area.top), 0); row < bottom; ++row) {
    for (int column = left; column < right; ++column) {
      Rgb& pixel = picture_.at(column, row);
      pixel = blend(pixel, with.colour, with.opacity);
    }
  }
}

double PixelCanvas::text_width(std::string_view text, const Letters& letters) const {
  return glyphs_of(text, letters).width;
}

void PixelCanvas::draw_text(double left, double top, std::string_view text, const Letters& letters) {
  const Glyphs& glyphs = glyphs_of(text, letters);
  const int x = nearest(left), y = nearest(top);
  for (int row = 0; row < glyphs.height; ++row) {
    for (int column = 0; column < glyphs.width; ++column) {
      const std::uint8_t cover = glyphs.cover[static_cast<std::size_t>(row) * glyphs.width + column];
      if (cover == 0 || !picture_.has(x + column, y + row)) continue;
      Rgb& pixel = picture_.at(x + column, y + row);
      pixel = blend(pixel, letters.ink.colour, letters.ink.opacity * cover / 255.0);
    }
  }
}

void draw_ring(Picture& picture, const Eigen::Vector2d& at, double radius_px, double half_width_px) {
  const int reach = static_cast<int>(std::ceil(radius_px + half_width_px)) + 2;
  for (int row = static_cast<int>(at.y()) - reach; row <= static_cast<int>(at.y()) + reach; ++row) {
    for (int column = static_cast<int>(at.x()) - reach; column <= static_cast<int>(at.x()) + reach;
         ++column) {
      if (!picture.has(column, row)) continue;
      const double off = std::abs(std::hypot(column + 0.5 - at.x(), row + 0.5 - at.y()) - radius_px);
      Rgb& colour = picture.at(column, row);
      colour = blend(colour, white, std::clamp(half_width_px + 2.0 - off, 0.0, 1.0));  // a white edge
      colour = blend(colour, ink, std::clamp(half_width_px + 0.5 - off, 0.0, 1.0));
    }
  }
}

void draw_number(Picture& picture, double x, double top, const std::string& text) {
  PixelCanvas canvas(picture);
  const Letters letters{17, {ink}, true};
  canvas.fill({x - 2, top - 1, x + canvas.text_width(text, letters) + 2, top + 19}, {white});
  canvas.write(x, top, text, letters);
}

}  // namespace intercusp
