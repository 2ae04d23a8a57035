#include "viewer/tools/validation/tool.h"

#include <array>

#include "io/results/validation/report.h"
#include "io/wording/findings.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/maps/clearance_map.h"
#include "viewer/case/live_window.h"

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
  const LastValidation* const last = state.parts.find<LastValidation>();
  return last != nullptr ? *last : nullptr;
}

void validate_pose(const AppState& state, Actions& actions) {
  if (!state.loaded) return;
  const auto take = [&actions](const LastValidation& result) {
    actions.parts().of<LastValidation>() = result;
  };
  actions.compute(Text("Tracing 16 rays per pixel\u2026"),
                  [take, loaded = state.loaded, pose = state.document.upper_from_lower](
                      const Progress& progress) -> std::function<void()> {
                    const auto result =
                        std::make_shared<const ValidationResult>(validated(*loaded, pose, progress));
                    return [=] { take(result); };
                  });
}

void compute_stages(const AppState& state, Actions& actions) {
  if (!state.loaded) return;
  actions.compute(Text("Finding what decides each pixel\u2026"),
                  [&actions, loaded = state.loaded,
                   pose = state.document.upper_from_lower](const Progress&) -> std::function<void()> {
                    const auto result = std::make_shared<const StagesResult>(stages_of(*loaded, pose));
                    return [=, &actions] { actions.show_stages(result); };
                  });
}

}  // namespace intercusp::viewer
