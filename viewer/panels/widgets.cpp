#include "viewer/panels/widgets.h"

#include <fmt/core.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "io/files/safe_text.h"
#include "io/language/language.h"
#include "io/wording/definitions.h"

namespace intercusp::viewer {
namespace {

//! Dear ImGui ends the program over a text of more than some 16 000 letters.
constexpr int most_letters = 4000;
const char* drawable_end(const std::string& text) {
  return text.c_str() + std::min(text.size(), std::size_t{most_letters});
}

struct Range {
  float least = 0, most = 0;
};

//! The range of the finite values; never empty.
Range range_of(const Plot& plot) {
  Range range{HUGE_VALF, -HUGE_VALF};
  for (const float value : plot.values) {
    if (!std::isfinite(value)) continue;
    range.least = std::min(range.least, value);
    range.most = std::max(range.most, value);
  }
  if (plot.zero_line || range.least > range.most) {
    range.least = std::min(range.least, 0.F);
    range.most = std::max(range.most, 0.F);
  }
  const float missing = plot.least_height - (range.most - range.least);
  if (missing <= 0) return range;
  range.most += plot.zero_line ? missing : missing / 2;
  range.least -= plot.zero_line ? 0 : missing / 2;
  return range;
}

//! Share of the width.
float place_in_time(const Plot& plot, std::size_t i) {
  const float first = plot.times_s.front(), last = plot.times_s.back();
  return last > first ? (plot.times_s[i] - first) / (last - first) : 0;
}

void draw_curve(ImDrawList& list, const Plot& plot, const Range& range, ImVec2 from, ImVec2 size) {
  const float scale = size.y / (range.most - range.least);
  const auto place = [&](std::size_t i) {
    return ImVec2(from.x + size.x * place_in_time(plot, i),
                  from.y + size.y - scale * (plot.values[i] - range.least));
  };
  const ImU32 colour = ImGui::GetColorU32(ImGuiCol_PlotLines);
  for (std::size_t i = 0; i + 1 < plot.values.size(); ++i) {
    if (!std::isfinite(plot.values[i]) || !std::isfinite(plot.values[i + 1])) continue;
    list.AddLine(place(i), place(i + 1), colour, 1.5F);
  }
}

//! The first and the last second below the curve.
void write_times(ImDrawList& list, ImU32 colour, const Plot& plot, ImVec2 corner, float width) {
  const auto words = [](float time_s) {
    return fmt::format("{} s", rounded(static_cast<double>(time_s), 1));
  };
  const std::string last = words(plot.times_s.back());
  list.AddText(corner, colour, words(plot.times_s.front()).c_str());
  list.AddText({corner.x + width - ImGui::CalcTextSize(last.c_str()).x, corner.y}, colour, last.c_str());
}

}  // namespace

std::string what_is_missing(const AppState& state) {
  return state.read && state.work ? state.work->what : std::string(text::nothing_open);
}

float em(float times) { return times * ImGui::GetFontSize(); }

namespace {

//! Whether the mouse has been on the last item for the tooltip's delay. A window keeps since when.
bool mouse_stays_on_item() {
  ImGuiStorage& kept = *ImGui::GetStateStorage();
  const ImGuiID item = ImGui::GetID("explained item"), frame = ImGui::GetID("explained in frame"),
                since = ImGui::GetID("explained since");
  const ImVec2 corner = ImGui::GetItemRectMin();
  const int name = static_cast<int>(ImHashData(&corner, sizeof(corner))), now = ImGui::GetFrameCount();
  const bool other = kept.GetInt(item) != name || kept.GetInt(frame) < now - 1;
  kept.SetInt(item, name);
  kept.SetInt(frame, now);
  if (other) kept.SetFloat(since, static_cast<float>(ImGui::GetTime()));
  return ImGui::GetTime() - static_cast<double>(kept.GetFloat(since)) >= tooltip_delay_s;
}

//! To the right of a panel, else below or above the item: never over the item in use.
void place_tooltip() {
  const ImVec2 least = ImGui::GetItemRectMin(), most = ImGui::GetItemRectMax();
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const ImGuiWindow& panel = *ImGui::GetCurrentWindow()->RootWindow;
  const float width = em(26), gap = em(0.4F), right = panel.Pos.x + panel.Size.x + gap;
  const bool low = least.y > 0.6F * screen.y;
  if (right + width <= screen.x)
    return ImGui::SetNextWindowPos({right, low ? most.y : least.y}, ImGuiCond_Always, {0, low ? 1.F : 0.F});
  const float x = std::max(0.F, std::min(least.x, screen.x - width));
  ImGui::SetNextWindowPos({x, low ? least.y - gap : most.y + gap}, ImGuiCond_Always, {0, low ? 1.F : 0.F});
}

}  // namespace

void explain(const std::string& text) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || ImGui::IsAnyItemActive()) return;
  if (!mouse_stays_on_item()) return;
  place_tooltip();
  ImGui::BeginTooltip();
  constexpr float width_em = 24;
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + em(width_em));
  const std::string shown = broken_at_spaces(visible_text(text), em(width_em));
  ImGui::TextUnformatted(shown.c_str(), drawable_end(shown));
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void begin_hover(const ViewBox& view) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float gap = em(0.9F), width = em(17);  // of the longest line
  const float after = view.x + view.width - mouse.x, before = mouse.x - view.x;
  const bool right = after < width + gap && before > after, low = mouse.y > view.y + view.height / 2;
  ImGui::SetNextWindowPos({mouse.x + (right ? -gap : gap), mouse.y + (low ? -gap : gap)}, ImGuiCond_Always,
                          {right ? 1.F : 0.F, low ? 1.F : 0.F});
  ImGui::BeginTooltip();
}

