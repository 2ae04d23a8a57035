#include "io/mesh/readers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "io/files/errors.h"
#include "occlusion/geometry/shapes.h"
#include "tests/io/mesh/mesh_files.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

const TriangleMesh body = shapes::box({1, -2, 3}, {17.5, 30.25, 44});

//! Written by VTK 9.1, with a scalar array and METADATA put in.
const std::string by_vtk =
    "# vtk DataFile Version 4.2\nvtk output\nASCII\nDATASET POLYDATA\nFIELD FieldData 1\nTimeValue 1 1 "
    "double\n0.5 \n"
    "METADATA\nINFORMATION 0\n\nPOINTS 4 float\n0 0 0 1.5 0 0 0 1 0 \n0 0 1 \nVERTICES 1 2\n1 0 \nPOLYGONS 4 "
    "16\n"
    "3 0 2 1 \n3 0 1 3 \n3 1 2 3 \n3 0 3 2 \n\nPOINT_DATA 4\nSCALARS quality%20of%20x float\nLOOKUP_TABLE "
    "default\n"
    "0.5 0.5 0.5 0.5 \nNORMALS n float\n0 0 1 0 0 1 0 0 1 \n0 0 1 \nFIELD FieldData 1\nLabel 1 4 int\n11 12 "
    "0 14 \n"
    "METADATA\nINFORMATION 0\n\nCELL_DATA 4\nSCALARS label int\nLOOKUP_TABLE default\n1 2 3 4 \n";

std::string refusal(const std::string& bytes) {
  return message_of<InputError>([&] { static_cast<void>(read_vtk("a.vtk", bytes)); });
}

std::string replaced(std::string bytes, const std::string& what, const std::string& by) {
  return bytes.replace(bytes.find(what), what.size(), by);
}

TEST(ReadVtk, what_vtk_writes_beside_points_and_polygons_is_passed_over) {
  const RawMesh mesh = read_vtk("a.vtk", by_vtk);
  EXPECT_EQ(mesh.vertices, (std::vector<Eigen::Vector3d>{{0, 0, 0}, {1.5, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_EQ(mesh.faces, (std::vector<Face>{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}));
  EXPECT_EQ(mesh.labels, (std::vector<int>{11, 12, 0, 14}));
}

TEST(ReadVtk, polygons_are_fans_and_strips_are_triangles_of_one_orientation) {
  const std::string head =
      "# vtk DataFile Version 2.0\r\nx\r\nascii\r\ndataset polydata\r\npoints 5 double\r\n0 0 0 1 0 0 0 1 0 "
      "1 1 0 0 2 0\r\n";
  EXPECT_EQ(read_vtk("a.vtk", head + "polygons 1 5\r\n4 0 1 3 2\r\n").faces,
            (std::vector<Face>{{0, 1, 3}, {0, 3, 2}}));
  EXPECT_EQ(read_vtk("a.vtk", head + "TRIANGLE_STRIPS 1 6\n5 0 1 2 3 4\n").faces,
            (std::vector<Face>{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}}));
}

TEST(ReadVtk, bad_indices_are_counted_and_nan_is_left_to_repair) {
  const RawMesh far = read_vtk("a.vtk", replaced(by_vtk, "3 0 2 1", "3 0 2 99"));
  EXPECT_EQ(far.faces_with_bad_indices, 1U);
  EXPECT_EQ(far.faces.size(), 3U);
  const RawMesh nan = read_vtk("a.vtk", replaced(by_vtk, "1.5", "nan"));
  EXPECT_TRUE(std::isnan(nan.vertices[1].x()));
  EXPECT_EQ(nan.faces.size(), 4U);
}

TEST(ReadVtk, wrong_counts_are_refused_with_the_line) {
  EXPECT_NE(refusal(replaced(by_vtk, "POINTS 4", "POINTS 400000000")).find("line 12: the file ends before"),
            std::string::npos);
  EXPECT_NE(refusal(replaced(by_vtk, "POINTS 4", "POINTS -4")).find("whole number"), std::string::npos);
  EXPECT_NE(refusal(replaced(by_vtk, "POINTS 4", "POINTS 3")).find("no section"), std::string::npos);
  EXPECT_NE(refusal(replaced(by_vtk, "POLYGONS 4 16", "POLYGONS 4 1600000000")).find("truncated"),
            std::string::npos);
  EXPECT_NE(refusal(replaced(by_vtk, "POLYGONS 4", "POLYGONS 5")).find("cell 4"), std::string::npos);
  EXPECT_NE(refusal(replaced(by_vtk, "3 0 2 1", "9 0 2 1")).find("cell"), std::string::npos);
  EXPECT_NE(refusal(replaced(by_vtk, "3 0 2 1", "-3 0 2 1")).find("cell 0"), std::string::npos);
  EXPECT_NE(refusal(replaced(by_vtk, "Label 1 4", "Label 4000000000 4000000000")).find("truncated"),
            std::string::npos);
  const std::string offsets = made_files::legacy_vtk(body, false, 5);
  EXPECT_NE(refusal(replaced(offsets, "0 3 6", "0 300 6")).find("cell 0"), std::string::npos);
}

TEST(ReadVtk, what_is_damaged_or_no_surface_is_refused) {
  EXPECT_NE(refusal(replaced(by_vtk, "3 0 2 1", "3 0 x 1")).find("\"x\" is not a number"), std::string::npos);
  EXPECT_NE(refusal(replaced(by_vtk, "POLYDATA", "UNSTRUCTURED_GRID")).find("not of type POLYDATA"),
            std::string::npos);
  EXPECT_NE(refusal(replaced(by_vtk, "ASCII", "EBCDIC")).find("ASCII or BINARY"), std::string::npos);
  EXPECT_NE(refusal(by_vtk.substr(0, 30)).find("a.vtk"), std::string::npos);
}

}  // namespace
}  // namespace intercusp
