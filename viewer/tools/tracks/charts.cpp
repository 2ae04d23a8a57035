#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/results/tracks/parts.h"
#include "io/wording/definitions.h"
#include "io/wording/tooth_words.h"
#include "viewer/panels/widgets.h"
#include "viewer/tools/tracks/tool.h"

namespace intercusp::viewer {
namespace {

//! Light in both themes: the compass has black in it.
constexpr ImU32 chart_paper = IM_COL32(222, 226, 231, 255), chart_ink = IM_COL32(190, 40, 40, 255);

//! Where the rows lie on the screen.
struct Rows {
  const OpenPlayback& playback;
  const PlaybackContacts& contacts;
  ImVec2 corner;  //!< of the names
  float names = 0, width = 0, height = 0;
  double from_s = 0, to_s = 0;

  Rows(const OpenPlayback& shown, const PlaybackContacts& of_playback)
      : playback(shown), contacts(of_playback), corner(ImGui::GetCursorScreenPos()) {
    const Playback& playback = contacts.playback;
    from_s = playback.from_s, to_s = std::max(playback.to_s, playback.from_s + 1e-9);
    height = ImGui::GetTextLineHeight() + em(0.15F);
    for (const PairInPlayback& pair : contacts.pairs)
      names = std::max(names, ImGui::CalcTextSize(name(pair).c_str()).x);
    const float room = ImGui::GetContentRegionAvail().x;
    names = std::min(names + em(0.6F), room / 2);
    width = std::max(room - names, em(2));
  }
  [[nodiscard]] std::string name(const PairInPlayback& pair) const {
    return teeth_in_words(contacts.playback.closed_case->bite, pair.pair);
  }
  [[nodiscard]] float x_at(double time_s) const {
    return corner.x + names + width * static_cast<float>((time_s - from_s) / (to_s - from_s));
  }
  [[nodiscard]] double time_at(float x) const {
    const auto share = static_cast<double>(std::clamp((x - corner.x - names) / width, 0.F, 1.F));
    return from_s + share * (to_s - from_s);
  }
  [[nodiscard]] float top_of(std::size_t row) const { return corner.y + height * static_cast<float>(row); }
};

//! A sample lasts halfway to its neighbours.
std::pair<double, double> span_of(const Playback& playback, std::size_t sample) {
  const std::vector<PlaybackSample>& samples = playback.samples;
  const double time_s = samples[sample].time_s;
  const double before_s = sample > 0 ? samples[sample - 1].time_s : time_s;
  const double after_s = sample + 1 < samples.size() ? samples[sample + 1].time_s : time_s;
  return {(before_s + time_s) / 2, (time_s + after_s) / 2};
}

//! Paler where the contact is small against the largest of the playback; by the root, so that sliding contacts are seen beside
//! those of intercuspation.
void draw_bars(ImDrawList& list, const Rows& rows, const PairInPlayback& pair, float top, float most_mm2) {
  constexpr float least_opacity = 0.3F, least_width_px = 2;
  float drawn_to = 0;  // bars that overlap would look like larger contacts
  for (const PairContact& contact : pair.contacts) {
    const auto [from_s, to_s] = span_of(rows.contacts.playback, contact.sample);
    const float from = std::max(std::floor(rows.x_at(from_s)), drawn_to);
    const float to = std::max(std::floor(rows.x_at(to_s)), std::floor(rows.x_at(from_s)) + least_width_px);
    if (to <= from) continue;  // thousands of poses fall on one pixel
    drawn_to = to;
    const Rgb colour = compass_colour(contact.kind);
    const float opacity = least_opacity + (1 - least_opacity) * std::sqrt(contact.area_mm2 / most_mm2);
    list.AddRectFilled({from, top + em(0.15F)}, {to, top + rows.height - em(0.15F)},
                       IM_COL32(colour.red, colour.green, colour.blue, static_cast<int>(255 * opacity)));
  }
}

std::string pair_explained(const OpenPlayback& playback, const PlaybackContacts& contacts,
                           const PairInPlayback& pair) {
  const auto time = [&](const PairContact& contact) {
    return rounded(contacts.playback.samples[contact.sample].time_s, 2);
  };
  std::string words = phrase("First contact at {} s", time(pair.contacts.front())) + "\n";
  if (const PairContact* const now = pair.at(contacts.sample_at(playback.time_s))) {
    words +=
        phrase("Now: {} mm\u00b2, smallest distance {} mm", rounded(static_cast<double>(now->area_mm2), 1),
               rounded(static_cast<double>(now->least_mm), 2)) +
        "\n";
  }
  return words + Text("Click to show it in the views.");
}

void draw_names(const AppState& state, const Rows& rows, Actions& actions) {
  const OpenPlayback& playback = rows.playback;
  const std::vector<PairInPlayback>& pairs = rows.contacts.pairs;
  std::optional<std::size_t> clicked;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    ImGui::SetCursorScreenPos({rows.corner.x, rows.top_of(i)});
    if (named_line("##pair", rows.name(pairs[i]), playback.selected_pair == pairs[i].pair,
                   rows.names - em(0.3F)))
      clicked = i;
    explain(pair_explained(playback, rows.contacts, pairs[i]));
    ImGui::PopID();
  }
  if (!clicked) return;
  const GroupPair pair = pairs[*clicked].pair;
  select_playback_pair(state, actions, playback.selected_pair == pair ? std::nullopt : std::optional(pair));
}

//! Seconds, at round steps with room for their numbers.
void draw_time_axis(ImDrawList& list, const Rows& rows, float y) {
  const double fitting = std::max(1.0, static_cast<double>(rows.width / em(3.2F)));
  const double least_step = (rows.to_s - rows.from_s) / fitting;
  const double power = std::pow(10, std::floor(std::log10(least_step)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power >= least_step) step = factor * power;
  const int decimals = step < 1 ? static_cast<int>(std::ceil(-std::log10(step))) : 0;
  const ImU32 line = ImGui::GetColorU32(ImGuiCol_Separator),
              letters = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  for (double k = std::ceil(rows.from_s / step); k * step <= rows.to_s; ++k) {
    const float x = rows.x_at(k * step);
    list.AddLine({x, rows.corner.y}, {x, y + em(0.2F)}, line);
    const std::string number = fmt::format("{} s", rounded(k * step, decimals));
    const float width = ImGui::CalcTextSize(number.c_str()).x;
    const float left = std::clamp(x - width / 2, rows.corner.x + rows.names,
                                  rows.corner.x + rows.names + rows.width - width);
    list.AddText({left, y + em(0.2F)}, letters, number.c_str());
  }
}

//! The colours of the bars that there are, as many in a line as fit.
void draw_key(const PlaybackContacts& contacts) {
  const auto occurs = [&](Rgb colour) {
    return std::ranges::any_of(contacts.pairs, [&](const PairInPlayback& pair) {
      return std::ranges::any_of(
          pair.contacts, [&](const PairContact& contact) { return compass_colour(contact.kind) == colour; });
    });
  };
  const float side = 0.7F * ImGui::GetTextLineHeight(), gap = em(0.35F);
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  float end = right;
  for (const auto& [colour, name] : compass_swatches()) {
    if (!occurs(colour)) continue;
    const float width = side + gap + ImGui::CalcTextSize(name.c_str()).x;
    if (end + em(0.9F) + width <= right) ImGui::SameLine(0, em(0.9F));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float top = corner.y + (ImGui::GetTextLineHeight() - side) / 2;
    ImGui::GetWindowDrawList()->AddRectFilled({corner.x, top}, {corner.x + side, top + side}, ink_of(colour),
                                              2);
    ImGui::Dummy({side, side});
    ImGui::SameLine(0, gap);
    ImGui::TextUnformatted(name.c_str());
    end = corner.x + width;
  }
}

}  // namespace

void draw_pair_chart(const AppState& state, Actions& actions) {
  const OpenPlayback& playback = *state.playback;
  const std::shared_ptr<const PlaybackContacts> contacts = contacts_of_playback(state);
  const std::vector<PairInPlayback>& pairs = contacts->pairs;
  const Rows rows(playback, *contacts);
  const float bottom = rows.top_of(pairs.size());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({rows.corner.x + rows.names, rows.corner.y},
                     {rows.corner.x + rows.names + rows.width, bottom}, chart_paper);
  draw_time_axis(list, rows, bottom);
  float most_mm2 = 0;
  for (const PairInPlayback& pair : pairs)
    for (const PairContact& contact : pair.contacts) most_mm2 = std::max(most_mm2, contact.area_mm2);
  for (std::size_t i = 0; i < pairs.size(); ++i) draw_bars(list, rows, pairs[i], rows.top_of(i), most_mm2);
  const float now = rows.x_at(playback.time_s);
  list.AddLine({now, rows.corner.y - em(0.2F)}, {now, bottom + em(0.2F)}, chart_ink, 2);
  ImGui::SetCursorScreenPos({rows.corner.x + rows.names, rows.corner.y});
  ImGui::InvisibleButton("bars", {rows.width, bottom - rows.corner.y + em(0.2F)});
  const bool dragged = ImGui::IsItemActive();
  const float mouse = ImGui::GetIO().MousePos.x;
  draw_names(state, rows, actions);
  ImGui::SetCursorScreenPos({rows.corner.x, bottom + em(0.4F)});
  ImGui::Dummy({rows.names + rows.width, ImGui::GetTextLineHeight()});
  draw_key(*contacts);
  if (dragged) actions.playbacks.set_time(rows.time_at(mouse));
}

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

void draw_plane(const OpenPlayback& playback, const Plane& plane, const std::vector<Way>& ways, float side) {
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
    draw_plane(playback, *planes[i], ways, side);
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
