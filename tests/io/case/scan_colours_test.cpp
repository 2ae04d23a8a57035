#include "io/case/jaw_of_mesh.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "io/case/import_jaw.h"
#include "io/mesh/read_mesh.h"
#include "occlusion/geometry/shapes.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

using Colours = std::vector<VertexColour>;

std::string number(double value) { return fmt::format("{}", value); }

//! \param type of the channels, as PLY names it.  \param channels three a vertex, written as they are
std::string coloured_ply(const TriangleMesh& mesh, const std::string& type,
                         const std::vector<std::string>& channels) {
  std::string ply = fmt::format(
      "ply\nformat ascii 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n"
      "property {} red\nproperty {} green\nproperty {} blue\nelement face {}\n"
      "property list uchar int vertex_indices\nend_header\n",
      mesh.vertices.size(), type, type, type, mesh.faces.size());
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const Eigen::Vector3d& p = mesh.vertices[v];
    ply += fmt::format("{} {} {} {} {} {}\n", p.x(), p.y(), p.z(), channels[3 * v], channels[3 * v + 1],
                       channels[3 * v + 2]);
  }
  for (const Face& face : mesh.faces) ply += fmt::format("3 {} {} {}\n", face[0], face[1], face[2]);
  return ply;
}

//! \param behind the values after each vertex's place
std::string coloured_obj(const TriangleMesh& mesh, const std::vector<std::string>& behind) {
  std::string obj;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const Eigen::Vector3d& p = mesh.vertices[v];
    obj += fmt::format("v {} {} {} {}\n", p.x(), p.y(), p.z(), behind[v]);
  }
  for (const Face& face : mesh.faces)
    obj += fmt::format("f {} {} {}\n", face[0] + 1, face[1] + 1, face[2] + 1);
  return obj;
}

//! An open scan as large as an arch, of 32-bit numbers, as VTK reads them: import closes it.
TriangleMesh open_scan() {
  TriangleMesh scan = shapes::sphere({0, 0, 0}, 25, 24);
  for (Eigen::Vector3d& vertex : scan.vertices) vertex = vertex.cast<float>().cast<double>();
  std::erase_if(scan.faces, [&](const Face& face) {
    return std::ranges::any_of(face, [&](std::uint32_t v) { return scan.vertices[v].z() > 8; });
  });
  return scan;
}

Colours random_colours(std::mt19937& random, std::size_t count) {
  std::uniform_int_distribution<int> byte(0, 255);
  Colours colours;
  for (std::size_t i = 0; i < count; ++i) {
    const auto channel = [&] { return static_cast<std::uint8_t>(byte(random)); };
    colours.push_back({channel(), channel(), channel(), 255});
  }
  return colours;
}

std::vector<std::string> channels_of(const Colours& colours, double scale) {
  std::vector<std::string> channels;
  for (const VertexColour& colour : colours)
    for (std::size_t i = 0; i < 3; ++i) channels.push_back(number(scale * colour[i]));
  return channels;
}

std::vector<std::string> behind_places(const Colours& colours, double scale) {
  std::vector<std::string> behind;
  for (const VertexColour& colour : colours)
    behind.push_back(fmt::format("{} {} {}", scale * colour[0], scale * colour[1], scale * colour[2]));
  return behind;
}

TEST(ScanColours, of_every_kind_of_file_are_read_to_the_byte) {
  constexpr unsigned seed = 7;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const TriangleMesh scan = open_scan();
  for (int i = 0; i < 5; ++i) {
    const Colours colours = random_colours(random, scan.vertices.size());
    const auto read = [](const char* name, const std::string& bytes) {
      return parse_mesh(name, bytes).mesh.colours;
    };
    EXPECT_EQ(read("a.ply", coloured_ply(scan, "uchar", channels_of(colours, 1))), colours);
    EXPECT_EQ(read("a.ply", coloured_ply(scan, "ushort", channels_of(colours, 257))), colours);
    EXPECT_EQ(read("a.ply", coloured_ply(scan, "float", channels_of(colours, 1 / 255.0))), colours);
    EXPECT_EQ(read("a.obj", coloured_obj(scan, behind_places(colours, 1))), colours);
    EXPECT_EQ(read("a.obj", coloured_obj(scan, behind_places(colours, 1 / 255.0))), colours);
  }
}

TEST(ScanColours, stay_with_their_vertices_through_repair_and_added_vertices_have_none) {
  constexpr unsigned seed = 11;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const testing::TemporaryFolder folder;
  const TriangleMesh scan = open_scan();
  const Colours colours = random_colours(random, scan.vertices.size());
  const std::string file =
      folder.write("scan.ply", coloured_ply(scan, "uchar", channels_of(colours, 1))).string();
  const ImportedJaw jaw = import_jaw(file, Jaw::upper, {.mm_per_unit = 1.5});
  const std::vector<Eigen::Vector3d>& vertices = jaw.solid->mesh.vertices;
  ASSERT_EQ(jaw.colours.size(), vertices.size());
  std::size_t coloured = 0, added = 0;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const auto is_here = [&](const Eigen::Vector3d& place) {
      return (1.5 * place - vertices[v]).norm() < 1e-9;
    };
    const auto found = std::ranges::find_if(scan.vertices, is_here);
    const bool scanned = found != scan.vertices.end();
    EXPECT_EQ(jaw.colours[v],
              scanned ? colours[static_cast<std::size_t>(found - scan.vertices.begin())] : VertexColour{});
    ++(scanned ? coloured : added);
  }
  EXPECT_GT(coloured, 300U);
  EXPECT_GT(added, 10U);
}

TEST(ScanColours, that_are_not_valid_are_left_out_with_a_remark_and_the_mesh_stays) {
  std::mt19937 random(3);
  const TriangleMesh scan = open_scan();
  const Colours colours = random_colours(random, scan.vertices.size());
  const auto expect_left_out = [&](const char* name, const std::string& bytes) {
    SCOPED_TRACE(bytes.substr(0, 300));
    const MeshFile read = parse_mesh(name, bytes);
    EXPECT_TRUE(read.mesh.colours.empty());
    EXPECT_EQ(read.mesh.vertices, scan.vertices);
    EXPECT_EQ(read.mesh.faces, scan.faces);
    ASSERT_EQ(read.remarks.size(), 1U);
    EXPECT_EQ(read.remarks[0].code, "colours_not_valid");
  };
  for (const char* const bad : {"nan", "-0.1", "1.5", "inf"}) {
    std::vector<std::string> channels = channels_of(colours, 1 / 255.0);
    channels[channels.size() / 2] = bad;
    expect_left_out("a.ply", coloured_ply(scan, "float", channels));
  }
  for (const char* const bad : {"0.5 0.5 nan", "0.5 -1 0.5", "0.5 0.5 300", "", "0.5 red 0.5", "1 1 1 1 1"}) {
    std::vector<std::string> behind = behind_places(colours, 1 / 255.0);
    behind[behind.size() / 2] = bad;
    expect_left_out("a.obj", coloured_obj(scan, behind));
  }
}

TEST(ScanColours, a_scan_without_any_has_none_and_no_remark) {
  const TriangleMesh scan = open_scan();
  for (const char* const behind : {"", "1"}) {  // a weight is not a colour
    const MeshFile read =
        parse_mesh("a.obj", coloured_obj(scan, std::vector<std::string>(scan.vertices.size(), behind)));
    EXPECT_TRUE(read.mesh.colours.empty());
    EXPECT_TRUE(read.remarks.empty());
  }
}

}  // namespace
}  // namespace intercusp
