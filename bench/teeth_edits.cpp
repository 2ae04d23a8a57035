// Time of each correction of found teeth: the medians on an upper arch of the generated dentition.
//
//     intercusp_teeth_edits TRIANGLES
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "bench/timed.h"
#include "datasets/dentition.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/teeth/edits.h"
#include "tests/occlusion/teeth/known_teeth.h"

namespace intercusp::bench {
namespace {

using Kind = TeethEdit::Kind;

//! The vertex of the tooth that is lowest (on the biting side) or foremost along a direction.
Eigen::Vector3d extreme(const LabelledMesh& scan, int fdi, const Eigen::Vector3d& direction) {
  Eigen::Vector3d at = Eigen::Vector3d::Zero();
  double most = -1e9;
  for (std::size_t v = 0; v < scan.labels.size(); ++v) {
    if (scan.labels[v] != fdi || direction.dot(scan.mesh.vertices[v]) < most) continue;
    most = direction.dot(scan.mesh.vertices[v]);
    at = scan.mesh.vertices[v];
  }
  return at;
}

void run(std::size_t triangles) {
  const LabelledMesh scan = make_dentition({.triangles = triangles}).upper;
  const auto start = std::chrono::steady_clock::now();
  const EditSurface surface = edit_surface(scan.mesh.vertices, scan.mesh.faces);
  fmt::print("{} triangles, prepared in {:.0f} ms\n", scan.mesh.faces.size(), ms_since(start));
  const EditedTeeth teeth{.found = testing::known_teeth(scan, Jaw::upper)};
  const Eigen::Vector3d table = extreme(scan, 16, -Eigen::Vector3d::UnitZ());
  const EditedTeeth merged = edited(teeth, surface, {.kind = Kind::merge, .tooth = 11, .number = 21});
  const EditedTeeth without = edited(teeth, surface, {.kind = Kind::remove, .tooth = 16});
  // The middle of the merged incisors: its front and its back.
  const Eigen::Vector3d front = 0.5 * (extreme(scan, 11, {1, -1, 0}) + extreme(scan, 21, {-1, -1, 0}));
  const Eigen::Vector3d back = 0.5 * (extreme(scan, 11, {1, 1, 0}) + extreme(scan, 21, {-1, 1, 0}));
  std::vector<Eigen::Vector3d> stroke;
  for (int i = 0; i < 40; ++i) stroke.push_back(table);
  struct Timed {
    const char* name;
    const EditedTeeth& before;
    TeethEdit edit;
  };
  const std::vector<Timed> edits = {
      {"merge", teeth, {.kind = Kind::merge, .tooth = 11, .number = 21}},
      {"split", merged, {.kind = Kind::split, .tooth = 11, .points_mm = {front, back}}},
      {"add", without, {.kind = Kind::add, .points_mm = {table}}},
      {"remove", teeth, {.kind = Kind::remove, .tooth = 16}},
      {"grow", teeth, {.kind = Kind::grow, .tooth = 16, .points_mm = stroke, .radius_mm = 2}},
      {"shrink", teeth, {.kind = Kind::shrink, .tooth = 16, .points_mm = stroke, .radius_mm = 2}},
      {"renumber", teeth, {.kind = Kind::renumber, .tooth = 16, .number = 15}},
      {"shift", teeth, {.kind = Kind::shift, .tooth = 16, .places = 1}},
      {"missing", teeth, {.kind = Kind::missing, .tooth = 16}}};
  for (const Timed& each : edits) {
    const Times times = timed(9, [&] { (void)edited(each.before, surface, each.edit); });
    fmt::print("{:9} {:7.1f} ms ({:.1f} to {:.1f})\n", each.name, times.median, times.least, times.most);
  }
}

}  // namespace
}  // namespace intercusp::bench

int main(int argc, char** argv) {
  try {
    intercusp::bench::run(argc > 1 ? std::stoul(argv[1]) : 200000);
  } catch (const intercusp::EditRefused& refused) {
    fmt::print(stderr, "refused: {}\n", refused.finding().text("reason"));
    return 1;
  }
}
