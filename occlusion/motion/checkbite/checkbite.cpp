#include "occlusion/motion/checkbite/checkbite.h"

#include <algorithm>
#include <utility>

namespace intercusp {
namespace {

constexpr double known_exactly = 1e6;  // patches of an error that was not estimated

Finding fault_of(const std::string& record, const BuccalBite& bite) {
  if (bite.reason == NoBite::sides_disagree)
    return {
        "record_scans_disagree", Severity::warning, {{"record", record}, {"apart_mm", bite.disagreement_mm}}};
  if (bite.reason == NoBite::jaws_exchanged)
    return {"jaws_swapped", Severity::error, {{"reason", "numbers"}}};
  return {"record_of_other_jaws",
          Severity::warning,
          {{"record", record}, {"jaw", bite.reason == NoBite::lower_not_found ? "lower" : "upper"}}};
}

//! In the case frame, with the jaws in the pose of the case.
ToothPlaces tooth_places(const Case& bite_case) {
  ToothPlaces places;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (const ToothAxes* tooth = tooth_named(bite_case.lower_axes, checkbite_teeth[i]))
      places[i] = tooth->origin + 0.5 * tooth->height_mm * tooth->occlusal;
  return places;
}

RecordShift shift_of(const Eigen::Isometry3d& motion, const Eigen::Vector3d& incisal,
                     const Condyles& condyles, const ToothPlaces& teeth) {
  const auto shift = [&](const Eigen::Vector3d& place) -> Eigen::Vector3d { return motion * place - place; };
  RecordShift moved{shift(incisal), shift(condyles.left), shift(condyles.right), {}};
  for (std::size_t i = 0; i < teeth.size(); ++i)
    if (teeth[i]) moved.teeth[i] = shift(*teeth[i]);
  return moved;
}

}  // namespace

BiteRecord record_of_scans(const std::string& name, const BuccalJaws& jaws, std::span<const JawScan> buccal,
                           const Progress& progress) {
  const BuccalBite bite = buccal_bite(jaws, buccal, progress);
  BiteRecord record{.name = name, .kind = record_kind_of(name).value()};
  if (!bite.determined()) {
    record.findings.push_back(fault_of(name, bite));
    return record;
  }
  record.pose = {bite.upper_from_lower, bite.error};
  record.residual_mm = bite.residual_mm;
  for (std::size_t i = 0; i < bite.scans.size(); ++i)
    if (!bite.scans[i].determined())
      record.findings.push_back({"record_scan_not_used",
                                 Severity::warning,
                                 {{"record", name}, {"number", static_cast<double>(i + 1)}}});
  return record;
}

BiteRecord record_of_pose(const std::string& name, const Bite& jaws,
                          const Eigen::Isometry3d& upper_from_lower, const BiteError& error) {
  Bounds both = bounds_of(jaws.upper->mesh);  // as poses_within
  for (const Eigen::Vector3d& vertex : jaws.lower->mesh.vertices) both.add(upper_from_lower * vertex);
  UncertainPose pose{upper_from_lower, {.centre = both.centre(), .patches = known_exactly}};
  pose.error.covariance.diagonal().head<3>().setConstant(error.translation_mm * error.translation_mm);
  pose.error.covariance.diagonal().tail<3>().setConstant(error.rotation_rad * error.rotation_rad);
  return {.name = name, .kind = record_kind_of(name).value(), .pose = pose};
}

Checkbite checkbite(const Bite& jaws, std::vector<BiteRecord> records, const CheckbiteOptions& options) {
  Checkbite result{.bite_case = nullptr, .options = options, .records = std::move(records)};
  const auto centric = std::ranges::find(result.records, RecordKind::centric, &BiteRecord::kind);
  Bite bite = jaws;
  if (centric->pose) bite.upper_from_lower = centric->pose->upper_from_lower;
  result.bite_case = prepare_case(bite);
  result.shifts.resize(result.records.size());
  const Case& prepared = *result.bite_case;
  if (!prepared.anatomy.axes || !prepared.incisal_point) return result;
  const HingeFrame frame{*prepared.anatomy.axes, prepared.incisal_point->case_point,
                         0.5 * options.intercondylar_mm};
  result.found = patient_articulator(result.records, frame);
  result.teeth = tooth_places(prepared);
  if (!result.found.condyles) return result;
  for (std::size_t i = 0; i < result.records.size(); ++i)
    if (const auto& pose = result.records[i].pose)
      result.shifts[i] = shift_of(pose->upper_from_lower * centric->pose->upper_from_lower.inverse(),
                                  prepared.incisal_point->case_point, *result.found.condyles, result.teeth);
  return result;
}

}  // namespace intercusp
