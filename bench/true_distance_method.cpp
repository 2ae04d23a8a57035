#include "bench/true_distance_method.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "bench/agreement.h"
#include "bench/peers/closest_on_triangle.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/distance/true_distance.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp::bench {
namespace {

class MapAndDistances {
 public:
  explicit MapAndDistances(const BenchCase& bench_case)
      : bite_(bench_case.bite),
        engine_(make_engine(bite_.upper, bite_.lower, {.kind = EngineKind::zlist, .live = true})),
        distances_(bite_.upper, bite_.lower) {}

  void compute(const View& view, const Eigen::Isometry3d& pose) {
    map_ = &engine_.engine->compute(view, pose);
    const auto mapped = std::chrono::steady_clock::now();
    found_ = &distances_.compute(*map_, pose);
    distance_ms_ = ms_since(mapped);
  }

  [[nodiscard]] std::vector<StageTime> stages() const {
    std::vector<StageTime> stages = engine_.engine->stage_times();
    stages.push_back({"true distances", distance_ms_});
    return stages;
  }

  //! Compares some hundred of the distances with a search over every face of the upper's anatomy.
  [[nodiscard]] Agreement agreement(const View& view, const Eigen::Isometry3d& pose) {
    compute(view, pose);
    std::vector<std::size_t> asked;
    for (std::size_t pixel = 0; pixel < found_->mark.size(); ++pixel) {
      if (found_->mark[pixel] == DistanceMark::certain) asked.push_back(pixel);
    }
    constexpr std::size_t sample = 200;
    const ViewedMesh upper(*bite_.upper, Eigen::Isometry3d::Identity(), view.view_from_case);
    const ViewedMesh lower(*bite_.lower, pose, view.view_from_case);
    double greatest = 0;
    const std::size_t step = std::max<std::size_t>(1, asked.size() / sample);
    for (std::size_t i = 0; i < asked.size(); i += step) {
      const std::size_t pixel = asked[i];
      const double all = distance_to_all(upper, point_of(view, lower, pixel));
      greatest =
          std::max(greatest, std::abs(std::abs(static_cast<double>(found_->distance_mm[pixel])) - all));
    }
    std::array<char, 80> text{};
    std::snprintf(text.data(), text.size(), "within %.1e mm of all faces", greatest);
    return {text.data(), greatest, !asked.empty() && greatest < same_distance_mm};
  }

 private:
  [[nodiscard]] Eigen::Vector3d point_of(const View& view, const ViewedMesh& lower, std::size_t pixel) const {
    const auto width = static_cast<std::size_t>(view.grid.width);
    const Eigen::Vector2d centre =
        view.grid.centre(static_cast<int>(pixel % width), static_cast<int>(pixel / width));
    const Corners corners = lower.corners(static_cast<std::size_t>(map_->lower_face[pixel]));
    return {centre.x(), centre.y(), plane_depth(corners, centre.x(), centre.y(), 0)};
  }
  [[nodiscard]] double distance_to_all(const ViewedMesh& upper, const Eigen::Vector3d& point) const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t face = 0; face < bite_.upper->anatomy_faces; ++face) {
      const auto& [a, b, c] = upper.corners(face);
      least = std::min(least, (closest_on_triangle<double>(point, a, b, c).point - point).squaredNorm());
    }
    return std::sqrt(least);
  }

  Bite bite_;
  ChosenEngine engine_;
  TrueDistance distances_;
  const ClearanceMap* map_ = nullptr;
  const DistanceMap* found_ = nullptr;
  double distance_ms_ = 0;
};

}  // namespace

Method true_distance_method() {
  Method method;
  method.id = "zlist_distance";
  method.title = "ours: live map, true distances to 0.5 mm";
  method.answer = "map, distances";
  method.of_pixels = true;
  method.prepare = [](const BenchCase& bench_case, const View& view) {
    const auto both = std::make_shared<MapAndDistances>(bench_case);
    Prepared result;
    result.answer = [=](const Eigen::Isometry3d& pose) { both->compute(view, pose); };
    result.stages = [=] { return both->stages(); };
    result.agreement = [=, &bench_case] { return both->agreement(view, distance_pose(bench_case)); };
    return result;
  };
  return method;
}

}  // namespace intercusp::bench
