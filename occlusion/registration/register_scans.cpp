#include "occlusion/registration/register_scans.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "occlusion/base/angles.h"
#include "occlusion/base/for_all.h"
#include "occlusion/registration/shape_starts.h"
#include "occlusion/registration/tooth_starts.h"

namespace intercusp {
namespace {

constexpr std::size_t most_starts = 12;
constexpr double start_reach_mm = 4;  // shape votes are right to some millimetres
constexpr double common_mm = 0.2;     // surfaces nearer than this are in common
constexpr double good_share = 0.5;    // of the smaller scan: no further starts are tried
constexpr double rival_limit = 0.85;
constexpr double least_stiffness = 1e-4;

//! A start refined on few vertices.
struct Tried {
  Eigen::Isometry3d pose;
  double common_share = 0;  //!< of the area of the smaller scan
};

Tried refined_by(const MatchSurface& fixed, const MatchSurface& moving, const Eigen::Isometry3d& start,
                 const RefineOptions& options) {
  constexpr std::size_t samples = 1500;
  const Refined rough = refine(fixed, moving, start, options);
  double common = 0;
  for (const SurfaceMatch& match : surface_matches(fixed, moving, rough.fixed_from_moving, samples, 1)) {
    if ((match.p - match.q).norm() < common_mm) common += match.area_mm2 / 2;
  }
  return {rough.fixed_from_moving, common / std::min(fixed.area_mm2(), moving.area_mm2())};
}

Tried tried(const MatchSurface& fixed, const MatchSurface& moving, const Eigen::Isometry3d& start) {
  return refined_by(fixed, moving, start, {.reach_mm = start_reach_mm, .roughly = true});
}

bool are_same(const Eigen::Isometry3d& a, const Eigen::Isometry3d& b, const Eigen::Vector3d& centre) {
  constexpr double same_mm = 1, same_rad = 5 * rad_per_deg;
  return (a * centre - b * centre).norm() < same_mm &&
         Eigen::AngleAxisd(a.linear().transpose() * b.linear()).angle() < same_rad;
}

struct Best {
  Tried tried;
  double rival_share = 0;
};

Best best_of_shape(const MatchSurface& fixed, const MatchSurface& moving, const Progress& progress) {
  const std::vector<ShapeStart> starts = shape_starts(fixed, moving, most_starts);
  report_progress(progress, 0.3);
  std::vector<Tried> all(starts.size());
  SharedProgress tries(part_of(progress, 0.3, 1), starts.size());
  for_each_task(starts.size(), [&](std::size_t i) {
    all[i] = tried(fixed, moving, starts[i].fixed_from_moving);
    tries.part_is_done();
  });
  std::ranges::stable_sort(all, std::greater(), &Tried::common_share);
  if (all.empty()) return {{Eigen::Isometry3d::Identity(), 0}, 0};
  Best best{all.front()};
  if (!(best.tried.common_share > 0)) return best;
  // A rival that has not come to rest counts with what it has in common there.
  constexpr double doubtful_share = 0.3;
  constexpr std::size_t rival_samples = 3000;
  for (const Tried& other : all) {
    if (other.common_share < doubtful_share * best.tried.common_share) break;
    if (are_same(other.pose, best.tried.pose, moving.centre())) continue;
    const Tried rival =
        refined_by(fixed, moving, other.pose, {.reach_mm = start_reach_mm, .samples = rival_samples});
    if (are_same(rival.pose, best.tried.pose, moving.centre())) continue;
    best.rival_share = std::max(best.rival_share, rival.common_share / best.tried.common_share);
    if (best.rival_share > rival_limit) break;
  }
  return best;
}

std::optional<NotRegistered> doubt(const ScanRegistration& found, const RegistrationOptions& options) {
  if (found.overlap_share < options.least_overlap_share) return NotRegistered::too_little_overlap;
  if (found.fit.stiffness < least_stiffness) return NotRegistered::slides;
  if (found.fit.patches_alike < options.least_alike_share) return NotRegistered::shapes_differ;
  if (found.rival_share > rival_limit) return NotRegistered::several_poses;
  return std::nullopt;
}

JawScan mirrored(JawScan scan) {
  for (Eigen::Vector3d& vertex : scan.mesh.vertices) vertex.x() = -vertex.x();
  for (Face& face : scan.mesh.faces) std::swap(face[1], face[2]);
  return scan;
}

}  // namespace

ScanRegistration register_surfaces(const MatchSurface& fixed, const MatchSurface& moving,
                                   const std::optional<Eigen::Isometry3d>& tooth_start,
                                   const RegistrationOptions& options, const Progress& progress) {
  ScanRegistration found;
  if (fixed.empty() || moving.empty()) {
    found.reason = NotRegistered::no_surface;
    return found;
  }
  Eigen::Isometry3d pose;
  if (options.start) {
    found.start = StartMethod::given;
    pose = *options.start;
  } else {
    Best best{{Eigen::Isometry3d::Identity(), 0}};
    if (tooth_start) best.tried = tried(fixed, moving, *tooth_start);
    if (best.tried.common_share > good_share) {
      found.start = StartMethod::teeth;
    } else {
      best = best_of_shape(fixed, moving, part_of(progress, 0, 0.4));
    }
    found.rival_share = best.rival_share;
    pose = best.tried.pose;
  }
  report_progress(progress, 0.4);
  found.fit = refine(fixed, moving, pose, {.reach_mm = options.start ? start_reach_mm : 1.0},
                     part_of(progress, 0.4, 1));
  found.overlap_share = found.fit.overlap_mm2 / std::min(fixed.area_mm2(), moving.area_mm2());
  found.reason = doubt(found, options);
  report_progress(progress, 1);
  return found;
}

PreparedScan::PreparedScan(const JawScan& given)
    : scan(in_order(given, &of_vertex)), surface(scan.mesh.vertices, scan.mesh.faces) {}

ScanRegistration register_scans(const PreparedScan& fixed, const PreparedScan& moving,
                                const RegistrationOptions& options, const Progress& progress) {
  std::optional<MatchSurface> region;
  if (!options.region.empty()) {
    std::vector<std::uint8_t> mask(fixed.scan.mesh.vertices.size(), 0);
    for (std::size_t v = 0; v < fixed.of_vertex.size(); ++v) {
      if (fixed.of_vertex[v] != no_vertex) mask[fixed.of_vertex[v]] |= options.region[v];
    }
    region.emplace(fixed.scan.mesh.vertices, fixed.scan.mesh.faces, mask);
  }
  const MatchSurface& fixed_surface = region ? *region : fixed.surface;
  const auto fixed_teeth = tooth_middles(fixed.scan), moving_teeth = tooth_middles(moving.scan);
  ScanRegistration found =
      register_surfaces(fixed_surface, moving.surface, tooth_start(fixed_teeth, moving_teeth), options,
                        part_of(progress, 0, 0.8));
  if (found.determined() || found.reason == NotRegistered::no_surface || options.start) return found;
  if (const auto a = jaw_of_numbers(fixed_teeth), b = jaw_of_numbers(moving_teeth); a && b && a != b) {
    found.reason = NotRegistered::other_jaw;
    return found;
  }
  const JawScan reflected = mirrored(moving.scan);
  const MatchSurface reflected_surface(reflected.mesh.vertices, reflected.mesh.faces);
  if (register_surfaces(fixed_surface, reflected_surface, {}, options, part_of(progress, 0.8, 1))
          .determined())
    found.reason = NotRegistered::mirrored;
  return found;
}

ScanRegistration register_scans(const JawScan& fixed, const JawScan& moving,
                                const RegistrationOptions& options, const Progress& progress) {
  const PreparedScan first(fixed), second(moving);
  return register_scans(first, second, options, progress);
}

}  // namespace intercusp
