// A whole arch at fine pixels, pose by pose: live map, areas and true distances, compared with Embree's closest points
// within 2 mm in the same run. CSV.
//
//     intercusp_whole_arch [TRIANGLES [PIXEL_MM [SECONDS]]]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <limits>
#include <vector>

#include "bench/bench_case.h"
#include "bench/peers/embree_closest.h"
#include "bench/pose_times.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/distance/true_distance.h"
#include "occlusion/engines/compute_map.h"

namespace intercusp::bench {
namespace {

constexpr double threshold_mm = 0.1;  // of the areas
constexpr double peer_limit_mm = 2;

//! ms: of the clock, and of the processor on all threads, which other work on the machine disturbs less.
struct Spent {
  double wall = std::numeric_limits<double>::infinity(), processor = wall;
};

template <class Work>
void keep_least(Spent& least, const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t before = std::clock();
  work();
  least.processor =
      std::min(least.processor, 1e3 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
  least.wall = std::min(least.wall, ms_since(start));
}

struct PoseRow {
  Spent map, areas, distances, peer;

  [[nodiscard]] double together() const { return map.wall + areas.wall + distances.wall; }
};

std::vector<PoseRow> measured(const BenchCase& bench_case, const View& view, double seconds) {
  const Bite& bite = bench_case.bite;
  const ChosenEngine engine = make_engine(bite.upper, bite.lower, {.kind = EngineKind::zlist, .live = true});
  TrueDistance distances(bite.upper, bite.lower);
  EmbreeClosest peer(*bite.upper, *bite.lower, peer_limit_mm);
  std::vector<PoseRow> rows(bench_case.poses.size());
  constexpr int least_rounds = 3;
  const auto start = std::chrono::steady_clock::now();
  for (int round = 0; round < least_rounds || ms_since(start) < 1e3 * seconds; ++round) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Eigen::Isometry3d& pose = bench_case.poses[i];
      const ClearanceMap* map = nullptr;
      keep_least(rows[i].map, [&] { map = &engine.engine->compute(view, pose); });
      keep_least(rows[i].areas, [&] { (void)contact_area_mm2(*map, threshold_mm); });
      keep_least(rows[i].distances, [&] { (void)distances.compute(*map, pose); });
      keep_least(rows[i].peer, [&] { (void)peer.compute(pose); });
    }
  }
  return rows;
}

void print(const std::vector<PoseRow>& rows) {
  fmt::print(
      "pose,map_ms,areas_ms,distances_ms,together_ms,peer_ms,map_processor_ms,distances_processor_ms,peer_"
      "processor_ms\n");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const PoseRow& row = rows[i];
    const std::string name =
        i < closing_poses ? fmt::format("{:.1f} mm", closed_to_mm(i)) : fmt::format("hinge {}", i);
    fmt::print("{},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f}\n", name, row.map.wall,
               row.areas.wall, row.distances.wall, row.together(), row.peer.wall, row.map.processor,
               row.distances.processor, row.peer.processor);
  }
  std::vector<double> together, ratios;
  for (const PoseRow& row : rows) {
    together.push_back(row.together());
    ratios.push_back(row.peer.wall / row.together());
  }
  fmt::print(
      "# together: median {:.2f} ms, most {:.2f} ms; peer over together: median {:.1f}, least {:.1f}\n",
      median(together), std::ranges::max(together), median(ratios), std::ranges::min(ratios));
}

}  // namespace
}  // namespace intercusp::bench

int main(int argc, char** argv) try {
  using namespace intercusp;
  using namespace intercusp::bench;
  const BenchCase bench_case = generated_case(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 210'000);
  const View view =
      fit_view(bench_case.bite, bench_case.view_from_case, argc > 2 ? std::atof(argv[2]) : 0.05);
  fmt::print("# {} triangles in the lower, {} x {} pixels of {} mm; least of several rounds\n",
             bench_case.triangles(), view.grid.width, view.grid.height, view.grid.pixel_mm);
  print(measured(bench_case, view, argc > 3 ? std::atof(argv[3]) : 10));
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
