// Teeth as find_teeth would return them, from labels that are known to be right.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "datasets/dentition.h"
#include "occlusion/teeth/edits.h"
#include "occlusion/teeth/tooth_row.h"

namespace intercusp::testing {

inline FoundTeeth known_teeth(const LabelledMesh& scan, Jaw jaw) {
  FoundTeeth found{.jaw = jaw, .jaw_confidence = 1, .labels = scan.labels};
  std::map<int, std::pair<Eigen::Vector3d, double>> sums;
  for (std::size_t v = 0; v < scan.labels.size(); ++v) {
    if (scan.labels[v] == 0) continue;
    auto& [sum, count] = sums.try_emplace(scan.labels[v], Eigen::Vector3d::Zero(), 0).first->second;
    sum += scan.mesh.vertices[v];
    ++count;
  }
  for (const auto& [fdi, sum] : sums)
    found.teeth.push_back({.fdi = fdi, .confidence = 0.5, .centre_mm = sum.first / sum.second});
  std::sort(found.teeth.begin(), found.teeth.end(), [&](const FoundTooth& a, const FoundTooth& b) {
    return place_of(jaw, a.fdi) < place_of(jaw, b.fdi);
  });
  return found;
}

inline std::vector<int> numbers_of(const FoundTeeth& found) {
  std::vector<int> numbers;
  for (const FoundTooth& tooth : found.teeth) numbers.push_back(tooth.fdi);
  return numbers;
}

}  // namespace intercusp::testing
