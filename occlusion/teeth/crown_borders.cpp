#include "occlusion/teeth/crown_borders.h"

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/teeth/crests.h"
#include "occlusion/teeth/minimum_cut.h"

namespace intercusp {
namespace {

constexpr int unknown = -2;
constexpr int gum = -1;
constexpr double steepest = 0.6;  //!< slope of a molar's biting surface across the arch
// A crown's core and the gum far from it, in shares of its width and of its height under the biting surface.
constexpr double core_inset = 0.2, core_depth = 0.35, gum_depth = 0.9, gum_beyond_mm = 2.5;
constexpr double crest_beyond_mm = 1;
// A crown of usual size ends at this share of the anatomical crown's height: the rest is under the gum.
constexpr double usual_depth = 0.7, soft_mm = 1.5;
constexpr double usual_bend = 0.15, least_conductance = 0.002;  //!< 1/mm
constexpr double cut_cost = 3;  //!< of an edge, against mm² of crown taken for gum

struct Prior {
  std::vector<int> seed;       //!< tooth, gum or unknown
  std::vector<int> tooth;      //!< that the vertex may belong to, or gum
  std::vector<double> belief;  //!< that it does
  std::vector<char> top;       //!< near a biting surface
};

double logistic(double z) { return 1 / (1 + std::exp(-z)); }

//! Distance to the nearer border along the arch, mm; negative beyond it.
double margin_of(const ArchTooth& tooth, const ArchPoint& p) {
  return std::min(p.along_mm - tooth.first_mm - tooth.first_slant * p.across_mm,
                  tooth.last_mm + tooth.last_slant * p.across_mm - p.along_mm);
}

double half_breadth_mm(const ArchReading& reading, const ArchTooth& tooth) {
  return 0.5 * tooth_size(reading.jaw, tooth.place, tooth.milk).buccolingual_mm * reading.size;
}

//! The biting surface of a tooth: molars tilt.
struct BitingPlane {
  double top_mm = -1e9, slope = 0, middle_mm = 0;
  [[nodiscard]] double depth(const ArchPoint& p) const {
    return top_mm + slope * (p.across_mm - middle_mm) - p.height_mm;
  }
};

std::vector<BitingPlane> biting_planes(const std::vector<ArchPoint>& places, const ArchReading& reading) {
  std::vector<BitingPlane> planes(reading.teeth.size());
  for (std::size_t t = 0; t < reading.teeth.size(); ++t) {
    const ArchTooth& tooth = reading.teeth[t];
    const double half = half_breadth_mm(reading, tooth);
    double inner = -1e9, outer = -1e9;
    double inner_at = 0, outer_at = 0;
    for (const ArchPoint& p : places) {
      const double across = p.across_mm - tooth.middle_mm;
      if (p.height_mm > stray_height_mm || std::abs(across) > half ||
          margin_of(tooth, p) < 0.1 * (tooth.last_mm - tooth.first_mm))
        continue;
      if (across < -0.15 * half && p.height_mm > inner) {
        inner = p.height_mm;
        inner_at = across;
      }
      if (across > 0.15 * half && p.height_mm > outer) {
        outer = p.height_mm;
        outer_at = across;
      }
      planes[t].top_mm = std::max(planes[t].top_mm, p.height_mm);
    }
    planes[t].middle_mm = tooth.middle_mm;
    if (kind_at(tooth.place) < 6 || inner < -100 || outer < -100 || outer_at - inner_at < half * 0.6)
      continue;
    planes[t].slope = std::clamp((outer - inner) / (outer_at - inner_at), -steepest, steepest);
    planes[t].top_mm = inner - planes[t].slope * inner_at;
  }
  return planes;
}

//! Cores of crowns, gum that is far from them, and what a crown of usual size covers.
Prior prior_of(const std::vector<ArchPoint>& places, const ArchReading& reading) {
  const std::size_t n = places.size();
  Prior prior{std::vector<int>(n, gum), std::vector<int>(n, gum), std::vector<double>(n, 0),
              std::vector<char>(n, 0)};
  const std::vector<BitingPlane> planes = biting_planes(places, reading);
  for (std::size_t v = 0; v < n; ++v) {
    const ArchPoint& p = places[v];
    double best = 0;
    for (std::size_t t = 0; t < reading.teeth.size(); ++t) {
      const ArchTooth& tooth = reading.teeth[t];
      const double width = tooth.last_mm - tooth.first_mm;
      const double half = half_breadth_mm(reading, tooth);
      const double crown = crown_height_mm(reading.jaw, tooth.place, tooth.milk) * reading.size;
      const double depth = planes[t].depth(p);
      const double across = std::abs(p.across_mm - tooth.middle_mm);
      const double margin = margin_of(tooth, p);
      if (!(across < half + gum_beyond_mm && margin > -1.5 && depth < gum_depth * crown)) continue;
      if (depth < core_depth * crown && across < half + crest_beyond_mm) prior.top[v] = 1;
      if (margin > core_inset * width && depth < core_depth * crown && across < half * 0.9) {
        prior.seed[v] = static_cast<int>(t);
        break;
      }
      prior.seed[v] = unknown;
      const double belief = logistic(std::min(
          {(usual_depth * crown - depth) / soft_mm, (half - 0.3 - across) / soft_mm, (margin + 0.2) / 0.4}));
      if (belief > best) {
        best = belief;
        prior.tooth[v] = static_cast<int>(t);
        prior.belief[v] = belief;
      }
    }
  }
  return prior;
}

struct MeshEdge {
  std::uint32_t a, b;
  double conductance;
};

std::vector<MeshEdge> edges_of(const TriangleMesh& mesh, const SurfaceShape& shape) {
  std::vector<MeshEdge> edges;
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    const Eigen::Vector3d e = (mesh.vertices[b] - mesh.vertices[a]).normalized();
    const double bend = 0.5 * (e.dot(shape.curvature[a] * e) + e.dot(shape.curvature[b] * e));
    edges.push_back({a, b, std::max(least_conductance, std::exp(std::min(0.0, bend) / usual_bend))});
  });
  return edges;
}

