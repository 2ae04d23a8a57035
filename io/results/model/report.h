// The report of `model`, with its figures, words and pictures: the orthodontic measures of one jaw or of both, each with
// its definition and source.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/picture/picture.h"
#include "io/report/report.h"
#include "io/wording/figure.h"
#include "io/wording/provenance.h"
#include "occlusion/model/model.h"

namespace intercusp {

struct ModelInputs {
  std::vector<MeshReport> jaws;  //!< one of each jaw of the model
  double import_ms = 0, measure_ms = 0;
};

//! What a measure is: one entry per key serves JSON, tables, pages and documentation.
struct MeasureDefinition {
  std::string name, definition;  //!< in the chosen language
  const char* source;
  const char* unit;  //!< mm, deg, %, bool, class, points
};
[[nodiscard]] MeasureDefinition definition_of(MeasureKey key);
//! In words; empty for `none`.
[[nodiscard]] std::string reason_in_words(MeasureReason reason);

//! Whether there is one of each tooth: width, torque, tip, rotation.
[[nodiscard]] bool is_per_tooth(MeasureKey key);
//! "crowding, upper, curve".
[[nodiscard]] std::string name_in_words(const ModelMeasure& measure);
//! Whether tables list it: not for a tooth without crossbite or scissor bite.
[[nodiscard]] bool is_listed(const ModelMeasure& measure);
[[nodiscard]] std::string left_out_note();
//! With its unit: "0.44 mm, I"; empty where there is none.
[[nodiscard]] std::string value_in_words(const ModelMeasure& measure);
//! The 95 % interval with its unit, or why there is no value; empty for yes or no.
[[nodiscard]] std::string doubt_in_words(const ModelMeasure& measure);
//! The unit in UCUM.
[[nodiscard]] std::string ucum_of(MeasureKey key);

//! From the unit of ModelMeasure to that of files and people.
[[nodiscard]] double factor_of(MeasureKey key);

[[nodiscard]] Figures<ModelMeasure> measure_figures();

//! The reports of the scans; of a jaw that was not scanned an empty one.
[[nodiscard]] Inputs inputs_by_jaw(const Model& model, const ModelInputs& inputs);

[[nodiscard]] std::string headline_of(const Model& model);
[[nodiscard]] std::vector<Section> sections_of(const Model& model);
[[nodiscard]] Provenance provenance_of(const Model& model, const ModelInputs& inputs);

//! The straight lines along which it was measured, case frame; none where it has no length.
[[nodiscard]] std::vector<std::pair<Eigen::Vector3d, Eigen::Vector3d>> strokes_of(
    const ModelMeasure& measure);

//! A jaw from its biting side, with widths, breadths, arch curve and contacts drawn on it. \pre the jaw has axes
[[nodiscard]] Picture model_picture(const Model& model, const MeasuredJaw& jaw, const Provenance& provenance);

//! `model`: model.json, model.csv, report.html, and upper.png and lower.png of jaws whose arch is known.
[[nodiscard]] Report report_of(std::shared_ptr<const Model> model, const ModelInputs& inputs);

//! Every file that such a report may have, model.json first.
[[nodiscard]] std::vector<std::string> model_file_names();

}  // namespace intercusp
