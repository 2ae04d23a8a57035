#include "occlusion/teeth/find_teeth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "occlusion/base/angles.h"
#include "occlusion/base/finding_codes.h"
#include "occlusion/base/for_all.h"
#include "occlusion/base/run_both.h"
#include "occlusion/teeth/arch.h"
#include "occlusion/teeth/crowns.h"
#include "occlusion/teeth/numbers.h"
#include "occlusion/teeth/surface.h"
#include "occlusion/teeth/tuning.h"

namespace intercusp {
namespace {

FoundTeeth nothing_found(std::size_t vertices, const char* code) {
  FoundTeeth found;
  found.labels.assign(vertices, 0);
  found.findings.push_back({.code = code, .severity = Severity::warning});
  return found;
}

//! A scan along its arch, read as either jaw.
struct Reading {
  ArchPath arch;
  std::vector<ArchPoint> places;
  ArchProfile profile;
  ArchReading upper, lower;
  double probability = 1;  //!< that the teeth are on this side and along this path
  [[nodiscard]] double evidence() const { return std::max(upper.log_evidence, lower.log_evidence); }
  //! \param jaw empty: the likelier one
  [[nodiscard]] const ArchReading& of(std::optional<Jaw> jaw) const {
    const Jaw likelier = upper.log_evidence > lower.log_evidence ? Jaw::upper : Jaw::lower;
    return jaw.value_or(likelier) == Jaw::upper ? upper : lower;
  }
};

void read_both_jaws(Reading& reading) {
  run_both([&] { reading.upper = read_arch(reading.profile, Jaw::upper); },
           [&] { reading.lower = read_arch(reading.profile, Jaw::lower); });
}

//! The profile of the scan along an arch, before its teeth are read.
std::optional<Reading> seen_along(const ArchPath& arch, const TriangleMesh& mesh, const SurfaceShape& shape,
                                  std::span<const int> piece) {
  if (arch.points.size() < 20) return std::nullopt;
  Reading reading{.arch = arch, .places = {}, .profile = {}, .upper = {}, .lower = {}};
  reading.places.resize(mesh.vertices.size());
  const ArchPlaces place(arch);
  for_all(std::size_t{0}, reading.places.size(),
          [&](std::size_t v) { reading.places[v] = place(mesh.vertices[v]); });
  reading.profile = with_pieces(arch_profile(shape, reading.arch, reading.places), piece, reading.places);
  reading.profile.axis_mm = symmetry_axis_mm(arch);
  reading.profile.crests_mm = crest_middles_mm(mesh, shape, reading.places, reading.profile);
  return reading;
}

std::optional<Reading> read_along(const ArchPath& arch, const TriangleMesh& mesh, const SurfaceShape& shape,
                                  std::span<const int> piece) {
  std::optional<Reading> reading = seen_along(arch, mesh, shape, piece);
  if (reading) read_both_jaws(*reading);
  return reading;
}

void keep_better(std::optional<Reading>& best, std::optional<Reading> other) {
  if (other && (!best || other->evidence() > best->evidence())) best = std::move(other);
}

//! \param up approximate direction of the bite
std::optional<Reading> read_surface(const TriangleMesh& mesh, const SurfaceShape& shape,
                                    std::span<const int> piece, const Eigen::Vector3d& up) {
  std::optional<Reading> best;
  for (const ArchPath& arch : find_arches(mesh, shape, up))
    keep_better(best, read_along(arch, mesh, shape, piece));
  return best;
}

//! Returns the reading along the arch that reads best. Only arches whose quick evidence comes close to the
//! best are read in full.
std::optional<Reading> best_reading(const std::vector<ArchPath>& arches, const TriangleMesh& mesh,
                                    const SurfaceShape& shape, std::span<const int> piece,
                                    const Progress& progress) {
  std::vector<std::optional<Reading>> readings(arches.size());
  std::vector<double> quick(arches.size(), -std::numeric_limits<double>::infinity());
  SharedProgress seen(part_of(progress, 0, 0.5), arches.size());
  for_all(std::size_t{0}, arches.size(), [&](std::size_t i) {
    readings[i] = seen_along(arches[i], mesh, shape, piece);
    if (readings[i]) quick[i] = quick_evidence(readings[i]->profile);
    seen.part_is_done();
  });
  std::optional<Reading> best;
  if (arches.empty()) return best;
  const double enough = *std::max_element(quick.begin(), quick.end()) - tuning.arch.close_evidence;
  SharedProgress read(part_of(progress, 0.5, 1), arches.size());
  for_all(std::size_t{0}, arches.size(), [&](std::size_t i) {
    if (quick[i] < enough)
      readings[i].reset();
    else if (readings[i])
      read_both_jaws(*readings[i]);
    read.part_is_done();
  });
  for (std::optional<Reading>& reading : readings) keep_better(best, std::move(reading));
  return best;
}

//! Reads tilted planes as well if the best reading is poor: cheeks or a steep base may have tilted its
//! occlusal plane. A tilted plane that misses the crowns of one side gives a short path, which reads well;
//! short paths are therefore ignored.
std::optional<Reading> read_tilted(std::optional<Reading> best, const TriangleMesh& mesh,
                                   const SurfaceShape& shape, std::span<const int> piece, Eigen::Vector3d up,
                                   const Progress& progress) {
  const double enough_mm = std::min(tuning.arch.shorter * best->arch.length_mm(), tuning.arch.whole_arch_mm);
  const auto& tilts_deg = tuning.arch.tilts_deg;
  for (std::size_t i = 0; i < tilts_deg.size() && best->evidence() < tuning.arch.poor_evidence; ++i) {
    const auto share = [&](double done) { return (static_cast<double>(i) + done) / tilts_deg.size(); };
    std::vector<ArchPath> arches =
        tilted_arches(mesh, shape, up, tilts_deg[i] * rad_per_deg, part_of(progress, share(0), share(0.3)));
    std::erase_if(arches,
                  [&](const ArchPath& arch) { return arch.points.empty() || arch.length_mm() < enough_mm; });
    keep_better(best, best_reading(arches, mesh, shape, piece, part_of(progress, share(0.3), share(1))));
    up = best->arch.up;
  }
  if (best->evidence() < tuning.arch.poor_evidence) best->probability *= tuning.arch.poor_probability;
  return best;
}

//! Evidence that the teeth of a closed jaw are on the side of this reading.
double evidence_of_side(const Reading& reading, const SurfaceShape& shape) {
  return reading.evidence() +
         tuning.arch.fossa_evidence * concave_share(shape, reading.arch, reading.places, reading.profile);
}

//! The shape with the rim of the base counted as margin.
SurfaceShape without_rim(SurfaceShape shape, const TriangleMesh& mesh, const ArchPath& arch) {
  const std::vector<char> rim = near_outline_of_base(mesh, arch);
  for (std::size_t v = 0; v < rim.size(); ++v) shape.near_margin[v] |= rim[v];
  return shape;
}

//! Reads a closed jaw from the side that reads best. The rim of its base may look like a crown, but crowns
//! may also stand on the rim, so this side is read with and without the rim.
std::optional<Reading> read_solid(const TriangleMesh& mesh, const SurfaceShape& shape,
                                  std::span<const int> piece) {
  std::optional<Reading> best;
  Eigen::Vector3d best_side = Eigen::Vector3d::Zero();
  std::vector<std::pair<Eigen::Vector3d, double>> sides;  // each with its evidence
  double most = 0;
  for (const Eigen::Vector3d& side : sides_of_solid(mesh, shape)) {
    std::optional<Reading> own = read_surface(mesh, shape, piece, side);
    if (!own) continue;
    const double evidence = evidence_of_side(*own, shape);
    sides.push_back({own->arch.up, evidence});
    if (best && evidence <= most) continue;
    most = evidence;
    best_side = side;
    best = std::move(own);
  }
  if (!best) return best;
  keep_better(best, read_surface(mesh, without_rim(shape, mesh, best->arch), piece, best_side));
  for (const auto& [up, evidence] : sides) {
    if (up.dot(best->arch.up) < 0)
      best->probability =
          std::min(best->probability, 1 / (1 + std::exp((evidence - most) / tuning.arch.side_evidence)));
  }
  return best;
}

SurfaceShape turned_inside_out(SurfaceShape shape) {
  for (Eigen::Vector3d& normal : shape.normal) normal = -normal;
  for (Eigen::Matrix3d& curvature : shape.curvature) curvature = -curvature;
  return shape;
}

//! Whether an open scan is inside out. It encloses no volume, but if it is, it reads better when turned.
bool is_read_better_turned(const TriangleMesh& mesh, const SurfaceShape& shape, std::span<const int> piece,
                           const std::optional<Reading>& own) {
  const SurfaceShape turned = turned_inside_out(shape);
  const std::optional<Reading> other = read_surface(mesh, turned, piece, side_seen(turned));
  return other && other->evidence() - (own ? own->evidence() : 0) > tuning.arch.inside_out_evidence;
}

//! The tooth of each vertex of the scan as given, or −1, from the crowns of the surface's vertices.
std::vector<int> tooth_of_each_vertex(const ScanSurface& surface, const std::vector<int>& crown) {
  const auto& [fine_mesh, fine_vertex] = surface.before_merging;
  std::vector<int> tooth(surface.of_vertex.size(), -1);
  for (std::size_t v = 0; v < tooth.size(); ++v)
    if (surface.of_vertex[v] != no_vertex) tooth[v] = crown[surface.of_vertex[v]];
  if (fine_mesh.vertices.empty()) return tooth;
  std::vector<int> fine(fine_mesh.vertices.size(), -1);
  for (std::size_t v = 0; v < tooth.size(); ++v)
    if (fine_vertex[v] != no_vertex) fine[fine_vertex[v]] = tooth[v];
  fine = with_smooth_borders(std::move(fine), fine_mesh);
  for (std::size_t v = 0; v < tooth.size(); ++v)
    if (fine_vertex[v] != no_vertex) tooth[v] = fine[fine_vertex[v]];
  return tooth;
}

//! A reading and the crowns cut by it.
struct ReadCrowns {
  ArchReading reading;
  std::vector<int> of_vertex;  //!< index of a tooth of the reading, or negative
};

std::vector<double> heights_of(const ReadCrowns& crowns, const TriangleMesh& mesh, const ArchPath& arch) {
  return crown_heights_mm(mesh.vertices, crowns.of_vertex, crowns.reading.teeth.size(), arch.up);
}

bool same_spans(const std::vector<ArchTooth>& a, const std::vector<ArchTooth>& b) {
  return std::ranges::equal(a, b, [](const ArchTooth& p, const ArchTooth& q) {
    return p.place == q.place && p.milk == q.milk && p.first_mm == q.first_mm && p.last_mm == q.last_mm;
  });
}

//! Treats all teeth as permanent. The first cut must do so: crowns cut at the height of milk teeth
//! would also measure as milk teeth.
ArchReading as_permanent(ArchReading reading) {
  for (ArchTooth& tooth : reading.teeth) tooth.milk = false;
  return reading;
}

ReadCrowns crowns_of(const Reading& seen, std::optional<Jaw> jaw, const TriangleMesh& mesh,
                     const SurfaceShape& shape, const SurfaceShape& border_shape, std::span<const int> piece,
                     std::span<const Face> whole_faces) {
  ReadCrowns crowns{.reading = with_middles(seen.of(jaw), shape, seen.places), .of_vertex = {}};
  const auto cut = [&](const ArchReading& reading) {
    std::vector<int> crown = crown_of_each_vertex(mesh, border_shape, seen.places, reading, seen.arch.up);
    crown = moved_to_valleys(std::move(crown), mesh.vertices, whole_faces, border_shape);
    crowns.of_vertex = whole_pieces(without_islands(std::move(crown), mesh, shape), piece, shape);
  };
  const ArchReading first = as_permanent(crowns.reading);
  cut(first);
  ArchReading read = read_with_heights(crowns.reading, seen.profile, heights_of(crowns, mesh, seen.arch));
  const bool same = same_spans(read.teeth, first.teeth);
  crowns.reading = with_middles(std::move(read), shape, seen.places);
  if (!same) cut(crowns.reading);
  for (ArchTooth& tooth : crowns.reading.teeth) tooth.probability *= seen.probability;
  return crowns;
}

//! Removes crowns on gum at the ends of the arch from the profile and reads the arch again. Returns whether
//! there were any. Between other teeth, crowns without a neck are mostly crowded or broken, and stay.
bool reread_without_false_crowns(Reading& seen, const std::vector<ArchTooth>& teeth,
                                 const std::vector<CrownBorder>& borders) {
  bool any = false;
  for (std::size_t t = 0; t < teeth.size(); ++t) {
    if (borders[t] != CrownBorder::none || (t > 0 && t + 1 < teeth.size())) continue;
    seen.profile = without_crown(std::move(seen.profile), teeth[t].first_mm, teeth[t].last_mm);
    any = true;
  }
  if (!any) return false;
  read_both_jaws(seen);
  return true;
}

//! Fills in the reported teeth and the labels of the scan's vertices.
void report_teeth(FoundTeeth& found, const ReadCrowns& crowns, const ScanSurface& surface,
                  const SurfaceShape& shape) {
  for (const ArchTooth& tooth : crowns.reading.teeth) {
    found.teeth.push_back({.fdi = fdi_at(crowns.reading.jaw, tooth.place, tooth.milk),
                           .confidence = tooth.probability,
                           .sure = tooth.probability >= sure_confidence,
                           .centre_mm = Eigen::Vector3d::Zero(),
                           .mesiodistal_mm = tooth.last_mm - tooth.first_mm});
  }
  const std::vector<int> tooth_at = tooth_of_each_vertex(surface, crowns.of_vertex);
  for (std::size_t v = 0; v < tooth_at.size(); ++v)
    if (tooth_at[v] >= 0) found.labels[v] = found.teeth[static_cast<std::size_t>(tooth_at[v])].fdi;
  std::vector<double> area(found.teeth.size(), 0);
  for (std::size_t v = 0; v < crowns.of_vertex.size(); ++v) {
    if (crowns.of_vertex[v] < 0) continue;
    const auto tooth = static_cast<std::size_t>(crowns.of_vertex[v]);
    found.teeth[tooth].centre_mm += shape.area_mm2[v] * surface.mesh.vertices[v];
    area[tooth] += shape.area_mm2[v];
  }
  for (std::size_t t = 0; t < area.size(); ++t) found.teeth[t].centre_mm /= std::max(area[t], 1e-9);
  for (std::size_t t = area.size(); t-- > 0;) {
    if (area[t] == 0) found.teeth.erase(found.teeth.begin() + static_cast<std::ptrdiff_t>(t));
  }
}

//! Adds places to the reading where a crown may stand that it does not name: behind its last teeth and in its
//! gaps. Keeps only the teeth beside them. Returns why for each tooth, empty for those of the reading.
std::vector<std::optional<UnnumberedReason>> add_doubtful_places(ArchReading& reading) {
  const double molar_mm = tuning.crowns.unnumbered_span_mm * reading.size;
  std::vector<ArchTooth> teeth;
  std::vector<std::optional<UnnumberedReason>> reasons;
  const auto add = [&](int place, double first_mm, double last_mm, double middle_mm,
                       UnnumberedReason reason) {
    teeth.push_back({.place = std::clamp(place, 0, arch_places - 1),
                     .first_mm = first_mm,
                     .last_mm = last_mm,
                     .middle_mm = middle_mm});
    reasons.emplace_back(reason);
  };
  const ArchTooth &front = reading.teeth.front(), &back = reading.teeth.back();
  add(front.place - 1, front.first_mm - molar_mm, front.first_mm, front.middle_mm,
      UnnumberedReason::behind_last_tooth);
  for (const ArchTooth& tooth : reading.teeth) {
    if (reasons.size() > 1 && tooth.first_mm - teeth.back().last_mm > tuning.crowns.unnumbered_gap_mm) {
      const ArchTooth before = teeth.back();
      add(before.place + 1, before.last_mm, tooth.first_mm, 0.5 * (before.middle_mm + tooth.middle_mm),
          UnnumberedReason::between_teeth);
    }
    teeth.push_back(tooth);
    reasons.emplace_back();
  }
  add(back.place + 1, back.last_mm, back.last_mm + molar_mm, back.middle_mm,
      UnnumberedReason::behind_last_tooth);
  std::vector<std::optional<UnnumberedReason>> kept;
  reading.teeth.clear();
  for (std::size_t t = 0; t < teeth.size(); ++t) {
    const bool beside = (t > 0 && reasons[t - 1]) || (t + 1 < teeth.size() && reasons[t + 1]);
    if (!reasons[t] && !beside) continue;
    reading.teeth.push_back(teeth[t]);
    kept.push_back(reasons[t]);
  }
  return kept;
}

//! Cuts crowns at the doubtful places as well, and returns the middles of those that are as rough as a crown.
std::vector<UnnumberedPlace> unnumbered_places(const Reading& seen, const ReadCrowns& crowns,
                                               const ScanSurface& surface, const TriangleMesh& mesh,
                                               const SurfaceShape& shape, const SurfaceShape& border_shape) {
  ArchReading reading = crowns.reading;
  if (reading.teeth.empty()) return {};
  const std::vector<std::optional<UnnumberedReason>> reasons = add_doubtful_places(reading);
  const ArchReading with = with_middles(reading, shape, seen.places);
  for (std::size_t t = 0; t < reasons.size(); ++t)
    if (reasons[t]) reading.teeth[t].middle_mm = with.teeth[t].middle_mm;
  const std::vector<int> crown = without_islands(
      crown_of_each_vertex(mesh, border_shape, seen.places, reading, seen.arch.up), mesh, shape);
  struct Sum {
    double area_mm2 = 0, margin_mm2 = 0, bend = 0;
    Eigen::Vector3d middle{0, 0, 0};
  };
  std::vector<Sum> sums(reasons.size());
  for (std::size_t v = 0; v < crown.size(); ++v) {
    if (crown[v] < 0 || crowns.of_vertex[v] >= 0) continue;
    Sum& sum = sums[static_cast<std::size_t>(crown[v])];
    sum.area_mm2 += shape.area_mm2[v];
    sum.margin_mm2 += shape.near_margin[v] ? shape.area_mm2[v] : 0;
    sum.bend += shape.area_mm2[v] * shape.curvature[v].norm();
    sum.middle += shape.area_mm2[v] * surface.mesh.vertices[v];
  }
  // The ridge of gum that a lost tooth leaves is as curved as a crown, but rises from no valley.
  const std::vector<CrownBorder> borders = borders_with_gum(mesh, border_shape, crown, reasons.size());
  std::vector<UnnumberedPlace> places;
  for (std::size_t t = 0; t < reasons.size(); ++t) {
    const Sum& sum = sums[t];
    const bool ridge = reasons[t] == UnnumberedReason::between_teeth && borders[t] == CrownBorder::none;
    if (reasons[t] && !ridge && sum.area_mm2 > tuning.crowns.unnumbered_mm2 &&
        sum.margin_mm2 < tuning.crowns.unnumbered_margin * sum.area_mm2 &&
        sum.bend > tuning.crowns.unnumbered_bend * sum.area_mm2)
      places.push_back({sum.middle / sum.area_mm2, *reasons[t]});
  }
  return places;
}

}  // namespace

FoundTeeth find_teeth(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                      std::optional<Jaw> jaw, const Progress& progress) {
  const ScanSurface surface = scan_surface(vertices, faces);
  if (surface.mesh.faces.empty()) return nothing_found(vertices.size(), codes::no_teeth_found);
  TriangleMesh mesh = surface.mesh;
  for (Eigen::Vector3d& v : mesh.vertices) v = surface.own_from_scan * v;
  report_progress(progress, 0.2);
  const SurfaceShape shape = surface_shape(mesh, tuning.surface.arch_radius_mm);
  const std::vector<int> piece = crown_pieces(mesh, shape);
  const Enclosure enclosure = enclosure_of(mesh);
  if (enclosure.closed && enclosure.volume_mm3 < 0)
    return nothing_found(vertices.size(), codes::scan_inside_out);
  std::optional<Reading> own =
      enclosure.closed ? read_solid(mesh, shape, piece) : read_surface(mesh, shape, piece, side_seen(shape));
  if (own) {
    const Eigen::Vector3d up = enclosure.closed ? own->arch.up : side_seen(shape);
    own = read_tilted(std::move(own), mesh, shape, piece, up, part_of(progress, 0.2, 0.4));
  }
  report_progress(progress, 0.4);
  if (!enclosure.closed && is_read_better_turned(mesh, shape, piece, own))
    return nothing_found(vertices.size(), codes::scan_inside_out);
  if (!own || own->of(jaw).teeth.empty()) return nothing_found(vertices.size(), codes::no_teeth_found);
  report_progress(progress, 0.6);
  const SurfaceShape border_shape = surface_shape(mesh, tuning.surface.border_radius_mm);
  const auto find_crowns = [&] {
    return crowns_of(*own, jaw, mesh, shape, border_shape, piece, surface.whole_faces);
  };
  const auto borders_of = [&](const ReadCrowns& crowns) {
    return borders_with_gum(mesh, border_shape, crowns.of_vertex, crowns.reading.teeth.size());
  };
  ReadCrowns crowns = find_crowns();
  std::vector<CrownBorder> borders = borders_of(crowns);
  constexpr int most_rereads = 2;
  for (int i = 0; i < most_rereads && reread_without_false_crowns(*own, crowns.reading.teeth, borders); ++i) {
    crowns = find_crowns();
    borders = borders_of(crowns);
  }
  const std::vector<char> too_high = too_high_crowns(crowns.reading, heights_of(crowns, mesh, own->arch));
  for (std::size_t t = 0; t < borders.size(); ++t) {
    if (borders[t] != CrownBorder::valley || too_high[t])
      crowns.reading.teeth[t].probability *= tuning.crowns.doubtful_border;
  }

  FoundTeeth found;
  found.jaw = crowns.reading.jaw;
  found.jaw_confidence =
      jaw ? 1 : 1 / (1 + std::exp(-std::abs(own->upper.log_evidence - own->lower.log_evidence)));
  found.up = surface.own_from_scan.linear().transpose() * own->arch.up;
  found.front = surface.own_from_scan.linear().transpose() * own->arch.front;
  found.labels.assign(vertices.size(), 0);
  report_teeth(found, crowns, surface, shape);
  found.unnumbered = unnumbered_places(*own, crowns, surface, mesh, shape, border_shape);
  if (found.teeth.empty()) return nothing_found(vertices.size(), codes::no_teeth_found);
  report_progress(progress, 1);
  return found;
}

}  // namespace intercusp
