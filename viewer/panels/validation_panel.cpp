#include "viewer/panels/validation_panel.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "io/wording/definitions.h"
#include "viewer/panels/widgets.h"
#include "viewer/text/panels.h"

namespace intercusp::viewer {
namespace {

std::string micrometres(double mm) {
  if (std::isnan(mm)) return "\u2013";  // nothing was compared
  constexpr double um_per_mm = 1000;
  return phrase(text::um, rounded(mm * um_per_mm, 2));
}

void warn_of_older_pose(const AppState& state, const Eigen::Isometry3d& pose) {
  if (pose.matrix() == state.document.upper_from_lower.matrix()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, theme_of(state.settings.dark).bad);
  wrapped(text::of_another_pose);
  ImGui::PopStyleColor();
}

void show_statistics(const char* name, const char* explanation, const ErrorStatistics& statistics) {
  heading(name);
  explain(explanation);
  row(text::compared_pixels, std::to_string(statistics.pixels));
  row(text::rms, micrometres(statistics.rms_mm));
  row(text::p99, micrometres(statistics.p99_mm));
  row(text::largest, micrometres(statistics.max_mm));
  row(text::bias, micrometres(statistics.bias_mm));
}

std::string bin_name(std::size_t bin) {
  if (bin == 0) return phrase(text::below_um, shortest(histogram_edges_um.front()));
  return phrase(text::from_um, shortest(histogram_edges_um[bin - 1]));
}

void show_histogram(const ErrorStatistics& statistics) {
  heading(text::histogram_heading);
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
  heading(text::worst_heading);
  for (std::size_t i = 0; i < validation.worst_points.size(); ++i) {
    const WorstPlace& place = validation.worst_points[i];
    const std::string name = fmt::format(text::worst_place, i + 1, micrometres(place.error_mm));
    if (ImGui::Selectable(name.c_str())) actions.fly_to(place.point_mm);
  }
}

void show_result(const AppState& state, Actions& actions, WidgetState& widgets) {
  const ValidationResult& result = *state.validation;
  warn_of_older_pose(state, result.upper_from_lower);
  if (wide_button(text::show_error_map)) {
    widgets.second = SecondView::errors;
    ViewState view = state.view;
    view.show_map = true;
    actions.set_view(view);
  }
  const Validation& validation = result.validation;
  show_statistics(text::point_heading, text::point_explained, validation.point);
  row(text::disagreements, std::to_string(validation.state_disagreements));
  explain(text::disagreements_explained);
  show_statistics(text::mean_heading, text::mean_explained, validation.mean);
  show_histogram(validation.point);
  show_worst(validation, actions);
}

void show_stages(const AppState& state, Actions& actions) {
  heading(text::stages_heading);
  muted(theme_of(state.settings.dark), text::stages_explained);
  if (wide_button(text::compute_stages)) actions.compute_stages();
  if (!state.stages) return;
  warn_of_older_pose(state, state.stages->upper_from_lower);
  muted(theme_of(state.settings.dark), engine_reason_in_words(state.stages->engine));
  const MapCounts counts = count_pixels(state.stages->map);
  row(text::stage_pass1, std::to_string(counts.pass1));
  row(text::stage_pass2, std::to_string(counts.pass2));
  row(text::stage_layers, std::to_string(counts.layers));
  row(text::stage_rays, std::to_string(counts.rays));
  bool shown = state.view.map_colouring == MapColouring::resolved_by;
  if (!ImGui::Checkbox(text::colour_by_stage, &shown)) return;
  ViewState view = state.view;
  view.map_colouring = shown ? MapColouring::resolved_by : MapColouring::clearance;
  actions.set_view(view);
}

}  // namespace

void draw_validation_panel(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!state.live) return muted(theme_of(state.settings.dark), text::nothing_open);
  heading(text::validation_heading);
  muted(theme_of(state.settings.dark), text::validation_explained);
  ImGui::BeginDisabled(state.work.has_value());
  if (wide_button(text::run_validation)) actions.validate();
  ImGui::EndDisabled();
  if (state.validation) show_result(state, actions, widgets);
  show_stages(state, actions);
}

}  // namespace intercusp::viewer
