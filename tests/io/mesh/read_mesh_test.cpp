#include "io/mesh/read_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "io/files/errors.h"
#include "io/files/sha256.h"
#include "occlusion/geometry/shapes.h"
#include "tests/io/mesh/mesh_files.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

using namespace made_files;
using Eigen::Vector3d;

//! Coordinates that floats hold exactly, so that every format gives the same numbers back.
const TriangleMesh plain_body = shapes::box({1, -2, 3}, {17.5, 30.25, 44});
const std::vector<int> teeth = {11, 12, 13, 0, 21, 22, 0, 23};

//! The corners of all faces in order, regardless of shared vertices.
std::vector<Vector3d> corners_of(const std::vector<Vector3d>& vertices, const std::vector<Face>& faces) {
  std::vector<Vector3d> corners;
  for (const Face& face : faces) {
    for (const std::uint32_t corner : face) corners.push_back(vertices[corner]);
  }
  return corners;
}

void expect_body(const MeshFile& file, const std::string& format) {
  EXPECT_EQ(file.file.format, format);
  EXPECT_EQ(corners_of(file.mesh.vertices, file.mesh.faces),
            corners_of(plain_body.vertices, plain_body.faces))
      << format;
  EXPECT_EQ(file.mesh.faces_with_bad_indices, 0U);
}

TEST(ReadMesh, every_format_gives_the_same_mesh_back) {
  expect_body(parse_mesh("a.stl", binary_stl(plain_body)), "STL binary");
  expect_body(parse_mesh("a.stl", ascii_stl(plain_body)), "STL ASCII");
  expect_body(parse_mesh("a.obj", obj(plain_body)), "OBJ");
  expect_body(parse_mesh("a.off", off(plain_body)), "OFF");
  expect_body(parse_mesh("a.ply", ascii_ply(plain_body)), "PLY");
  expect_body(parse_mesh("a.ply", binary_ply(plain_body, std::endian::little)), "PLY");
  expect_body(parse_mesh("a.ply", binary_ply(plain_body, std::endian::big)), "PLY");
  for (const VtpData how :
       {VtpData::ascii, VtpData::inline_base64, VtpData::appended_base64, VtpData::appended_raw}) {
    expect_body(parse_mesh("a.vtp", vtp(plain_body, how)), "VTP");
  }
  for (const int version : {4, 5}) {
    for (const bool binary : {false, true})
      expect_body(parse_mesh("a.vtk", legacy_vtk(plain_body, binary, version)), "VTK legacy");
  }
}

//! With the line ends of old Macintosh programs. \param text_end bytes after it are unchanged
std::string with_carriage_returns(std::string bytes, std::string_view text_end = "") {
  const std::size_t end = text_end.empty() ? bytes.size() : bytes.find(text_end) + text_end.size();
  std::replace(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(end), '\n', '\r');
  return bytes;
}

TEST(ReadMesh, lines_may_end_with_a_carriage_return_alone) {
  expect_body(parse_mesh("a.stl", with_carriage_returns(ascii_stl(plain_body))), "STL ASCII");
  expect_body(parse_mesh("a.obj", with_carriage_returns(obj(plain_body))), "OBJ");
  expect_body(parse_mesh("a.off", with_carriage_returns(off(plain_body))), "OFF");
  expect_body(parse_mesh("a.ply", with_carriage_returns(ascii_ply(plain_body))), "PLY");
  for (const std::endian order : {std::endian::little, std::endian::big})
    expect_body(parse_mesh("a.ply", with_carriage_returns(binary_ply(plain_body, order), "end_header\n")),
                "PLY");
}

//! VTK's readers keep 32-bit numbers; VTP may hold others.
TEST(ReadMesh, coordinates_of_stl_and_ply_are_floats) {
  TriangleMesh body = plain_body;
  for (Vector3d& vertex : body.vertices) vertex += Vector3d(0.1, 1e-9, 1 / 3.0);
  std::vector<Vector3d> floats;
  for (const Vector3d& vertex : body.vertices) floats.push_back(vertex.cast<float>().cast<double>());
  for (const std::string& bytes :
       {ascii_stl(body), binary_stl(body), ascii_ply(body), binary_ply(body, std::endian::big)}) {
    const RawMesh mesh = parse_mesh("a", bytes).mesh;
    EXPECT_EQ(corners_of(mesh.vertices, mesh.faces), corners_of(floats, body.faces));
  }
}

