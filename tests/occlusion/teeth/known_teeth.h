// Teeth as find_teeth would return them, from labels that are known to be right, and how well labels agree with those.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "datasets/dentition.h"
#include "occlusion/case/fdi.h"
#include "occlusion/teeth/edits.h"

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
    return arch_place(jaw, a.fdi) < arch_place(jaw, b.fdi);
  });
  return found;
}

inline std::vector<int> numbers_of(const FoundTeeth& found) {
  std::vector<int> numbers;
  for (const FoundTooth& tooth : found.teeth) numbers.push_back(tooth.fdi);
  return numbers;
}

inline std::set<int> numbers_in(const std::vector<int>& labels) {
  std::set<int> numbers(labels.begin(), labels.end());
  numbers.erase(0);
  return numbers;
}

//! Mean over the true teeth of 2·|both| / (|true| + |found|), over vertices of the same number.
inline double dice(const std::vector<int>& truth, const std::vector<int>& found) {
  std::map<int, std::array<double, 3>> counts;
  for (std::size_t v = 0; v < truth.size(); ++v) {
    if (truth[v] > 0) ++counts[truth[v]][0];
    if (found[v] > 0) ++counts[found[v]][1];
    if (truth[v] > 0 && truth[v] == found[v]) ++counts[truth[v]][2];
  }
  double sum = 0, teeth = 0;
  for (const auto& [fdi, count] : counts) {
    if (count[0] == 0) continue;
    sum += 2 * count[2] / (count[0] + count[1]);
    ++teeth;
  }
  return sum / teeth;
}

}  // namespace intercusp::testing
