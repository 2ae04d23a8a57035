#include "occlusion/several/neighbours.h"

#include <array>
#include <cstdlib>
#include <numeric>
#include <optional>

#include "occlusion/base/for_all.h"
#include "occlusion/case/fdi.h"
#include "occlusion/contacts/clipped_surface.h"
#include "occlusion/distance/deepest.h"
#include "occlusion/geometry/surface_gap.h"

namespace intercusp {
namespace {

std::vector<Neighbours> side_by_side(std::span<const int> teeth) {
  std::vector<Neighbours> pairs;
  for (std::uint32_t a = 0; a < teeth.size(); ++a) {
    for (std::uint32_t b = a + 1; b < teeth.size(); ++b) {
      if (stand_side_by_side(teeth[a], teeth[b])) pairs.push_back({.a = a, .b = b});
    }
  }
  return pairs;
}

//! Gap between the scanned surfaces, regardless of sides.
SurfaceGap scanned_gap(const Solid& a, const Solid& b) {
  const auto scanned = [](const Solid& solid) {
    std::vector<std::uint32_t> faces(solid.anatomy_faces);
    std::iota(faces.begin(), faces.end(), 0U);
    return faces;
  };
  const std::vector<std::uint32_t> of_a = scanned(a), of_b = scanned(b);
  return surface_gap({a.mesh, of_a}, {b.mesh, of_b});
}

//! Uses certain distances (surface_distance.h), unless the edges of the scans are nearer.
Neighbours measured(Neighbours pair, std::span<const SolidOrBody> solids) {
  const Bite bite{.upper = solids[pair.b].solid, .lower = solids[pair.a].solid};
  const PreparedJaws jaws = prepare_jaws(bite);
  const SurfaceDistances distances = surface_distances(bite, jaws);
  const std::optional<LeastDistance> least = least_distance(bite, jaws, distances);
  constexpr double rounding_mm = 1e-3;  // far above the tolerance of the least distance
  const SurfaceGap scanned = scanned_gap(*solids[pair.a].solid, *solids[pair.b].solid);
  pair.at_edge = !least || least->distance_mm > scanned.mm + rounding_mm;
  pair.distance_mm = pair.at_edge ? scanned.mm : least->distance_mm;
  pair.point = pair.at_edge ? scanned.middle : least->case_point;
  pair.tight = pair.distance_mm <= proximal_gap_mm;
  const std::array thresholds = {proximal_gap_mm};
  for (const SurfaceSide& side : {upper_side(bite, jaws, distances), lower_side(bite, jaws, distances)})
    pair.contact_area_mm2 += 0.5 * clip_surface(side, thresholds, {}).area_mm2[0];
  return pair;
}

}  // namespace

bool stand_side_by_side(int fdi, int other_fdi) {
  const bool in_one_jaw = is_tooth(fdi) && jaw_of(fdi) == jaw_of(other_fdi);
  return in_one_jaw && std::abs(place_along_arch(fdi) - place_along_arch(other_fdi)) == 1;
}

std::vector<Neighbours> find_neighbours(std::span<const SolidOrBody> solids, std::span<const int> teeth,
                                        const Progress& progress) {
  std::vector<Neighbours> pairs = side_by_side(teeth);
  SharedProgress done(progress, pairs.size());
  for_all(std::size_t{0}, pairs.size(), [&](std::size_t i) {
    pairs[i] = measured(pairs[i], solids);
    done.part_is_done();
  });
  return pairs;
}

}  // namespace intercusp
