// Jaws whose gum and teeth are separate files, and closed models with a hole: they read as the same jaws in one piece.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "datasets/dentition.h"
#include "io/case/import_jaw.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/distance/deepest.h"
#include "tests/io/mesh/mesh_files.h"
#include "tests/support/jaw_in_parts.h"
#include "tests/support/real_scans.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/winding_number.h"

namespace intercusp {
namespace {

using testing::JawInParts;

const std::vector<int> upper_teeth = {11, 12, 13, 14, 15, 16, 17, 21, 22, 23, 24, 25, 26, 27};
const std::vector<int> lower_teeth = {31, 32, 33, 34, 35, 36, 37, 41, 42, 43, 44, 45, 46, 47};

const Dentition& dentition() {
  static const Dentition made = make_dentition({.triangles = 40000});
  return made;
}

double least_distance_mm(const Bite& bite) {
  const PreparedJaws jaws = prepare_jaws(bite);
  const auto least = least_distance(bite, jaws, surface_distances(bite, jaws));
  return least ? least->distance_mm : std::nan("");
}

//! Named as by scanner software: Universal in the upper jaw, FDI in the lower.
std::string file_name(int fdi) {
  if (fdi >= 30) return fmt::format("{}.stl", fdi);
  return fmt::format("Tooth_{}.stl", fdi < 20 ? 19 - fdi : fdi - 12);
}

struct PartsBite {
  Bite bite;
  MeshReport upper, lower;
};

enum class Restoration { natural_teeth, crowns_on_abutments };

ImportedJaw import_parts(const JawInParts& parts, Jaw jaw, Restoration restoration) {
  const TemporaryFolder folder;
  folder.write("gum.stl", made_files::binary_stl(parts.gum));
  for (const auto& [fdi, tooth] : parts.teeth) {
    if (restoration == Restoration::natural_teeth) {
      folder.write(file_name(fdi), made_files::binary_stl(tooth));
      continue;
    }
    folder.write(file_name(fdi), made_files::binary_stl(parts.caps.at(fdi)));
    const Eigen::Vector3d apex = tooth.vertices.back();
    const Eigen::Vector3d up(0, 0, jaw == Jaw::upper ? -1 : 1);
    folder.write(fmt::format("abutment {}.stl", fdi),
                 made_files::binary_stl(shapes::cylinder(apex, apex + 7 * up, 1.2, 24)));
  }
  return import_jaw(folder.path().string(), jaw);
}

PartsBite import_both(const JawInParts& upper, const JawInParts& lower, Restoration restoration) {
  ImportedJaw u = import_parts(upper, Jaw::upper, restoration);
  ImportedJaw l = import_parts(lower, Jaw::lower, restoration);
  return {{.upper = u.solid, .lower = l.solid}, std::move(u.report), std::move(l.report)};
}

void expect_the_whole_jaws_answers(const PartsBite& parts, const JawInParts& upper, const JawInParts& lower) {
  const Bite whole{.upper = std::make_shared<const Solid>(upper.whole),
                   .lower = std::make_shared<const Solid>(lower.whole)};
  EXPECT_NEAR(least_distance_mm(parts.bite), least_distance_mm(whole), 1e-5);
  const Anatomy truth = find_anatomy(whole);
  const Anatomy found = find_anatomy(parts.bite);
  ASSERT_TRUE(truth.axes);
  ASSERT_TRUE(found.axes) << found.confidence;
  EXPECT_GT(found.axes->superior.dot(truth.axes->superior), 0.995);
  EXPECT_GT(found.axes->left.dot(truth.axes->left), 0.99);
  for (const Finding& finding : found.findings) {
    EXPECT_NE(finding.code, "jaw_upside_down");
    EXPECT_NE(finding.code, "jaws_face_away");
    EXPECT_NE(finding.code, "frame_mirrored");
  }
  // Near the bite the inside does not change.
  std::mt19937 random(4);
  for (const auto& [part, jaw] :
       {std::pair(parts.bite.upper, whole.upper), std::pair(parts.bite.lower, whole.lower)}) {
    Bounds box;
    for (std::size_t v = 0; v < jaw->labels.size(); ++v) {
      if (jaw->labels[v] > 0) box.add(jaw->mesh.vertices[v]);
    }
    (jaw == whole.upper ? box.max : box.min).z() = jaw == whole.upper ? box.min.z() + 2 : box.max.z() - 2;
    for (int i = 0; i < 60; ++i) {
      const auto at = [&](int axis) {
        return std::uniform_real_distribution<double>(box.min[axis], box.max[axis])(random);
      };
      const Eigen::Vector3d point(at(0), at(1), at(2));
      EXPECT_EQ(testing::winding_number(part->mesh, point) > 0.5,
                testing::winding_number(jaw->mesh, point) > 0.5)
          << point.transpose();
    }
  }
}

std::set<int> teeth_of(const Solid& solid) { return {solid.labels.begin(), solid.labels.end()}; }

struct Plan {
  const char* name;
  std::vector<int> upper, lower;
  bool closed_base;
  Restoration restoration = Restoration::natural_teeth;
};

class JawsInParts : public ::testing::TestWithParam<Plan> {};

TEST_P(JawsInParts, read_as_the_jaws_in_one_piece) {
  const Plan& plan = GetParam();
  const JawInParts upper = testing::take_apart(dentition().upper, plan.upper, plan.closed_base);
  const JawInParts lower = testing::take_apart(dentition().lower, plan.lower, plan.closed_base);
  const PartsBite parts = import_both(upper, lower, plan.restoration);
  expect_the_whole_jaws_answers(parts, upper, lower);
  const bool abutments = plan.restoration == Restoration::crowns_on_abutments;
  EXPECT_EQ(parts.upper.components, 1 + plan.upper.size() * (abutments ? 2 : 1));
  EXPECT_EQ(parts.lower.components, 1 + plan.lower.size() * (abutments ? 2 : 1));
  std::set<int> labels(plan.upper.begin(), plan.upper.end());
  labels.insert(0);
  EXPECT_EQ(teeth_of(*parts.bite.upper), labels);
  labels = {plan.lower.begin(), plan.lower.end()};
  labels.insert(0);
  EXPECT_EQ(teeth_of(*parts.bite.lower), labels);
  // Sockets and margins are not anatomy; everything in the files is.
  EXPECT_LE(parts.bite.lower->anatomy_faces, parts.lower.triangles_read);
  EXPECT_GE(parts.bite.lower->anatomy_faces, parts.lower.triangles_read - 10);
  EXPECT_GT(parts.bite.lower->mesh.faces.size(), parts.bite.lower->anatomy_faces);
}

INSTANTIATE_TEST_SUITE_P(
    plans, JawsInParts,
    ::testing::Values(
        Plan{"gum_block", upper_teeth, lower_teeth, true}, Plan{"gum_sheet", upper_teeth, lower_teeth, false},
        Plan{"one_socket_in_a_block", {16}, {46}, true}, Plan{"one_socket_in_a_sheet", {16}, {46}, false},
        Plan{"implants_in_a_block", {16, 24}, {36, 45}, true, Restoration::crowns_on_abutments},
        Plan{"implants_in_a_sheet", {16, 24}, {36, 45}, false, Restoration::crowns_on_abutments}),
    [](const auto& plan) { return std::string(plan.param.name); });

// A closed model with a hole in a cusp is a body: a skirt from that hole would reach into the other jaw.
TEST(ClosedModel, with_a_hole_in_a_cusp_reads_as_without) {
  const std::filesystem::path folder = testing::real_scans() / "case-a";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no scans at " << folder;
  const auto upper = import_jaw((folder / "upper.stl").string(), Jaw::upper).solid;
  const auto lower = import_jaw((folder / "lower.stl").string(), Jaw::lower).solid;
  const double depth_mm = -least_distance_mm({.upper = upper, .lower = lower});
  EXPECT_NEAR(depth_mm, 0.2348, 1e-4);
  // y is superior. A cusp of a molar, 1.6 mm across.
  const auto cusp = std::max_element(lower->mesh.vertices.begin(), lower->mesh.vertices.end(),
                                     [](const auto& a, const auto& b) { return a.y() < b.y(); });
  TriangleMesh holed = lower->mesh;
  std::erase_if(holed.faces, [&](const Face& face) {
    return std::any_of(face.begin(), face.end(),
                       [&](auto v) { return (lower->mesh.vertices[v] - *cusp).norm() < 0.8; });
  });
  const TemporaryFolder made;
  const ImportedJaw imported =
      import_jaw(made.write("lower.stl", made_files::binary_stl(holed)).string(), Jaw::lower);
  EXPECT_NEAR(-least_distance_mm({.upper = upper, .lower = imported.solid}), depth_mm, 0.005);
  EXPECT_FALSE(imported.report.closed_by_import);
  EXPECT_EQ(imported.solid->anatomy_faces, imported.solid->mesh.faces.size());
}

}  // namespace
}  // namespace intercusp
