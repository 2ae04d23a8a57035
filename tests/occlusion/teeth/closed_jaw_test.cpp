// Jaws with a base: closed but for pinholes, read from either side, the same teeth as without the base.
#include "occlusion/teeth/surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <vector>

#include "datasets/dentition.h"
#include "io/mesh/read_mesh.h"
#include "io/mesh/repair/make_solid.h"
#include "occlusion/case/fdi.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/teeth/find_teeth.h"
#include "tests/occlusion/teeth/known_teeth.h"
#include "tests/occlusion/teeth/thinned.h"
#include "tests/occlusion/teeth/with_crack.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;
using testing::dice;
using testing::numbers_in;

TriangleMesh turned_over(TriangleMesh mesh) {
  for (Face& face : mesh.faces) std::swap(face[1], face[2]);
  return mesh;
}

std::set<int> numbers_on(const FoundTeeth& found) { return numbers_in(found.labels); }

FoundTeeth teeth_on(const TriangleMesh& mesh) { return find_teeth(mesh.vertices, mesh.faces); }

TEST(Enclosure, of_a_box_with_pinholes_is_its_volume_and_turned_over_its_negative) {
  TriangleMesh mesh = shapes::fine_box({0, 0, 0}, {30, 20, 10}, 0.5);
  EXPECT_TRUE(enclosure_of(mesh).closed);
  for (const std::size_t hole : {100U, 2000U, 4000U}) mesh.faces.erase(mesh.faces.begin() + hole);
  EXPECT_TRUE(enclosure_of(mesh).closed);
  EXPECT_NEAR(enclosure_of(mesh).volume_mm3, 6000, 1e-6);
  EXPECT_NEAR(enclosure_of(turned_over(mesh)).volume_mm3, -6000, 1e-6);
}

TEST(Enclosure, of_an_open_box_is_none) {
  TriangleMesh mesh = shapes::fine_box({0, 0, 0}, {30, 20, 10}, 1);
  std::erase_if(mesh.faces, [&](const Face& f) {
    return std::all_of(f.begin(), f.end(), [&](std::uint32_t v) { return mesh.vertices[v].z() > 9.9; });
  });
  EXPECT_FALSE(enclosure_of(mesh).closed);
}

TEST(ClosedJaw, pinholes_change_no_number_and_hardly_a_label) {
  const Dentition models = make_dentition({.triangles = 40000, .plaster_base = true});
  for (const LabelledMesh* jaw : {&models.upper, &models.lower}) {
    const FoundTeeth whole = teeth_on(jaw->mesh);
    TriangleMesh pierced = jaw->mesh;
    std::mt19937 random(3);
    for (int hole = 0; hole < 20; ++hole)
      pierced.faces.erase(pierced.faces.begin() +
                          static_cast<std::ptrdiff_t>(random() % pierced.faces.size()));
    const FoundTeeth found = teeth_on(pierced);
    EXPECT_EQ(numbers_on(found), numbers_on(whole));
    EXPECT_GT(dice(whole.labels, found.labels), 0.99);
    const FoundTeeth inside_out = teeth_on(turned_over(pierced));
    ASSERT_EQ(inside_out.findings.size(), 1U);
    EXPECT_EQ(inside_out.findings[0].code, "scan_inside_out");
  }
}

//! What `closed` says of the vertices that the scan has too.
std::vector<int> labels_on_scan(const TriangleMesh& scan, const TriangleMesh& closed,
                                const std::vector<int>& labels) {
  std::map<std::array<double, 3>, int> at;
  for (std::size_t v = 0; v < labels.size(); ++v) {
    const Eigen::Vector3d& p = closed.vertices[v];
    at[{p.x(), p.y(), p.z()}] = labels[v];
  }
  std::vector<int> on_scan(scan.vertices.size(), 0);
  for (std::size_t v = 0; v < on_scan.size(); ++v) {
    const Eigen::Vector3d& p = scan.vertices[v];
    const auto found = at.find({p.x(), p.y(), p.z()});
    if (found != at.end()) on_scan[v] = found->second;
  }
  return on_scan;
}

void expect_same_teeth_when_closed(const RawMesh& scan, const std::vector<int>& truth) {
  const TriangleMesh open{.vertices = scan.vertices, .faces = scan.faces};
  const RepairedSolid solid = make_solid(scan);
  ASSERT_TRUE(solid.closed_by_import);
  const FoundTeeth found = teeth_on(open), closed = teeth_on(solid.solid.mesh);
  EXPECT_EQ(numbers_on(closed), numbers_on(found));
  const std::vector<int> labels = labels_on_scan(open, solid.solid.mesh, closed.labels);
  EXPECT_NEAR(dice(truth, labels), dice(truth, found.labels), 0.01);
}

TEST(ClosedJaw, that_import_closed_has_the_teeth_of_the_open_scan) {
  const Dentition jaws = make_dentition({.triangles = 60000});
  for (const LabelledMesh* jaw : {&jaws.upper, &jaws.lower}) {
    RawMesh scan;
    scan.vertices = jaw->mesh.vertices;
    scan.faces = jaw->mesh.faces;
    expect_same_teeth_when_closed(scan, jaw->labels);
  }
}

//! A labelled arch of shared/data/teeth.
class RealArch {
 public:
  explicit RealArch(const std::string& name)
      : scan_(testing::real_scans() / "teeth" / (name + ".ply")),
        truth_(testing::real_scans() / "teeth" / "truth" / (name + ".json")) {}
  [[nodiscard]] bool is_here() const { return fs::exists(scan_) && fs::exists(truth_); }
  [[nodiscard]] RawMesh scan() const { return read_mesh(scan_).mesh; }
  [[nodiscard]] std::vector<int> truth() const {
    std::ifstream file(truth_);
    return nlohmann::json::parse(file).at("labels").get<std::vector<int>>();
  }

