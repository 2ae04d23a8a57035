#include "io/mesh/readers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <vtkImageData.h>
#include <vtkJPEGWriter.h>
#include <vtkPNGWriter.h>
#include <vtkSmartPointer.h>
#include <vtkUnsignedCharArray.h>

#include <array>
#include <fstream>
#include <random>
#include <string>

#include "io/case/import_jaw.h"
#include "io/mesh/read_mesh.h"
#include "occlusion/geometry/shapes.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

constexpr int side_px = 8;
using Pixels = std::array<std::array<VertexColour, side_px>, side_px>;  // rows from the bottom

template <class Writer>
void write_picture(const fs::path& file, const Pixels& pixels) {
  fs::create_directories(file.parent_path());
  const auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetDimensions(side_px, side_px, 1);
  image->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  for (int y = 0; y < side_px; ++y)
    for (int x = 0; x < side_px; ++x)
      for (int channel = 0; channel < 3; ++channel)
        image->SetScalarComponentFromDouble(x, y, 0, channel, pixels[y][x][channel]);
  const auto writer = vtkSmartPointer<Writer>::New();
  writer->SetFileName(file.c_str());
  writer->SetInputData(image);
  writer->Write();
}

Pixels random_pixels(std::mt19937& random) {
  std::uniform_int_distribution<int> byte(0, 255);
  Pixels pixels;
  for (auto& row : pixels)
    for (VertexColour& pixel : row)
      pixel = {std::uint8_t(byte(random)), std::uint8_t(byte(random)), std::uint8_t(byte(random)), 255};
  return pixels;
}

struct Textured {
  std::string obj;
  std::vector<std::array<int, 2>> pixel;  //!< of each vertex: column, and row from the bottom
};

//! A ball whose vertices lie in the middles of pixels, drawn at random; some are shifted by a whole picture.
Textured textured_ball(std::mt19937& random) {
  const TriangleMesh ball = shapes::sphere({0, 0, 0}, 25, 8);
  std::uniform_int_distribution<int> place(0, side_px - 1), aside(-1, 1);
  Textured made{.obj = "mtllib ball.mtl\n", .pixel = {}};
  for (const Eigen::Vector3d& p : ball.vertices) {
    made.pixel.push_back({place(random), place(random)});
    made.obj += fmt::format("v {} {} {}\nvt {} {}\n", p.x(), p.y(), p.z(),
                            (made.pixel.back()[0] + 0.5) / side_px + aside(random),
                            (made.pixel.back()[1] + 0.5) / side_px + aside(random));
  }
  made.obj += "usemtl enamel\n";
  for (const Face& face : ball.faces)
    made.obj += fmt::format("f {0}/{0} {1}/{1} {2}/{2}\n", face[0] + 1, face[1] + 1, face[2] + 1);
  return made;
}

std::vector<std::string> codes(const MeshFile& read) {
  std::vector<std::string> all;
  for (const Finding& remark : read.remarks) all.push_back(remark.code);
  return all;
}

TEST(Textures, colour_the_vertices_as_the_picture_is_where_they_lie_in_it) {
  constexpr unsigned seed = 19;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (const char* const name : {"scan.png", "pictures\\scan.png", "-s 1 1 1 scan.png"}) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    const Pixels pixels = random_pixels(random);
    const Textured made = textured_ball(random);
    write_picture<vtkPNGWriter>(
        folder / (std::string(name).starts_with("pictures") ? "pictures/scan.png" : "scan.png"), pixels);
    folder.write("ball.mtl",
                 fmt::format("newmtl other\nmap_Kd none.png\nnewmtl enamel\nKd 1 1 1\nmap_Kd {}\n", name));
    const MeshFile read = read_mesh(folder.write("ball.obj", made.obj));
    EXPECT_TRUE(read.remarks.empty()) << read.remarks.front().code;
    ASSERT_EQ(read.mesh.colours.size(), made.pixel.size());
    for (std::size_t v = 0; v < made.pixel.size(); ++v)
      EXPECT_EQ(read.mesh.colours[v], pixels[made.pixel[v][1]][made.pixel[v][0]]) << v;
    const ImportedJaw jaw = import_jaw((folder / "ball.obj").string(), Jaw::upper);
    EXPECT_EQ(jaw.colours, read.mesh.colours) << "a closed mesh keeps its vertices";
  }
}