//! Crown or gum: the cheapest cut between cores and far gum, where cutting along creases is cheap and leaving the usual
//! size of a crown costs.
std::vector<char> crowns_cut_from_gum(const SurfaceShape& shape, const std::vector<MeshEdge>& edges,
                                      const Prior& prior) {
  constexpr double fixed = 1e6;
  std::vector<double> pull(prior.seed.size());
  for (std::size_t v = 0; v < pull.size(); ++v) {
    const double p = std::clamp(prior.belief[v], 0.01, 0.99);
    pull[v] = prior.seed[v] == gum ? -fixed
              : prior.seed[v] >= 0 ? fixed
                                   : shape.area_mm2[v] * std::log(p / (1 - p));
  }
  std::vector<CutEdge> cut;
  for (const MeshEdge& e : edges) {
    if (prior.seed[e.a] == gum && prior.seed[e.b] == gum) continue;
    cut.push_back({e.a, e.b, cut_cost * e.conductance});
  }
  return minimum_cut(pull, cut);
}

}  // namespace

ArchReading with_middles(ArchReading reading, const SurfaceShape& shape,
                         const std::vector<ArchPoint>& places) {
  const std::vector<BitingPlane> planes = biting_planes(places, reading);
  const std::size_t n = places.size();
  for (std::size_t t = 0; t < reading.teeth.size(); ++t) {
    ArchTooth& tooth = reading.teeth[t];
    const double half = half_breadth_mm(reading, tooth);
    std::vector<double> across;
    for (std::size_t v = 0; v < n; ++v) {
      const ArchPoint& p = places[v];
      if (p.height_mm < stray_height_mm && planes[t].depth(p) < 3.5 && shape.curvature[v].norm() > 0.3 &&
          !shape.near_margin[v] && std::abs(p.across_mm - tooth.middle_mm) < half + 4 &&
          margin_of(tooth, p) > 0.15 * (tooth.last_mm - tooth.first_mm))
        across.push_back(p.across_mm);
    }
    if (across.size() < 20) continue;
    std::sort(across.begin(), across.end());
    tooth.middle_mm = 0.5 * (across[across.size() / 25] + across[across.size() - 1 - across.size() / 25]);
  }
  return reading;
}

std::vector<int> crown_of_each_vertex(const TriangleMesh& mesh, const SurfaceShape& shape,
                                      const std::vector<ArchPoint>& places, const ArchReading& reading) {
  Prior prior = prior_of(places, reading);
  prior.seed = seeds_with_whole_crests(std::move(prior.seed), prior.top, mesh, shape, places, reading);
  const std::vector<MeshEdge> edges = edges_of(mesh, shape);
  const std::vector<char> crown = crowns_cut_from_gum(shape, edges, prior);
  std::vector<int> label = prior.seed;
  const std::size_t n = mesh.vertices.size();
  std::vector<int> row(n, -1);
  int rows = 0;
  for (std::size_t v = 0; v < n; ++v) {
    if (!crown[v])
      label[v] = gum;
    else if (label[v] == unknown)
      row[v] = rows++;
  }
  const auto fields = static_cast<Eigen::Index>(reading.teeth.size());
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::MatrixXd right = Eigen::MatrixXd::Zero(rows, fields);
  Eigen::VectorXd diagonal = Eigen::VectorXd::Constant(rows, 1e-9);
  for (const MeshEdge& e : edges) {
    if (!crown[e.a] || !crown[e.b]) continue;
    for (const auto& [from, to] : {std::pair{e.a, e.b}, std::pair{e.b, e.a}}) {
      if (row[from] < 0) continue;
      diagonal[row[from]] += e.conductance;
      if (row[to] >= 0)
        entries.emplace_back(row[from], row[to], -e.conductance);
      else
        right(row[from], label[to]) += e.conductance;
    }
  }
  for (int r = 0; r < rows; ++r) entries.emplace_back(r, r, diagonal[r]);
  Eigen::SparseMatrix<double> system(rows, rows);
  system.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(system);
  const Eigen::MatrixXd field = solver.solve(right);
  for (std::size_t v = 0; v < n; ++v) {
    if (row[v] < 0) continue;
    Eigen::Index most = 0;
    const double value = field.row(row[v]).maxCoeff(&most);
    label[v] = value > 1e-3 ? static_cast<int>(most) : gum;  // gum: an island without a core
  }
  return label;
}

}  // namespace intercusp
