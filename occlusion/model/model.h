// Model analysis: measures of one dental arch or of two, each with a 95 % interval from the doubt of the landmarks.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/finding.h"
#include "occlusion/case/bite_relations.h"
#include "occlusion/case/case.h"
#include "occlusion/case/tooth_landmarks.h"
#include "occlusion/model/dental_arch.h"
#include "occlusion/model/measure.h"

namespace intercusp {

//! \param landmarks of this jaw or of both, case frame  \param solid tells which numbers are sure
[[nodiscard]] ModelJaw model_jaw(Jaw jaw, std::span<const ToothAxes> teeth,
                                 std::span<const ToothLandmark> landmarks, const Solid& solid);

//! All measures, in an order that depends on the teeth alone. The intervals come from draws of the landmarks within their doubt,
//! the same in every run.
//! \param upper,lower nullptr: not scanned  \param relations nullptr: not both are
[[nodiscard]] std::vector<ModelMeasure> measure_model(const ModelJaw* upper, const ModelJaw* lower,
                                                      const BiteRelations* relations = nullptr);

struct MeasuredJaw {
  Jaw jaw = Jaw::upper;
  std::shared_ptr<const Solid> solid;
  Eigen::Isometry3d case_from_jaw = Eigen::Isometry3d::Identity();
  std::optional<AnatomicalAxes> axes;  //!< of the arch; empty where its teeth do not show them
};

struct Model {
  std::vector<MeasuredJaw> jaws;         //!< upper first
  std::vector<ToothLandmark> landmarks;  //!< case frame
  std::vector<ModelMeasure> measures;
  std::vector<Finding> findings;
};

//! The jaw of most of the numbered vertices; upper without any.
[[nodiscard]] Jaw jaw_with_teeth(std::span<const int> labels);

//! A jaw alone: its axes come from its numbered teeth, and its frame is the case frame.
//! \param given landmarks that replace those found, in the frame of the scan
[[nodiscard]] Model measure_jaw(std::shared_ptr<const Solid> jaw, Jaw which,
                                std::vector<ToothLandmark> given = {});

[[nodiscard]] Model measure_case(const Case& bite_case, std::vector<ToothLandmark> given = {});

}  // namespace intercusp
