#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/wording/definitions.h"
#include "viewer/panels/widgets.h"
#include "viewer/tools/tracks/tool.h"

namespace intercusp::viewer {
namespace {

//! The coordinates (0 left, 1 anterior, 2 superior) that a plot shows across and up, and the labels at its ends.
struct Plane {
  Text name;
  int across, up;
  std::array<Text, 4> ends;  //!< left, right, bottom, top of the plot
};
constexpr Plane sagittal{
    Text("From the right"), 1, 2, {Text("post."), Text("ant."), Text("down"), Text("up")}};
constexpr Plane frontal{Text("From the front"), 0, 2, {Text("R"), Text("L"), Text("down"), Text("up")}};
constexpr Plane horizontal{Text("From above"), 0, 1, {Text("R"), Text("L"), Text("post."), Text("ant.")}};

//! A square of the panel with one scale for all of its paths.
struct Square {
  ImVec2 corner;
  float side = 0;
  Eigen::Vector2d middle_mm{0, 0};
  double across_mm = 1;

  [[nodiscard]] ImVec2 at(const Eigen::Vector2d& mm) const {
    const Eigen::Vector2d share = (mm - middle_mm) / across_mm;
    return {corner.x + side * static_cast<float>(0.5 + share.x()),
            corner.y + side * static_cast<float>(0.5 - share.y())};
  }
};

Eigen::Vector2d seen(const Plane& plane, const Eigen::Vector3d& place) {
  return {place[plane.across], place[plane.up]};
}

//! Holds all paths and their starts, with a margin.
void fit(Square& square, const Plane& plane, const std::vector<const std::vector<Eigen::Vector3d>*>& ways) {
  Eigen::AlignedBox2d box(Eigen::Vector2d(0, 0));
  for (const auto* const way : ways)
    for (const Eigen::Vector3d& place : *way) box.extend(seen(plane, place));
  constexpr double least_mm = 1;
  const float words = ImGui::GetTextLineHeight() + em(0.4F);  // and half a marker, above and below
  square.middle_mm = box.center();
  square.across_mm = std::max(box.sizes().maxCoeff(), least_mm) *
                     static_cast<double>(square.side / std::max(square.side - 2 * words, em(1)));
}

//! Between two lines of the grid: 0.5, 1, 2, 5 … mm.
double grid_step_mm(const Square& square) {
  double step = 0.1;
  for (const double factor : {2.0, 2.5, 2.0, 2.0, 2.5, 2.0, 2.0, 2.5, 2.0})
    if (square.across_mm / step > 6) step *= factor;
  return step;
}

//! Both ways share one step.
void draw_grid(ImDrawList& list, const Square& square, double step) {
  const ImU32 fine = ImGui::GetColorU32(ImGuiCol_Separator, 0.5F),
              zero = ImGui::GetColorU32(ImGuiCol_Separator);
  for (int axis = 0; axis < 2; ++axis) {
    const double half = square.across_mm / 2, middle = square.middle_mm[axis];
    for (double k = std::ceil((middle - half) / step); k * step <= middle + half; ++k) {
      Eigen::Vector2d from = square.middle_mm - Eigen::Vector2d(half, half), to = from;
      from[axis] = to[axis] = k * step;
      to[1 - axis] += square.across_mm;
      list.AddLine(square.at(from), square.at(to), k == 0 ? zero : fine, k == 0 ? 1.5F : 1);
    }
  }
}

//! Thousands of places fall on one pixel: the next one drawn is a pixel away.
void draw_way(ImDrawList& list, const Square& square, const Plane& plane,
              const std::vector<Eigen::Vector3d>& way, ImU32 colour) {
  ImVec2 last = square.at(seen(plane, way.front()));
  for (const Eigen::Vector3d& place : way) {
    const ImVec2 next = square.at(seen(plane, place));
    if (std::hypot(next.x - last.x, next.y - last.y) < 1) continue;
    list.AddLine(last, next, colour, 1.5F);
    last = next;
  }
}

//! Labels above and below the paths, and under the plot those for left and right.
void write_ends(ImDrawList& list, const Square& square, const Plane& plane) {
  const ImU32 letters = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  const float line = ImGui::GetTextLineHeight(), bottom = square.corner.y + square.side;
  const auto width = [](const char* text) { return ImGui::CalcTextSize(text).x; };
  const float centre = square.corner.x + square.side / 2;
  list.AddText({centre - width(plane.ends[2]) / 2, bottom - line}, letters, plane.ends[2]);
  list.AddText({centre - width(plane.ends[3]) / 2, square.corner.y}, letters, plane.ends[3]);
}

//! The pose that the playback shows.
std::size_t pose_at(const OpenPlayback& playback) {
  const std::vector<TimedPose>& poses = playback.track.poses;
  const auto after = std::ranges::upper_bound(poses, playback.time_s, {}, &TimedPose::time_s);
  return after == poses.begin() ? 0 : static_cast<std::size_t>(after - poses.begin()) - 1;
}

struct Way {
  const std::vector<Eigen::Vector3d>& places;
  ImU32 colour;
};

void draw_plot(const OpenPlayback& playback, const Plane& plane, const std::vector<Way>& ways, float side) {
  Square square{.corner = {}, .side = side};
  std::vector<const std::vector<Eigen::Vector3d>*> all;
  for (const Way& way : ways) all.push_back(&way.places);
  fit(square, plane, all);
  const double step_mm = grid_step_mm(square);
  ImGui::TextDisabled("%s", static_cast<const char*>(plane.name));
  square.corner = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{square.corner.x + side, square.corner.y + side};
  list.AddRectFilled(square.corner, end, ImGui::GetColorU32(ImGuiCol_FrameBg));
  list.PushClipRect(square.corner, end, true);
  draw_grid(list, square, step_mm);
  for (const Way& way : ways) {
    draw_way(list, square, plane, way.places, way.colour);
    const ImVec2 now = square.at(seen(plane, way.places[pose_at(playback)]));
    list.AddCircleFilled(now, em(0.3F), way.colour);
    list.AddCircle(now, em(0.3F), ImGui::GetColorU32(ImGuiCol_Text), 0, 1.5F);
  }
  write_ends(list, square, plane);
  list.PopClipRect();
  ImGui::Dummy({side, side});
  ImGui::TextDisabled("%s", static_cast<const char*>(plane.ends[0]));
  ImGui::SameLine(side - ImGui::CalcTextSize(plane.ends[1]).x);
  ImGui::TextDisabled("%s", static_cast<const char*>(plane.ends[1]));
  ImGui::TextDisabled("%s", phrase("grid {} mm", shortest(step_mm)).c_str());
}

std::string place_words(const Eigen::Vector3d& place) {
  const auto number = [&](int axis) { return rounded(place[axis], 2); };
  return phrase("Now\nforward: {} mm\nto the left: {} mm\nup: {} mm", number(1), number(0), number(2));
}

//! All side by side if they fit, with the words below; otherwise two, with the third and the words below.
void draw_planes(const OpenPlayback& playback, const std::vector<Way>& ways) {
  const float room = ImGui::GetContentRegionAvail().x, gap = em(0.4F);
  const std::array<const Plane*, 3> planes = {&sagittal, &frontal, &horizontal};
  const std::size_t in_row = room > em(30) ? planes.size() : 2;
  const auto plots = static_cast<float>(in_row);
  const float side = (room - (plots - 1) * gap) / plots;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    if (i % in_row != 0) ImGui::SameLine(0, gap);
    ImGui::BeginGroup();
    draw_plot(playback, *planes[i], ways, side);
    ImGui::EndGroup();
  }
  if (in_row == 2) ImGui::SameLine(0, gap);
}

}  // namespace

