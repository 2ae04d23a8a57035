#include "viewer/scene/draw_list_canvas.h"

#include <array>
#include <cmath>

namespace intercusp::viewer {
namespace {

Inks inks_of(bool dark) {
  const Rgb light{236, 239, 243}, night{30, 34, 40};
  if (dark) {
    const Ink pale{{168, 177, 188}};
    return {
        .strong = {light}, .pale = pale, .minor = pale, .halo = {{22, 25, 30}, 0.8}, .view = {light, 0.43}};
  }
  const Ink pale{{84, 93, 104}};
  return {
      .strong = {night}, .pale = pale, .minor = pale, .halo = {{255, 255, 255}, 0.75}, .view = {night, 0.43}};
}

}  // namespace

ImU32 ink_of(Rgb colour, double opacity) {
  return IM_COL32(colour.red, colour.green, colour.blue, static_cast<int>(std::lround(255 * opacity)));
}

DrawListCanvas::DrawListCanvas(ImDrawList& target, const ViewBox& view_box, bool dark)
    : Canvas(view_box.area(), view_box.font_px, inks_of(dark)),
      list(target),
      plate(dark ? IM_COL32(22, 25, 30, 120) : IM_COL32(236, 240, 245, 165)),
      font_(view_box.font != nullptr ? view_box.font : ImGui::GetFont()),
      has_dash_(font_->FindGlyphNoFallback(0x2013) != nullptr) {
  list.PushClipRect(point({bounds.left, bounds.top}), point({bounds.right, bounds.bottom}), true);
}

DrawListCanvas::~DrawListCanvas() { list.PopClipRect(); }

//! Typefaces without a dash get a hyphen for it.
std::string DrawListCanvas::writable(std::string_view text) const {
  std::string plain(text);
  if (has_dash_) return plain;
  constexpr std::string_view dash = "–";
  for (std::size_t at = plain.find(dash); at != std::string::npos; at = plain.find(dash))
    plain.replace(at, dash.size(), "-");
  return plain;
}

void DrawListCanvas::fill(const Area& area, const Ink& with) {
  list.AddRectFilled(point({area.left, area.top}), point({area.right, area.bottom}),
                     ink_of(with.colour, with.opacity));
}

double DrawListCanvas::text_width(std::string_view text, const Letters& letters) const {
  const std::string plain = writable(text);
  return font_
      ->CalcTextSizeA(static_cast<float>(letters.size_px), 1e9F, 0, plain.data(), plain.data() + plain.size())
      .x;
}

void DrawListCanvas::draw_text(double left, double top, std::string_view text, const Letters& letters) {
  const std::string plain = writable(text);
  list.AddText(font_, static_cast<float>(letters.size_px), point({std::round(left), std::round(top)}),
               ink_of(letters.ink.colour, letters.ink.opacity), plain.data(), plain.data() + plain.size());
}

ImFont* add_interface_font(ImFontAtlas& atlas, const std::filesystem::path& font, float size_px) {
  // Latin, dashes and quotation marks, and what measures need: ≈ ≤ ≥ − ° µ × are in these or in Latin-1.
  static constexpr std::array<ImWchar, 13> letters = {0x20,   0x17F,  0x2010, 0x2026, 0x2190, 0x2193, 0x2212,
                                                      0x2212, 0x2248, 0x2248, 0x2264, 0x2265, 0};
  if (!font.empty()) return atlas.AddFontFromFileTTF(font.c_str(), size_px, nullptr, letters.data());
  ImFontConfig config;
  config.SizePixels = size_px;
  return atlas.AddFontDefault(&config);
}

}  // namespace intercusp::viewer
