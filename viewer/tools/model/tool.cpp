#include "viewer/tools/model/tool.h"

#include <algorithm>
#include <filesystem>
#include <span>

#include "io/files/result_folder.h"
#include "io/files/write_atomically.h"
#include "viewer/app/exports.h"
#include "viewer/case/rest_reading.h"
#include "viewer/scene/draw_list_canvas.h"

namespace intercusp::viewer {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Model> measured(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower) {
  return std::make_shared<const Model>(measure_case(*prepare_case(posed_bite(loaded, upper_from_lower))));
}

void write_model(const ShownBite& shown, const fs::path& folder, const Progress& progress) {
  ResultFolder results = results_in(folder, shown);
  results.record = "model.json";
  check_replaceable(results, model_file_names());
  FoldersToFill folders;
  folders.make(folder);  // first, so that a bad path fails before the work
  const LoadedCase& loaded = *shown.loaded;
  const std::shared_ptr<const Model> model = measured(loaded, shown.upper_from_lower);
  report_progress(progress, 0.3);
  const Report report =
      report_of(model, {.jaws = {loaded.upper, loaded.lower}, .import_ms = loaded.import_ms});
  const std::vector<OutputFile> files = files_of(report);
  report_progress(progress, 1);
  write_results(results, report.json, std::span(files).subspan(1));
}

//! The lines of the selected measure, with its value.
void draw_measure(DrawListCanvas& canvas, const ModelMeasure& measure, const Eigen::Affine3d& px_from_case) {
  const auto place = [&](const Eigen::Vector3d& at) {
    return Eigen::Vector2d((px_from_case * at).head<2>());
  };
  const auto strokes = strokes_of(measure);
  for (const auto& [colour, thickness] :
       {std::pair{ink_of(canvas.inks.halo.colour, 0.8), 5.0F}, {ink_of(canvas.inks.strong.colour), 2.5F}})
    for (const auto& [from, to] : strokes)
      canvas.list.AddLine(point(place(from)), point(place(to)), colour, thickness);
  const Eigen::Vector2d middle = 0.5 * (place(measure.line.front()) + place(measure.line.back()));
  canvas.write(middle.x(), middle.y() - 1.4 * canvas.em, value_in_words(measure),
               {canvas.em, canvas.inks.strong, true}, Align::centre);
}

class ModelTool : public Tool {
  const StepPart* step_part() const override { return &model_part; }

  std::vector<const FileExport*> exports() const override { return {&model_export}; }

  void draw_marks(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case,
                  PictureOf) const override {
    if (const ModelMeasure* const measure = measure_on_views(state))
      draw_measure(canvas, *measure, px_from_case);
  }

  void follow(AppState& state) const override {
    const bool is_shown = state.step_part == &model_part && !state.moving();
    state.parts.of<ModelWork>().model.want(
        is_shown ? std::optional(ModelKey{state.loaded, {state.document.upper_from_lower}}) : std::nullopt);
  }

  bool begin(AppState& state, Actions& actions) const override {
    return actions.work.begin(due_work(place_of(state.parts.of<ModelWork>().model),
                                       {.what = Text("Measuring the models\u2026")},
                                       [](const ModelKey& key, const Progress&) {
                                         return measured(*key.loaded, key.pose.upper_from_lower);
                                       }));
  }
};

}  // namespace

const StepPart model_part = {PanelKind::contacts, Text("Model"), false, draw_model};

const FileExport model_export = {
    .name = Text("Model analysis"),
    .explanation =
        Text("A folder with the report of the model analysis, its table and a picture of each jaw."),
    .doing = Text("Measuring the models\u2026"),
    .file = "model",
    .files = model_file_names,
    .write = write_model};

const Tool& model_tool() { return the<ModelTool>; }

MeasureName name_of(const ModelMeasure& measure) {
  return {measure.key, measure.jaw, measure.side, measure.fdi, measure.method};
}

const Model* model_of(const AppState& state) { return state.parts.get<ModelWork>().model.get(); }

const ModelMeasure* measure_on_views(const AppState& state) {
  const std::optional<MeasureName>& selected = state.parts.get<ModelWork>().selected;
  const Model* const model = model_of(state);
  if (!selected || model == nullptr) return nullptr;
  const auto found = std::ranges::find_if(
      model->measures, [&](const ModelMeasure& each) { return name_of(each) == *selected; });
  return found == model->measures.end() || found->line.empty() ? nullptr : &*found;
}

void select_measure(const AppState& state, Actions& actions, const ModelMeasure& measure) {
  const MeasureName name = name_of(measure);
  std::optional<MeasureName>& selected = actions.state().parts.of<ModelWork>().selected;
  actions.state().changed = true;
  if (measure_on_views(state) && selected == name) return selected.reset();
  selected = name;
  if (measure.jaw) actions.views.look(occlusal_view(*measure.jaw));
}

}  // namespace intercusp::viewer
