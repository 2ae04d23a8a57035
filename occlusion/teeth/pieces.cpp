#include "occlusion/teeth/pieces.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>

#include "occlusion/geometry/adjacency.h"

namespace intercusp {
namespace {

// A lower incisor shows about 60 mm², a molar with its roots 700 mm².
constexpr double smallest_crown_mm2 = 30, largest_crown_mm2 = 900;

}  // namespace

std::vector<int> crown_pieces(const TriangleMesh& mesh, const SurfaceShape& shape) {
  UnionFind joined = joined_vertices(mesh.vertices.size(), mesh.faces);
  std::vector<int> piece(mesh.vertices.size(), -1);
  std::map<std::size_t, double> area;
  for (std::size_t v = 0; v < piece.size(); ++v)
    area[joined.root(static_cast<std::uint32_t>(v))] += shape.area_mm2[v];
  std::map<std::size_t, int> number;
  for (const auto& [root, mm2] : area) {
    if (mm2 >= smallest_crown_mm2 && mm2 <= largest_crown_mm2)
      number.emplace(root, static_cast<int>(number.size()));
  }
  if (number.size() < 4) return piece;
  for (std::size_t v = 0; v < piece.size(); ++v) {
    const auto at = number.find(joined.root(static_cast<std::uint32_t>(v)));
    if (at != number.end()) piece[v] = at->second;
  }
  return piece;
}

ArchProfile with_pieces(ArchProfile profile, std::span<const int> piece, std::span<const ArchPoint> places) {
  struct Extent {
    double first, middle, last;
  };
  std::map<int, std::vector<double>> along;
  for (std::size_t v = 0; v < piece.size(); ++v) {
    if (piece[v] >= 0) along[piece[v]].push_back(places[v].along_mm);
  }
  if (along.empty()) return profile;
  std::vector<Extent> extents;
  for (auto& [number, positions] : along) {
    std::sort(positions.begin(), positions.end());
    const std::size_t n = positions.size();
    extents.push_back({positions[n / 20], positions[n / 2], positions[n - 1 - n / 20]});
  }
  std::sort(extents.begin(), extents.end(),
            [](const Extent& a, const Extent& b) { return a.middle < b.middle; });
  constexpr double clear_valley = 0.5;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    for (std::size_t c = 0; c < profile.columns.size(); ++c) {
      const double at = static_cast<double>(c) * ArchProfile::step_mm;
      if (at >= extents[i].first && at <= extents[i].last)
        profile.columns[c].valley = std::min(profile.columns[c].valley, 0.0);
    }
  }
  for (std::size_t i = 0; i + 1 < extents.size(); ++i) {
    const double between = 0.5 * (extents[i].last + extents[i + 1].first);
    const auto c = static_cast<std::size_t>(std::max(0L, std::lround(between / ArchProfile::step_mm)));
    if (c >= profile.columns.size()) continue;
    profile.columns[c].valley = clear_valley;
    profile.columns[c].slant = 0;
  }
  return profile;
}

std::vector<int> whole_pieces(std::vector<int> tooth, std::span<const int> piece, const SurfaceShape& shape) {
  std::map<int, std::map<int, double>> shares;
  for (std::size_t v = 0; v < piece.size(); ++v) {
    if (piece[v] >= 0 && tooth[v] >= 0) shares[piece[v]][tooth[v]] += shape.area_mm2[v];
  }
  for (std::size_t v = 0; v < piece.size(); ++v) {
    const auto at = piece[v] < 0 ? shares.end() : shares.find(piece[v]);
    if (at == shares.end()) continue;
    tooth[v] = std::max_element(at->second.begin(), at->second.end(), [](const auto& a, const auto& b) {
                 return a.second < b.second;
               })->first;
  }
  return tooth;
}

}  // namespace intercusp
