#include "occlusion/registration/tooth_starts.h"

#include <Eigen/Eigenvalues>
#include <utility>
#include <vector>

namespace intercusp {
namespace {

struct PointPair {
  Eigen::Vector3d fixed, moving;
};

Eigen::Isometry3d best_motion(const std::vector<PointPair>& pairs) {
  Eigen::Vector3d fixed_mean = Eigen::Vector3d::Zero(), moving_mean = Eigen::Vector3d::Zero();
  for (const PointPair& pair : pairs) {
    fixed_mean += pair.fixed / static_cast<double>(pairs.size());
    moving_mean += pair.moving / static_cast<double>(pairs.size());
  }
  Eigen::Matrix3d s = Eigen::Matrix3d::Zero();
  for (const PointPair& pair : pairs)
    s += (pair.moving - moving_mean) * (pair.fixed - fixed_mean).transpose();
  Eigen::Matrix4d n;
  n << s.trace(), s(1, 2) - s(2, 1), s(2, 0) - s(0, 2), s(0, 1) - s(1, 0),   //
      0, s(0, 0) - s(1, 1) - s(2, 2), s(0, 1) + s(1, 0), s(2, 0) + s(0, 2),  //
      0, 0, -s(0, 0) + s(1, 1) - s(2, 2), s(1, 2) + s(2, 1),                 //
      0, 0, 0, -s(0, 0) - s(1, 1) + s(2, 2);
  const Eigen::Matrix4d symmetric = n.selfadjointView<Eigen::Upper>();
  const Eigen::Vector4d q = Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d>(symmetric).eigenvectors().col(3);
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
  pose.translation() = fixed_mean - pose.linear() * moving_mean;
  return pose;
}

}  // namespace

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
  return best_motion(pairs);
}

std::optional<Jaw> jaw_of_numbers(const std::map<int, Eigen::Vector3d>& teeth) {
  int upper = 0, lower = 0;
  for (const auto& [fdi, middle] : teeth)
    ++((fdi / 10 - 1) % 4 < 2 ? upper : lower);  // quadrants 5 to 8: milk teeth
  if (upper == lower) return std::nullopt;
  return upper > lower ? Jaw::upper : Jaw::lower;
}

}  // namespace intercusp