TEST(ReadMesh, formats_with_shared_vertices_keep_them_as_listed) {
  for (const std::string& bytes :
       {obj(plain_body), off(plain_body), ascii_ply(plain_body), binary_ply(plain_body, std::endian::big),
        vtp(plain_body, VtpData::inline_base64)}) {
    EXPECT_EQ(parse_mesh("a", bytes).mesh.vertices, plain_body.vertices);
  }
  EXPECT_EQ(parse_mesh("a.stl", binary_stl(plain_body)).mesh.vertices.size(), 3 * plain_body.faces.size());
}

TEST(ReadMesh, labels_inside_a_file_are_found_under_each_of_their_names) {
  for (const char* const name : {"label", "labels", "fdi", "tooth", "tooth_id", "scalar_label", "Label"}) {
    EXPECT_EQ(parse_mesh("a.ply", ascii_ply(plain_body, teeth, name)).mesh.labels, teeth) << name;
    EXPECT_EQ(parse_mesh("a.ply", binary_ply(plain_body, std::endian::little, teeth, name)).mesh.labels,
              teeth);
    EXPECT_EQ(parse_mesh("a.ply", binary_ply(plain_body, std::endian::big, teeth, name)).mesh.labels, teeth);
    EXPECT_EQ(parse_mesh("a.vtp", vtp(plain_body, VtpData::ascii, teeth, name)).mesh.labels, teeth);
    EXPECT_EQ(parse_mesh("a.vtp", vtp(plain_body, VtpData::appended_raw, teeth, name)).mesh.labels, teeth);
    EXPECT_EQ(parse_mesh("a.vtk", legacy_vtk(plain_body, false, 4, teeth, name)).mesh.labels, teeth);
    EXPECT_EQ(parse_mesh("a.vtk", legacy_vtk(plain_body, true, 5, teeth, name)).mesh.labels, teeth);
  }
  EXPECT_TRUE(parse_mesh("a.ply", ascii_ply(plain_body, teeth, "quality")).mesh.labels.empty());
  EXPECT_TRUE(parse_mesh("a.vtp", vtp(plain_body, VtpData::ascii, teeth, "quality")).mesh.labels.empty());
}

TEST(ReadMesh, content_counts_and_not_the_name) {
  const MeshFile file = parse_mesh("upper.stl", ascii_ply(plain_body));
  expect_body(file, "PLY");
  ASSERT_EQ(file.remarks.size(), 1U);
  EXPECT_EQ(file.remarks[0].code, "format_by_content");
  EXPECT_EQ(file.remarks[0].text("format"), "PLY");
  expect_body(parse_mesh("no_ending", binary_stl(plain_body)), "STL binary");
  EXPECT_TRUE(parse_mesh("UPPER.STL", binary_stl(plain_body)).remarks.empty());
}

TEST(ReadMesh, a_binary_stl_may_begin_with_solid) {
  expect_body(parse_mesh("a.stl", binary_stl(plain_body, "solid written by a careless program")),
              "STL binary");
  std::string header = "solid";
  header.resize(80, ' ');
  expect_body(parse_mesh("a.stl", binary_stl(plain_body, header)), "STL binary");
}

TEST(ReadMesh, bytes_behind_a_binary_stl_are_remarked) {
  const MeshFile file = parse_mesh("a.stl", binary_stl(plain_body) + "trailer");
  expect_body(file, "STL binary");
  ASSERT_EQ(file.remarks.size(), 1U);
  EXPECT_EQ(file.remarks[0].code, "bytes_not_used");
  EXPECT_EQ(file.remarks[0].number("bytes"), 7);
}

// Programs that stream faces leave the count at 0.
TEST(ReadMesh, a_binary_stl_without_a_count_is_counted_by_its_size) {
  const TriangleMesh mesh = shapes::box({0, 0, 0}, {30, 40, 50});
  std::string bytes = binary_stl(mesh);
  bytes.replace(80, 4, std::string(4, '\0'));
  const MeshFile read = parse_mesh("upper.stl", bytes);
  EXPECT_EQ(read.mesh.faces.size(), mesh.faces.size());
  ASSERT_EQ(read.remarks.size(), 1U);
  EXPECT_EQ(read.remarks[0].code, "faces_counted_by_size");
}

