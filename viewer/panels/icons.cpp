#include "viewer/panels/icons.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <span>

#include "viewer/panels/widgets.h"

namespace intercusp::viewer {
namespace {

constexpr float pi = std::numbers::pi_v<float>;

//! Draws in a square from -1 to 1, y down.
class Pen {
 public:
  Pen(ImDrawList& list, ImVec2 middle, float side, ImU32 ink)
      : list_(&list), middle_(middle), half_(side / 2), ink_(ink), width_(std::max(1.2F, side / 14)) {}

  void lines(std::initializer_list<ImVec2> points, bool closed = false) const {
    for (const ImVec2& place : points) list_->PathLineTo(at(place));
    list_->PathStroke(ink_, closed ? ImDrawFlags_Closed : ImDrawFlags_None, width_);
  }
  //! From angle to angle, 0 to the right and π/2 down.
  void arc(ImVec2 centre, float radius, float from, float to) const {
    list_->PathArcTo(at(centre), radius * half_, from, to);
    list_->PathStroke(ink_, ImDrawFlags_None, width_);
  }
  void dot(ImVec2 centre, float radius) const { list_->AddCircleFilled(at(centre), radius * half_, ink_); }
  void triangle(ImVec2 a, ImVec2 b, ImVec2 c) const { list_->AddTriangleFilled(at(a), at(b), at(c), ink_); }

