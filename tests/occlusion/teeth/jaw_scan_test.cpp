// What was scanned of a solid, and a scan as it is drawn: a square of two triangles.

#include "occlusion/teeth/jaw_scan.h"

#include <gtest/gtest.h>

namespace intercusp {
namespace {

//! The unit square at z = 0, whose second triangle import added.
Solid half_scanned() {
  return {.mesh = {.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, .faces = {{0, 1, 2}, {0, 2, 3}}},
          .anatomy_faces = 1,
          .labels = {36, 36, 37, 0}};
}

TEST(JawScan, of_a_solid_has_no_faces_that_import_added) {
  const Solid solid = half_scanned();
  const JawScan scan = scanned(solid);
  EXPECT_EQ(scan.mesh.faces, (std::vector<Face>{{0, 1, 2}}));
  EXPECT_EQ(scan.mesh.vertices, solid.mesh.vertices);
  EXPECT_EQ(scan.labels, solid.labels);
}

TEST(JawScan, is_drawn_with_each_place_once_and_as_anatomy) {
  // The two triangles with corners of their own, as STL has them; of a corner's two labels the greater stays.
  const JawScan soup{.mesh = {.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                              .faces = {{0, 1, 2}, {3, 4, 5}}},
                     .labels = {0, 36, 36, 35, 36, 35}};
  std::vector<std::uint32_t> of_vertex;
  const Solid solid = drawn(soup, &of_vertex);
  EXPECT_EQ(solid.mesh.vertices.size(), 4U);
  EXPECT_EQ(solid.mesh.faces.size(), 2U);
  EXPECT_EQ(solid.anatomy_faces, 2U);
  ASSERT_EQ(of_vertex.size(), 6U);
  const std::vector<int> labels = {35, 36, 36, 35, 36, 35};
  for (std::size_t v = 0; v < of_vertex.size(); ++v) {
    EXPECT_EQ(solid.mesh.vertices[of_vertex[v]], soup.mesh.vertices[v]);
    EXPECT_EQ(solid.labels[of_vertex[v]], labels[v]);
  }
  EXPECT_TRUE(drawn({.mesh = soup.mesh, .labels = {}}).labels.empty());
}

}  // namespace
}  // namespace intercusp
