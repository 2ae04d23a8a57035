#include "io/results/comparison/parts.h"

#include "io/language/language.h"
#include "io/report/vtp_bytes.h"
#include "io/results/comparison/report.h"
#include "io/wording/provenance.h"

namespace intercusp {

std::string change_vtp(const Comparison& comparison, const ComparedScan& scan, ScanTime time) {
  const ForPrograms english;
  const bool is_before = time == ScanTime::before;
  const ScanComparison& change = scan.change;
  const JawScan& of = is_before ? *change.before : *change.after;
  const Eigen::Isometry3d pose = is_before ? Eigen::Isometry3d::Identity() : change.before_from_after();
  std::vector<Eigen::Vector3d> points;
  for (const Eigen::Vector3d& vertex : of.mesh.vertices) points.emplace_back(pose * vertex);
  const auto floats = [](const std::vector<double>& numbers) {
    return std::vector<float>(numbers.begin(), numbers.end());
  };
  return mesh_vtp(
      {.points = points,
       .faces = of.mesh.faces,
       .of_points = {{"change_mm", floats(is_before ? change.before_change_mm : change.after_change_mm)},
                     {"change_smooth_mm",
                      floats(is_before ? change.before_smooth_mm : change.after_smooth_mm)},
                     label_array(of.labels, points.size())},
       .shown = "change_mm",
       .notes = {{"intercusp_change", change_sentence()},
                 {"intercusp_frame", "that of the scan before, in mm"},
                 {"intercusp_version", INTERCUSP_VERSION},
                 {"before_sha256", digests_of(comparison.before.report)},
                 {"after_sha256", digests_of(scan.after.report)}}},
      "a scan with its change");
}

}  // namespace intercusp
