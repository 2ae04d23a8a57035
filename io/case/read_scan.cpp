#include "io/case/read_scan.h"

#include <algorithm>
#include <utility>

#include "io/case/jaw_of_mesh.h"
#include "io/files/errors.h"
#include "io/language/language.h"
#include "occlusion/base/free_memory.h"

namespace intercusp {
namespace {

bool has_area(const RawMesh& mesh, const Face& face) {
  const Eigen::Vector3d &a = mesh.vertices[face[0]], &b = mesh.vertices[face[1]], &c = mesh.vertices[face[2]];
  return a.allFinite() && b.allFinite() && c.allFinite() && (b - a).cross(c - a).norm() > 0;
}

}  // namespace

ReadScan scan_of_jaw(RawJaw read, const std::string& name, std::optional<Jaw> jaw,
                     const ImportOptions& options) {
  auto& [raw, report] = read;
  if (std::ranges::none_of(raw.faces, [&](const Face& face) { return has_area(raw, face); })) {
    throw InputError(name, phrase("no face with an area is left; export the scan again"),
                     Finding{"no_faces", Severity::error});
  }
  constexpr std::uint64_t a_face = 200;  // for registration, rounded down
  need_memory(a_face * raw.faces.size());
  std::vector<EstimatedTooth> estimated;
  if (raw.labels.empty() && options.teeth == TeethSource::automatic)
    estimated = estimate_labels(raw, jaw, report);
  JawScan scan{.mesh = {std::move(raw.vertices), std::move(raw.faces)}, .labels = std::move(raw.labels)};
  return {.scan = std::make_shared<const JawScan>(std::move(scan)),
          .report = std::move(report),
          .estimated_teeth = std::move(estimated)};
}

ReadScan read_scan(const std::string& source, std::optional<Jaw> jaw, const ImportOptions& options) {
  return scan_of_jaw(read_jaw(source, jaw, options), source, jaw, options);
}

ReadScan read_buccal_scan(const std::string& source, std::optional<double> mm_per_unit) {
  return read_scan(source, std::nullopt, {.mm_per_unit = mm_per_unit, .teeth = TeethSource::none});
}

}  // namespace intercusp