// A square of two triangles, and one of four, with -1 between; every other triangle of a strip is turned round.
TEST(ReadMesh, triangle_strips_of_a_ply_are_triangles) {
  const std::string text =
      "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n"
      "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
      "0 0 0\n10 0 0\n0 10 0\n10 10 0\n0 20 0\n10 20 0\n"
      "11 0 1 2 3 -1 2 3 4 5 -1 -1\n";
  const MeshFile read = parse_mesh("upper.ply", text);
  const std::vector<Face> wanted = {{0, 1, 2}, {2, 1, 3}, {2, 3, 4}, {4, 3, 5}};
  EXPECT_EQ(read.mesh.faces, wanted);
  EXPECT_EQ(read.mesh.faces_with_bad_indices, 0U);
}

TEST(ReadMesh, an_ascii_stl_may_have_several_solids_capitals_and_any_layout) {
  const std::string two =
      "SOLID one\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 0\nVERTEX 1 0 0\nVERTEX 0 +1e0 0\nENDLOOP\n"
      "ENDFACET\nENDSOLID\r\n"
      "solid two\r\nfacet normal 0 0 -nan outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1. nan endloop "
      "endfacet\r\n"
      "facet outer loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 0 2 0\nendloop endfacet\nendsolid two";
  const RawMesh mesh = parse_mesh("a.stl", two).mesh;
  ASSERT_EQ(mesh.faces.size(), 3U);
  EXPECT_EQ(mesh.vertices[2], Vector3d(0, 1, 0));
  EXPECT_TRUE(std::isnan(mesh.vertices[5].z()));
  EXPECT_EQ(mesh.vertices[7], Vector3d(2, 0, 0));
}

TEST(ReadMesh, an_obj_may_have_colours_negative_indices_polygons_and_every_form_of_corner) {
  const RawMesh mesh =
      parse_mesh("a.obj",
                 "# comment\nv 0 0 0 0.5 0.5 0.5\nv 1 0 0 1.0\nvt 0 0\nvn 0 0 1\n  v 1 1 0 # a comment\n"
                 "v 0 1 0\r\nf 1 2 3 4\nf -4/1 -3/1 \\\n -2/1\nf 1//1 2//1 3//1\n"
                 "f 1/1/1 2/1/1 5/1/1\nv 0 0 1\nusemtl x\ns off\n")
          .mesh;
  EXPECT_EQ(mesh.vertices.size(), 5U);
  const std::vector<Face> wanted = {{0, 1, 2}, {0, 2, 3}, {0, 1, 2}, {0, 1, 2}, {0, 1, 4}};
  EXPECT_EQ(mesh.faces, wanted);
  EXPECT_EQ(mesh.vertices[2], Vector3d(1, 1, 0));
}

TEST(ReadMesh, a_ply_may_have_its_properties_in_any_order_and_others_between) {
  std::string bytes =
      "ply\r\nformat binary_big_endian 1.0\r\nobj_info x\r\nelement camera 1\r\nproperty double view\r\n"
      "element vertex 3\r\nproperty uchar red\r\nproperty double z\r\nproperty list uchar short knots\r\n"
      "property float64 x\r\nproperty uchar tooth\r\nproperty short y\r\n"
      "element face 2\r\nproperty float quality\r\nproperty list ushort uint vertex_index\r\nproperty list "
      "int float "
      "texcoord\r\nend_header\r\n";
  const auto big = std::endian::big;
  put(bytes, 1.5, big);
  for (int i = 0; i < 3; ++i) {
    put(bytes, std::uint8_t{200});
    put(bytes, 0.25 * i, big);
    put(bytes, std::uint8_t{2});
    put(bytes, std::int32_t{7}, big);
    put(bytes, 1.0 * i, big);
    put(bytes, static_cast<std::uint8_t>(11 + i));
    put(bytes, static_cast<std::int16_t>(-i), big);
  }
  for (int i = 0; i < 2; ++i) {
    put(bytes, 9.0F, big);
    put(bytes, std::uint16_t{3}, big);
    for (std::uint32_t k = 0; k < 3; ++k) put(bytes, k, big);
    put(bytes, std::int32_t{1}, big);
    put(bytes, 3.0F, big);
  }
  const RawMesh mesh = parse_mesh("a.ply", bytes).mesh;
  const std::vector<Vector3d> wanted = {{0, 0, 0}, {1, -1, 0.25}, {2, -2, 0.5}};
  EXPECT_EQ(mesh.vertices, wanted);
  EXPECT_EQ(mesh.faces, (std::vector<Face>{{0, 1, 2}, {0, 1, 2}}));
  EXPECT_EQ(mesh.labels, (std::vector<int>{11, 12, 13}));
}