void right_aligned(const std::string& number) {
  const float space = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(number.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(space, 0.F));
  ImGui::TextUnformatted(number.c_str());
}

void mouse_item(const char* id, const ViewBox& box) {
  ImGui::SetCursorScreenPos({box.x, box.y});
  ImGui::InvisibleButton(id, {box.width, box.height},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                             ImGuiButtonFlags_MouseButtonMiddle);
}

void heading(const char* text) {
  ImGui::Dummy({0, em(0.1F)});
  ImGui::TextUnformatted(text);
  ImGui::Separator();
}

void muted(const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  wrapped(text);
  ImGui::PopStyleColor();
}

void wrapped(const std::string& text) {
  const std::string lines = broken_at_spaces(visible_text(text), ImGui::GetContentRegionAvail().x);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(lines.c_str(), drawable_end(lines));
  ImGui::PopTextWrapPos();
}

std::string broken_at_spaces(const std::string& text, float width) {
  std::string lines, line;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", from), text.size());
    const std::string word = text.substr(from, end - from);
    if (!line.empty() && ImGui::CalcTextSize((line + " " + word).c_str()).x > width) {
      lines += line + "\n";
      line = word;
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
    if (end < text.size() && text[end] == '\n') lines += std::exchange(line, {}) + "\n";
    from = end + 1;
  }
  return lines + line;
}

std::string elided(const std::string& whole, float width) {
  const std::string text = visible_text(whole);
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  const char* rest = nullptr;  // the part that no longer fits; found in one pass for any length
  const float dots = ImGui::CalcTextSize("\u2026").x;
  ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), std::max(width - dots, 1.0F), 0, text.data(),
                                  text.data() + text.size(), &rest);
  return std::string(text.data(), rest) + "\u2026";
}

bool named_line(const char* id, const std::string& name, bool chosen, float width) {
  const float left = ImGui::GetCursorScreenPos().x;
  const ImVec2 size{width > 0 ? width : ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()};
  const bool clicked = ImGui::Selectable(id, chosen, 0, size);
  const float top = (ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y - size.y) / 2;
  ImGui::GetWindowDrawList()->AddText({left, top}, ImGui::GetColorU32(ImGuiCol_Text),
                                      elided(name, size.x).c_str());
  return clicked;
}

void row(const char* name, const std::string& number) {
  const float width = ImGui::CalcTextSize(number.c_str()).x, right = ImGui::GetContentRegionMax().x;
  const float end = ImGui::GetCursorPosX() + ImGui::CalcTextSize(name).x + em(0.5F);
  wrapped(name);
  if (end + width <= right) ImGui::SameLine();
  ImGui::SetCursorPosX(std::max(right - width, ImGui::GetCursorStartPos().x));
  ImGui::TextUnformatted(number.c_str());
}