 private:
  fs::path scan_, truth_;
};

class RealClosedScan : public ::testing::TestWithParam<const char*> {};

TEST_P(RealClosedScan, has_the_teeth_of_the_open_one) {
  const RealArch arch(GetParam());
  if (!arch.is_here()) GTEST_SKIP() << "no labelled arches in " << testing::real_scans();
  expect_same_teeth_when_closed(arch.scan(), arch.truth());
}

INSTANTIATE_TEST_SUITE_P(Arches, RealClosedScan,
                         ::testing::ValuesIn(testing::samples({"wei546-05_upper", "wei546-13_lower",
                                                               "s-triar-b_lower"})));

class PrintedModel : public ::testing::TestWithParam<const char*> {};

TEST_P(PrintedModel, has_whole_crowns_with_their_attachments_and_their_numbers) {
  const RealArch arch(GetParam());
  if (!arch.is_here()) GTEST_SKIP() << "no labelled arches in " << testing::real_scans();
  const RawMesh scan = arch.scan();
  const std::vector<int> truth = arch.truth();
  const FoundTeeth found = find_teeth(scan.vertices, scan.faces);
  EXPECT_EQ(numbers_on(found), numbers_in(truth));
  EXPECT_GT(dice(truth, found.labels), 0.96);  // 0.978 and 0.974 as it stands
}

INSTANTIATE_TEST_SUITE_P(Arches, PrintedModel,
                         ::testing::Values("closed_attachments_upper", "closed_attachments_lower"));

//! Gum and cheek that are higher than the teeth beside them tilted the occlusal plane: a side was not found.
TEST(RealArches, with_tissue_above_the_crowns_has_all_teeth) {
  const RealArch arch("teeth3ds_16k-00OMSZGW_lower");
  if (!arch.is_here()) GTEST_SKIP() << "no labelled arches in " << testing::real_scans();
  const RawMesh scan = arch.scan();
  const std::vector<int> truth = arch.truth();
  const FoundTeeth found = find_teeth(scan.vertices, scan.faces);
  const std::set<int> true_numbers = numbers_in(truth), numbers = numbers_on(found);
  EXPECT_TRUE(std::includes(numbers.begin(), numbers.end(), true_numbers.begin(), true_numbers.end()));
  EXPECT_GT(dice(truth, found.labels), 0.9);
}

TEST(RealArches, have_the_same_numbers_on_half_of_the_triangles_left_at_random) {
  const RealArch arch("own-jawscan1_lower");
  if (!arch.is_here()) GTEST_SKIP() << "no labelled arches in " << testing::real_scans();
  const RawMesh scan = arch.scan();
  const FoundTeeth whole = find_teeth(scan.vertices, scan.faces);
  const TriangleMesh thin = testing::ThinnedMesh({.vertices = scan.vertices, .faces = scan.faces})
                                .with_faces(scan.faces.size() / 2, 17);
  EXPECT_EQ(numbers_on(find_teeth(thin.vertices, thin.faces)), numbers_on(whole));
}

//! The border between its central incisors is tied to the arch's symmetry; without that none of its front teeth was sure.
TEST(RealArches, with_wide_teeth_behind_are_sure_of_their_front_teeth) {
  const RealArch arch("wei546-07_lower");
  if (!arch.is_here()) GTEST_SKIP() << "no labelled arches in " << testing::real_scans();
  const RawMesh scan = arch.scan();
  for (const FoundTooth& tooth : find_teeth(scan.vertices, scan.faces).teeth) {
    const bool incisor = place_of(tooth.fdi) <= 2;
    EXPECT_TRUE(!incisor || tooth.sure) << tooth.fdi << ' ' << tooth.confidence;
  }
}

//! Cases that went wrong once: every number that is called sure must be right.
class KnownCase : public ::testing::TestWithParam<const char*> {};

TEST_P(KnownCase, has_no_wrong_number_that_is_sure) {
  const fs::path folder = testing::real_scans() / ".." / "cases" / "public" / GetParam();
  if (!fs::exists(folder)) GTEST_SKIP() << "no cases in " << folder;
  const RawMesh scan = read_mesh(folder / "upper.ply").mesh;
  std::ifstream file(folder / "truth-labels.json");
  const auto truth = nlohmann::json::parse(file).at("labels").get<std::vector<int>>();
  const FoundTeeth found = find_teeth(scan.vertices, scan.faces);
  EXPECT_GE(found.teeth.size(), 12U);
  for (const FoundTooth& tooth : found.teeth) {
    std::map<int, int> votes;
    for (std::size_t v = 0; v < truth.size(); ++v)
      if (found.labels[v] == tooth.fdi) ++votes[truth[v]];
    const auto most = std::max_element(votes.begin(), votes.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    EXPECT_TRUE(!tooth.sure || most->first == tooth.fdi) << tooth.fdi << " is " << most->first;
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, KnownCase,
                         ::testing::Values("02-late-mixed-dentition", "07-polygons-mirrored-numbers"));

TEST(CrackedScan, has_the_teeth_of_the_whole_one) {
  const LabelledMesh jaw = make_dentition({.triangles = 60000}).upper;
  TriangleMesh cracked = jaw.mesh;
  std::mt19937 random(7);
  for (std::size_t f = 0, n = cracked.faces.size(); f < n; ++f) {
    if (random() % 5 == 0) testing::add_crack(cracked, f);
  }
  FoundTeeth found = teeth_on(cracked);
  EXPECT_EQ(numbers_on(found), numbers_in(jaw.labels));
  found.labels.resize(jaw.labels.size());
  EXPECT_GE(dice(jaw.labels, found.labels), 0.91);
}

}  // namespace
}  // namespace intercusp
