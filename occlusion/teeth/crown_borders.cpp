#include "occlusion/teeth/crown_borders.h"

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "occlusion/geometry/adjacency.h"

namespace intercusp {
namespace {

double envd(const char* n, double d) {
  const char* e = std::getenv(n);
  return e ? std::atof(e) : d;
}

constexpr int unknown = -2;
constexpr int gum = -1;

double crown_height_mm(Jaw jaw, int place) {
  constexpr std::array<double, 8> upper = {10.5, 9.0, 10.0, 8.5, 8.5, 7.5, 7.0, 6.5};
  constexpr std::array<double, 8> lower = {9.0, 9.5, 11.0, 8.5, 8.0, 7.5, 7.0, 7.0};
  const int kind = place < 8 ? 8 - place : place - 7;
  return (jaw == Jaw::upper ? upper : lower)[static_cast<std::size_t>(kind - 1)];
}

//! Cores of crowns and gum that is far from them.
std::vector<int> seeds_of(const SurfaceShape& shape, const std::vector<ArchPoint>& places,
                          const ArchReading& reading) {
  static const double inset = envd("INSET", 0.2), core_h = envd("COREH", 0.35), gum_h = envd("GUMH", 1.1),
                      gum_t = envd("GUMT", 2.5);
  std::vector<int> seed(places.size(), gum);
  std::vector<double> top(reading.teeth.size(), -1e9);
  const auto inside = [&](const ArchTooth& tooth, const ArchPoint& p, double margin) {
    return p.along_mm > tooth.first_mm + tooth.first_slant * p.across_mm + margin &&
           p.along_mm < tooth.last_mm + tooth.last_slant * p.across_mm - margin;
  };
  for (std::size_t t = 0; t < reading.teeth.size(); ++t) {
    const ArchTooth& tooth = reading.teeth[t];
    const double half = 0.5 * tooth_size(reading.jaw, tooth.place).buccolingual_mm * reading.size;
    for (std::size_t v = 0; v < places.size(); ++v) {
      if (std::abs(places[v].across_mm) < half &&
          inside(tooth, places[v], 0.1 * (tooth.last_mm - tooth.first_mm)))
        top[t] = std::max(top[t], places[v].height_mm);
    }
  }
  for (std::size_t v = 0; v < places.size(); ++v) {
    const ArchPoint& p = places[v];
    for (std::size_t t = 0; t < reading.teeth.size(); ++t) {
      const ArchTooth& tooth = reading.teeth[t];
      const double width = tooth.last_mm - tooth.first_mm;
      const double half = 0.5 * tooth_size(reading.jaw, tooth.place).buccolingual_mm * reading.size;
      const double crown = crown_height_mm(reading.jaw, tooth.place) * reading.size;
      const double depth = top[t] - p.height_mm;
      if (std::abs(p.across_mm) < half + gum_t && inside(tooth, p, -1.5) && depth < gum_h * crown) {
        const bool core =
            inside(tooth, p, inset * width) && depth < core_h * crown && std::abs(p.across_mm) < half * 0.9;
        if (core) {
          seed[v] = static_cast<int>(t);
          break;
        }
        seed[v] = unknown;
      }
    }
  }
  (void)shape;
  return seed;
}

}  // namespace

std::vector<int> crown_of_each_vertex(const TriangleMesh& mesh, const SurfaceShape& shape,
                                      const std::vector<ArchPoint>& places, const ArchReading& reading) {
  static const double beta = envd("BETA", 0.12), floor_w = envd("FLOOR", 0.002);
  std::vector<int> label = seeds_of(shape, places, reading);
  const std::size_t n = mesh.vertices.size();
  std::vector<int> row(n, -1);
  int rows = 0;
  for (std::size_t v = 0; v < n; ++v)
    if (label[v] == unknown) row[v] = rows++;
  const auto fields = static_cast<Eigen::Index>(reading.teeth.size() + 1);  // the last one is gum's
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::MatrixXd right = Eigen::MatrixXd::Zero(rows, fields);
  Eigen::VectorXd diagonal = Eigen::VectorXd::Zero(rows);
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    if (row[a] < 0 && row[b] < 0) return;
    const Eigen::Vector3d e = (mesh.vertices[b] - mesh.vertices[a]).normalized();
    const double bend = 0.5 * (e.dot(shape.curvature[a] * e) + e.dot(shape.curvature[b] * e));
    const double w = std::max(floor_w, std::exp(std::min(0.0, bend) / beta));
    for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
      if (row[from] < 0) continue;
      diagonal[row[from]] += w;
      if (row[to] >= 0)
        entries.emplace_back(row[from], row[to], -w);
      else
        right(row[from], label[to] == gum ? fields - 1 : label[to]) += w;
    }
  });
  for (int r = 0; r < rows; ++r) entries.emplace_back(r, r, diagonal[r] + 1e-9);
  Eigen::SparseMatrix<double> system(rows, rows);
  system.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(system);
  const Eigen::MatrixXd field = solver.solve(right);
  for (std::size_t v = 0; v < n; ++v) {
    if (row[v] < 0) continue;
    Eigen::Index most = 0;
    field.row(row[v]).maxCoeff(&most);
    label[v] = most == fields - 1 ? gum : static_cast<int>(most);
  }
  return label;
}

}  // namespace intercusp