namespace {

//! With either decimal mark, in any language.
bool belongs_to_number(ImWchar letter) {
  constexpr ImWchar dash = 0x2013;
  constexpr std::string_view signs = "+-.,eE";
  return letter == dash || (letter >= '0' && letter <= '9') ||
         (letter < 0x80 && signs.find(static_cast<char>(letter)) != std::string_view::npos);
}

//! A number typed while the field has the keyboard's highlight goes into the field.
void take_letters(PendingNumber& pending, ImGuiID field) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  ImGuiIO& io = ImGui::GetIO();
  if (ImGui::GetActiveID() == field) {
    const std::string first = std::exchange(pending.first_letters, {});
    for (std::size_t i = 0; i < first.size(); ++i)
      io.InputQueueCharacters.insert(io.InputQueueCharacters.begin() + static_cast<int>(i),
                                     static_cast<ImWchar>(first[i]));
    return;
  }
  if (context.NavId != field || context.NavDisableHighlight || io.KeyCtrl || io.KeyAlt) return;
  for (const ImWchar letter : io.InputQueueCharacters) {
    if (belongs_to_number(letter)) pending.first_letters += static_cast<char>(letter);
  }
  if (pending.first_letters.empty()) return;
  context.NavNextActivateId = field;
  context.NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
}

//! With the minus sign and the decimal mark of all other numbers.
std::string spelled_as(const char* format, double value) {
  std::array<char, 400> digits{};  // as many as a double has
  std::snprintf(digits.data(), digits.size(), format, std::abs(value));
  const std::string text = with_decimal_mark(digits.data());
  const bool is_zero = text.find_first_of("123456789") == std::string::npos;
  return value < 0 && !is_zero ? "\u2013" + text : text;
}

//! The value of a number field, with either minus sign and either decimal mark; empty if it does not begin with a
//! number.
std::optional<double> number_in(std::string text) {
  constexpr std::string_view dash = "\u2013";
  if (const std::size_t at = text.find(dash); at != std::string::npos) text.replace(at, dash.size(), "-");
  std::ranges::replace(text, ',', '.');
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return end == text.c_str() ? std::nullopt : std::optional(number);
}

constexpr ImGuiInputTextFlags number_flags =
    ImGuiInputTextFlags_CallbackCharFilter | ImGuiInputTextFlags_AutoSelectAll;
//! UserData is PendingNumber::refused.
int letters_of_number(ImGuiInputTextCallbackData* data) {
  bool& refused = *static_cast<bool*>(data->UserData);
  refused = !belongs_to_number(data->EventChar);
  return refused ? 1 : 0;
}

//! Below the last item, while it is typed into.
void say_numbers_only() {
  const ImVec2 least = ImGui::GetItemRectMin(), most = ImGui::GetItemRectMax();
  ImGui::SetNextWindowPos({least.x, most.y + em(0.2F)});
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(Text("Only numbers can be entered here."));
  ImGui::EndTooltip();
}

//! The field that a slider becomes when it is clicked with Ctrl. Dear ImGui's own reads points only.
std::optional<double> slider_field(const char* name, const std::string& shown) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImRect box(from, {from.x + ImGui::CalcItemWidth(), from.y + ImGui::GetFrameHeight()});
  const ImGuiID id = ImGui::GetID(name);
  ImGui::ItemSize(box);
  if (!ImGui::ItemAdd(box, id, &box, ImGuiItemFlags_Inputable)) return std::nullopt;
  const ImVec2 below = ImGui::GetCursorScreenPos();
  std::array<char, 64> typed{};
  shown.copy(typed.data(), typed.size() - 1);
  const bool changed = ImGui::TempInputText(box, id, name, typed.data(), static_cast<int>(typed.size()),
                                            ImGuiInputTextFlags_AutoSelectAll);
  const ImGuiInputTextState& edited = ImGui::GetCurrentContext()->InputTextState;
  const std::string letters(edited.ID == id ? edited.TextA.Data : "0");
  if (!letters.empty() && !number_in(letters)) say_numbers_only();
  ImGui::SetCursorScreenPos(below);
  return changed ? number_in(typed.data()) : std::nullopt;
}

