#include "viewer/tools/validation/tool.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/results/validation/report.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/maps/clearance_map.h"
#include "viewer/case/live_bite.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/map_colours.h"

namespace intercusp::viewer {
namespace {

constexpr double proof_pixel_mm = 0.05;  // as inspect

Provenance provenance_of(const LoadedCase& loaded, const ChosenEngine& chosen) {
  return {.version = INTERCUSP_VERSION,
          .settings = phrase("engine {}; pixel {} mm", name_of(chosen.kind), proof_pixel_mm),
          .upper_sha256 = digests_of(loaded.upper),
          .lower_sha256 = digests_of(loaded.lower)};
}

ValidationResult validated(const LoadedCase& loaded, const Eigen::Isometry3d& pose,
                           const Progress& progress) {
  const Bite bite = posed_bite(loaded, pose);
  const View view = fit_view(bite, loaded.view.view_from_case, proof_pixel_mm);
  const ChosenEngine chosen = make_engine(bite.upper, bite.lower);
  std::array<CountedMap, 1> maps = {CountedMap{chosen.engine->compute(view, bite.upper_from_lower), {}}};
  report_progress(progress, 0.05);
  Validation validation = intercusp::validate(maps, bite, {}, part_of(progress, 0.05, 1));
  report_progress(progress, 1);
  auto picture = std::make_shared<const Picture>(error_picture(
      validation, 0, Text("The pose shown"), loaded.anatomy.axes, provenance_of(loaded, chosen)));
  return {.upper_from_lower = bite.upper_from_lower,
          .validation = std::move(validation),
          .map = std::move(maps.front().map),
          .picture = std::move(picture)};
}

std::runtime_error without_opengl(const std::exception& why) {
  return std::runtime_error(
      phrase("The stencil engine needs OpenGL 4.5, which is not available here: {}", why.what()));
}

StagesResult stages_of(const LoadedCase& loaded, const Eigen::Isometry3d& pose) {
  const Bite bite = posed_bite(loaded, pose);
  try {
    const ChosenEngine chosen = make_engine(bite.upper, bite.lower, {.kind = EngineKind::stencil});
    return {.upper_from_lower = bite.upper_from_lower,
            .map = chosen.engine->compute(LiveWindow(loaded).in_pose(bite.upper_from_lower),
                                          bite.upper_from_lower),
            .engine = chosen.reason};
  } catch (const gl::ContextError& error) {
    throw without_opengl(error);
  } catch (const gl::ShaderError& error) {
    throw without_opengl(error);
  }
}

using LastValidation = std::shared_ptr<const ValidationResult>;

std::shared_ptr<const Picture> error_map(const AppState& state) {
  const LastValidation result = validation_of(state);
  return result ? result->picture : nullptr;
}

class ValidationTool : public Tool {
  const StepPart* step_part() const override { return &validation_part; }

  const SidePicture* side_picture() const override {
    static constexpr SidePicture picture = {Text("Error map"), true, error_map};
    return &picture;
  }
};

}  // namespace

const StepPart validation_part = {PanelKind::report, Text("Validation"), true, draw_validation};

const Tool& validation_tool() { return the<ValidationTool>; }

std::shared_ptr<const ValidationResult> validation_of(const AppState& state) {
  return state.parts.get<LastValidation>();
}

void validate_pose(const AppState& state, Actions& actions) {
  if (!state.loaded) return;
  const auto take = [&actions](const LastValidation& result) {
    actions.state().parts.of<LastValidation>() = result;
  };
  actions.work.compute(Text("Tracing 16 rays per pixel\u2026"),
                       [take, loaded = state.loaded, pose = state.document.upper_from_lower](
                           const Progress& progress) -> std::function<void()> {
                         const auto result =
                             std::make_shared<const ValidationResult>(validated(*loaded, pose, progress));
                         return [=] { take(result); };
                       });
}

void compute_stages(const AppState& state, Actions& actions) {
  if (!state.loaded) return;
  actions.work.compute(Text("Finding what decides each pixel\u2026"),
                       [&actions, loaded = state.loaded,
                        pose = state.document.upper_from_lower](const Progress&) -> std::function<void()> {
                         const auto result = std::make_shared<const StagesResult>(stages_of(*loaded, pose));
                         return [=, &actions] { actions.state().stages = result; };
                       });
}

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
    if (ImGui::Selectable(name.c_str())) actions.views.fly_to(place.point_mm);
  }
}

void show_result(const AppState& state, Actions& actions, WidgetState& widgets,
                 const ValidationResult& result) {
  warn_of_older_pose(state, result.upper_from_lower);
  if (wide_button(Text("Show the error map"))) {
    widgets.second = SecondView::picture;
    ViewState view = state.view;
    view.show_map = true;
    actions.views.set(view);
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
  actions.views.set(view);
}

}  // namespace

void draw_validation(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!state.live) return muted(what_is_missing(state));
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
