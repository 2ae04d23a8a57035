// The model analysis of the open case in the pose shown, as `intercusp model` measures it; a part of the Contacts step.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "io/results/model/report.h"
#include "viewer/app/tool.h"

namespace intercusp::viewer {

struct ModelKey {
  std::shared_ptr<const LoadedCase> loaded;  //!< a correction of its teeth makes another one
  PoseKey pose;
  bool operator==(const ModelKey&) const = default;
};

//! Which measure it is, in whatever pose.
struct MeasureName {
  MeasureKey key = MeasureKey::width;
  std::optional<Jaw> jaw;
  PatientSide side = PatientSide::neither;
  int fdi = 0;
  std::optional<PerimeterMethod> method;
  bool operator==(const MeasureName&) const = default;
};
[[nodiscard]] MeasureName name_of(const ModelMeasure& measure);

//! The open case's part.
struct ModelWork {
  Derived<ModelKey, const Model> model;
  std::optional<MeasureName> selected;
};

//! Null until it is measured, which it is while its part of the step is open.
[[nodiscard]] const Model* model_of(const AppState& state);
//! The selected measure, if it has lines to be drawn; else null.
[[nodiscard]] const ModelMeasure* measure_on_views(const AppState& state);
//! Its lines are drawn on the views, and the camera looks at its jaw; a second time they go.
void select_measure(const AppState& state, Actions& actions, const ModelMeasure& measure);

//! Measures that stand in one table.
struct MeasureGroup {
  Text name;
  std::vector<MeasureKey> keys;
};
[[nodiscard]] std::vector<MeasureGroup> measure_groups();

void draw_model(const AppState& state, Actions& actions, WidgetState& widgets);

extern const StepPart model_part;
//! model.json, model.csv, report.html and the pictures of both jaws.
extern const FileExport model_export;

}  // namespace intercusp::viewer