TEST(Textures, may_be_jpeg) {
  std::mt19937 random(5);
  const TemporaryFolder folder;
  Pixels pixels;
  for (auto& row : pixels) row.fill({200, 100, 50, 255});
  write_picture<vtkJPEGWriter>(folder / "scan.jpg", pixels);
  folder.write("ball.mtl", "newmtl enamel\nmap_Kd scan.jpg\n");
  const MeshFile read = read_mesh(folder.write("ball.obj", textured_ball(random).obj));
  EXPECT_TRUE(read.remarks.empty());
  ASSERT_FALSE(read.mesh.colours.empty());
  const std::string jpeg = testing::bytes_of(folder / "scan.jpg");
  for (const double part :
       {0.01, 0.3, 0.7, 0.98}) {  // the truncated part may be grey, or the picture unusable
    SCOPED_TRACE(part);
    folder.write("scan.jpg",
                 jpeg.substr(0, static_cast<std::size_t>(part * static_cast<double>(jpeg.size()))));
    EXPECT_EQ(read_mesh(folder / "ball.obj").mesh.vertices, read.mesh.vertices);
  }
  constexpr double lossy = 4;
  for (const VertexColour& colour : read.mesh.colours) {
    EXPECT_NEAR(colour[0], 200, lossy);
    EXPECT_NEAR(colour[1], 100, lossy);
    EXPECT_NEAR(colour[2], 50, lossy);
  }
}

TEST(Textures, that_cannot_be_used_are_left_out_with_a_finding_and_the_mesh_stays) {
  std::mt19937 random(7);
  const TemporaryFolder outside, folder;
  const Pixels pixels = random_pixels(random);
  const Textured made = textured_ball(random);
  write_picture<vtkPNGWriter>(outside / "scan.png", pixels);
  write_picture<vtkPNGWriter>(folder / "good.png", pixels);
  outside.write("ball.mtl", "newmtl enamel\nmap_Kd scan.png\n");
  fs::create_symlink(outside / "scan.png", folder / "link.png");
  fs::create_directory(folder / "folder.png");
  ASSERT_EQ(mkfifo((folder / "pipe.png").c_str(), 0600), 0);
  const std::string png = testing::bytes_of(folder / "good.png");
  folder.write("half.png", png.substr(0, png.size() / 2));
  folder.write("text.png", "this is no picture");
  folder.write("empty.png", "");
  std::string huge = png;  // claims to be 2^31 - 1 pixels wide
  huge.replace(16, 4, "\x7f\xff\xff\xff");
  folder.write("huge.png", huge);

  const auto expect_left_out = [&](const std::string& materials, const std::string& code) {
    SCOPED_TRACE(materials.substr(0, 200));
    folder.write("ball.mtl", materials);
    const MeshFile read = read_mesh(folder.write("ball.obj", made.obj));
    EXPECT_TRUE(read.mesh.colours.empty());
    EXPECT_EQ(read.mesh.vertices.size(), made.pixel.size());
    EXPECT_EQ(codes(read), std::vector<std::string>{code});
  };
  const auto naming = [](const std::string& picture) { return "newmtl enamel\nmap_Kd " + picture + "\n"; };
  for (const std::string& picture : {"../" + (outside / "scan.png").string(), (outside / "scan.png").string(),
                                     std::string("link.png"), std::string("../../etc/passwd")})
    expect_left_out(naming(picture), "texture_outside_folder");
  for (const char* const picture : {"nowhere.png", "folder.png", "pipe.png"})
    expect_left_out(naming(picture), "texture_missing");
  for (const char* const picture : {"half.png", "text.png", "empty.png", "huge.png"})
    expect_left_out(naming(picture), "texture_not_valid");
  expect_left_out(naming("good.png") + std::string(2 << 20, '#'), "texture_not_valid");
}

TEST(Textures, whose_file_of_materials_is_missing_or_elsewhere_are_left_out) {
  std::mt19937 random(11);
  const TemporaryFolder folder;
  std::string obj = textured_ball(random).obj;
  EXPECT_EQ(codes(read_mesh(folder.write("ball.obj", obj))), std::vector<std::string>{"texture_missing"});
  obj.replace(0, obj.find('\n'), "mtllib /etc/passwd");
  EXPECT_EQ(codes(read_mesh(folder.write("ball.obj", obj))),
            std::vector<std::string>{"texture_outside_folder"});
}

TEST(Textures, with_odd_places_leave_those_vertices_without_a_colour) {
  std::mt19937 random(13);
  const TemporaryFolder folder;
  write_picture<vtkPNGWriter>(folder / "scan.png", random_pixels(random));
  folder.write("ball.mtl", "newmtl enamel\nmap_Kd scan.png\n");
  const MeshFile read = read_mesh(folder.write("ball.obj",
                                               "mtllib ball.mtl\nv 0 0 0\nv 9 0 0\nv 0 9 0\nv 9 9 0\n"
                                               "vt nan 0\nvt 1e30 -1e30\nvt x\nvt 0.5 0.5\nusemtl enamel\n"
                                               "f 1/1 2/2 3/3\nf 2/7 3/-9 4/4\n"));
  ASSERT_EQ(read.mesh.colours.size(), 4U);
  EXPECT_EQ(read.mesh.colours[0][3], 0);
  EXPECT_EQ(read.mesh.colours[2][3], 0);
  EXPECT_EQ(read.mesh.colours[3][3], 255);
}

}  // namespace
}  // namespace intercusp