//! To the digits that the format shows.
double rounded_as(const char* format, double value) {
  std::array<char, 400> digits{};
  std::snprintf(digits.data(), digits.size(), format, value);
  return std::strtod(digits.data(), nullptr);
}

}  // namespace

std::optional<double> number_field(PendingNumber& pending, const char* name, double value,
                                   const char* format) {
  ImGui::PushID(name);
  ImGui::SetNextItemWidth(em(5.2F));
  const ImGuiID id = ImGui::GetID("##number");
  take_letters(pending, id);
  std::array<char, 64> typed{};
  spelled_as(format, pending.id == id ? pending.value : value).copy(typed.data(), typed.size() - 1);
  if (ImGui::InputText("##number", typed.data(), typed.size(), number_flags, letters_of_number,
                       &pending.refused)) {
    if (const auto number = number_in(typed.data())) pending = {id, *number};
  }
  if (ImGui::IsItemActivated()) pending.refused = false;
  if (ImGui::IsItemActive() && pending.refused) say_numbers_only();
  std::optional<double> result;
  if (pending.id == id && !ImGui::IsItemActive()) {
    result = pending.value;
    pending.id = 0;
  }
  ImGui::SameLine();
  ImGui::TextUnformatted(name);
  ImGui::PopID();
  return result;
}

std::optional<double> slider(const char* name, double value, double least, double most, const char* format,
                             const std::string& words) {
  ImGui::PushID(name);
  constexpr const char* id = "##slider";
  const std::string shown = spelled_as(format, value);
  row(name, words.empty() ? shown : words);  // where no thumb lies over it
  ImGui::SetNextItemWidth(-FLT_MIN);
  std::optional<double> result;
  if (ImGui::TempInputIsActive(ImGui::GetID(id))) {
    result = slider_field(id, shown);
  } else if (ImGui::SliderScalar(id, ImGuiDataType_Double, &value, &least, &most, "",
                                 ImGuiSliderFlags_AlwaysClamp)) {
    result = rounded_as(format, value);
  }
  ImGui::PopID();
  return result ? std::optional(std::clamp(*result, least, most)) : std::nullopt;
}

std::vector<const char*> names_of_languages() {
  std::vector<const char*> names;
  for (const LanguageFacts& language : languages()) names.push_back(language.name.c_str());
  return names;
}

std::optional<int> choice(const char* id, std::span<const char* const> names, int chosen) {
  std::optional<int> clicked;
  ImGui::PushID(id);
  const float space = em(0.2F), count = static_cast<float>(names.size());
  const float room = ImGui::GetContentRegionAvail().x - space * (count - 1);
  float widest = 0, all = 0;
  for (const char* const name : names) {
    widest = std::max(widest, ImGui::CalcTextSize(name).x);
    all += ImGui::CalcTextSize(name).x;
  }
  // Equal widths, or by the length of the names where the longest would be cut off.
  ImVec2 padding = ImGui::GetStyle().FramePadding;
  const bool equal = widest + 2 * padding.x <= room / count;
  if (!equal) padding.x = std::clamp((room - all) / count / 2, 0.F, padding.x);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, padding);
  for (int i = 0; i < static_cast<int>(names.size()); ++i) {
    const char* const name = names[static_cast<std::size_t>(i)];
    if (i > 0) ImGui::SameLine(0, space);
    const bool on = i == chosen;
    if (on)
      for (const ImGuiCol_ part : {ImGuiCol_Button, ImGuiCol_ButtonHovered})
        ImGui::PushStyleColor(part, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    const float width = equal ? room / count : ImGui::CalcTextSize(name).x + (room - all) / count;
    if (ImGui::Button(name, {width, 0})) clicked = i;
    if (on) ImGui::PopStyleColor(2);
  }
  ImGui::PopStyleVar();
  ImGui::PopID();
  return clicked;
}

bool wide_button(const char* name, const char* explanation) {
  const bool clicked = ImGui::Button(name, {-FLT_MIN, 0});
  if (explanation != nullptr) explain(explanation);
  return clicked;
}

