#include "occlusion/particles/deposit.h"

#include <cassert>
#include <stdexcept>

namespace intercusp {
namespace {

//! Droplets per mm² of all passes together.
SurfaceSamples added_up(std::span<const SolidPass> passes) {
  SurfaceSamples sum;
  for (const SolidPass& pass : passes) {
    if (sum.face.empty()) {
      sum = *pass.samples;
      sum.per_mm2.assign(sum.face.size(), 0);
    }
    if (pass.samples->face != sum.face) throw std::invalid_argument("passes with different samples");
    for (std::size_t i = 0; i < sum.face.size(); ++i)
      sum.per_mm2[i] += static_cast<double>(pass.particles) * pass.samples->per_mm2[i];
  }
  return sum;
}

SurfaceSamples without_thin(SurfaceSamples samples, double thin_per_mm2) {
  for (double& per_mm2 : samples.per_mm2)
    if (per_mm2 < thin_per_mm2) per_mm2 = 0;
  return samples;
}

std::vector<DepositCover> covers_of(const SurfaceSamples& all, const SurfaceSamples& thick,
                                    std::span<const std::size_t> part_of_face, std::size_t parts) {
  const std::vector<SprayCoverage> reached = coverage_of(all, part_of_face, parts),
                                   covered = coverage_of(thick, part_of_face, parts);
  std::vector<DepositCover> covers;
  for (std::size_t part = 0; part < parts; ++part)
    covers.push_back({.area_mm2 = reached[part].area_mm2,
                      .reached_mm2 = reached[part].reached_mm2,
                      .thin_mm2 = reached[part].reached_mm2 - covered[part].reached_mm2});
  return covers;
}

//! Bare where more than half of what is around is bare, else by the mean of the rest.
std::vector<Cover> covers_of_vertices(const Solid& solid, const SurfaceSamples& samples,
                                      double thin_per_mm2) {
  struct Around {
    double area_mm2 = 0, reached_mm2 = 0, droplets = 0;
  };
  std::vector<Around> around(solid.mesh.vertices.size());
  for (std::size_t i = 0; i < samples.face.size(); ++i) {
    const double area = samples.area_mm2[i], per_mm2 = samples.per_mm2[i];
    for (const std::uint32_t vertex : solid.mesh.faces[samples.face[i]]) {
      around[vertex].area_mm2 += area;
      if (per_mm2 > 0) around[vertex].reached_mm2 += area;
      around[vertex].droplets += per_mm2 * area;
    }
  }
  std::vector<Cover> covers;
  covers.reserve(around.size());
  for (const Around& vertex : around) {
    const bool bare = vertex.reached_mm2 == 0 || vertex.reached_mm2 < vertex.area_mm2 / 2;
    covers.push_back(bare                                                  ? Cover::bare
                     : vertex.droplets < thin_per_mm2 * vertex.reached_mm2 ? Cover::thin
                                                                           : Cover::covered);
  }
  return covers;
}

}  // namespace

Deposit deposit_of(const Solid& solid, std::span<const SolidPass> passes, double thin_per_mm2) {
  assert(!passes.empty());
  const SurfaceSamples all = added_up(passes), thick = without_thin(all, thin_per_mm2);
  const std::vector<std::size_t> one_part(solid.anatomy_faces, 0);
  Deposit deposit{.whole = covers_of(all, thick, one_part, 1).front(),
                  .of_vertex = covers_of_vertices(solid, all, thin_per_mm2)};
  const ToothParts parts = tooth_parts(solid);
  if (parts.fdi.empty()) return deposit;
  const std::vector<DepositCover> covers = covers_of(all, thick, parts.of_face, parts.fdi.size());
  for (std::size_t part = 0; part < covers.size(); ++part)
    deposit.teeth.push_back({parts.fdi[part], covers[part]});
  return deposit;
}

}  // namespace intercusp
