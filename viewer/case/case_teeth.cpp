#include "viewer/case/case_teeth.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "occlusion/base/run_both.h"
#include "occlusion/case/fdi.h"
#include "occlusion/case/teeth.h"

namespace intercusp::viewer {
namespace {

FoundTeeth teeth_of_labels(const Solid& solid, Jaw given) {
  FoundTeeth found{.jaw = given, .jaw_confidence = 1, .labels = solid.labels};
  found.labels.resize(solid.mesh.vertices.size(), 0);
  const auto of_jaw = [&](Jaw jaw) {
    return std::ranges::count_if(found.labels, [&](int label) { return jaw_of(label) == jaw; });
  };
  if (of_jaw(opposite(given)) > of_jaw(given)) found.jaw = opposite(given);
  std::map<int, std::pair<Eigen::Vector3d, double>> sums;
  for (std::size_t v = 0; v < found.labels.size(); ++v) {
    if (jaw_of(found.labels[v]) != found.jaw) {
      found.labels[v] = 0;
      continue;
    }
    auto& [sum, count] = sums.try_emplace(found.labels[v], Eigen::Vector3d::Zero(), 0).first->second;
    sum += solid.mesh.vertices[v];
    ++count;
  }
  for (const auto& [fdi, sum] : sums) {
    const EstimatedTooth belief = belief_in(solid, fdi);
    found.teeth.push_back({.fdi = fdi,
                           .confidence = belief.confidence,
                           .sure = belief.sure,
                           .centre_mm = sum.first / sum.second});
  }
  std::ranges::sort(found.teeth, {}, [&](const FoundTooth& tooth) {
    return std::pair(arch_place(found.jaw, tooth.fdi), tooth.fdi);
  });
  return found;
}

JawTeeth teeth_of(const Solid& solid, Jaw jaw) {
  const std::span<const Face> scanned(solid.mesh.faces.data(), solid.anatomy_faces);
  return {.surface = std::make_shared<const EditSurface>(edit_surface(solid.mesh.vertices, scanned)),
          .teeth = std::make_shared<const EditedTeeth>(EditedTeeth{.found = teeth_of_labels(solid, jaw)})};
}

std::vector<EstimatedTooth> estimated_teeth(const FoundTeeth& found) {
  std::vector<EstimatedTooth> teeth;
  for (const FoundTooth& tooth : found.teeth)
    if (!tooth.sure || tooth.confidence < 1) teeth.push_back({tooth.fdi, tooth.confidence, tooth.sure});
  return teeth;
}

std::shared_ptr<const Solid> with_labels(const std::shared_ptr<const Solid>& solid,
                                         const EditedTeeth& teeth) {
  if (solid->labels.empty() && teeth.found.teeth.empty()) return solid;
  Solid labelled = *solid;
  labelled.labels = teeth.found.labels;
  labelled.estimated_teeth = estimated_teeth(teeth.found);
  return std::make_shared<const Solid>(std::move(labelled));
}

}  // namespace

CaseTeeth case_teeth(const LoadedCase& loaded, const Progress& progress) {
  report_progress(progress, 0);
  CaseTeeth teeth;
  const Bite& bite = loaded.as_opened;
  run_both([&] { teeth.upper = teeth_of(*bite.upper, Jaw::upper); },
           [&] { teeth.lower = teeth_of(*bite.lower, Jaw::lower); });
  report_progress(progress, 1);
  return teeth;
}

std::shared_ptr<const LoadedCase> relabelled(const LoadedCase& loaded, const EditedTeeth& upper,
                                             const EditedTeeth& lower) {
  auto changed = std::make_shared<LoadedCase>(loaded);
  changed->bite.upper = with_labels(loaded.bite.upper, upper);
  changed->bite.lower = with_labels(loaded.bite.lower, lower);
  changed->unprepared = changed->bite;
  changed->upper_teeth = face_teeth(*changed->bite.upper);
  changed->lower_teeth = face_teeth(*changed->bite.lower);
  return changed;
}

int tooth_at(const EditedTeeth& teeth, const Face& face) {
  const auto label = [&](std::size_t i) { return teeth.found.labels[face[i]]; };
  return label(0) == label(1) || label(0) == label(2) ? label(0) : label(1);
}

bool has_numbers(const Solid& jaw) {
  return std::ranges::any_of(jaw.labels, [](int label) { return label > 0; });
}

}  // namespace intercusp::viewer
