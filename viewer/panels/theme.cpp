#include "viewer/panels/theme.h"

#include <cmath>

namespace intercusp::viewer {
namespace {

ImVec4 rgb(int hex, float alpha = 1) {
  constexpr float full = 255;
  return {static_cast<float>((hex >> 16) & 255) / full, static_cast<float>((hex >> 8) & 255) / full,
          static_cast<float>(hex & 255) / full, alpha};
}

//! The colours of both themes, from the back to the front.
struct Shades {
  int window, panel, frame, frame_hovered, line, text, muted, accent, accent_strong, on_accent;
};

constexpr Shades dark_shades = {.window = 0x16191d,
                                .panel = 0x1e2228,
                                .frame = 0x2b313a,
                                .frame_hovered = 0x363e49,
                                .line = 0x343b45,
                                .text = 0xe8eaed,
                                .muted = 0xa0a9b4,
                                .accent = 0x2f6fb0,
                                .accent_strong = 0x4c9be8,
                                .on_accent = 0xffffff};
constexpr Shades light_shades = {.window = 0xe9edf1,
                                 .panel = 0xf8f9fb,
                                 .frame = 0xe4e9ee,
                                 .frame_hovered = 0xd6dee6,
                                 .line = 0xcfd6de,
                                 .text = 0x1b222a,
                                 .muted = 0x55606c,
                                 .accent = 0xa9cdf0,
                                 .accent_strong = 0x1f6fb8,
                                 .on_accent = 0x10202f};

void set_colours(const Shades& shades, bool dark) {
  ImVec4* const colours = ImGui::GetStyle().Colors;
  colours[ImGuiCol_Text] = rgb(shades.text);
  colours[ImGuiCol_TextDisabled] = rgb(shades.muted);
  colours[ImGuiCol_WindowBg] = rgb(shades.panel);
  colours[ImGuiCol_ChildBg] = rgb(shades.panel, 0);
  colours[ImGuiCol_PopupBg] = rgb(shades.panel, 0.98F);
  colours[ImGuiCol_Border] = rgb(shades.line);
  colours[ImGuiCol_FrameBg] = rgb(shades.frame);
  colours[ImGuiCol_FrameBgHovered] = rgb(shades.frame_hovered);
  colours[ImGuiCol_FrameBgActive] = rgb(shades.frame_hovered);
  colours[ImGuiCol_TitleBg] = colours[ImGuiCol_TitleBgActive] = rgb(shades.frame);
  colours[ImGuiCol_MenuBarBg] = rgb(shades.panel);
  colours[ImGuiCol_ScrollbarBg] = rgb(shades.panel, 0);
  colours[ImGuiCol_ScrollbarGrab] = rgb(shades.frame_hovered);
  colours[ImGuiCol_ScrollbarGrabHovered] = colours[ImGuiCol_ScrollbarGrabActive] = rgb(shades.muted);
  colours[ImGuiCol_CheckMark] = rgb(shades.accent_strong);
  colours[ImGuiCol_SliderGrab] = colours[ImGuiCol_SliderGrabActive] = rgb(shades.accent_strong);
  colours[ImGuiCol_Button] = rgb(shades.frame);
  colours[ImGuiCol_ButtonHovered] = rgb(shades.frame_hovered);
  colours[ImGuiCol_ButtonActive] = rgb(shades.accent);
  colours[ImGuiCol_Header] = rgb(shades.accent, dark ? 0.55F : 0.7F);
  colours[ImGuiCol_HeaderHovered] = rgb(shades.frame_hovered);
  colours[ImGuiCol_HeaderActive] = rgb(shades.accent);
  colours[ImGuiCol_Separator] = rgb(shades.line);
  colours[ImGuiCol_Tab] = rgb(shades.frame);
  colours[ImGuiCol_TabHovered] = rgb(shades.frame_hovered);
  colours[ImGuiCol_TabActive] = rgb(shades.accent);
  colours[ImGuiCol_TabUnfocused] = rgb(shades.frame);
  colours[ImGuiCol_TabUnfocusedActive] = rgb(shades.accent);
  colours[ImGuiCol_PlotLines] = colours[ImGuiCol_PlotHistogram] = rgb(shades.accent_strong);
  colours[ImGuiCol_TableHeaderBg] = rgb(shades.frame);
  colours[ImGuiCol_TableBorderLight] = colours[ImGuiCol_TableBorderStrong] = rgb(shades.line);
  colours[ImGuiCol_TableRowBgAlt] = rgb(shades.frame, 0.35F);
  colours[ImGuiCol_TextSelectedBg] = rgb(shades.accent, 0.7F);
  colours[ImGuiCol_NavHighlight] = rgb(shades.accent_strong);
  colours[ImGuiCol_ModalWindowDimBg] = rgb(0x000000, 0.45F);
}

//! Letters that texts of the viewer and names of files may have: Latin, Greek, punctuation, arrows, signs.
constexpr ImWchar letters[] = {0x20,   0x24f,  0x370,  0x3ff,  0x400,  0x4ff,  0x2010, 0x2044, 0x2070,
                               0x209f, 0x20ac, 0x20ac, 0x2190, 0x2193, 0x2200, 0x2265, 0};

}  // namespace

Theme theme_of(bool dark) {
  if (dark) {
    return {.muted = rgb(dark_shades.muted),
            .good = rgb(0x6cc48a),
            .bad = rgb(0xf07167),
            .accent = rgb(dark_shades.accent),
            .warning = rgb(0xf2c14e),
            .on_warning = rgb(0x1d1a10),
            .right = rgb(0x4c9be8),
            .left = rgb(0xd9a441),
            .canvas = rgb(dark_shades.window)};
  }
  return {.muted = rgb(light_shades.muted),
          .good = rgb(0x1d7a43),
          .bad = rgb(0xb3261e),
          .accent = rgb(light_shades.accent),
          .warning = rgb(0xffd166),
          .on_warning = rgb(0x2a2410),
          .right = rgb(0x1f6fb8),
          .left = rgb(0xb9770e),
          .canvas = rgb(light_shades.window)};
}

void apply_theme(bool dark, float font_px) {
  ImGuiStyle style;
  const float unit = font_px / 16;
  style.WindowPadding = {10, 8};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 6};
  style.ItemInnerSpacing = {6, 4};
  style.WindowRounding = 0;
  style.ChildRounding = style.PopupRounding = 6;
  style.FrameRounding = style.GrabRounding = style.TabRounding = 4;
  style.ScrollbarSize = 12;
  style.ScrollbarRounding = 6;
  style.GrabMinSize = 12;
  style.WindowBorderSize = 0;
  style.PopupBorderSize = 1;
  style.ScaleAllSizes(unit);
  style.WindowMinSize = {1, 1};  // the border between the views is narrow
  ImGui::GetStyle() = style;
  set_colours(dark ? dark_shades : light_shades, dark);
}

void load_fonts(const std::filesystem::path& font, float font_px, float density) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  constexpr float large = 1.2F;
  for (const float height : {font_px, std::round(large * font_px)}) {
    ImFontConfig config;
    config.OversampleH = 2;
    config.OversampleV = 1;
    config.SizePixels = std::round(height * density);
    if (!font.empty()) {
      io.Fonts->AddFontFromFileTTF(font.c_str(), config.SizePixels, &config, letters);
    } else {
      io.Fonts->AddFontDefault(&config);
    }
  }
  io.FontGlobalScale = 1 / density;
}

ImFont* large_font() { return ImGui::GetIO().Fonts->Fonts.back(); }

}  // namespace intercusp::viewer
