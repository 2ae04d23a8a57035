#include "io/results/model/report.h"

#include "io/case/landmark_file.h"
#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/report/parts.h"
#include "io/wording/definitions.h"
#include "occlusion/base/angles.h"

namespace intercusp {
namespace {

Value side_value(PatientSide side) {
  if (side == PatientSide::neither) return {};
  return side == PatientSide::left ? "left" : "right";
}

bool is_yes_or_no(const ModelMeasure& measure) {
  return std::string_view(definition_of(measure.key).unit) == "bool";
}

Value value_of(const ModelMeasure& measure) {
  if (!measure.reading.value) return {};
  if (is_yes_or_no(measure)) return *measure.reading.value > 0;
  return factor_of(measure.key) * *measure.reading.value;
}

Value interval_of(const ModelMeasure& measure) {
  if (!measure.reading.value || is_yes_or_no(measure)) return {};
  const double factor = factor_of(measure.key);
  return interval_value({factor * measure.interval[0], factor * measure.interval[1]});
}

Value reason_value(const ModelMeasure& measure) {
  if (measure.reading.reason == MeasureReason::none) return {};
  return name_of(measure.reading.reason);
}

Fields jaw_fields(const Model& model, const ModelInputs& inputs) {
  Fields fields;
  for (std::size_t i = 0; i < model.jaws.size(); ++i)
    fields.push_back({name_of(model.jaws[i].jaw), input_fields(inputs.jaws[i])});
  return fields;
}

Fields json_of(const Model& model, const ModelInputs& inputs) {
  const ForPrograms english;
  const Inputs scans = inputs_by_jaw(model, inputs);
  return envelope("intercusp-model/1", "mm, degrees") + jaw_fields(model, inputs) +
         Fields{{"measures", json_rows(measure_figures(), model.measures)},
                {"landmarks", landmark_values(model.landmarks)},
                {"remarks", remark_values(model.findings, scans.upper, scans.lower)},
                {"findings", finding_values(model.findings, scans.upper, scans.lower)},
                {"timings_ms", {{"import", inputs.import_ms}, {"measure", inputs.measure_ms}}}};
}

std::vector<Fact> head_of(const Model& model, const ModelInputs& inputs) {
  std::vector<Fact> head;
  for (std::size_t i = 0; i < model.jaws.size(); ++i)
    head.push_back(
        {model.jaws[i].jaw == Jaw::upper ? phrase("Upper") : phrase("Lower"), file_names(inputs.jaws[i])});
  return head;
}

}  // namespace

Inputs inputs_by_jaw(const Model& model, const ModelInputs& inputs) {
  Inputs scans{.import_ms = inputs.import_ms};
  for (std::size_t i = 0; i < model.jaws.size(); ++i)
    (model.jaws[i].jaw == Jaw::upper ? scans.upper : scans.lower) = inputs.jaws[i];
  return scans;
}

double factor_of(MeasureKey key) {
  const std::string_view unit = definition_of(key).unit;
  return unit == "deg" ? 1 / rad_per_deg : unit == "%" ? 100 : 1;
}

Figures<ModelMeasure> measure_figures() {
  using Row = ModelMeasure;
  return {
      {"key", "", "What is measured; the table of measures lists all.",
       [](const Row& row) { return Value(name_of(row.key)); }},
      {"jaw", "", "upper, lower or both.",
       [](const Row& row) { return row.jaw ? Value(name_of(*row.jaw)) : Value("both"); }},
      {"side", "", "right or left; null where the measure has none.",
       [](const Row& row) { return side_value(row.side); }},
      {"fdi", "", "Tooth; of a pair the right one; null where it is not of a tooth.",
       [](const Row& row) { return tooth_value(row.fdi); }},
      {"method", "", "Of arch_perimeter and crowding: segments or curve; else null.",
       [](const Row& row) { return row.method ? Value(name_of(*row.method)) : Value(); }},
      {"value", "", "In `unit`; null where it cannot be given.", value_of},
      Figure<Row>{"interval", "", "95 %, in `unit`; null for yes or no.", interval_of}.in_columns(
          {{"interval_low", "0"}, {"interval_high", "1"}}),
      {"unit", "",
       "Unit of the value: mm, deg, %, points or bool; class: the value is in mm, and `class` has the class.",
       [](const Row& row) { return Value(definition_of(row.key).unit); }},
      {"class", "", "I, II or III of molar_relation and canine_relation; else null.",
       [](const Row& row) { return row.sagittal_class ? Value(name_of(*row.sagittal_class)) : Value(); }},
      {"reason", "", "Why there is no value, as a code; null if there is one.", reason_value},
      {"definition", "", "What the measure is.",
       [](const Row& row) { return Value(for_programs([&] { return definition_of(row.key).definition; })); }},
      {"source", "", "Where the definition comes from.",
       [](const Row& row) { return Value(definition_of(row.key).source); }}};
}

Report report_of(std::shared_ptr<const Model> shared, const ModelInputs& inputs) {
  const Model& model = *shared;
  const Provenance provenance = provenance_of(model, inputs);
  const Inputs scans = inputs_by_jaw(model, inputs);
  const Figures<ModelMeasure> figures = measure_figures();
  Report report{.json_name = "model.json",
                .json = json_of(model, inputs),
                .tables = {{.name = "model.csv",
                            .columns = csv_head(figures),
                            .rows = csv_rows(figures, model.measures),
                            .every_row = provenance_columns(provenance)}},
                .title = phrase("Model analysis"),
                .page_name = "report.html",
                .input_files = head_of(model, inputs),
                .remarks = remarks_of(model.findings, scans.upper, scans.lower),
                .headline = headline_of(model),
                .sections = sections_of(model),
                .footer = phrase("For research and planning support; not a diagnosis.")};
  for (const MeasuredJaw& jaw : model.jaws) {
    if (!jaw.axes) continue;
    report.files.push_back(
        {std::string(name_of(jaw.jaw)) + ".png",
         [shared, provenance, &jaw] { return png_bytes(model_picture(*shared, jaw, provenance)); },
         jaw.jaw == Jaw::upper ? phrase("Upper jaw") : phrase("Lower jaw"), true});
  }
  return report;
}

std::vector<std::string> model_file_names() {
  return {"model.json", "model.csv", "report.html", "upper.png", "lower.png"};
}

}  // namespace intercusp
