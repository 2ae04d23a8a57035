// First contact of a hinge closing in one step, compared with methods in steps: times, pairs tested, and whether all
// agree.
//
//     intercusp_first_contact UPPER LOWER | TRIANGLES [--quick]
//
// `--quick` runs only FCL's collision test in steps.
#include <fcl/math/motion/interp_motion.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <numbers>
#include <string>
#include <vector>

#include "bench/bench_case.h"
#include "bench/peers/fcl_tree.h"
#include "bench/timed.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/exact/exact_interference.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/motion/first_contact.h"
#include "occlusion/motion/velocity_culling.h"

namespace intercusp::bench {
namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double coarse_step_deg = 0.1, last_step_deg = 1e-6;
constexpr int fcl_steps = 1000;

double middle_of(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

//! About a transverse axis 70 mm behind and 30 mm above the middle of the upper, closing.
Motion hinge_closing(const Bite& bite, double limit_rad) {
  const Anatomy anatomy = find_anatomy(bite);
  if (!anatomy.axes) throw std::runtime_error("no anatomical axes");
  const Eigen::Vector3d middle = bounds_of(bite.upper->mesh).centre();
  const Eigen::Vector3d origin = middle + 70 * anatomy.axes->posterior() + 30 * anatomy.axes->superior;
  const Motion motion = Motion::turn(origin, anatomy.axes->left, limit_rad);
  const bool closes = motion.velocity_at(middle).dot(anatomy.axes->superior) > 0;
  return closes ? motion : Motion::turn(origin, -anatomy.axes->left, limit_rad);
}

//! The usual way: step by step until the jaws overlap, then halving.
double by_steps(Bite bite, const Motion& motion) {
  const Eigen::Isometry3d start = bite.upper_from_lower;
  const auto overlaps = [&](double deg) {
    bite.upper_from_lower = motion.at(deg * degree) * start;
    return exact_interference(bite).interference;
  };
  double low = 0, high = coarse_step_deg;
  while (!overlaps(high)) {
    low = high;
    high += coarse_step_deg;
  }
  while (high - low > last_step_deg) (overlaps(0.5 * (low + high)) ? high : low) = 0.5 * (low + high);
  return high;
}

//! The usual way with FCL's collision test, yes or no: steps of 0.05°, then halving to 1e-4°.
//! \param lower in its own frame, as the upper
double by_fcl_tests(const FclTree& upper, const FclTree& lower, const Bite& bite, const Motion& motion) {
  constexpr double step_deg = 0.05, last_deg = 1e-4;
  const auto overlaps = [&](double deg) {
    fcl::CollisionResultd result;
    return fcl::collide<double>(&upper, fcl::Transform3d::Identity(), &lower,
                                motion.at(deg * degree) * bite.upper_from_lower, fcl::CollisionRequestd(),
                                result) > 0;
  };
  double low = 0, high = step_deg;
  while (!overlaps(high)) {
    low = high;
    high += step_deg;
  }
  while (high - low > last_deg) (overlaps(0.5 * (low + high)) ? high : low) = 0.5 * (low + high);
  return high;
}

//! FCL's continuous collision by its stepping solver; its other two give wrong times on small meshes
//! (tests/occlusion/motion/fcl_test.cpp).
double by_fcl(const FclTree& upper, const FclTree& lower, const Motion& motion, double to_deg) {
  const Eigen::Isometry3d& motion_from_case = motion.motion_from_case();
  const Eigen::Isometry3d end =
      motion_from_case * motion.at(to_deg * degree) * motion_from_case.inverse(Eigen::Isometry);
  const fcl::Matrix3d straight = fcl::Matrix3d::Identity();
  const fcl::Vector3d origin = fcl::Vector3d::Zero();
  const fcl::InterpMotion<double> rest(straight, origin, straight, origin, origin);
  const fcl::InterpMotion<double> moving(straight, origin, end.linear(), end.translation(), origin);
  fcl::ContinuousCollisionRequestd request;
  request.ccd_solver_type = fcl::CCDC_NAIVE;
  request.num_max_iterations = fcl_steps + 1;
  request.toc_err = 1.0 / (fcl_steps + 1);
  fcl::ContinuousCollisionResultd result;
  fcl::continuousCollide<double>(&upper, &rest, &lower, &moving, request, result);
  return to_deg * result.time_of_contact;
}

void run_slower_ways(const Bite& bite, const Motion& closing, double ours, double at_three) {
  double stepped = 0;
  const Times steps = timed(3, [&] { stepped = by_steps(bite, closing); });
  fmt::print(
      "exact test in steps of {}°, halved to {}°: {:.9f}° (ours {:+.1e}°), {:.0f} ms, {:.0f} times as long\n",
      coarse_step_deg, last_step_deg, stepped, ours - stepped, steps.median, steps.median / at_three);
  const auto upper = fcl_tree_of(shapes::moved(bite.upper->mesh, closing.motion_from_case()));
  const auto lower =
      fcl_tree_of(shapes::moved(bite.lower->mesh, closing.motion_from_case() * bite.upper_from_lower));
  double fcl = 0;
  const Times of_fcl = timed(3, [&] { fcl = by_fcl(*upper, *lower, closing, 3.5); });
  fmt::print("FCL in steps of {}°: {:.6f}° (ours {:+.1e}°), {:.0f} ms, {:.0f} times as long\n",
             3.5 / fcl_steps, fcl, ours - fcl, of_fcl.median, of_fcl.median / at_three);
}

void run_fcl_tests(const Bite& bite, const Motion& closing, const ContactSearch& search, double ours) {
  // Alternates with ours, so that a busy machine disturbs both.
  const auto upper_alone = fcl_tree_of(bite.upper->mesh), lower_alone = fcl_tree_of(bite.lower->mesh);
  std::vector<double> ratios, tests_ms, ours_ms;
  double tested = 0;
  for (int turn = 0; turn < 11; ++turn) {
    ours_ms.push_back(timed(1, [&] { (void)find_first_contact(bite, search, closing); }).median);
    tests_ms.push_back(
        timed(1, [&] { tested = by_fcl_tests(*upper_alone, *lower_alone, bite, closing); }).median);
    ratios.push_back(tests_ms.back() / ours_ms.back());
  }
  fmt::print(
      "FCL's collision test in steps of 0.05°, halved to 1e-4°: {:.6f}° (ours {:+.1e}°), {:.1f} ms, ours "
      "{:.2f} ms, "
      "{:.1f} times as long (medians of {} turns)\n",
      tested, ours - tested, middle_of(tests_ms), middle_of(ours_ms), middle_of(ratios), ratios.size());
}

void run(const BenchCase& bench_case, bool quick) {
  Bite bite = bench_case.bite;
  const Motion closing = hinge_closing(bite, 60 * degree);
  const Eigen::Isometry3d closed = bite.upper_from_lower;
  const auto opened = [&](double deg) { return closing.at(-deg * degree) * closed; };
  fmt::print("{} and {} triangles\n", bite.upper->anatomy_faces, bite.lower->anatomy_faces);

  const auto start = std::chrono::steady_clock::now();
  const ContactSearch search(bite.upper, bite.lower);
  fmt::print("cold preparation          {:9.2f} ms\n", ms_since(start));
  double at_three = 0;
  for (const double open_deg : {1.0, 3.0, 10.0, 30.0}) {
    bite.upper_from_lower = opened(open_deg);
    std::optional<FirstContact> contact;
    const Times times = timed(21, [&] { contact = search.first(bite.upper_from_lower, closing); });
    const Times whole = timed(21, [&] { (void)find_first_contact(bite, search, closing); });
    if (!contact) throw std::runtime_error("the jaws do not meet");
    if (open_deg == 3) at_three = whole.median;
    fmt::print(
        "from {:4.0f}° open: {:.9f}°  search {:6.2f} ms ({:.2f} to {:.2f}), with the start checked {:6.2f} "
        "ms\n",
        open_deg, contact->amount / degree, times.median, times.least, times.most, whole.median);
  }

  bite.upper_from_lower = opened(3);
  const CullingReport culled = velocity_culling(bite, closing);
  const auto percent = [](const CulledShare& share) {
    return 100.0 * static_cast<double>(share.dropped) / static_cast<double>(share.faces);
  };
  fmt::print("dropped by velocity: {:.1f} % of the upper, {:.1f} % of the lower\n", percent(culled.upper),
             percent(culled.lower));
  const double ours = search.first(bite.upper_from_lower, closing)->amount / degree;
  run_fcl_tests(bite, closing, search, ours);
  if (!quick) run_slower_ways(bite, closing, ours, at_three);
}

}  // namespace
}  // namespace intercusp::bench

int main(int argc, char** argv) {
  using namespace intercusp::bench;
  try {
    const bool quick = argc > 2 && std::string(argv[argc - 1]) == "--quick";
    const int jaws = argc - 1 - (quick ? 1 : 0);
    if (jaws == 2) {
      run(scanned_case(argv[1], argv[2]), quick);
    } else if (jaws == 1) {
      run(generated_case(std::stoul(argv[1])), quick);
    } else {
      fmt::print(stderr, "intercusp_first_contact UPPER LOWER | TRIANGLES [--quick]\n");
      return 2;
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "intercusp_first_contact: {}\n", error.what());
    return 1;
  }
}
