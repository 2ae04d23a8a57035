#include "io/picture/text.h"

#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkStdString.h>
#include <vtkTextProperty.h>
#include <vtkTextRenderer.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <tuple>

namespace intercusp {
namespace {

//! How much of each pixel the letters cover, row by row from the top.
struct Letters {
  int width = 0, height = 0;
  std::vector<std::uint8_t> cover;
};

void copy_cover(vtkImageData& image, const int size[2], Letters& letters) {
  letters.width = size[0];
  letters.height = size[1];
  letters.cover.resize(static_cast<std::size_t>(size[0]) * static_cast<std::size_t>(size[1]));
  const int* const extent = image.GetExtent();
  for (int row = 0; row < size[1]; ++row) {  // VTK's rows start at the bottom
    const auto* const rgba = static_cast<const unsigned char*>(
        image.GetScalarPointer(extent[0], extent[2] + size[1] - 1 - row, 0));
    for (int column = 0; column < size[0]; ++column) {
      letters.cover[static_cast<std::size_t>(row) * size[0] + column] = rgba[4 * column + 3];
    }
  }
}

Letters drawn_by_vtk(const std::string& text, const TextStyle& style) {
  Letters letters;
  vtkTextRenderer* const renderer = vtkTextRenderer::GetInstance();
  if (renderer == nullptr) throw std::runtime_error("VTK has no text renderer");
  vtkNew<vtkTextProperty> property;
  property->SetFontFamilyToArial();
  property->SetFontSize(style.size_px);
  property->SetBold(style.bold);
  vtkNew<vtkImageData> image;
  int size[2] = {0, 0};
  constexpr int dots_per_inch = 72;  // a point is then a pixel
  if (!renderer->RenderString(property.Get(), vtkStdString(text), image.Get(), size, dots_per_inch,
                              vtkTextRenderer::FreeType)) {
    throw std::runtime_error("VTK cannot draw \"" + text + "\"");
  }
  copy_cover(*image, size, letters);
  return letters;
}

//! Letters that were drawn before are kept: the pictures of a case have most of their words in common, and
//! each takes VTK a tenth of a millisecond.
const Letters& letters_of(std::string_view text, const TextStyle& style) {
  static const Letters none;
  if (text.empty()) return none;
  // VTK keeps one text renderer with one cache of glyphs for the whole process; pictures are drawn side by
  // side.
  static std::mutex one_at_a_time;
  static std::map<std::tuple<std::string, int, bool>, Letters> kept;  // entries stay where they are
  const std::scoped_lock lock(one_at_a_time);
  const std::tuple key(std::string(text), style.size_px, style.bold);
  auto found = kept.find(key);
  if (found == kept.end()) found = kept.emplace(key, drawn_by_vtk(std::string(text), style)).first;
  return found->second;
}

}  // namespace

int draw_text(Picture& picture, int x, int top, std::string_view text, const TextStyle& style) {
  const Letters& letters = letters_of(text, style);
  if (style.align == Align::centre) x -= letters.width / 2;
  if (style.align == Align::right) x -= letters.width;
  for (int row = 0; row < letters.height; ++row) {
    for (int column = 0; column < letters.width; ++column) {
      const std::uint8_t cover = letters.cover[static_cast<std::size_t>(row) * letters.width + column];
      if (cover == 0 || !picture.has(x + column, top + row)) continue;
      Rgb& pixel = picture.at(x + column, top + row);
      pixel = blend(pixel, style.colour, cover / 255.0);
    }
  }
  return letters.width;
}

int text_width_px(std::string_view text, const TextStyle& style) { return letters_of(text, style).width; }

std::vector<std::string> wrapped(std::string_view text, int width_px, const TextStyle& style) {
  std::vector<std::string> lines(1);
  int used_px = 0;
  // The width of a line is close to that of its words and the spaces between them; spaces are measured
  // between letters.
  const int space_px = text_width_px("n n", style) - text_width_px("nn", style);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const int word_px = text_width_px(word, style) + 2;
    if (used_px > 0 && used_px + space_px + word_px > width_px) {
      lines.emplace_back();
      used_px = 0;
    }
    if (used_px > 0) lines.back() += ' ';
    lines.back() += word;
    used_px += (used_px > 0 ? space_px : 0) + word_px;
  }
  return lines;
}

void draw_lines(Picture& picture, int x, int top, const std::vector<std::string>& lines, int line_px,
                const TextStyle& style) {
  for (const std::string& line : lines) {
    draw_text(picture, x, top, line, style);
    top += line_px;
  }
}

}  // namespace intercusp
