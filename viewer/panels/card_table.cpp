#include "viewer/panels/panels.h"

#include "viewer/panels/widgets.h"

namespace intercusp::viewer {

namespace {

//! In front of the answer's first line.
void draw_light(const Theme& theme, Light light) {
  const ImVec4 colour = light == Light::green   ? theme.good
                        : light == Light::amber ? theme.warning
                                                : theme.bad;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float radius = em(0.36F), line = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, at.y + line / 2}, radius,
                                              ImGui::ColorConvertFloat4ToU32(colour));
  ImGui::Dummy({2 * radius + em(0.2F), line});
  ImGui::SameLine(0, 0);
}

}  // namespace

void draw_card(const Theme& theme, const char* id, std::span<const CardLine> card) {
  if (!ImGui::BeginTable(id, 2)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em(5.5F));
  ImGui::TableSetupColumn("");
  for (const CardLine& line : card) {
    ImGui::TableNextColumn();
    muted(theme, line.question);
    ImGui::TableNextColumn();
    if (line.light) draw_light(theme, *line.light);
    wrapped(line.answer);
  }
  ImGui::EndTable();
}

}  // namespace intercusp::viewer
