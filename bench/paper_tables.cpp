// The tables and curves of Myszkowski et al. 1995 (table 1, figure 7), Knott 2003 (tables 4.1 and 4.2, figures 4.15 and
// 4.16) and Shinya & Forgue 1991 (figures 3, 5 and 6) measured here, with the papers' own figures where they are
// printed as numbers. CSV on stdout:
//
//     intercusp_paper_tables > bench/results/paper_tables.csv
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bench/timed.h"
#include "datasets/scenes.h"
#include "datasets/tessellate.h"
#include "occlusion/engines/stencil/stencil_engine.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/several/cinder/cinder.h"
#include "occlusion/validation/validate.h"
#include "occlusion/view/view.h"

namespace intercusp::bench {
namespace {

constexpr int runs = 9;

using Solids = std::vector<std::shared_ptr<const Solid>>;

std::shared_ptr<const Solid> solid(TriangleMesh mesh) {
  return std::make_shared<const Solid>(solid_of(std::move(mesh)));
}

Solids solids_of(const Scene& scene) {
  Solids solids;
  for (const SceneBody& body : scene.bodies) solids.push_back(solid(body.surface.mesh));
  return solids;
}

//! One line of the table. The papers' times are from their machines: a Personal IRIS 4D/25, a GeForce4.
void row(const std::string& item, const std::string& what, double x, const std::string& unit,
         std::optional<double> paper_ms, const Times& ours, const std::string& result) {
  fmt::print("{},\"{}\",{},{},{},{:.4g},{:.4g},{:.4g},\"{}\"\n", item, what, x, unit,
             paper_ms ? fmt::format("{}", *paper_ms) : "", ours.median, ours.least, ours.most, result);
}

//! The growth of a curve: the exponent p of time = c·xᵖ, by least squares of the logarithms.
class Growth {
 public:
  void add(double x, double ms) { points_.emplace_back(std::log(x), std::log(ms)); }

  void print(const std::string& item, const std::string& paper_says) const {
    double x_mean = 0, y_mean = 0, xy = 0, xx = 0;
    const auto count = static_cast<double>(points_.size());
    for (const auto& [x, y] : points_) x_mean += x / count, y_mean += y / count;
    for (const auto& [x, y] : points_) xy += (x - x_mean) * (y - y_mean), xx += (x - x_mean) * (x - x_mean);
    fmt::print("{},growth,,exponent,,{:.3g},,,\"the paper: {}\"\n", item, xy / xx, paper_says);
  }