TEST(ReadMesh, a_ply_may_list_faces_before_vertices) {
  const RawMesh mesh =
      parse_mesh("a.ply",
                 "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nelement "
                 "vertex 4\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
                 "4 0 1 2 3\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n")
          .mesh;
  EXPECT_EQ(mesh.vertices.size(), 4U);
  EXPECT_EQ(mesh.faces, (std::vector<Face>{{0, 1, 2}, {0, 2, 3}}));
}

std::string binary_ply_header(std::string_view elements) {
  return fmt::format("ply\nformat binary_big_endian 1.0\n{}end_header\n", elements);
}

//! VTK's reader crashes on faces before vertices, and truncates lists after 255.
TEST(ReadMesh, a_ply_that_vtk_cannot_read_as_it_is_is_rewritten) {
  constexpr std::uint32_t corners = 300;
  const auto big = std::endian::big;
  std::string bytes = binary_ply_header(
      "element face 2\nproperty list ushort uint vertex_index\nproperty uchar LABEL\n"
      "element Vertex 300\nproperty float Z\nproperty float y\nproperty float x\n");
  put(bytes, std::uint16_t{corners}, big);
  for (std::uint32_t i = 0; i < corners; ++i) put(bytes, i, big);
  put(bytes, std::uint8_t{11});
  put(bytes, std::uint16_t{2}, big);
  for (std::uint32_t i = 0; i < 2; ++i) put(bytes, i, big);
  put(bytes, std::uint8_t{12});
  for (std::uint32_t i = 0; i < corners; ++i) {
    put(bytes, 0.0F, big);
    put(bytes, static_cast<float>(i) * static_cast<float>(i), big);
    put(bytes, static_cast<float>(i), big);
  }
  const RawMesh mesh = parse_mesh("a.ply", bytes).mesh;
  ASSERT_EQ(mesh.vertices.size(), corners);
  EXPECT_EQ(mesh.vertices[17], Vector3d(17, 289, 0));
  ASSERT_EQ(mesh.faces.size(), corners - 2);
  EXPECT_EQ(mesh.faces.back(), (Face{0, 298, 299}));
  EXPECT_EQ(mesh.faces_without_three_corners, 1U);
  EXPECT_EQ(mesh.labels, std::vector<int>(corners, 11));
}

