#include "occlusion/teeth/crests.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/union_find.h"

namespace intercusp {
namespace {

constexpr double valley_bend = 0.15;  //!< 1/mm; a vertex that is bent more than this parts crests
constexpr double longest_crest =
    1.4;  //!< of a tooth's width; a longer one runs across a valley that is too shallow
constexpr double smallest_crest_mm2 = 10, top_depth_mm = 3;
constexpr int no_crest = -1;

struct Crest {
  std::map<int, double> core_mm2;  //!< of each tooth whose core has a part of it
  double first_mm = 1e9, last_mm = -1e9;
  int tooth = -1;
  [[nodiscard]] double of(int number) const {
    const auto at = core_mm2.find(number);
    return at == core_mm2.end() ? 0 : at->second;
  }
};

std::map<int, Crest> crests_of(std::span<const int> crest, std::span<const int> seed,
                               const SurfaceShape& shape, std::span<const ArchPoint> places) {
  std::map<int, Crest> crests;
  for (std::size_t v = 0; v < crest.size(); ++v) {
    if (crest[v] == no_crest) continue;
    Crest& c = crests[crest[v]];
    c.first_mm = std::min(c.first_mm, places[v].along_mm);
    c.last_mm = std::max(c.last_mm, places[v].along_mm);
    if (seed[v] >= 0) c.core_mm2[seed[v]] += shape.area_mm2[v];
  }
  return crests;
}

//! Each crest goes to the tooth with the largest part of it, but no tooth loses its last one to a tooth that has others.
void give_to_teeth(std::map<int, Crest>& crests, const ArchReading& reading) {
  std::vector<int> owned(reading.teeth.size(), 0);
  for (auto& [id, crest] : crests) {
    for (const auto& [tooth, mm2] : crest.core_mm2)
      if (mm2 > crest.of(crest.tooth)) crest.tooth = tooth;
    if (crest.tooth < 0) continue;
    const ArchTooth& tooth = reading.teeth[static_cast<std::size_t>(crest.tooth)];
    if (crest.last_mm - crest.first_mm >
        longest_crest * reading.size * tooth_size(reading.jaw, tooth.place, tooth.milk).mesiodistal_mm)
      crest.tooth = -1;
    else
      ++owned[static_cast<std::size_t>(crest.tooth)];
  }
  for (std::size_t t = 0; t < owned.size(); ++t) {
    if (owned[t] > 0) continue;
    const int tooth = static_cast<int>(t);
    Crest* best = nullptr;
    for (auto& [id, crest] : crests) {
      if (crest.tooth >= 0 && owned[static_cast<std::size_t>(crest.tooth)] > 1 && crest.of(tooth) > 0 &&
          (!best || crest.of(tooth) > best->of(tooth)))
        best = &crest;
    }
    if (!best) continue;
    --owned[static_cast<std::size_t>(best->tooth)];
    best->tooth = tooth;
    ++owned[t];
  }
}

}  // namespace

std::vector<int> crest_of_each_vertex(std::span<const char> top, const TriangleMesh& mesh,
                                      const SurfaceShape& shape) {
  const std::size_t n = mesh.vertices.size();
  std::vector<char> on_crest(n);
  for (std::size_t v = 0; v < n; ++v) on_crest[v] = top[v] && !is_concave(shape.curvature[v], valley_bend);
  UnionFind joined(n);
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    if (on_crest[a] && on_crest[b]) joined.join(a, b);
  });
  std::vector<int> crest(n, no_crest);
  for (std::size_t v = 0; v < n; ++v)
    if (on_crest[v]) crest[v] = static_cast<int>(joined.root(static_cast<std::uint32_t>(v)));
  return crest;
}

std::vector<double> crest_middles_mm(const TriangleMesh& mesh, const SurfaceShape& shape,
                                     std::span<const ArchPoint> places, const ArchProfile& profile) {
  std::vector<char> top(places.size(), 0);
  for (std::size_t v = 0; v < top.size(); ++v) {
    const auto column = std::lround(places[v].along_mm / ArchProfile::step_mm);
    if (column < 0 || column >= static_cast<long>(profile.columns.size()) || shape.near_margin[v]) continue;
    const ArchProfile::Column& c = profile.columns[static_cast<std::size_t>(column)];
    top[v] = std::abs(places[v].across_mm) < 7 && places[v].height_mm < stray_height_mm &&
             places[v].height_mm > c.top_mm - top_depth_mm;
  }
  const std::vector<int> crest = crest_of_each_vertex(top, mesh, shape);
  std::map<int, std::pair<double, double>> sums;  // area, and area times along
  for (std::size_t v = 0; v < crest.size(); ++v) {
    if (crest[v] == no_crest) continue;
    auto& [area, moment] = sums[crest[v]];
    area += shape.area_mm2[v];
    moment += shape.area_mm2[v] * places[v].along_mm;
  }
  std::vector<double> middles;
  for (const auto& [id, sum] : sums)
    if (sum.first >= smallest_crest_mm2) middles.push_back(sum.second / sum.first);
  std::sort(middles.begin(), middles.end());
  return middles;
}

std::vector<int> seeds_with_whole_crests(std::vector<int> seed, std::span<const char> top,
                                         const TriangleMesh& mesh, const SurfaceShape& shape,
                                         std::span<const ArchPoint> places, const ArchReading& reading) {
  const std::vector<int> crest = crest_of_each_vertex(top, mesh, shape);
  std::map<int, Crest> crests = crests_of(crest, seed, shape, places);
  give_to_teeth(crests, reading);
  for (std::size_t v = 0; v < seed.size(); ++v) {
    if (crest[v] == no_crest) continue;
    const Crest& c = crests[crest[v]];
    if (c.tooth >= 0 && c.core_mm2.size() > 1) seed[v] = c.tooth;
  }
  return seed;
}

}  // namespace intercusp
