#include "occlusion/particles/spray.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "occlusion/base/for_all.h"
#include "occlusion/base/limits.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/base/random.h"
#include "occlusion/case/teeth.h"
#include "occlusion/engines/rays/closest_points.h"
#include "occlusion/engines/rays/inside_test.h"
#include "occlusion/geometry/body_distance.h"

namespace intercusp {

std::size_t pixel_at(const PixelGrid& grid, const Eigen::Vector2d& place) {
  const auto number = [&](double mm, int pixels) {
    return static_cast<int>(std::clamp(std::floor(mm / grid.pixel_mm), 0.0, pixels - 1.0));
  };
  return grid.index(number(place.x() - grid.u0_mm, grid.width), number(place.y() - grid.v0_mm, grid.height));
}

Eigen::Vector3d down_of_view_along(const Eigen::Vector3d& direction) {
  return std::abs(direction.z()) > 0.9 ? Eigen::Vector3d(Eigen::Vector3d::UnitY())
                                       : Eigen::Vector3d(-Eigen::Vector3d::UnitZ());
}

ImpactMap empty_impact_map(const TriangleMesh& mesh, const Eigen::Vector3d& direction, int longest_px) {
  const Eigen::Isometry3d view_from_case = orthographic(direction, down_of_view_along(direction));
  Bounds seen;
  for (const Eigen::Vector3d& vertex : mesh.vertices) seen.add(view_from_case * vertex);
  const Eigen::Vector2d low = seen.min.head<2>(), high = seen.max.head<2>();
  const double pixel_mm = std::max((high - low).maxCoeff(), limits::least_size_mm) / longest_px;
  return {.view = view_of_window(view_from_case, low, high, pixel_mm),
          .near_mm = seen.min.z(),
          .far_mm = seen.max.z(),
          .facing = {},
          .averted = {}};
}

void add_impact(ImpactMap& map, const Impact& impact) {
  const bool averted = impact.normal.dot(map.view.direction()) > 0;
  const Eigen::Vector3d in_view = map.view.view_from_case * impact.point;
  ImpactPlace& place = (averted ? map.averted : map.facing)[pixel_at(map.view.grid, in_view.head<2>())];
  if (place.hits == 0 || impact.time_s < place.first_s) {
    place.first_s = impact.time_s;
    place.speed_mm_s = impact.speed_mm_s();
    place.depth_mm = in_view.z();
  }
  ++place.hits;
}

namespace {

//! A path must be free up to this distance from the surface.
constexpr double ends_before_mm = 1e-6;

//! A random point, uniformly distributed over the triangle.
Eigen::Vector3d random_point(const TriangleMesh& mesh, std::uint32_t face, std::uint64_t number) {
  const std::uint64_t key = mixed(mixed(face) ^ number);
  const double root = std::sqrt(share_of(mixed(key))), along = share_of(mixed(key ^ 1));
  const auto [a, b, c] = mesh.faces[face];
  return (1 - root) * mesh.vertices[a] + root * (1 - along) * mesh.vertices[b] +
         root * along * mesh.vertices[c];
}

//! The points before they are evaluated, and the position of each in its face's sequence.
SurfaceSamples points_of(const Solid& solid, double cell_mm2, std::vector<std::uint32_t>& number) {
  SurfaceSamples samples;
  for (std::uint32_t face = 0; face < solid.anatomy_faces; ++face) {
    const double area = 0.5 * face_normal_twice_area(solid.mesh, face).norm();
    // Ensures that a moved solid has equal samples despite rounding.
    constexpr double rounding = 1e-9;
    const double count = std::max(1.0, std::ceil(area / cell_mm2 - rounding));
    for (std::uint32_t i = 0; i < count; ++i) {
      samples.face.push_back(face);
      samples.area_mm2.push_back(area / count);
      number.push_back(i);
    }
  }
  samples.per_mm2.resize(samples.face.size());
  return samples;
}

}  // namespace

double share_per_mm2(const std::vector<Collider>& colliders, const Emitter& emitter,
                     const Eigen::Vector3d& point, const Eigen::Vector3d& normal) {
  double share = 0;
  for (const Approach& approach : approaches_to(point, emitter)) {
    const double arriving = -approach.flux_per_mm2.dot(normal);
    if (!(arriving > 0)) continue;
    const double speed = approach.path.velocity_at(approach.time_s).norm();
    if (!first_impact(colliders, approach.path, approach.time_s - ends_before_mm / speed)) share += arriving;
  }
  return share;
}

SurfacePoint surface_point(const SolidOrBody& solid, std::size_t face, const Eigen::Vector3d& place) {
  if (!solid.body) return {place, face_normal_twice_area(solid.solid->mesh, face).normalized()};
  const Eigen::Vector3d closest = depth_in(*solid.body, place).closest;
  return {closest, outward_normal(*solid.body, closest)};
}

namespace {

//! \param cell_mm2 faces get one point for each part of this area
SurfaceSamples sample_exposure(const SolidOrBody& solid, double cell_mm2,
                               const std::vector<Collider>& colliders, const Emitter& emitter,
                               const Progress& progress) {
  std::vector<std::uint32_t> number;
  SurfaceSamples samples = points_of(*solid.solid, cell_mm2, number);
  constexpr std::size_t block = 4096;
  SharedProgress shared(progress, samples.face.size() / block + 1);
  for_all(std::size_t{0}, samples.face.size() / block + 1, [&](std::size_t part) {
    for (std::size_t i = part * block; i < std::min((part + 1) * block, samples.face.size()); ++i) {
      const SurfacePoint point =
          surface_point(solid, samples.face[i], random_point(solid.solid->mesh, samples.face[i], number[i]));
      samples.per_mm2[i] = share_per_mm2(colliders, emitter, point.place, point.normal);
    }
    shared.part_is_done();
  });
  return samples;
}

//! Area, reach and evenness of each part; droplets are not counted yet.
//! \param part_of_face for every scanned face, a number below `parts`
std::vector<SprayCoverage> coverage_of(const SurfaceSamples& samples,
                                       std::span<const std::size_t> part_of_face, std::size_t parts) {
  std::vector<SprayCoverage> coverages(parts);
  std::vector<double> squares(parts), landed(parts), uneven(parts);
  const auto part = [&](std::size_t i) { return part_of_face[samples.face[i]]; };
  for (std::size_t i = 0; i < samples.face.size(); ++i) {
    const double area = samples.area_mm2[i];
    SprayCoverage& coverage = coverages[part(i)];
    coverage.area_mm2 += area;
    if (samples.per_mm2[i] > 0) coverage.reached_mm2 += area;
    squares[part(i)] += area * area;
    landed[part(i)] += area * samples.per_mm2[i];
  }
  for (std::size_t i = 0; i < samples.face.size(); ++i) {
    if (!(samples.per_mm2[i] > 0)) continue;
    const double mean = landed[part(i)] / coverages[part(i)].reached_mm2;
    uneven[part(i)] += samples.area_mm2[i] * std::abs(samples.per_mm2[i] - mean);
  }
  for (std::size_t k = 0; k < parts; ++k) {
    coverages[k].reached_error_mm2 = std::sqrt(squares[k]);
    coverages[k].expected_share = landed[k];
    if (landed[k] > 0) coverages[k].evenness = 1 - uneven[k] / (2 * landed[k]);
  }
  return coverages;
}

struct ToothParts {
  std::vector<std::size_t> of_face;  //!< the part of every scanned face
  std::vector<int> fdi;              //!< per part, ascending; 0: gum or unknown
};

//! The scanned faces of each tooth. There are no parts if no face has a number.
ToothParts tooth_parts(const Solid& solid) {
  std::vector<int> tooth = face_teeth(solid);
  tooth.resize(solid.anatomy_faces);
  std::map<int, std::size_t> part;
  for (const int fdi : tooth) part.emplace(fdi, 0);
  if (part.empty() || (part.size() == 1 && part.begin()->first == 0)) return {};
  ToothParts parts;
  for (auto& [fdi, index] : part) {
    index = parts.fdi.size();
    parts.fdi.push_back(fdi);
  }
  for (const int fdi : tooth) parts.of_face.push_back(part.at(fdi));
  return parts;
}

//! Least number of points on all scanned surfaces together; every face has one more.
constexpr double sample_points = 100000;

//! Share of the work that is shooting, measured with as many droplets as faces.
constexpr double shooting_share = 0.5;

constexpr double never = std::numeric_limits<double>::quiet_NaN();

SprayedSolid dry(const Solid& solid, const Eigen::Vector3d& direction) {
  const std::size_t faces = solid.mesh.faces.size();
  SprayedSolid sprayed;
  sprayed.droplets.resize(faces);
  sprayed.first_s.resize(faces, never);
  sprayed.speed_mm_s.resize(faces, 0);
  sprayed.reached.resize(faces);
  sprayed.expected_per_mm2.resize(faces);
  sprayed.impacts = empty_impact_map(solid.mesh, direction);
  return sprayed;
}

void land(SprayedSolid& sprayed, const Solid& solid, const Impact& impact) {
  const double speed = impact.speed_mm_s();
  sprayed.first_hit_s = sprayed.hits == 0 ? impact.time_s : std::min(sprayed.first_hit_s, impact.time_s);
  sprayed.last_hit_s = std::max(sprayed.last_hit_s, impact.time_s);
  sprayed.mean_speed_mm_s += speed;  // divided by the number of hits at the end
  ++sprayed.hits;
  if (!solid.is_anatomy(impact.face)) ++sprayed.added_hits;
  if (impact.from_inside()) ++sprayed.inner_hits;
  ++sprayed.droplets[impact.face];
  double& first = sprayed.first_s[impact.face];
  if (!(first <= impact.time_s)) first = impact.time_s;
  sprayed.speed_mm_s[impact.face] += speed;
  add_impact(sprayed.impacts, impact);
}

void take_means(SprayedSolid& sprayed) {
  if (sprayed.hits > 0) sprayed.mean_speed_mm_s /= static_cast<double>(sprayed.hits);
  for (std::size_t face = 0; face < sprayed.droplets.size(); ++face)
    sprayed.speed_mm_s[face] =
        sprayed.droplets[face] == 0 ? never : sprayed.speed_mm_s[face] / sprayed.droplets[face];
}

//! For each solid that is a body, a search for the closest face of its mesh; empty for other solids.
using BodyFaces = std::vector<std::optional<ClosestPoints>>;

BodyFaces body_faces(std::span<const SolidOrBody> solids) {
  BodyFaces faces(solids.size());
  for (std::size_t i = 0; i < solids.size(); ++i)
    if (solids[i].body) faces[i].emplace(solids[i].solid->mesh, solids[i].solid->mesh.faces.size());
  return faces;
}

//! Replaces the number of a body's wall by that of a face of its mesh.
void name_faces(std::vector<std::optional<Impact>>& impacts, const BodyFaces& faces) {
  for_all(std::size_t{0}, impacts.size(), [&](std::size_t i) {
    std::optional<Impact>& impact = impacts[i];
    if (impact && faces[impact->collider])
      impact->face = faces[impact->collider]->within(impact->point, forever).value().face;
  });
}

//! Shoots in blocks, so that memory does not grow with the number of droplets. Blocks are summed in order.
void shoot(Spray& spray, std::span<const SolidOrBody> solids, const Progress& progress) {
  constexpr std::uint64_t block = 1U << 16U;
  const std::uint64_t particles = spray.options.particles;
  const BodyFaces faces = body_faces(solids);
  for (std::uint64_t first = 0; first < particles; first += block) {
    const std::uint64_t count = std::min(block, particles - first);
    std::vector<std::optional<Impact>> impacts =
        landings(*spray.colliders, spray.options.emitter, first, count, spray.options.bounces);
    name_faces(impacts, faces);
    for (const std::optional<Impact>& impact : impacts) {
      if (!impact) continue;
      ++spray.hits;
      land(spray.solids[impact->collider], *solids[impact->collider].solid, *impact);
    }
    report_progress(progress, static_cast<double>(first + count) / static_cast<double>(particles));
  }
  std::ranges::for_each(spray.solids, take_means);
}

bool lies_in(const SolidOrBody& solid, const Eigen::Vector3d& point) {
  if (solid.body) return depth_in(*solid.body, point).mm > 0;
  const TriangleMesh& mesh = solid.solid->mesh;
  const Bounds bounds = bounds_of(mesh);
  if ((point.array() < bounds.min.array()).any() || (point.array() > bounds.max.array()).any()) return false;
  return InsideTest(mesh).inside(point).value_or(false);
}

double scanned_area(const Solid& solid) {
  double area = 0;
  for (std::size_t face = 0; face < solid.anatomy_faces; ++face)
    area += 0.5 * face_normal_twice_area(solid.mesh, face).norm();
  return area;
}

void note_faces(SprayedSolid& sprayed, const SurfaceSamples& samples, double particles) {
  std::vector<double> area(sprayed.droplets.size());
  for (std::size_t i = 0; i < samples.face.size(); ++i) {
    const std::uint32_t face = samples.face[i];
    area[face] += samples.area_mm2[i];
    if (samples.per_mm2[i] > 0) sprayed.reached[face] += samples.area_mm2[i];
    sprayed.expected_per_mm2[face] += particles * samples.per_mm2[i] * samples.area_mm2[i];
  }
  for (std::size_t face = 0; face < area.size(); ++face) {
    if (!(area[face] > 0)) continue;
    sprayed.reached[face] /= area[face];
    sprayed.expected_per_mm2[face] /= area[face];
  }
}

SprayCoverage whole_coverage(const SprayedSolid& sprayed, const Solid& solid, const SurfaceSamples& samples) {
  const std::vector<std::size_t> one_part(solid.anatomy_faces, 0);
  SprayCoverage coverage = coverage_of(samples, one_part, 1).front();
  coverage.droplets = sprayed.hits - sprayed.added_hits;
  return coverage;
}

std::vector<ToothCoverage> tooth_coverages(const SprayedSolid& sprayed, const Solid& solid,
                                           const SurfaceSamples& samples) {
  const ToothParts parts = tooth_parts(solid);
  if (parts.fdi.empty()) return {};
  const std::vector<SprayCoverage> coverages = coverage_of(samples, parts.of_face, parts.fdi.size());
  std::vector<ToothCoverage> teeth;
  for (std::size_t part = 0; part < parts.fdi.size(); ++part)
    teeth.push_back({parts.fdi[part], coverages[part]});
  for (std::size_t face = 0; face < parts.of_face.size(); ++face)
    teeth[parts.of_face[face]].coverage.droplets += sprayed.droplets[face];
  return teeth;
}

//! Area of scanned surface per sample: a hundred-thousandth of the total.
double sample_cell_mm2(std::span<const SolidOrBody> solids) {
  double area = 0;
  for (const SolidOrBody& solid : solids) area += scanned_area(*solid.solid);
  return area / sample_points;
}

void look_back(Spray& spray, std::span<const SolidOrBody> solids, const Progress& progress) {
  const double cell_mm2 = sample_cell_mm2(solids);
  const double count = static_cast<double>(solids.size());
  for (std::size_t i = 0; i < solids.size(); ++i) {
    const Solid& solid = *solids[i].solid;
    SprayedSolid& sprayed = spray.solids[i];
    const double done = static_cast<double>(i) / count;
    sprayed.samples = sample_exposure(solids[i], cell_mm2, *spray.colliders, spray.options.emitter,
                                      part_of(progress, done, done + 1 / count));
    note_faces(sprayed, sprayed.samples, static_cast<double>(spray.options.particles));
    sprayed.coverage = whole_coverage(sprayed, solid, sprayed.samples);
    sprayed.teeth = tooth_coverages(sprayed, solid, sprayed.samples);
  }
}

}  // namespace

Spray spray(std::span<const SolidOrBody> solids, const SprayOptions& options, const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  Spray spray{.options = options};
  auto colliders = std::make_shared<std::vector<Collider>>();
  for (const SolidOrBody& solid : solids) {
    if (solid.body)
      colliders->emplace_back(BodyCollider(solid.body));
    else
      colliders->emplace_back(MeshCollider(solid.solid->mesh));
    spray.solids.push_back(dry(*solid.solid, options.emitter.direction));
  }
  spray.colliders = std::move(colliders);
  shoot(spray, solids, part_of(progress, 0, shooting_share));
  look_back(spray, solids, part_of(progress, shooting_share, 1));
  spray.seconds = 1e-3 * ms_since(start);
  return spray;
}

std::optional<std::size_t> solid_around(std::span<const SolidOrBody> solids, const Eigen::Vector3d& point) {
  for (std::size_t i = 0; i < solids.size(); ++i)
    if (lies_in(solids[i], point)) return i;
  return std::nullopt;
}

}  // namespace intercusp
