#include "occlusion/registration/tooth_starts.h"

#include <vector>

#include "occlusion/case/fdi.h"
#include "occlusion/registration/rigid_fit.h"

namespace intercusp {
std::map<int, Eigen::Vector3d> tooth_middles(const JawScan& scan) {
  struct Sum {
    Eigen::Vector3d places = Eigen::Vector3d::Zero();
    double count = 0;
  };
  std::map<int, Sum> sums;
  for (std::size_t v = 0; v < scan.labels.size(); ++v) {
    if (scan.labels[v] == 0 || !scan.mesh.vertices[v].allFinite()) continue;
    Sum& sum = sums[scan.labels[v]];
    sum.places += scan.mesh.vertices[v];
    ++sum.count;
  }
  std::map<int, Eigen::Vector3d> middles;
  for (const auto& [fdi, sum] : sums) middles.emplace(fdi, sum.places / sum.count);
  return middles;
}

std::optional<Eigen::Isometry3d> tooth_start(const std::map<int, Eigen::Vector3d>& fixed,
                                             const std::map<int, Eigen::Vector3d>& moving) {
  std::vector<PointPair> pairs;
  for (const auto& [fdi, middle] : moving) {
    if (const auto found = fixed.find(fdi); found != fixed.end()) pairs.push_back({found->second, middle});
  }
  constexpr std::size_t least = 3;
  if (pairs.size() < least) return std::nullopt;
  return rigid_fit(pairs);
}

std::optional<Jaw> jaw_of_numbers(const std::map<int, Eigen::Vector3d>& teeth) {
  int upper = 0, lower = 0;
  for (const auto& [fdi, middle] : teeth) {
    upper += jaw_of(fdi) == Jaw::upper ? 1 : 0;
    lower += jaw_of(fdi) == Jaw::lower ? 1 : 0;
  }
  if (upper == lower) return std::nullopt;
  return upper > lower ? Jaw::upper : Jaw::lower;
}

}  // namespace intercusp
