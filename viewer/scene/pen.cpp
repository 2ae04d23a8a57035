#include "viewer/scene/pen.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "viewer/platform/folders.h"

namespace intercusp::viewer {

Inks inks(bool dark) {
  if (dark)
    return {IM_COL32(236, 239, 243, 255), IM_COL32(168, 177, 188, 255), IM_COL32(22, 25, 30, 205),
            IM_COL32(236, 239, 243, 110), IM_COL32(22, 25, 30, 120)};
  return {IM_COL32(30, 34, 40, 255), IM_COL32(84, 93, 104, 255), IM_COL32(255, 255, 255, 190),
          IM_COL32(30, 34, 40, 110), IM_COL32(236, 240, 245, 165)};
}

ImU32 ink_of(Rgb colour, double opacity) {
  return IM_COL32(colour.red, colour.green, colour.blue, static_cast<int>(std::lround(255 * opacity)));
}

Pen::Pen(ImDrawList& target, const ViewBox& view_box, bool dark)
    : list(target),
      box(view_box),
      ink(inks(dark)),
      em(view_box.font_px),
      font_(view_box.font != nullptr ? view_box.font : ImGui::GetFont()),
      has_dash_(font_->FindGlyphNoFallback(0x2013) != nullptr) {}

//! Typefaces without it get a hyphen for the dash that is a minus sign.
std::string Pen::writable(std::string_view text) const {
  std::string plain(text);
  if (has_dash_) return plain;
  constexpr std::string_view dash = "–";
  for (std::size_t at = plain.find(dash); at != std::string::npos; at = plain.find(dash))
    plain.replace(at, dash.size(), "-");
  return plain;
}

float Pen::width(std::string_view text, float size) const {
  const std::string plain = writable(text);
  return font_->CalcTextSizeA(size, 1e9F, 0, plain.data(), plain.data() + plain.size()).x;
}

void Pen::draw(float x, float y, const std::string& text, float size, ImU32 colour) {
  const ImVec2 at(std::round(x), std::round(y));
  const float rim = std::max(1.0F, size / 17);
  for (const auto& [aside, down] : std::array<std::array<float, 2>, 4>{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}}) {
    list.AddText(font_, size, ImVec2(at.x + aside * rim, at.y + down * rim), ink.halo, text.c_str());
  }
  list.AddText(font_, size, at, colour, text.c_str());
}

Area Pen::write(float x, float y, std::string_view text, float size, ImU32 colour, Anchor anchor) {
  const float across = width(text, size);
  const float left = anchor == Anchor::left ? x : anchor == Anchor::middle ? x - across / 2 : x - across;
  draw(left, y, writable(text), size, colour);
  const Area area{left, y, left + across, y + size};
  take(area);
  return area;
}

bool Pen::write_if_free(float x, float y, std::string_view text, float size, ImU32 colour, Anchor anchor) {
  const float across = width(text, size);
  const float left = anchor == Anchor::left ? x : anchor == Anchor::middle ? x - across / 2 : x - across;
  if (!is_free({left - 2, y, left + across + 2, y + size})) return false;
  write(x, y, text, size, colour, anchor);
  return true;
}

bool Pen::is_free(const Area& area) const {
  const bool inside = area.left >= box.x && area.top >= box.y && area.right <= box.x + box.width &&
                      area.bottom <= box.y + box.height;
  return inside &&
         std::none_of(taken_.begin(), taken_.end(), [&](const Area& other) { return area.meets(other); });
}

std::vector<std::string> Pen::lines(std::string_view text, float most, float size) const {
  std::vector<std::string> broken;
  std::string line;
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, space));
    text.remove_prefix(std::min(space + 1, text.size()));
    if (!line.empty() && width(line + " " + word, size) > most) {
      broken.push_back(line);
      line.clear();
    }
    line += line.empty() ? word : " " + word;
  }
  if (!line.empty()) broken.push_back(line);
  return broken;
}

ImFont* add_interface_font(ImFontAtlas& atlas, float size_px) {
  // Latin, dashes and quotation marks, and what measures need: ≤ ≥ − ° µ × are in these or in Latin-1.
  static constexpr std::array<ImWchar, 11> letters = {0x20,   0x17F,  0x2010, 0x2026, 0x2190, 0x2193,
                                                      0x2212, 0x2212, 0x2264, 0x2265, 0};
  if (const auto file = platform::interface_font())
    return atlas.AddFontFromFileTTF(file->string().c_str(), size_px, nullptr, letters.data());
  ImFontConfig config;
  config.SizePixels = size_px;
  return atlas.AddFontDefault(&config);
}

}  // namespace intercusp::viewer
