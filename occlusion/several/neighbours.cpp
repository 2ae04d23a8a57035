#include "occlusion/several/neighbours.h"

#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "occlusion/base/for_all.h"
#include "occlusion/contacts/clipped_surface.h"
#include "occlusion/distance/deepest.h"

namespace intercusp {
namespace {

//! Along the arch from the patient's right to the left, 0 to 15, and whether in the upper jaw.
struct ArchPlace {
  bool upper;
  int place;
};

std::optional<ArchPlace> arch_place(int fdi) {
  const int quadrant = fdi / 10, number = fdi % 10;
  const bool milk = quadrant >= 5 && quadrant <= 8;
  if (quadrant < 1 || quadrant > 8 || number < 1 || number > (milk ? 5 : 8)) return std::nullopt;
  const int side = milk ? quadrant - 4 : quadrant;
  const bool right = side == 1 || side == 4;
  return ArchPlace{side <= 2, right ? 8 - number : 7 + number};
}

std::vector<Neighbours> side_by_side(std::span<const int> teeth) {
  std::vector<Neighbours> pairs;
  for (std::uint32_t a = 0; a < teeth.size(); ++a) {
    for (std::uint32_t b = a + 1; b < teeth.size(); ++b) {
      if (stand_side_by_side(teeth[a], teeth[b])) pairs.push_back({.a = a, .b = b});
    }
  }
  return pairs;
}

//! Nothing where no point of either surface is certain (surface_distance.h).
std::optional<Neighbours> measured(Neighbours pair, std::span<const SolidOrBody> solids, double gap_mm) {
  const Bite bite{.upper = solids[pair.b].solid, .lower = solids[pair.a].solid};
  const PreparedJaws jaws = prepare_jaws(bite);
  const SurfaceDistances distances = surface_distances(bite, jaws);
  const std::optional<LeastDistance> least = least_distance(bite, jaws, distances);
  if (!least) return std::nullopt;
  pair.distance_mm = least->distance_mm;
  pair.point = least->case_point;
  pair.tight = least->distance_mm <= gap_mm;
  const std::array thresholds = {gap_mm};
  for (const SurfaceSide& side : {upper_side(bite, jaws, distances), lower_side(bite, jaws, distances)})
    pair.contact_area_mm2 += 0.5 * clip_surface(side, thresholds, {}).area_mm2[0];
  return pair;
}

}  // namespace

bool stand_side_by_side(int fdi, int other_fdi) {
  const std::optional<ArchPlace> a = arch_place(fdi), b = arch_place(other_fdi);
  return a && b && a->upper == b->upper && std::abs(a->place - b->place) == 1;
}

std::vector<Neighbours> find_neighbours(std::span<const SolidOrBody> solids, std::span<const int> teeth,
                                        const NeighbourOptions& options, const Progress& progress) {
  const std::vector<Neighbours> pairs = side_by_side(teeth);
  std::vector<std::optional<Neighbours>> found(pairs.size());
  SharedProgress done(progress, pairs.size());
  for_all(std::size_t{0}, pairs.size(), [&](std::size_t i) {
    found[i] = measured(pairs[i], solids, options.gap_mm);
    done.part_is_done();
  });
  std::vector<Neighbours> certain;
  for (const std::optional<Neighbours>& pair : found) {
    if (pair) certain.push_back(*pair);
  }
  return certain;
}

}  // namespace intercusp
