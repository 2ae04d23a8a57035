#include "bench/peers/fcl.h"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>

#include "bench/agreement.h"
#include "bench/peers/embree_closest.h"
#include "bench/peers/fcl_tree.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::bench {
namespace {

constexpr double closing_mm = 4;
constexpr double step_mm = 0.01;

struct Jaws {
  std::shared_ptr<FclTree> upper, lower;
};

Jaws jaws_of(const BenchCase& bench_case) {
  return {fcl_tree_of(bench_case.bite.upper->mesh), fcl_tree_of(bench_case.bite.lower->mesh)};
}

std::size_t contacts(const Jaws& jaws, const Eigen::Isometry3d& pose, std::size_t most) {
  fcl::CollisionRequestd request;
  request.num_max_contacts = most;
  request.enable_contact = most > 1;
  fcl::CollisionResultd result;
  return fcl::collide<double>(jaws.upper.get(), fcl::Transform3d::Identity(), jaws.lower.get(), pose, request,
                              result);
}

double distance(const Jaws& jaws, const Eigen::Isometry3d& pose) {
  fcl::DistanceRequestd request;
  fcl::DistanceResultd result;
  return fcl::distance<double>(jaws.upper.get(), fcl::Transform3d::Identity(), jaws.lower.get(), pose,
                               request, result);
}

//! How far the lower can go from a pose along π before it touches, mm; at most closing_mm. FCL's naive solver
//! tries pose after pose.
double way_to_contact(const Jaws& jaws, const Eigen::Isometry3d& pose, const Eigen::Vector3d& pi,
                      fcl::CCDSolverType solver) {
  fcl::ContinuousCollisionRequestd request;
  request.ccd_solver_type = solver;
  request.ccd_motion_type = fcl::CCDM_TRANS;
  request.num_max_iterations = static_cast<std::size_t>(closing_mm / step_mm) + 1;
  request.toc_err = 1e-4;
  fcl::ContinuousCollisionResultd result;
  const Eigen::Isometry3d end(Eigen::Translation3d(closing_mm * pi) * pose);
  fcl::continuousCollide<double>(jaws.upper.get(), fcl::Transform3d::Identity(), fcl::Transform3d::Identity(),
                                 jaws.lower.get(), pose, end, request, result);
  return result.is_collide ? closing_mm * result.time_of_contact : closing_mm;
}

Prepared prepare_contacts(const BenchCase& bench_case, const View& view, std::size_t most) {
  const Jaws jaws = jaws_of(bench_case);
  Prepared result;
  result.answer = [=](const Eigen::Isometry3d& pose) { (void)contacts(jaws, pose, most); };
  result.agreement = [=, &bench_case] {
    return compare_interference(bench_case, view, bench_case.poses, [&](const Eigen::Isometry3d& pose) {
      return contacts(jaws, pose, most) > 0;
    });
  };
  return result;
}

//! The least distance of surfaces is below that of vertices by the rise of the faces between their vertices, and it is
//! not positive exactly if the jaws interfere.
Agreement compare_least_distance(const BenchCase& bench_case, const View& view, const Jaws& jaws) {
  EmbreeClosest embree(*bench_case.bite.upper, *bench_case.bite.lower,
                       std::numeric_limits<double>::infinity());
  const std::vector<bool> ours = interference(bench_case, view, bench_case.poses);
  double greatest = 0;
  bool all = true;
  for (std::size_t i = 0; i < bench_case.poses.size(); ++i) {
    const double theirs = distance(jaws, bench_case.poses[i]);
    all &= (theirs <= 0) == ours[i];
    if (ours[i]) continue;
    float least = std::numeric_limits<float>::infinity();
    for (const float d : embree.compute(bench_case.poses[i])) least = std::min(least, d);
    all &= theirs < least + same_distance_mm;
    greatest = std::max(greatest, std::abs(static_cast<double>(least) - theirs));
  }
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), "below vertices' by %.1e mm", greatest);
  return {text.data(), greatest, all && greatest < 0.1};
}

Prepared prepare_distance(const BenchCase& bench_case, const View& view) {
  const Jaws jaws = jaws_of(bench_case);
  Prepared result;
  result.answer = [=](const Eigen::Isometry3d& pose) { (void)distance(jaws, pose); };
  result.agreement = [=, &bench_case] { return compare_least_distance(bench_case, view, jaws); };
  return result;
}

//! The travel along π to the first contact is the map's least clearance, except between pixels.
Agreement compare_way(const BenchCase& bench_case, const View& view, const Jaws& jaws,
                      const Eigen::Vector3d& pi, fcl::CCDSolverType solver) {
  const ClearanceMap map = compute_map(bench_case.posed(bench_case.poses.front()), view,
                                       {.kind = EngineKind::zlist, .live = true});
  const auto least = static_cast<double>(least_clearance(map.clearance_mm));
  const double difference = std::abs(way_to_contact(jaws, bench_case.poses.front(), pi, solver) - least);
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), "way within %.1e mm", difference);
  return {text.data(), difference, difference < step_mm + view.grid.pixel_mm};
}

Prepared prepare_continuous(const BenchCase& bench_case, const View& view, fcl::CCDSolverType solver) {
  const Jaws jaws = jaws_of(bench_case);
  const Eigen::Vector3d pi = bench_case.view_from_case.linear().row(2).transpose();
  Prepared result;
  result.answer = [=](const Eigen::Isometry3d& pose) { (void)way_to_contact(jaws, pose, pi, solver); };
  result.agreement = [=, &bench_case] { return compare_way(bench_case, view, jaws, pi, solver); };
  return result;
}

using Prepare = std::function<Prepared(const BenchCase&, const View&)>;

Method method(const std::string& id, const std::string& title, const std::string& answer,
              const Prepare& prepare) {
  Method result;
  result.id = id;
  result.title = title;
  result.answer = answer;
  result.most_triangles = 2'000'000;
  result.prepare = prepare;
  return result;
}

}  // namespace

std::vector<Method> fcl_methods() {
  const auto contacts_up_to = [](std::size_t most) -> Prepare {
    return [most](const BenchCase& bench_case, const View& view) {
      return prepare_contacts(bench_case, view, most);
    };
  };
  const auto way_by = [](fcl::CCDSolverType solver) -> Prepare {
    return [solver](const BenchCase& bench_case, const View& view) {
      return prepare_continuous(bench_case, view, solver);
    };
  };
  Method steps = method("fcl_continuous", "FCL continuous, 4 mm in steps of 0.01", "one number",
                        way_by(fcl::CCDC_NAIVE));
  steps.poses = PoseChoice::one;
  Method advancement = method("fcl_advancement", "FCL continuous, conservative advancement", "one number",
                              way_by(fcl::CCDC_CONSERVATIVE_ADVANCEMENT));
  advancement.poses = PoseChoice::one;
  advancement.most_triangles = 300'000;
  return {method("fcl_collide", "FCL collide", "yes or no", contacts_up_to(1)),
          method("fcl_contacts", "FCL collide, all contacts", "pairs", contacts_up_to(100'000'000)),
          method("fcl_distance", "FCL distance", "one number", prepare_distance), steps, advancement};
}

}  // namespace intercusp::bench
