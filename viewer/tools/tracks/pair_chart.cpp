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
  if (dragged) actions.set_playback_time(rows.time_at(mouse));
}

}  // namespace intercusp::viewer
