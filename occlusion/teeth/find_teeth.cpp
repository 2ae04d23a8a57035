#include "occlusion/teeth/find_teeth.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "occlusion/teeth/crown_borders.h"
#include "occlusion/teeth/numbering.h"
#include "occlusion/teeth/scan_surface.h"

namespace intercusp {
namespace {

constexpr double curvature_radius_mm = 0.8;

FoundTeeth nothing_found(std::size_t vertices) {
  FoundTeeth found;
  found.labels.assign(vertices, 0);
  found.findings.push_back({.code = "no_teeth_found", .severity = Severity::warning});
  return found;
}

}  // namespace

FoundTeeth find_teeth(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                      std::optional<Jaw> jaw, const Progress& progress) {
  const ScanSurface surface = scan_surface(vertices, faces);
  report_progress(progress, 0.2);
  const SurfaceShape shape = surface_shape(surface.mesh, curvature_radius_mm);
  const ArchPath arch = find_arch(surface.mesh, shape);
  if (arch.points.empty()) return nothing_found(vertices.size());
  std::vector<ArchPoint> places;
  places.reserve(surface.mesh.vertices.size());
  for (const Eigen::Vector3d& point : surface.mesh.vertices) places.push_back(arch.place(point));
  report_progress(progress, 0.4);
  const ArchProfile profile = arch_profile(surface.mesh, shape, arch, places);
  const ArchReading upper = read_arch(profile, Jaw::upper);
  const ArchReading lower = read_arch(profile, Jaw::lower);
  const bool is_upper = jaw ? *jaw == Jaw::upper : upper.log_evidence > lower.log_evidence;
  const ArchReading& reading = is_upper ? upper : lower;
  if (reading.teeth.empty()) return nothing_found(vertices.size());
  report_progress(progress, 0.6);
  const std::vector<int> crown = crown_of_each_vertex(surface.mesh, shape, places, reading);

  FoundTeeth found;
  found.jaw = reading.jaw;
  found.jaw_confidence = jaw ? 1 : 1 / (1 + std::exp(-std::abs(upper.log_evidence - lower.log_evidence)));
  found.up = arch.up;
  found.front = arch.front;
  found.labels.assign(vertices.size(), 0);
  for (const ArchTooth& tooth : reading.teeth) {
    found.teeth.push_back({.fdi = fdi_at(reading.jaw, tooth.place),
                           .confidence = tooth.probability,
                           .sure = tooth.probability >= sure_confidence,
                           .centre_mm = Eigen::Vector3d::Zero(),
                           .mesiodistal_mm = tooth.last_mm - tooth.first_mm});
  }
  std::vector<double> members(found.teeth.size(), 0);
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const std::uint32_t own = surface.of_vertex[v];
    if (own == ScanSurface::none || crown[own] < 0) continue;
    const auto tooth = static_cast<std::size_t>(crown[own]);
    found.labels[v] = found.teeth[tooth].fdi;
    found.teeth[tooth].centre_mm += vertices[v];
    ++members[tooth];
  }
  for (std::size_t t = 0; t < members.size(); ++t) {
    if (members[t] > 0) found.teeth[t].centre_mm /= members[t];
  }
  std::erase_if(found.teeth, [&](const FoundTooth& tooth) { return tooth.centre_mm.isZero(); });
  report_progress(progress, 1);
  return found;
}

}  // namespace intercusp
