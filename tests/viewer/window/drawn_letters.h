// The text that Dear ImGui wrote on the screen, read from the letters that it drew.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace intercusp::testing {

//! A letter as drawn: which one, and whether a side of it was cut off.
struct DrawnLetter {
  ImWchar letter = 0;
  bool cut = false;
  ImVec2 least, most;  //!< its corners, px
};

//! The letter of the typeface whose place in the atlas holds these corners; null without one.
inline const ImFontGlyph* glyph_at(const ImVec2& least, const ImVec2& most) {
  constexpr float rounding = 1e-6F;
  for (const ImFont* const font : ImGui::GetIO().Fonts->Fonts) {
    for (const ImFontGlyph& glyph : font->Glyphs) {
      if (least.x >= glyph.U0 - rounding && most.x <= glyph.U1 + rounding && least.y >= glyph.V0 - rounding &&
          most.y <= glyph.V1 + rounding && glyph.Visible != 0)
        return &glyph;
    }
  }
  return nullptr;
}

//! Dear ImGui cuts letters itself at the edges of buttons and fields; those that reach over the clip rectangle are cut by
//! OpenGL. Lines of a list that scrolls may be cut above and below.
inline std::vector<DrawnLetter> letters_of(const ImDrawList& list, const ImDrawCmd& command) {
  constexpr float rounding_px = 0.6F, rounding = 1e-5F;
  std::vector<DrawnLetter> letters;
  for (unsigned i = 0; i + 5 < command.ElemCount; ++i) {
    const ImDrawIdx* const index = &list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
    const ImDrawIdx first = index[0];
    const bool quad = index[1] == first + 1 && index[2] == first + 2 && index[3] == first &&
                      index[4] == first + 2 && index[5] == first + 3;
    if (!quad) continue;
    const ImDrawVert& a = list.VtxBuffer[static_cast<int>(command.VtxOffset + first)];
    const ImDrawVert& c = list.VtxBuffer[static_cast<int>(command.VtxOffset + first + 2)];
    i += 5;
    if (a.uv.x >= c.uv.x || a.uv.y >= c.uv.y) continue;  // a background
    const ImFontGlyph* const glyph = glyph_at(a.uv, c.uv);
    if (glyph == nullptr) continue;
    const bool scrolls_above = a.pos.y <= command.ClipRect.y + rounding_px,
               scrolls_below = c.pos.y >= command.ClipRect.w - rounding_px;
    const bool whole = a.uv.x - glyph->U0 < rounding && glyph->U1 - c.uv.x < rounding &&
                       (a.uv.y - glyph->V0 < rounding || scrolls_above) &&
                       (glyph->V1 - c.uv.y < rounding || scrolls_below);
    const bool below = c.pos.y <= command.ClipRect.y || a.pos.y >= command.ClipRect.w;
    // Some letters reach a little beyond their own width: that much may be lost at an edge.
    const float scale = (c.pos.x - a.pos.x) / (glyph->X1 - glyph->X0);
    const float at_left = rounding_px + scale * std::max(0.F, -glyph->X0);
    const float at_right = rounding_px + scale * std::max(0.F, glyph->X1 - glyph->AdvanceX);
    const bool inside = a.pos.x >= command.ClipRect.x - at_left && c.pos.x <= command.ClipRect.z + at_right;
    letters.push_back({static_cast<ImWchar>(glyph->Codepoint), !whole || (!inside && !below), a.pos, c.pos});
  }
  return letters;
}

//! All letters of the last frame, without spaces, which leave nothing on the screen.
inline std::string drawn_letters() {
  std::string drawn;
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int l = 0; l < data.CmdListsCount; ++l)
    for (const ImDrawCmd& command : data.CmdLists[l]->CmdBuffer)
      for (const DrawnLetter& letter : letters_of(*data.CmdLists[l], command))
        drawn += letter.letter < 128 ? static_cast<char>(letter.letter) : '?';
  return drawn;
}

//! The words of the last frame, separated by a gap as wide as a space or by a line break.
inline std::vector<std::string> drawn_words() {
  std::vector<std::string> words;
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int l = 0; l < data.CmdListsCount; ++l) {
    for (const ImDrawCmd& command : data.CmdLists[l]->CmdBuffer) {
      const DrawnLetter* before = nullptr;
      const std::vector<DrawnLetter> letters = letters_of(*data.CmdLists[l], command);
      for (const DrawnLetter& letter : letters) {
        const float height = letter.most.y - letter.least.y;
        const bool goes_on = before != nullptr && letter.least.x > before->least.x &&
                             letter.least.x - before->most.x < 0.15F * ImGui::GetFontSize() &&
                             std::abs(letter.most.y - before->most.y) < height;
        if (!goes_on) words.emplace_back();
        words.back() += letter.letter < 128 ? static_cast<char>(letter.letter) : '?';
        before = &letter;
      }
    }
  }
  return words;
}

}  // namespace intercusp::testing
