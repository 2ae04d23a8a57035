// Repair of real scans, if available: in the folder INTERCUSP_DATA, or in shared/data next to the repository.
#include <cstdlib>
#include <filesystem>

#include "io/mesh/read_mesh.h"
#include "tests/io/mesh/repair/meshes.h"
#include "tests/support/real_scans.h"

namespace intercusp {
namespace {

class RepairOfScans : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(folder())) GTEST_SKIP() << "no scans at " << folder();
  }
  [[nodiscard]] static std::filesystem::path folder() { return testing::real_scans() / GetParam(); }
};

TEST_P(RepairOfScans, closed_crowns_keep_all_their_faces) {
  for (const char* name : {"upper.stl", "lower.stl"}) {
    SCOPED_TRACE(name);
    const RawMesh raw = read_mesh(folder() / name).mesh;
    const RepairedSolid repaired = make_solid(raw);
    testing::expect_solid(repaired);
    EXPECT_EQ(repaired.components, 14U);
    EXPECT_EQ(repaired.counts.skirt_and_base_faces, 0U);
    EXPECT_EQ(repaired.counts.flipped_faces, 0U);
    EXPECT_EQ(repaired.solid.mesh.faces.size() + repaired.counts.faces_in_loose_components, raw.faces.size());
  }
}

TEST_P(RepairOfScans, the_soup_of_a_jaw_and_its_indexed_file_give_the_same_solid) {
  const TriangleMesh soup = make_solid(read_mesh(folder() / "upper.stl").mesh).solid.mesh;
  const TriangleMesh indexed = make_solid(read_mesh(folder() / "upper_unregistered.obj").mesh).solid.mesh;
  EXPECT_EQ(soup.faces.size(), indexed.faces.size());
  EXPECT_EQ(soup.vertices.size(), indexed.vertices.size());
}

TEST_P(RepairOfScans, open_crowns_are_closed_away_from_the_bite) {
  for (const char* name : {"upper_open.ply", "lower_open.ply"}) {
    SCOPED_TRACE(name);
    const RawMesh raw = read_mesh(folder() / name).mesh;
    const RepairedSolid repaired = make_solid(raw);
    testing::expect_solid(repaired);
    EXPECT_EQ(repaired.components, 14U);
    EXPECT_TRUE(repaired.closed_by_import);
    // y is superior: the base of an upper jaw lies above its teeth, that of a lower jaw below, by more than
    // the teeth are deep.
    const Bounds scan = bounds_of({raw.vertices, {}});
    const Bounds closed = bounds_of(repaired.solid.mesh);
    const double above = closed.max.y() - scan.max.y();
    const double below = scan.min.y() - closed.min.y();
    const bool upper = name[0] == 'u';
    EXPECT_GT(upper ? above : below, 0.9 * scan.size().y());
    EXPECT_LT(upper ? below : above, 0.1 * scan.size().y());
  }
}

INSTANTIATE_TEST_SUITE_P(cases, RepairOfScans, ::testing::Values("case-a", "case-b"));

}  // namespace
}  // namespace intercusp
