#include "bench/peers/naive.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <utility>

#include "bench/agreement.h"

namespace intercusp::bench {
namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;
constexpr double timed_pairs = 4e8;  // per direction: about a second

std::vector<Edge> edges_of(const TriangleMesh& mesh) {
  std::vector<Edge> edges;
  for (const Face& face : mesh.faces) {
    for (int corner = 0; corner < 3; ++corner) {
      const std::uint32_t from = face[corner];
      const std::uint32_t to = face[(corner + 1) % 3];
      if (from < to) edges.emplace_back(from, to);  // a closed mesh has every edge both ways
    }
  }
  return edges;
}

//! The polygons' planes, which are compared with all edges, and their corners, which are compared with few.
struct Polygons {
  struct Plane {
    double x, y, z, offset;
    [[nodiscard]] double side(const Eigen::Vector3d& p) const {
      return x * p.x() + y * p.y() + z * p.z() - offset;
    }
  };
  std::vector<Plane> planes;
  std::vector<std::array<Eigen::Vector3d, 3>> corners;

  Polygons(const TriangleMesh& mesh, const Eigen::Isometry3d& pose) {
    planes.reserve(mesh.faces.size());
    corners.reserve(mesh.faces.size());
    for (const Face& face : mesh.faces) {
      const Eigen::Vector3d a = pose * mesh.vertices[face[0]];
      const Eigen::Vector3d b = pose * mesh.vertices[face[1]];
      const Eigen::Vector3d c = pose * mesh.vertices[face[2]];
      const Eigen::Vector3d normal = (b - a).cross(c - a);
      planes.push_back({normal.x(), normal.y(), normal.z(), normal.dot(a)});
      corners.push_back({a, b, c});
    }
  }

  //! Whether the point of the polygon's plane lies in the polygon.
  [[nodiscard]] bool holds(std::size_t polygon, const Eigen::Vector3d& p) const {
    const auto& [a, b, c] = corners[polygon];
    const Eigen::Vector3d normal(planes[polygon].x, planes[polygon].y, planes[polygon].z);
    return normal.dot((b - a).cross(p - a)) >= 0 && normal.dot((c - b).cross(p - b)) >= 0 &&
           normal.dot((a - c).cross(p - c)) >= 0;
  }

  [[nodiscard]] bool any_cut_by(const Eigen::Vector3d& from, const Eigen::Vector3d& to) const {
    for (std::size_t i = 0; i < planes.size(); ++i) {
      const double at_from = planes[i].side(from);
      const double at_to = planes[i].side(to);
      if (at_from * at_to > 0 || at_from == at_to) continue;
      if (holds(i, from + at_from / (at_from - at_to) * (to - from))) return true;
    }
    return false;
  }
};

//! Whether one of every `step`-th edges cuts a polygon; ends at the first that does.
bool any_cut(const TriangleMesh& mesh, const std::vector<Edge>& edges, std::size_t step,
             const Eigen::Isometry3d& pose, const Polygons& polygons) {
  std::atomic<bool> found = false;
  const std::size_t count = (edges.size() + step - 1) / step;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 16), [&](const auto& part) {
    for (std::size_t i = part.begin(); i < part.end(); ++i) {
      if (found) return;
      const auto [from, to] = edges[i * step];
      if (polygons.any_cut_by(pose * mesh.vertices[from], pose * mesh.vertices[to])) found = true;
    }
  });
  return found;
}

struct Jaws {
  Bite bite;
  std::vector<Edge> upper_edges, lower_edges;

  [[nodiscard]] bool meet(const Eigen::Isometry3d& pose, std::size_t step) const {
    const Eigen::Isometry3d rest = Eigen::Isometry3d::Identity();
    return any_cut(bite.lower->mesh, lower_edges, step, pose, Polygons(bite.upper->mesh, rest)) ||
           any_cut(bite.upper->mesh, upper_edges, step, rest, Polygons(bite.lower->mesh, pose));
  }
};

//! The free pose is checked as it is timed; the deep one with all edges, because it ends at the first cut.
Agreement compare(const BenchCase& bench_case, const Jaws& jaws, std::size_t step) {
  const bool free_is_free = !jaws.meet(bench_case.poses.front(), step);
  const bool deep_is_deep = jaws.meet(bench_case.poses[closing_poses - 1], 1);
  const int same = static_cast<int>(free_is_free) + static_cast<int>(deep_is_deep);
  std::string text = std::to_string(same) + " of 2 poses";
  if (step > 1) text += ", timed on 1 edge in " + std::to_string(step);
  return {text, 0.5 * same, same == 2};
}

Prepared prepare(const BenchCase& bench_case, const View&) {
  const auto jaws = std::make_shared<Jaws>(
      Jaws{bench_case.bite, edges_of(bench_case.bite.upper->mesh), edges_of(bench_case.bite.lower->mesh)});
  const double pairs = static_cast<double>(jaws->lower_edges.size()) *
                       static_cast<double>(bench_case.bite.upper->mesh.faces.size());
  const auto step = static_cast<std::size_t>(std::max(1.0, std::round(pairs / timed_pairs)));
  Prepared result;
  result.answer = [=](const Eigen::Isometry3d& pose) { (void)jaws->meet(pose, step); };
  result.agreement = [=, &bench_case] { return compare(bench_case, *jaws, step); };
  result.time_factor = static_cast<double>(step);
  return result;
}

}  // namespace

std::vector<Method> naive_methods() {
  Method method;
  method.id = "naive";
  method.title = "every edge against every polygon";
  method.answer = "yes or no";
  method.poses = PoseChoice::one;
  method.prepare = prepare;
  return {method};
}

}  // namespace intercusp::bench