 private:
  [[nodiscard]] ImVec2 at(ImVec2 place) const {
    return {middle_.x + half_ * place.x, middle_.y + half_ * place.y};
  }
  ImDrawList* list_;
  ImVec2 middle_;
  float half_;
  ImU32 ink_;
  float width_;
};

//! Three crowns in a row with their edges at `edge`, standing on a line at `root`.
void draw_crowns(const Pen& pen, float root, float edge) {
  for (const float x : {-0.75F, -0.25F, 0.25F})
    pen.lines({{x, root}, {x, edge}, {x + 0.5F, edge}, {x + 0.5F, root}});
}

//! To the right for undo's mirror image.
void draw_turn_back(const Pen& pen, float to) {
  pen.lines({{-0.6F * to, -0.25F}, {0.25F * to, -0.25F}});
  pen.arc({0.25F * to, 0.15F}, 0.4F, to > 0 ? -pi / 2 : -pi / 2, to > 0 ? pi / 2 : -3 * pi / 2);
  pen.lines({{0.25F * to, 0.55F}, {-0.3F * to, 0.55F}});
  pen.lines({{-0.25F * to, -0.6F}, {-0.65F * to, -0.25F}, {-0.25F * to, 0.1F}});
}

//! A head that looks to the right (1) or the left (-1).
void draw_profile(const Pen& pen, float to) {
  pen.lines({{-0.35F * to, 0.85F},
             {-0.35F * to, 0.45F},
             {-0.65F * to, 0},
             {-0.55F * to, -0.55F},
             {-0.1F * to, -0.8F},
             {0.35F * to, -0.6F},
             {0.45F * to, -0.2F},
             {0.75F * to, 0.1F},
             {0.45F * to, 0.2F},
             {0.45F * to, 0.6F},
             {0.1F * to, 0.65F},
             {0.1F * to, 0.85F}});
}

//! Open at the bottom (1) or the top (-1), with the molars' ends.
void draw_arch(const Pen& pen, float down) {
  const float from = down > 0 ? pi : 0;
  for (const float radius : {0.75F, 0.4F}) {
    pen.arc({0, 0}, radius, from, from + pi);
    for (const float side : {-1.F, 1.F}) pen.lines({{side * radius, 0}, {side * radius, 0.7F * down}});
  }
  for (const float side : {-1.F, 1.F}) pen.lines({{side * 0.4F, 0.7F * down}, {side * 0.75F, 0.7F * down}});
}

void draw_wheel(const Pen& pen) {
  constexpr int teeth = 8;
  pen.arc({0, 0}, 0.55F, 0, 2 * pi);
  pen.arc({0, 0}, 0.2F, 0, 2 * pi);
  for (int i = 0; i < teeth; ++i) {
    const float angle = 2 * pi * static_cast<float>(i) / teeth;
    const ImVec2 out{std::cos(angle), std::sin(angle)};
    pen.lines({{0.6F * out.x, 0.6F * out.y}, {0.85F * out.x, 0.85F * out.y}});
  }
}

void draw_corners(const Pen& pen) {
  for (const float x : {-1.F, 1.F})
    for (const float y : {-1.F, 1.F})
      pen.lines({{0.75F * x, 0.3F * y}, {0.75F * x, 0.75F * y}, {0.3F * x, 0.75F * y}});
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float side, ImU32 ink) {
  const Pen pen(list, middle, side, ink);
  switch (icon) {
    case Icon::folder:
      return pen.lines({{-0.85F, 0.65F},
                        {-0.85F, -0.6F},
                        {-0.3F, -0.6F},
                        {-0.1F, -0.35F},
                        {0.85F, -0.35F},
                        {0.85F, 0.65F}},
                       true);
    case Icon::bite:
      draw_crowns(pen, -0.75F, -0.12F);
      return draw_crowns(pen, 0.75F, 0.12F);
    case Icon::contact:
      pen.lines({{-0.85F, -0.75F}, {-0.4F, -0.15F}, {0, -0.4F}, {0.4F, -0.15F}, {0.85F, -0.75F}});
      pen.lines({{-0.85F, 0.75F}, {-0.4F, 0.15F}, {0, 0.45F}, {0.4F, 0.15F}, {0.85F, 0.75F}});
      pen.dot({-0.4F, 0}, 0.2F);
      return pen.dot({0.4F, 0}, 0.2F);
    case Icon::motion:
      pen.arc({0, 0}, 0.8F, 0, 2 * pi);
      return pen.triangle({-0.25F, -0.42F}, {-0.25F, 0.42F}, {0.48F, 0});
    case Icon::report:
      pen.lines({{-0.6F, -0.85F}, {0.25F, -0.85F}, {0.6F, -0.5F}, {0.6F, 0.85F}, {-0.6F, 0.85F}}, true);
      for (const float y : {-0.2F, 0.15F, 0.5F}) pen.lines({{-0.3F, y}, {0.3F, y}});
      return;
    case Icon::undo:
      return draw_turn_back(pen, 1);
    case Icon::redo:
      return draw_turn_back(pen, -1);
    case Icon::front:
      pen.lines({{-0.55F, -0.45F},
                 {-0.3F, -0.8F},
                 {0.3F, -0.8F},
                 {0.55F, -0.45F},
                 {0.5F, 0.3F},
                 {0.2F, 0.8F},
                 {-0.2F, 0.8F},
                 {-0.5F, 0.3F}},
                true);
      pen.dot({-0.22F, -0.2F}, 0.09F);
      pen.dot({0.22F, -0.2F}, 0.09F);
      return pen.lines({{-0.22F, 0.4F}, {0.22F, 0.4F}});
    case Icon::from_right:
      return draw_profile(pen, 1);
    case Icon::from_left:
      return draw_profile(pen, -1);
    case Icon::upper_arch:
      return draw_arch(pen, 1);
    case Icon::lower_arch:
      return draw_arch(pen, -1);
    case Icon::fit:
      return draw_corners(pen);
    case Icon::upper_teeth:
      pen.lines({{-0.85F, -0.6F}, {0.85F, -0.6F}});
      return draw_crowns(pen, -0.6F, 0.3F);
    case Icon::lower_teeth:
      pen.lines({{-0.85F, 0.6F}, {0.85F, 0.6F}});
      return draw_crowns(pen, 0.6F, -0.3F);
    case Icon::settings:
      return draw_wheel(pen);
  }
}

bool icon_button(const char* id, Icon icon, bool on, const std::string& explanation) {
  const float side = ImGui::GetFrameHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
  ImGui::PushID(id);
  const bool clicked = ImGui::Button("##icon", {side, side});
  ImGui::PopID();
  if (on) ImGui::PopStyleColor();
  const ImU32 ink = ImGui::GetColorU32(ImGuiCol_Text);  // paler where it is disabled
  constexpr float share = 0.72F;
  draw_icon(*ImGui::GetWindowDrawList(), icon, {corner.x + side / 2, corner.y + side / 2}, share * side, ink);
  explain(explanation);
  return clicked;
}

namespace {

using Point = Eigen::Vector2d;

// In a square of 64 units, y down.
constexpr double units = 64;
const std::array<Point, 7> upper = {{{12, 9}, {52, 9}, {55, 24}, {44, 38}, {32, 27}, {20, 38}, {9, 24}}};
const std::array<Point, 7> lower = {{{14, 55}, {50, 55}, {55, 45}, {45, 43}, {32, 32}, {19, 43}, {9, 45}}};
const Point contact{32, 29.5};

constexpr IconPixel clear{0, 0, 0, 0}, ground{0x14, 0x50, 0x5C, 255}, upper_enamel{0xF4, 0xEC, 0xDA, 255},
    lower_enamel{0xC9, 0xD8, 0xDC, 255}, contact_red{0xE0, 0x44, 0x2E, 255};

bool inside(std::span<const Point> polygon, const Point& p) {
  bool odd = false;
  for (std::size_t i = 0, before = polygon.size() - 1; i < polygon.size(); before = i++) {
    const Point &a = polygon[i], &b = polygon[before];
    if ((a.y() > p.y()) != (b.y() > p.y()) &&
        p.x() < a.x() + (b.x() - a.x()) * (p.y() - a.y()) / (b.y() - a.y()))
      odd = !odd;
  }
  return odd;
}

IconPixel colour_at(const Point& p) {
  constexpr double corner = 12, radius = 4;
  const Point beyond = (p - Point::Constant(units / 2)).cwiseAbs() - Point::Constant(units / 2 - corner);
  if (beyond.cwiseMax(0).norm() > corner) return clear;
  if ((p - contact).norm() < radius) return contact_red;
  if (inside(upper, p)) return upper_enamel;
  return inside(lower, p) ? lower_enamel : ground;
}

}  // namespace

std::vector<IconPixel> window_icon(int side_px) {
  constexpr int samples = 4;  // each way
  std::vector<IconPixel> pixels;
  for (int y = 0; y < side_px; ++y) {
    for (int x = 0; x < side_px; ++x) {
      std::array<int, 4> sum{};  // colours weighted by opacity
      for (int i = 0; i < samples * samples; ++i) {
        const Point p((x + (i % samples + 0.5) / samples) * units / side_px,
                      (y + (i / samples + 0.5) / samples) * units / side_px);
        const IconPixel one = colour_at(p);
        for (std::size_t c = 0; c < 3; ++c) sum[c] += one[3] > 0 ? one[c] : 0;
        sum[3] += one[3] > 0 ? 1 : 0;
      }
      const int seen = std::max(sum[3], 1);
      pixels.push_back({static_cast<std::uint8_t>(sum[0] / seen), static_cast<std::uint8_t>(sum[1] / seen),
                        static_cast<std::uint8_t>(sum[2] / seen),
                        static_cast<std::uint8_t>(255 * sum[3] / (samples * samples))});
    }
  }
  return pixels;
}

}  // namespace intercusp::viewer
