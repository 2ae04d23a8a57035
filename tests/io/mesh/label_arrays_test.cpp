#include "io/mesh/readers.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "io/mesh/read_mesh.h"

namespace intercusp {
namespace {

// Two quadrilaterals and a triangle in a row: vertices 0 to 3, 2 to 5 and 4 to 6.
constexpr const char* points = "0 0 0  0 1 0  1 0 0  1 1 0  2 0 0  2 1 0  3 0 0";

std::string ply_with_faces(const std::string& property, const std::array<int, 3>& numbers) {
  const auto row = [&](const char* corners, int number) {
    return corners + (' ' + std::to_string(number)) + "\n";
  };
  return "ply\nformat ascii 1.0\nelement vertex 7\nproperty float x\nproperty float y\nproperty float z\n"
         "element face 3\nproperty list uchar int vertex_indices\nproperty " +
         property + "\nend_header\n" + points + "\n" + row("4 0 2 3 1", numbers[0]) +
         row("4 2 4 5 3", numbers[1]) + row("3 4 6 5", numbers[2]);
}

std::string vtp_with_cells(const std::string& name, const std::string& numbers, bool vertices_too) {
  const std::string ends = "</DataArray>";
  const auto ints = [&](const char* of, const char* list) {
    return std::string("<DataArray type=\"Int64\" Name=\"") + of + "\" format=\"ascii\">" + list + ends;
  };
  return std::string(
             "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
             "byte_order=\"LittleEndian\" "
             "header_type=\"UInt64\"><PolyData><Piece NumberOfPoints=\"7\" NumberOfVerts=\"") +
         (vertices_too ? "2" : "0") +
         "\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"3\">\n<CellData>" +
         "<DataArray type=\"Float64\" Name=\"" + name + "\" format=\"ascii\">" + numbers + ends +
         "</CellData>\n<Points>" + "<DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">" +
         points + ends + "</Points>\n" +
         (vertices_too ? "<Verts>" + ints("connectivity", "0 6") + ints("offsets", "1 2") + "</Verts>\n"
                       : "") +
         "<Polys>" + ints("connectivity", "0 2 3 1 2 4 5 3 4 6 5") + ints("offsets", "4 8 11") +
         "</Polys></Piece></PolyData></VTKFile>\n";
}

std::string vtk_with_cells(const std::string& name, const std::string& before) {
  return std::string("# vtk DataFile Version 3.0\nteeth\nASCII\nDATASET POLYDATA\nPOINTS 7 float\n") +
         points + "\n" + before + "POLYGONS 3 14\n4 0 2 3 1\n4 2 4 5 3\n3 4 6 5\nCELL_DATA " +
         (before.empty() ? "3" : "4") + "\nSCALARS " + name + " int 1\nLOOKUP_TABLE default\n" +
         (before.empty() ? "" : "99 ") + "16 17 18\n";
}

//! The fan of the first quadrilateral has two triangles at vertices 0 and 3, that of the second at 2 and 5.
const std::vector<int> of_vertices = {16, 16, 17, 16, 18, 17, 18};

TEST(LabelArrays, a_vertex_takes_the_number_of_most_faces_around_it) {
  for (const char* const property : {"int Label", "uchar label", "float Tooth"}) {
    const RawMesh mesh = parse_mesh("a.ply", ply_with_faces(property, {16, 17, 18})).mesh;
    EXPECT_EQ(mesh.labels, of_vertices) << property;
    EXPECT_TRUE(mesh.labels_per_face);
    EXPECT_TRUE(mesh.unread_labels.empty());
  }
  for (const bool vertices_too : {false, true}) {
    const RawMesh mesh =
        parse_mesh("a.vtp",
                   vtp_with_cells("Label", vertices_too ? "99 99 16 17 18" : "16 17 18", vertices_too))
            .mesh;
    EXPECT_EQ(mesh.labels, of_vertices) << vertices_too;
    EXPECT_EQ(mesh.label_array, "Label");
  }
  EXPECT_EQ(parse_mesh("a.vtk", vtk_with_cells("Label", "")).mesh.labels, of_vertices);
  EXPECT_TRUE(parse_mesh("a.vtk", vtk_with_cells("Label", "VERTICES 1 2\n1 0\n")).mesh.labels.empty())
      << "which numbers are those of the polygons is not told";
}

TEST(LabelArrays, numbers_that_look_like_teeth_under_another_name_are_named) {
  const auto unread = [](const std::string& file, const std::string& bytes) {
    return parse_mesh(file, bytes).mesh.unread_labels;
  };
  EXPECT_EQ(unread("a.ply", ply_with_faces("int prediction", {16, 17, 18})),
            std::vector<std::string>{"prediction"});
  EXPECT_EQ(unread("a.vtp", vtp_with_cells("Seg", "1 2 33", false)), std::vector<std::string>{"Seg"});
  EXPECT_EQ(unread("a.vtk", vtk_with_cells("classes", "")), std::vector<std::string>{"classes"});
  EXPECT_TRUE(unread("a.ply", ply_with_faces("int flags", {0, 1, 0})).empty());
  EXPECT_TRUE(unread("a.ply", ply_with_faces("int id", {100, 101, 102})).empty());
  EXPECT_TRUE(unread("a.vtp", vtp_with_cells("quality", "1 2.5 3", false)).empty());
}

TEST(LabelArrays, numbers_per_vertex_go_before_numbers_per_face) {
  RawMesh mesh;
  mesh.vertices.resize(3);
  mesh.faces = {{0, 1, 2}};
  take_labels({{"label", true, {11}}, {"Universal_ID", false, {8, 9, 33}}}, {0}, mesh);
  EXPECT_EQ(mesh.label_array, "Universal_ID");
  EXPECT_EQ(mesh.labels, (std::vector<int>{8, 9, 33}));
}

}  // namespace
}  // namespace intercusp
