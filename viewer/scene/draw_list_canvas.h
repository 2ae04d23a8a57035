// A canvas on a draw list of Dear ImGui: the views of the window and the pictures saved of them. Text has a halo that
// keeps it readable on jaws and background.
#pragma once

#include <imgui.h>

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>

#include "io/picture/canvas.h"

namespace intercusp::viewer {

//! Where a view lies on its draw list, px.
struct ViewBox {
  float x = 0, y = 0, width = 0, height = 0;
  float font_px = 17;
  ImFont* font = nullptr;  //!< null: the interface's own

  [[nodiscard]] Area area() const {
    return {x, y, static_cast<double>(x) + width, static_cast<double>(y) + height};
  }
};

[[nodiscard]] inline ImVec2 point(const Eigen::Vector2d& at) {
  return {static_cast<float>(at.x()), static_cast<float>(at.y())};
}

[[nodiscard]] inline ImTextureID texture_id(unsigned texture) {
  return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture));
}

[[nodiscard]] ImU32 ink_of(Rgb colour, double opacity = 1);

class DrawListCanvas : public Canvas {
 public:
  //! Clips the list to the box for as long as the canvas lives.
  DrawListCanvas(ImDrawList& target, const ViewBox& view_box, bool dark);
  ~DrawListCanvas() override;

  ImDrawList& list;
  const ImU32 plate;  //!< behind several lines of text

  void fill(const Area& area, const Ink& with) override;
  [[nodiscard]] double text_width(std::string_view text, const Letters& letters) const override;

 protected:
  void draw_text(double left, double top, std::string_view text, const Letters& letters) override;

 private:
  [[nodiscard]] std::string writable(std::string_view text) const;

  ImFont* font_;
  bool has_dash_;
};

//! Adds the interface's typeface with all letters that annotations use; Dear ImGui's own where none is installed.
ImFont* add_interface_font(ImFontAtlas& atlas, const std::filesystem::path& font, float size_px);

}  // namespace intercusp::viewer