//! VTK's reader doubles vertices whose faces name several texture places, and has room for 4096 bytes a line.
TEST(ReadMesh, of_a_ply_vtk_sees_only_places_and_faces) {
  const auto big = std::endian::big;
  std::string bytes = binary_ply_header(
      "comment " + std::string(5000, 'c') +
      "\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty int nx\n"
      "property int ny\nproperty int nz\nproperty list uchar uchar red\n"
      "element face 2\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\n");
  for (const auto& [x, y] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}}) {
    for (const int coordinate : {x, y, 0}) put(bytes, static_cast<float>(coordinate), big);
    for (int i = 0; i < 3; ++i) put(bytes, std::int32_t{7}, big);
    put(bytes, std::uint8_t{2});
    put(bytes, std::uint16_t{7});
  }
  for (const std::int32_t middle : {1, 2}) {
    put(bytes, std::uint8_t{3});
    for (const std::int32_t corner : {0, middle, middle + 1}) put(bytes, corner, big);
    put(bytes, std::uint8_t{6});
    for (int i = 0; i < 6; ++i) put(bytes, 0.1F * static_cast<float>(i * middle), big);
  }
  const RawMesh mesh = parse_mesh("a.ply", bytes).mesh;
  EXPECT_EQ(mesh.vertices, (std::vector<Vector3d>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
  EXPECT_EQ(mesh.faces, (std::vector<Face>{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_TRUE(mesh.colours.empty());
}

TEST(ReadMesh, labels_that_are_no_whole_numbers_are_no_teeth) {
  const RawMesh mesh =
      parse_mesh("a.ply",
                 "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty "
                 "float z\nproperty float label\nelement face 1\nproperty list uchar int "
                 "vertex_indices\nend_header\n0 0 0 11\n1 0 0 nan\n1 1 0 11.5\n3 0 1 2\n")
          .mesh;
  EXPECT_EQ(mesh.labels, (std::vector<int>{11, -1, -1}));
}

TEST(ReadMesh, off_may_have_colours_normals_comments_and_no_space_behind_its_keyword) {
  const std::vector<Vector3d> points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  for (const char* const text :
       {"COFF 4 1 0\n0 0 0 255 0 0 255\n1 0 0 255 0 0 255\n1 1 0 1 1 1 1\n0 1 0 1 1 1\n4 0 1 2 3 255 0 0\n",
        "NOFF\n# comment\n4 1 0 # counts\n\n0 0 0 0 0 1\n1 0 0 0 0 1\n# comment\n1 1 0 0 0 1\n0 1 0 0 0 1\n4 "
        "0 1 2 3",
        "OFF4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n",
        "# made by hand\nCNOFF\n4 1\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n"}) {
    const MeshFile file = parse_mesh("a.off", text);
    EXPECT_EQ(file.file.format, "OFF");
    EXPECT_EQ(file.mesh.vertices, points) << text;
    EXPECT_EQ(file.mesh.faces, (std::vector<Face>{{0, 1, 2}, {0, 2, 3}})) << text;
  }
}

TEST(ReadMesh, faces_that_name_missing_vertices_are_counted_and_left_out) {
  TriangleMesh broken = plain_body;
  broken.faces[3][1] = 8;
  broken.faces[7] = {100, 200, 4000000000U};
  for (const std::string& bytes :
       {obj(broken), off(broken), ascii_ply(broken), binary_ply(broken, std::endian::little),
        binary_ply(broken, std::endian::big), vtp(broken, VtpData::ascii),
        vtp(broken, VtpData::appended_raw)}) {
    const MeshFile file = parse_mesh("a", bytes);
    EXPECT_EQ(file.mesh.faces_with_bad_indices, 2U) << file.file.format;
    EXPECT_EQ(file.mesh.faces.size(), plain_body.faces.size() - 2) << file.file.format;
  }
  const RawMesh mesh = parse_mesh("a.obj",
                                  "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\nf 0 1 2\nf -4 1 2\nf 1 2 "
                                  "99999999999999999999\nf 1 2 3 4\n")
                           .mesh;
  EXPECT_EQ(mesh.faces_with_bad_indices, 4U);
  EXPECT_EQ(mesh.faces.size(), 1U);
}

TEST(ReadMesh, faces_with_two_corners_are_remarked) {
  const MeshFile file = parse_mesh("a.off", "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n2 0 1\n");
  EXPECT_EQ(file.mesh.faces.size(), 1U);
  ASSERT_EQ(file.remarks.size(), 1U);
  EXPECT_EQ(file.remarks[0].code, "faces_without_three_corners");
  EXPECT_EQ(file.remarks[0].number("faces"), 1);
}

TEST(ReadMesh, a_byte_order_mark_does_no_harm) {
  expect_body(parse_mesh("a.obj", "\xEF\xBB\xBF" + obj(plain_body)), "OBJ");
  expect_body(parse_mesh("a.stl", "\xEF\xBB\xBF" + ascii_stl(plain_body)), "STL ASCII");
  expect_body(parse_mesh("a.off", "\xEF\xBB\xBF" + off(plain_body)), "OFF");
  expect_body(parse_mesh("a.vtp", "\xEF\xBB\xBF" + vtp(plain_body, VtpData::ascii)), "VTP");
}

TEST(ReadMesh, a_file_on_disk_is_read_whole) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.write("a.stl", binary_stl(plain_body));
  expect_body(read_mesh(file), "STL binary");
  EXPECT_EQ(read_mesh(file).file.path, file.string());
}

TEST(ReadMesh, the_digest_is_that_of_the_bytes) {
  const std::string bytes = off(plain_body);
  EXPECT_EQ(parse_mesh("a.off", bytes).file.sha256, sha256_hex(bytes));
  // FIPS 180-2, appendix B.1.
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace
}  // namespace intercusp
