#include "viewer/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "io/wording/findings.h"
#include "occlusion/base/finding_codes.h"
#include "viewer/panels/widgets.h"
#include "viewer/platform/process.h"

namespace intercusp::viewer {
namespace {

//! The latest ones.
std::span<const Message> shown_messages(const AppState& state) {
  constexpr std::size_t most_shown = 3;
  const std::span<const Message> all(state.messages);
  return all.last(std::min(all.size(), most_shown));
}

float wrapped_height(const std::string& text, float width) {
  return ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y;
}

//! Width of the button that closes a notice, with the space before its text.
float cross_width() { return ImGui::CalcTextSize("\xc3\x97").x + em(1); }

void draw_work(const WorkShown& work, Actions& actions) {
  wrapped(work.what);
  const float button = work.can_cancel ? ImGui::CalcTextSize(Text("Cancel")).x + em(1.6F) : 0;
  ImGui::ProgressBar(static_cast<float>(work.done), {ImGui::GetContentRegionAvail().x - button, 0});
  if (!work.can_cancel) return;
  ImGui::SameLine();
  if (ImGui::Button(Text("Cancel"))) actions.work.cancel();
}

bool offers_to_open(const AppState& state, const Message& message) {
  return !state.machine.opener.empty() && !message.written.empty();
}

//! The file, and the folder that it lies in.
void offer_to_open(const AppState& state, const Message& message) {
  const std::filesystem::path& opener = state.machine.opener;
  if (ImGui::Button(Text("Open"))) platform::open_file(opener, message.written);
  ImGui::SameLine();
  if (ImGui::Button(Text("Show in folder"))) platform::open_file(opener, message.written.parent_path());
}

void draw_messages(const AppState& state, Actions& actions) {
  const std::span<const Message> shown = shown_messages(state);
  std::optional<std::size_t> dismissed;
  for (const Message& message : shown) {
    const auto index = static_cast<std::size_t>(&message - state.messages.data());
    ImGui::PushID(static_cast<int>(index));
    if (ImGui::SmallButton("\xc3\x97")) dismissed = index;
    explain(Text("Dismiss"));
    ImGui::SameLine();
    const bool red = message.kind != MessageKind::information;
    if (red) ImGui::PushStyleColor(ImGuiCol_Text, theme_of(state.settings.dark).bad);
    wrapped(message.text);
    if (red) ImGui::PopStyleColor();
    if (offers_to_open(state, message)) offer_to_open(state, message);
    ImGui::PopID();
  }
  if (dismissed) actions.messages.dismiss(*dismissed);
}

//! The swap among the mends that are offered; null if it is not.
const CaseFix* swap_offered(const AppState& state) {
  const auto swap = std::ranges::find(state.fixes, CaseFix::Kind::swap, &CaseFix::kind);
  return swap == state.fixes.end() ? nullptr : &*swap;
}

//! Asks jaws only: other bodies have no teeth.
bool lacks_numbers(const AppState& state) {
  const Bite& bite = state.loaded->bite;
  return state.loaded->anatomy.axes && (!has_numbers(*bite.upper) || !has_numbers(*bite.lower));
}

//! Which jaw has no numbers, and what import said about it.
std::string unnumbered_banner(const LoadedCase& loaded) {
  const bool upper = has_numbers(*loaded.bite.upper), lower = has_numbers(*loaded.bite.lower);
  std::string words = upper   ? phrase("The teeth of the lower jaw have no numbers.")
                      : lower ? phrase("The teeth of the upper jaw have no numbers.")
                              : phrase("The teeth have no numbers.");
  for (const MeshReport* const report : {upper ? nullptr : &loaded.upper, lower ? nullptr : &loaded.lower}) {
    if (report == nullptr) continue;
    const auto reason = std::ranges::find_if(report->remarks, [](const Finding& remark) {
      return remark.code == codes::no_teeth_found || remark.code == codes::scan_inside_out;
    });
    if (reason != report->remarks.end()) return words + " " + sentence_of(*reason) + ".";
  }
  return words + " " + phrase("Contacts are told by regions of the arch.");
}

std::optional<std::string> banner_text(const AppState& state, const WidgetState& widgets) {
  if (!state.loaded || widgets.banner_closed_in_case == state.case_number) return std::nullopt;
  if (const std::optional<Jaw> jaw = both_look_like(*state.loaded))
    return std::string(
        *jaw == Jaw::upper
            ? Text("Both scans look like upper jaws. Open the scan of the lower jaw with one of them.")
            : Text("Both scans look like lower jaws. Open the scan of the upper jaw with one of them."));
  if (const std::optional<Finding> sign = sign_of_swapped_jaws(*state.loaded))
    return std::string(Text(
               "Upper and lower jaw look exchanged. Right and left are then shown the wrong way round.")) +
           "\n" + sentence_of(*sign) + ".";
  return lacks_numbers(state) ? std::optional(unnumbered_banner(*state.loaded)) : std::nullopt;
}

}  // namespace

float notices_height(const AppState& state, float width, float panel_height) {
  const ImGuiStyle& style = ImGui::GetStyle();
  float height = 0;
  if (state.work) {
    height += wrapped_height(state.work->what, width) + ImGui::GetFrameHeight() + 2 * style.ItemSpacing.y;
  }
  for (const Message& message : shown_messages(state))
    height += wrapped_height(message.text, width - cross_width()) + style.ItemSpacing.y +
              (offers_to_open(state, message) ? ImGui::GetFrameHeightWithSpacing() : 0);
  if (height == 0) return 0;
  constexpr float most_share = 0.4F;
  return std::min(height + 2 * style.ItemSpacing.y + em(0.4F), most_share * panel_height);
}

void draw_notices(const AppState& state, Actions& actions, float height) {
  ImGui::BeginChild("notices", {0, height}, false, ImGuiWindowFlags_NavFlattened);
  ImGui::Separator();
  if (state.work) draw_work(*state.work, actions);
  draw_messages(state, actions);
  ImGui::EndChild();
}

float banner_height(const AppState& state, const WidgetState& widgets, float width) {
  const std::optional<std::string> text = banner_text(state, widgets);
  if (!text) return 0;
  const ImGuiStyle& style = ImGui::GetStyle();
  return std::ceil(wrapped_height(*text, width - 2 * style.WindowPadding.x) + ImGui::GetFrameHeight() +
                   style.ItemSpacing.y + 2 * style.WindowPadding.y);
}

void draw_banner(const AppState& state, Actions& actions, WidgetState& widgets, const ViewBox& box) {
  const std::optional<std::string> text = banner_text(state, widgets);
  if (!text) return;
  ImGui::SetNextWindowPos({box.x, box.y});
  ImGui::SetNextWindowSize({box.width, box.height});
  const Theme theme = theme_of(state.settings.dark);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.warning);
  ImGui::PushStyleColor(ImGuiCol_Text, theme.on_warning);
  ImGui::Begin("banner", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
  wrapped(*text);
  ImGui::PopStyleColor();  // buttons have their own
  const CaseFix* const swap = swap_offered(state);
  const bool swaps = swap != nullptr && ImGui::Button(Text("Swap upper and lower"));
  if (swap != nullptr) {
    explain(text::fix_explained);
    ImGui::SameLine();
  }
  const bool numbers = swap == nullptr && !both_look_like(*state.loaded) && lacks_numbers(state);
  if (numbers && ImGui::Button(phrase("Number the teeth").c_str()))
    show_part(state, widgets, PanelKind::the_case);
  if (numbers) ImGui::SameLine();
  const std::string close = numbers ? phrase("Go on without") : std::string(Text("Keep them as they are"));
  if (ImGui::Button(close.c_str())) widgets.banner_closed_in_case = state.case_number;
  if (!numbers) explain(Text("Closes this warning. It stays in the Case step."));
  ImGui::End();
  ImGui::PopStyleColor();
  if (swaps) actions.cases.apply_fix(CaseFix(*swap));
}

}  // namespace intercusp::viewer
