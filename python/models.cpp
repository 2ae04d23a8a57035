// Binds model.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <variant>

#include "io/case/landmark_file.h"
#include "io/results/model/report.h"
#include "python/errors.h"
#include "python/module.h"

namespace intercusp::python {
namespace {

struct MeasuredModel {
  Model model;
  ModelInputs inputs;
};

using CaseOrJaw = std::variant<SharedCase, std::shared_ptr<ImportedJaw>>;

std::shared_ptr<MeasuredModel> model_of(const CaseOrJaw& scans,
                                        const std::vector<std::filesystem::path>& landmarks) {
  return without_lock([&](const Progress&) {
    std::vector<ToothLandmark> given = read_landmarks(landmarks);
    if (const auto* const jaws = std::get_if<SharedCase>(&scans))
      return std::make_shared<MeasuredModel>(
          MeasuredModel{measure_case(*(*jaws)->bite_case, std::move(given)),
                        {.jaws = {(*jaws)->upper->report, (*jaws)->lower->report}}});
    const auto& jaw = std::get<std::shared_ptr<ImportedJaw>>(scans);
    return std::make_shared<MeasuredModel>(
        MeasuredModel{measure_jaw(jaw->solid, jaw_with_teeth(jaw->solid->labels), std::move(given)),
                      {.jaws = {jaw->report}}});
  });
}

}  // namespace

void add_models(py::module_& module) {
  py::class_<MeasuredModel, std::shared_ptr<MeasuredModel>> type(
      module, "Model", "The orthodontic measures of one jaw or two; report()['measures'] lists them.");
  add_report<MeasuredModel>(type, "model", [](const std::shared_ptr<MeasuredModel>& self) {
    return report_of(std::shared_ptr<const Model>(self, &self->model), self->inputs);
  });
  module.def("model", &model_of, py::arg("scans").none(false), py::kw_only(),
             py::arg("landmarks") = std::vector<std::filesystem::path>(),
             "Model: orthodontic measures of a Case, or of one Jaw alone.\n\n"
             "landmarks: files whose landmarks replace those found");
}

}  // namespace intercusp::python