void draw_path_plots(const AppState& state) {
  const OpenPlayback& playback = *state.playback;
  const Theme theme = theme_of(state.settings.dark);
  const auto way = [&](PathPoint point) -> const std::vector<Eigen::Vector3d>& {
    return playback.paths[static_cast<std::size_t>(point)];
  };
  const std::size_t now = pose_at(playback);
  heading(Text("Path of the incisal point, mm"));
  const ImU32 ink = ImGui::GetColorU32(ImGuiCol_PlotLines);
  draw_planes(playback, {{way(PathPoint::incisal), ink}});
  ImGui::BeginGroup();
  muted(place_words(way(PathPoint::incisal)[now]));
  ImGui::EndGroup();
  heading(Text("Paths of the condyles, mm"));
  draw_planes(playback, {{way(PathPoint::right_condyle), ImGui::ColorConvertFloat4ToU32(theme.right)},
                         {way(PathPoint::left_condyle), ImGui::ColorConvertFloat4ToU32(theme.left)}});
  ImGui::BeginGroup();
  ImGui::TextColored(theme.right, "%s", static_cast<const char*>(Text("Right")));
  muted(place_words(way(PathPoint::right_condyle)[now]));
  ImGui::TextColored(theme.left, "%s", static_cast<const char*>(Text("Left")));
  muted(place_words(way(PathPoint::left_condyle)[now]));
  ImGui::EndGroup();
  muted(
      Text("From where each point is in the bite that the movement starts from, of a recorded track "
           "in the bite as opened. The condyles are those of the articulator's settings."));
}

}  // namespace intercusp::viewer