 private:
  std::vector<std::pair<double, double>> points_;
};

//! The whole scene in a picture of this many pixels.
View frame_of(const Solids& solids, int width, int height) {
  const Eigen::Isometry3d view_from_case = orthographic({0.329, 0.457, 0.826});
  Bounds seen;
  for (const auto& each : solids) {
    for (const Eigen::Vector3d& vertex : each->mesh.vertices) seen.add(view_from_case * vertex);
  }
  const double pixel_mm = std::max(seen.size().x() / (width - 2), seen.size().y() / (height - 2));
  View view = view_of_window(view_from_case, seen.min.head<2>(), seen.max.head<2>(), pixel_mm);
  view.grid.width = width;
  view.grid.height = height;
  return view;
}

struct Looked {
  Times times;
  std::size_t penetrations = 0;
};

Looked look(const Solids& solids, int width, int height) {
  Cinder cinder(solids);
  const View view = frame_of(solids, width, height);
  Looked looked;
  looked.times = timed(runs, [&] { looked.penetrations = cinder.look(view).size(); });
  return looked;
}

std::string told(const Looked& looked) { return fmt::format("{} penetrations", looked.penetrations); }

//! Two linked rings, as in knott-entangled, which has eight.
Solids two_rings(std::size_t polygons, bool interfering) {
  const std::size_t each = polygons / 2;
  const int around_tube = std::max(8, static_cast<int>(std::sqrt(static_cast<double>(each) / 6)));
  const int around_ring = static_cast<int>(each) / (2 * around_tube);
  const auto ring = [&](double x, const Eigen::Vector3d& axis) {
    return solid(with_triangles(shapes::torus({x, 0, 0}, axis, 10, 1.5, around_ring, around_tube), each));
  };
  return {ring(0, {0, 0, 1}), ring(interfering ? 17.5 : 15, {0, 1, 0})};
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

//! Of the stages of a map, in ms; "total" is their sum.
std::map<std::string, double> stage_medians(StencilEngine& engine, const View& view) {
  std::map<std::string, std::vector<double>> times;
  for (int run = 0; run <= runs; ++run) {
    (void)engine.compute(view, Eigen::Isometry3d::Identity());
    if (run == 0) continue;  // draws the upper, which is kept
    double total = 0;
    for (const StageTime& stage : engine.stage_times()) {
      times[stage.name].push_back(stage.ms);
      total += stage.ms;
    }
    times["total"].push_back(total);
  }
  std::map<std::string, double> medians;
  for (const auto& [stage, all] : times) medians[stage] = median(all);
  return medians;
}

//! The first body of each scene, π-convex in 3a and 3b, is the paper's A.
void myszkowski_table_1() {
  for (const auto& [scene, phases, total_ms] :
       {std::tuple("myszkowski-a", "0.27 s drawing; phases 0.13, 0.17 s", 840.0),
        std::tuple("myszkowski-b", "0.27 s drawing; phases 0.13, 0.10 s", 770.0),
        std::tuple("myszkowski-c", "0.27 s drawing; phases 0.13, 0.17, 0.28 s", 1390.0)}) {
    const Solids bodies = solids_of(make_scene(scene));
    const double width_mm = bounds_of(bodies[0]->mesh).size().head<2>().maxCoeff();
    const View view = fit_view({.upper = bodies[0], .lower = bodies[1]},
                               orthographic(-Eigen::Vector3d::UnitZ()), width_mm / 510);
    StencilEngine engine(bodies[0], bodies[1], {.live = true, .ray_resolver = {}});
    std::string stages;
    const std::map<std::string, double> medians = stage_medians(engine, view);
    for (const char* stage : {"pass1", "pass2", "overlap", "layers", "read"})
      if (medians.contains(stage)) stages += fmt::format("{} {:.1f} ms; ", stage, medians.at(stage));
    const double total = medians.at("total");
    row("Myszkowski table 1", fmt::format("{}; the paper: {}", scene, phases), view.grid.size(), "pixels",
        total_ms, {.median = total, .least = total, .most = total}, stages);
  }
}

//! Maps of the generated dentition against 16 rays a pixel, viewed along superior and tilted from it.
void myszkowski_figure_7() {
  const Scene scene = make_scene("dentition", {.triangles = 30000});
  const Bite bite{.upper = solid(scene.bodies[1].surface.mesh), .lower = solid(scene.bodies[0].surface.mesh)};
  for (const int tilt_deg : {0, 45}) {
    const double tilt = tilt_deg * M_PI / 180;
    const View view = fit_view(bite, orthographic({0, std::sin(tilt), std::cos(tilt)}), 0.1);
    ZListEngine engine(bite.upper, bite.lower);
    const CountedMap map{engine.compute(view, bite.upper_from_lower), {}};
    const Validation found = validate(std::span(&map, 1), bite);
    fmt::print(
        "Myszkowski figure 7,\"dentition, {} against 16 rays\",{},degrees from superior,,,,,"
        "\"RMS {:.5f} mm, at pixel centres {:.6f}, both off silhouettes; the paper: 0.0009\"\n",
        "0.1 mm pixels", tilt_deg, found.mean_away.rms_mm, found.point.rms_mm);
  }
}

void knott_table_4_1() {
  const Solids rings = solids_of(make_scene("knott-entangled", {.triangles = 3614}));
  for (const auto& [width, height, reading_ms, queries_ms] :
       {std::tuple(640, 480, 11.9, 4.0), std::tuple(256, 256, 5.6, 3.9)}) {
    const Looked looked = look(rings, width, height);
    const std::string what = fmt::format("3614 polygons, {} × {}: who penetrates whom", width, height);
    row("Knott table 4.1", what + "; the paper reads pixels", width * height, "pixels", reading_ms,
        looked.times, told(looked));
    row("Knott table 4.1", what + "; the paper has occlusion queries", width * height, "pixels", queries_ms,
        looked.times, told(looked));
  }
}

void knott_table_4_2() {
  for (const auto& [polygons, interfering_ms, free_ms] :
       {std::tuple(606, 0.92, 0.63), std::tuple(1076, 1.35, 0.98), std::tuple(1734, 2.04, 1.48),
        std::tuple(2580, 2.94, 2.11)}) {
    for (const bool interfering : {true, false}) {
      const Looked looked = look(two_rings(static_cast<std::size_t>(polygons), interfering), 256, 256);
      row("Knott table 4.2", interfering ? "two rings, interfering" : "two rings, free", polygons, "polygons",
          interfering ? interfering_ms : free_ms, looked.times, told(looked));
    }
  }
}

void knott_figure_4_15() {
  Growth growth;
  for (const std::size_t boxes : {40U, 80U, 120U, 160U, 200U}) {
    const Looked looked = look(solids_of(make_scene("knott-boxes", {.triangles = 12 * boxes})), 256, 256);
    row("Knott figure 4.15", "boxes of twelve triangles, 256 × 256", static_cast<double>(boxes), "objects",
        {}, looked.times, told(looked));
    growth.add(static_cast<double>(boxes), looked.times.median);
  }
  growth.print("Knott figure 4.15", "linear in the objects");
}

void knott_figure_4_16() {
  Growth growth;
  for (const std::size_t polygons : {500U, 1000U, 2000U, 3000U, 4000U, 5000U}) {
    const Looked looked = look(two_rings(polygons, true), 256, 256);
    row("Knott figure 4.16", "one shape in several levels of detail, 256 × 256",
        static_cast<double>(polygons), "polygons", {}, looked.times, told(looked));
    growth.add(static_cast<double>(polygons), looked.times.median);
  }
  growth.print("Knott figure 4.16", "linear in the polygons");
}

//! Two displaced meshes, and a view along the direction of their scene.
struct DisplacedMeshes {
  PreparedSolid lower, upper;

  explicit DisplacedMeshes(std::size_t polygons)
      : DisplacedMeshes(make_scene("shinya-meshes", {.triangles = polygons})) {}
  explicit DisplacedMeshes(const Scene& scene)
      : lower(solid(scene.bodies[0].surface.mesh)), upper(solid(scene.bodies[1].surface.mesh)) {}

  [[nodiscard]] std::size_t polygons() const {
    return lower.solid->mesh.faces.size() + upper.solid->mesh.faces.size();
  }
  [[nodiscard]] Bite bite() const { return {.upper = upper.solid, .lower = lower.solid}; }

  //! All layers of both and their evaluation, as for every picture of the paper's animation.
  [[nodiscard]] Times z_lists(int pixels_across) const {
    const double width_mm = lower.box.size().head<2>().maxCoeff();
    const View view =
        fit_view(bite(), orthographic(Eigen::Vector3d::UnitZ()), width_mm / (pixels_across - 2));
    return timed(runs, [&] { (void)ZListEngine(upper, lower).compute(view, Eigen::Isometry3d::Identity()); });
  }
};

void shinya_figure_3() {
  Growth growth;
  for (const std::size_t polygons : {500U, 1000U, 2000U, 5000U, 10000U, 20000U}) {
    const DisplacedMeshes meshes(polygons);
    const Times times = meshes.z_lists(128);
    row("Shinya figure 3", "displaced meshes, 128 × 128", static_cast<double>(meshes.polygons()), "polygons",
        polygons == 5000 ? std::optional(700.0) : std::nullopt, times, "");
    growth.add(static_cast<double>(meshes.polygons()), times.median);
  }
  growth.print("Shinya figure 3", "linear in the polygons");
}

//! The conventional method (Boyse 1979): every edge of one against every polygon of the other, both ways.
bool any_edge_cuts(const TriangleMesh& mesh, const TriangleMesh& other) {
  bool cuts = false;
  for_each_edge(mesh, [&](std::uint32_t low, std::uint32_t high, std::span<const EdgeSide>) {
    const Eigen::Vector3d from = mesh.vertices[low], way = mesh.vertices[high] - from;
    for (const auto& [i, j, k] : other.faces) {
      const Eigen::Vector3d &a = other.vertices[i], &b = other.vertices[j], &c = other.vertices[k];
      const Eigen::Vector3d normal = (b - a).cross(c - a);
      const double rise = normal.dot(way), at = normal.dot(a - from) / rise;
      if (!(at >= 0 && at <= 1)) continue;
      const Eigen::Vector3d p = from + at * way;
      cuts |= normal.dot((b - a).cross(p - a)) >= 0 && normal.dot((c - b).cross(p - b)) >= 0 &&
              normal.dot((a - c).cross(p - c)) >= 0;
    }
  });
  return cuts;
}

void shinya_figure_5() {
  Growth growth;
  for (const std::size_t polygons : {100U, 300U, 1000U, 3000U, 20000U}) {
    const DisplacedMeshes meshes(polygons);
    bool cuts = false;
    const Times edges = timed(3, [&] {
      const TriangleMesh &a = meshes.lower.solid->mesh, &b = meshes.upper.solid->mesh;
      cuts = any_edge_cuts(a, b);
      cuts = any_edge_cuts(b, a) || cuts;
    });
    const Times lists = meshes.z_lists(128);
    const auto count = static_cast<double>(meshes.polygons());
    row("Shinya figure 5", "every edge against every polygon, one core", count, "polygons", {}, edges,
        cuts ? "interference" : "none");
    row("Shinya figure 5", "z-lists, 128 × 128, all cores", count, "polygons", {}, lists,
        fmt::format("{:.3g} times as fast{}", edges.median / lists.median,
                    polygons == 1000 ? "; the paper: more than 1000" : ""));
    growth.add(count, edges.median);
  }
  growth.print("Shinya figure 5", "quadratic for edges against polygons");
}

void shinya_figure_6() {
  Growth growth;
  const DisplacedMeshes meshes(5000);
  for (const int across : {64, 128, 256, 512, 1024}) {
    const Times times = meshes.z_lists(across);
    row("Shinya figure 6", "displaced meshes of 5000 polygons", across * across, "pixels", {}, times, "");
    growth.add(across * across, times.median);
  }
  growth.print("Shinya figure 6", "linear in the pixels");
}

}  // namespace
}  // namespace intercusp::bench

int main() {
  try {
    fmt::print("item,what,x,x_unit,paper_ms,ours_ms,least_ms,most_ms,result\n");
    intercusp::bench::myszkowski_table_1();
    intercusp::bench::myszkowski_figure_7();
    intercusp::bench::knott_table_4_1();
    intercusp::bench::knott_table_4_2();
    intercusp::bench::knott_figure_4_15();
    intercusp::bench::knott_figure_4_16();
    intercusp::bench::shinya_figure_3();
    intercusp::bench::shinya_figure_5();
    intercusp::bench::shinya_figure_6();
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "intercusp_paper_tables: {}\n", error.what());
    return 1;
  }
}
