#include "viewer/panels/notices.h"

#include <algorithm>

#include "viewer/panels/widgets.h"
#include "viewer/text/panels.h"

namespace intercusp::viewer {
namespace {

constexpr ImGuiWindowFlags card = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                  ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                  ImGuiWindowFlags_AlwaysAutoResize;

bool begin_card(const char* name, ImVec2 place, ImVec2 pivot, float width) {
  ImGui::SetNextWindowPos(place, ImGuiCond_Always, pivot);
  ImGui::SetNextWindowSize({width, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, em(0.4F));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  return ImGui::Begin(name, nullptr, card);
}

void end_card() {
  ImGui::End();
  ImGui::PopStyleVar(2);
}

void draw_work(const WorkShown& work, Actions& actions, const ViewBox& box) {
  const float width = std::min(em(22), box.width - em(2));
  if (begin_card("work", {box.x + box.width / 2, box.y + em(3)}, {0.5F, 0}, width)) {
    wrapped(work.what);
    const float button = work.can_cancel ? ImGui::CalcTextSize(text::cancel).x + em(1.6F) : 0;
    ImGui::ProgressBar(static_cast<float>(work.done), {ImGui::GetContentRegionAvail().x - button, 0});
    if (work.can_cancel) {
      ImGui::SameLine();
      if (ImGui::Button(text::cancel)) actions.cancel_work();
    }
  }
  end_card();
}

void draw_messages(const AppState& state, Actions& actions, const ViewBox& box) {
  constexpr std::size_t most_shown = 3;
  const float width = std::min(em(30), box.width - em(2));
  const std::size_t first = state.messages.size() - std::min(state.messages.size(), most_shown);
  std::optional<std::size_t> dismissed;
  if (begin_card("messages", {box.x + box.width / 2, box.y + box.height - em(3)}, {0.5F, 1}, width)) {
    for (std::size_t i = first; i < state.messages.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      if (i > first) ImGui::Separator();
      if (ImGui::SmallButton("\xc3\x97")) dismissed = i;
      explain(text::dismiss);
      ImGui::SameLine();
      const bool problem = state.messages[i].kind == MessageKind::problem;
      if (problem) ImGui::PushStyleColor(ImGuiCol_Text, theme_of(state.settings.dark).bad);
      wrapped(state.messages[i].text);
      if (problem) ImGui::PopStyleColor();
      ImGui::PopID();
    }
  }
  end_card();
  if (dismissed) actions.dismiss_message(*dismissed);
}

}  // namespace

void draw_notices(const AppState& state, Actions& actions, const ViewBox& box) {
  if (state.work) draw_work(*state.work, actions, box);
  if (!state.messages.empty()) draw_messages(state, actions, box);
}

}  // namespace intercusp::viewer
