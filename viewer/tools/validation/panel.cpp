#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "io/wording/definitions.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/map_colours.h"
#include "viewer/tools/validation/tool.h"

namespace intercusp::viewer {
namespace {

std::string micrometres(double mm) {
  if (std::isnan(mm)) return "\u2013";  // nothing was compared
  constexpr double um_per_mm = 1000;
  return phrase("{} \u00b5m", rounded(mm * um_per_mm, 2));
}

void warn_of_older_pose(const AppState& state, const Eigen::Isometry3d& pose) {
  if (pose.matrix() == state.document.upper_from_lower.matrix()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, theme_of(state.settings.dark).bad);
  wrapped(Text("The mandible has moved since these figures were computed."));
  ImGui::PopStyleColor();
}

void show_statistics(const char* name, const char* explanation, const ErrorStatistics& statistics) {
  heading(name);
  explain(explanation);
  row(Text("Pixels compared"), std::to_string(statistics.pixels));
  row(Text("RMS"), micrometres(statistics.rms_mm));
  row(Text("99 % within"), micrometres(statistics.p99_mm));
  row(Text("Largest"), micrometres(statistics.max_mm));
  row(Text("Mean"), micrometres(statistics.bias_mm));
}

std::string bin_name(std::size_t bin) {
  if (bin == 0) return phrase("below {} \u00b5m", shortest(histogram_edges_um.front()));
  return phrase("from {} \u00b5m", shortest(histogram_edges_um[bin - 1]));
}

void show_histogram(const ErrorStatistics& statistics) {
  heading(Text("Pixels by size of error"));
  const std::size_t most =
      std::max<std::size_t>(*std::max_element(statistics.histogram.begin(), statistics.histogram.end()), 1);
  if (!ImGui::BeginTable("histogram", 2, ImGuiTableFlags_SizingStretchProp)) return;
  ImGui::TableSetupColumn("from", ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn("pixels");
  for (std::size_t bin = 0; bin < statistics.histogram.size(); ++bin) {
    if (statistics.histogram[bin] == 0) continue;
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(bin_name(bin).c_str());
    ImGui::TableNextColumn();
    bar(static_cast<float>(statistics.histogram[bin]) / static_cast<float>(most),
        std::to_string(statistics.histogram[bin]));
  }
  ImGui::EndTable();
}

void show_worst(const Validation& validation, Actions& actions) {
  heading(Text("Largest errors"));
  for (std::size_t i = 0; i < validation.worst_points.size(); ++i) {
    const WorstPlace& place = validation.worst_points[i];
    const std::string name = fmt::format("{}. {}", i + 1, micrometres(place.error_mm));
    if (ImGui::Selectable(name.c_str())) actions.fly_to(place.point_mm);
  }
}

void show_result(const AppState& state, Actions& actions, WidgetState& widgets,
                 const ValidationResult& result) {
  warn_of_older_pose(state, result.upper_from_lower);
  if (wide_button(Text("Show the error map"))) {
    widgets.second = SecondView::picture;
    ViewState view = state.view;
    view.show_map = true;
    actions.set_view(view);
  }
  const Validation& validation = result.validation;
  show_statistics(Text("Against the ray through each pixel centre"),
                  Text("Pixels more than half a pixel from a silhouette. This is the error of the engine."),
                  validation.point);
  row(Text("Contact state differs"), std::to_string(validation.state_disagreements));
  explain(
      Text("Pixels where one finds a gap and the other an overlap, by more than twice the depth tolerance."));
  show_statistics(Text("Against the mean of 16 rays"),
                  Text("Mostly the effect of pixels on sloping surfaces. It has no bound."), validation.mean);
  show_histogram(validation.point);
  show_worst(validation, actions);
}

void show_stages(const AppState& state, Actions& actions) {
  heading(Text("Stages"));
  muted(Text("Which step of the computation decides each pixel of this pose."));
  if (wide_button(Text("Compute stages"))) compute_stages(state, actions);
  if (!state.stages) return;
  warn_of_older_pose(state, state.stages->upper_from_lower);
  muted(engine_reason_in_words(state.stages->engine));
  const MapCounts counts = count_pixels(state.stages->map);
  for (const auto& [stage, pixels] : {std::pair{Stage::pass1, counts.pass1},
                                      {Stage::pass2, counts.pass2},
                                      {Stage::layers, counts.layers},
                                      {Stage::rays, counts.rays}})
    row(capitalised(stage_words[stage]).c_str(), std::to_string(pixels));
  bool shown = state.view.map_colouring == MapColouring::resolved_by;
  if (!ImGui::Checkbox(Text("Colour the map by stage"), &shown)) return;
  ViewState view = state.view;
  view.map_colouring = shown ? MapColouring::resolved_by : MapColouring::clearance;
  actions.set_view(view);
}

}  // namespace

void draw_validation(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!state.live) return muted(text::nothing_open);
  heading(Text("Ray tracing"));
  muted(
      Text("Recomputes the map of this pose by ray tracing with independent "
           "code, 16 rays per pixel, and compares."));
  ImGui::BeginDisabled(state.work.has_value());
  if (wide_button(Text("Validate this pose"))) validate_pose(state, actions);
  ImGui::EndDisabled();
  if (const auto result = validation_of(state)) show_result(state, actions, widgets, *result);
  show_stages(state, actions);
}

}  // namespace intercusp::viewer
