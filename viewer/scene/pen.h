// What annotations are written with: text with a halo that keeps it readable on jaws and background, and a
// list of places that are taken, so that nothing is written over something else.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "occlusion/maps/colour_scale.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

struct Area {
  float left = 0, top = 0, right = 0, bottom = 0;
  [[nodiscard]] bool meets(const Area& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

//! Inks of one theme.
struct Inks {
  ImU32 strong, pale, halo, frame;
  ImU32 plate;  //!< behind several lines of text
};
[[nodiscard]] Inks inks(bool dark);
[[nodiscard]] ImU32 ink_of(Rgb colour, double opacity = 1);

enum class Anchor { left, middle, right };

class Pen {
 public:
  Pen(ImDrawList& target, const ViewBox& box, bool dark);

  ImDrawList& list;
  const ViewBox box;
  const Inks ink;
  const float em;  //!< size of ordinary text, px

  [[nodiscard]] float width(std::string_view text, float size) const;

  //! Writes one line, its top at y, and takes its place. `anchor`: what of the text lies at x.
  Area write(float x, float y, std::string_view text, float size, ImU32 colour, Anchor anchor = Anchor::left);
  //! The same where the place is free; else nothing is written. \return whether it was
  bool write_if_free(float x, float y, std::string_view text, float size, ImU32 colour, Anchor anchor);

  //! The text in lines of at most that width, broken at spaces.
  [[nodiscard]] std::vector<std::string> lines(std::string_view text, float width, float size) const;

  void take(const Area& area) { taken_.push_back(area); }
  [[nodiscard]] bool is_free(const Area& area) const;

 private:
  [[nodiscard]] std::string writable(std::string_view text) const;
  void draw(float x, float y, const std::string& text, float size, ImU32 colour);

  ImFont* font_;
  bool has_dash_;
  std::vector<Area> taken_;
};

//! Adds the interface's typeface with all letters that annotations use; Dear ImGui's own where none is
//! installed.
ImFont* add_interface_font(ImFontAtlas& atlas, float size_px);

}  // namespace intercusp::viewer