void bar(float share, const std::string& number) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()};
  const float rounding = ImGui::GetStyle().FrameRounding;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, {from.x + size.x, from.y + size.y}, ImGui::GetColorU32(ImGuiCol_FrameBg),
                     rounding);
  list.AddRectFilled(from, {from.x + std::clamp(share, 0.F, 1.F) * size.x, from.y + size.y},
                     ImGui::GetColorU32(ImGuiCol_ButtonActive), rounding);
  const float width = ImGui::CalcTextSize(number.c_str()).x;
  list.AddText({from.x + size.x - width - em(0.4F), from.y}, ImGui::GetColorU32(ImGuiCol_Text),
               number.c_str());
  ImGui::Dummy(size);
}

bool text_field(const char* id, const char* hint, std::string& text) {
  const auto cut_off = [](ImGuiInputTextCallbackData* data) {
    if (data->BufTextLen > most_letters) data->DeleteChars(most_letters, data->BufTextLen - most_letters);
    return 0;
  };
  return ImGui::InputTextWithHint(
      id, hint, &text, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackEdit, cut_off);
}

void notes_mark(const ViewBox& foot, const std::string& notes) {
  const float side = 1.5F * foot.font_px, radius = 0.5F * foot.font_px;
  const ImVec2 corner{foot.x + foot.width - side - 0.4F * foot.font_px, foot.y + 0.15F * foot.font_px};
  ImGui::SetCursorScreenPos(corner);
  ImGui::InvisibleButton("notes", {side, side});
  const ImVec2 middle{corner.x + side / 2, corner.y + side / 2};
  const ImU32 colour = ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_Text : ImGuiCol_TextDisabled);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddCircle(middle, radius, colour, 0, 1.4F);
  list.AddCircleFilled({middle.x, middle.y - 0.48F * radius}, 0.15F * radius, colour);
  list.AddLine({middle.x, middle.y - 0.12F * radius}, {middle.x, middle.y + 0.55F * radius}, colour, 1.6F);
  explain(notes);
}

std::optional<float> draw_plot(const char* id, const Plot& plot) {
  muted(plot.title);
  if (plot.now && std::isfinite(*plot.now)) {
    const std::string now = "\u2248 " + rounded(static_cast<double>(*plot.now), 2);  // of the live map
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(now.c_str()).x);
    ImGui::TextUnformatted(now.c_str());
  }
  const Range range = range_of(plot);
  const std::string most = rounded(range.most, 2), least = rounded(range.least, 2);
  const float whole = ImGui::GetContentRegionAvail().x;
  const float numbers =
      std::max(ImGui::CalcTextSize(most.c_str()).x, ImGui::CalcTextSize(least.c_str()).x) + em(0.4F);
  const ImVec2 size{std::max(whole - numbers, em(1)), em(4.5F)};
  const ImVec2 corner = ImGui::GetCursorScreenPos(), from{corner.x + numbers, corner.y};
  ImGui::SetCursorScreenPos(from);
  const bool pressed = (ImGui::InvisibleButton(id, size), ImGui::IsItemActive());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, {from.x + size.x, from.y + size.y}, ImGui::GetColorU32(ImGuiCol_FrameBg),
                     ImGui::GetStyle().FrameRounding);
  if (range.least < 0 && range.most > 0) {
    const float zero = from.y + size.y * range.most / (range.most - range.least);
    list.AddLine({from.x, zero}, {from.x + size.x, zero}, ImGui::GetColorU32(ImGuiCol_Separator));
  }
  draw_curve(list, plot, range, from, size);
  if (plot.marker >= 0) {
    const float x = from.x + size.x * plot.marker;
    list.AddLine({x, from.y}, {x, from.y + size.y}, ImGui::GetColorU32(ImGuiCol_Text), 1.5F);
  }
  const ImU32 muted_ink = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  list.AddText(corner, muted_ink, most.c_str());
  list.AddText({corner.x, corner.y + size.y - ImGui::GetTextLineHeight()}, muted_ink, least.c_str());
  write_times(list, muted_ink, plot, {from.x, from.y + size.y}, size.x);
  ImGui::Dummy({whole, ImGui::GetTextLineHeight()});
  if (!pressed) return std::nullopt;
  return std::clamp((ImGui::GetIO().MousePos.x - from.x) / size.x, 0.F, 1.F);
}

}  // namespace intercusp::viewer
