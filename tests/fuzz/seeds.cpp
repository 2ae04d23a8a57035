// The seeds of the fuzzers: small valid files of every kind, in a folder for each target.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/report/painted_mesh.h"
#include "occlusion/geometry/shapes.h"
#include "tests/fuzz/session_tools.h"
#include "tests/io/mesh/mesh_files.h"
#include "viewer/app/session.h"
#include "viewer/app/state_json.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

class Seeds {
 public:
  explicit Seeds(fs::path folder) : folder_(std::move(folder)) {}

  void add(const std::string& target, std::string_view bytes) {
    fs::create_directories(folder_ / target);
    std::ofstream file(folder_ / target / fmt::format("seed_{}", number_++), std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) throw std::runtime_error("cannot write seeds below " + folder_.string());
  }

 private:
  fs::path folder_;
  int number_ = 0;
};

void add_meshes(Seeds& seeds) {
  using namespace made_files;
  const TriangleMesh mesh = shapes::box({0, 0, 0}, {1, 2, 3});
  const std::vector<int> labels(mesh.vertices.size(), 36);
  seeds.add("stl", binary_stl(mesh));
  seeds.add("stl", ascii_stl(mesh));
  seeds.add("ply", ascii_ply(mesh, labels));
  seeds.add("ply", binary_ply(mesh, std::endian::little, labels));
  seeds.add("ply", binary_ply(mesh, std::endian::big));
  seeds.add("obj", obj(mesh));
  seeds.add("obj", "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nvt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 -1/1/1\n");
  seeds.add("off", off(mesh));
  seeds.add("off", "COFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 0 255 0 255\n0 1 0 0 0 255 255\n3 0 1 2\n");
  for (const VtpData how :
       {VtpData::ascii, VtpData::inline_base64, VtpData::appended_base64, VtpData::appended_raw})
    seeds.add("vtp", vtp(mesh, how, labels));
  for (const bool binary : {false, true}) {
    seeds.add("vtk", legacy_vtk(mesh, binary, 4, labels));
    seeds.add("vtk", legacy_vtk(mesh, binary, 5));
  }
}

//! The scenes that the program writes.
void add_scenes(Seeds& seeds) {
  const TriangleMesh mesh = shapes::box({0, 0, 0}, {1, 2, 3});
  const std::vector<PaintedMesh> jaws = {{"upper", mesh, std::vector<Rgb>(mesh.vertices.size())},
                                         {"lower", mesh, std::vector<Rgb>(mesh.vertices.size())}};
  seeds.add("glb", glb_bytes(jaws, std::nullopt));
  seeds.add("3mf", three_mf_bytes(jaws));
}

//! With a zero after each.
std::string parted(std::initializer_list<std::string_view> texts) {
  std::string parted;
  for (const std::string_view text : texts) parted.append(text) += '\0';
  return parted;
}

void add_case_files(Seeds& seeds) {
  const std::string pose = "[1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, -2, 0, 0, 0, 1]";
  seeds.add("labels", R"({"labels": [0, 11, 36, 48, 0]})");
  seeds.add("pose", fmt::format(R"({{"upper_from_lower": {}}})", pose));
  seeds.add("track", "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n0.1,0,0,-1,1,0,0,0\n");
  seeds.add("track",
            "# recorded\ntime_s;tx_mm;ty_mm;tz_mm;qw;qx;qy;qz\n0,0;0;0;0;1;0;0;0\n0,1;0;0;-1,5;1;0;0;0\n");
  seeds.add(
      "track",
      fmt::format(
          R"({{"schema": "intercusp-track/1", "units": "mm", "poses": [{{"time_s": 0, "upper_from_lower": {}}},)"
          R"( {{"time_s": 1, "translation_mm": [0, 0, 1], "quaternion_wxyz": [1, 0, 0, 0]}}],)"
          R"( "movements": [{{"from_s": 0, "to_s": 1, "name": "opening"}}]}})",
          pose));
  for (const auto& [kind, size] : {std::pair("sphere", "[1]"),
                                   {"ellipsoid", "[1, 2, 3]"},
                                   {"cylinder", "[2.05, 11]"},
                                   {"cone", "[1, 0.5, 4]"},
                                   {"torus", "[5, 1, 90]"},
                                   {"box", "[1, 2, 3]"}})
    seeds.add("bodies",
              fmt::format(R"({{"bodies": [{{"name": "a", "kind": "{}", "pose": {}, "size_mm": {}}}]}})", kind,
                          pose, size));
  seeds.add(
      "edits",
      R"({"edits": [{"do": "merge", "teeth": [16, 17]}, {"do": "add", "at_mm": [1, 2, 3], "number": 21},)"
      R"( {"do": "split", "tooth": 16, "from_mm": [1, 2, 3], "to_mm": [4, 5, 6.5]}, {"do": "remove", "tooth": 18},)"
      R"( {"do": "grow", "tooth": 11, "along_mm": [[1, 2, 3], [4, 5, 6]], "radius_mm": 1.5}]})");
  seeds.add("edits",
            R"({"edits": [{"do": "shrink", "tooth": 11, "along_mm": [[1, 2, 3]], "radius_mm": 0.5},)"
            R"( {"do": "renumber", "tooth": 14, "number": 15}, {"do": "shift", "from": 14, "by": -1},)"
            R"( {"do": "missing", "tooth": 14}]})");
  seeds.add(
      "manifest",
      "subject,session,upper,lower,pose,repeat\nP07,2024-03-01,a/u.stl,\"a/l 1.stl, a/l 2.stl\",p.json,1\n");
  seeds.add("manifest",
            "\xEF\xBB\xBFsubject;session;upper;lower;track;age\r\nsub-1;ses-1;/u.ply;l.ply;t.csv;44\r\n\r\n");
  seeds.add("csv", "a;b\n\"c;\n\"\"d\";e\n");
  seeds.add("csv", parted({"P07", "2024", "a,\"b\"\r\n", "=1+1", "", "x"}));
  seeds.add("reports", parted({"upper.stl", "lower.stl", "A. Smith", "3 May", "second visit", "PLY"}));
  seeds.add("reports", parted({"<b>", "\"x\" y='", "=1+1", "\x1b[31m", "a\r\n,b", "\xff&amp;"}));
  seeds.add("text", "upper scan, \"first\"\n<script>=1+1");
  seeds.add("text", "\xc3\xa4\x1b[31m\xff");
}

//! One session with everything that a session may hold.
viewer::Session full_session() {
  using namespace viewer;
  const Eigen::Isometry3d pose(Eigen::Translation3d(0.5, 0, -2));
  Session session{
      .request = {.upper = "/scans/u.stl", .lower = "/scans/l 1.stl,/scans/l 2.stl", .mm_per_unit = 25.4},
      .files = {{"/scans/u.stl", "STL binary", std::string(64, 'a')}},
      .document = {.upper_from_lower = pose,
                   .poses = {{"opened", pose}, {"second", pose, Camera{}}},
                   .upper_edits = {{.kind = TeethEdit::Kind::merge, .tooth = 16, .number = 17}},
                   .lower_edits = {{.kind = TeethEdit::Kind::grow,
                                    .tooth = 36,
                                    .points_mm = {{1, 2, 3}},
                                    .radius_mm = 1.5}}},
      .notes = {"A. Smith", "3 May", "second visit"},
      .view = {},
      .filled_view = 1.5,
      .track = "/scans/chewing.csv"};
  session.view.section = SectionPlane{pose, SectionKind{}};
  session.view.ruler = Ruler{{0, 1}, {2, 3}};
  session.view.space_ruler = SpaceRuler{{Jaw::upper, {0, 1, 2}}, {Jaw::lower, {3, 4, 5}}};
  session.document.parts.set(viewer::BodyFiles{{"/scans/bodies.json"}});
  session.document.parts.set(
      EarlierScans{.scans = {{"/scans/2023.stl", Jaw::upper, {}},
                             {"/scans/2024.stl",
                              {},
                              {{{0, 0, 0}, {1, 0, 0}}, {{9, 0, 0}, {10, 0, 0}}, {{0, 9, 0}, {1, 9, 0}}}}},
                   .chosen = 1});
  session.view.hidden_bodies = {"/scans/bodies.json"};
  return session;
}

std::string settings_text() {
  using namespace viewer;
  const fs::path file = fs::temp_directory_path() / "intercusp-fuzz-settings.json";
  write_settings({.recent = {{.upper = "/u.stl", .lower = "/l.stl"}, {}}, .window_place = {{0, 0}}}, file);
  std::ifstream stream(file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  fs::remove(file);
  return text;
}

void add_viewer_files(Seeds& seeds) {
  seeds.add("session", viewer::session_json({}, "/scans", viewer::session_tools));
  seeds.add("session", viewer::session_json(full_session(), "/scans", viewer::session_tools));
  seeds.add("settings", settings_text());
}

//! An element of a DICOM file, explicit little endian.
std::string element(unsigned group, unsigned number, const char* kind, std::string value) {
  if (value.size() % 2 != 0) value += ' ';
  std::string bytes;
  for (const unsigned word : {group, number})
    bytes += {static_cast<char>(word % 256), static_cast<char>(word / 256)};
  bytes += kind;
  bytes += {static_cast<char>(value.size()), '\0'};
  return bytes + value;
}

void add_studies(Seeds& seeds) {
  const std::string study = element(8, 0x20, "DA", "20240503") + element(8, 0x50, "SH", "A1");
  for (const auto& [letters, name] : {std::pair("ISO_IR 100", "M\xfcller^Anna"), {"ISO_IR 192", "Smith^A"}})
    seeds.add("dicom", element(8, 5, "CS", letters) + study + element(0x10, 0x10, "PN", name) +
                           element(0x10, 0x40, "CS", "F") + element(0x20, 0x0d, "UI", "1.2.34"));
  const std::string scan = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const std::string document =
      std::string("\x42\0\x11\0OB\0\0", 8) + static_cast<char>(scan.size()) + std::string(3, '\0');
  seeds.add("dcm", std::string(128, '\0') + "DICM" + element(2, 0x10, "UI", "1.2.840.10008.1.2.1") +
                       document + scan + element(0x42, 0x12, "LO", "model/obj"));
}

//! A mesh in the bytes that small_mesh reads.
void add_small_meshes(Seeds& seeds) {
  const TriangleMesh box = shapes::box({1, 1, 1}, {5, 6, 7});
  std::string closed(1, static_cast<char>(box.vertices.size() - 1));
  for (const Eigen::Vector3d& vertex : box.vertices)
    for (int i = 0; i < 3; ++i) closed += static_cast<char>(vertex[i] / 0.25);
  for (const Face& face : box.faces)
    for (const std::uint32_t corner : face) closed += static_cast<char>(corner);
  seeds.add("repair", closed);
  seeds.add("repair", closed.substr(0, closed.size() - 6));           // open at the top
  seeds.add("repair", closed + closed.substr(closed.size() - 9, 9));  // faces twice
  // import: unit, source of teeth, numbering, odd scales, jaw, files, folder, label file; then a name, labels and a mesh for each
  for (const char files : {0, 1, 2}) {
    for (const char labels : {0, 1, 2, 4}) {
      std::string bytes = {0, 0, 0, 0, 0, files, labels, 1};
      for (char file = 0; file <= files; ++file) bytes += std::string{file, labels} + closed;
      seeds.add("import", bytes);
    }
  }
}

void add_bites(Seeds& seeds) {
  for (char kind = 0; kind < 4; ++kind) {
    std::string bytes;
    for (int i = 0; i < 40; ++i) bytes += static_cast<char>(kind * 64 + i * 37);
    seeds.add("engines", bytes);
    for (const char way : {0, 1}) seeds.add("exact", way + bytes);
  }
}

}  // namespace
}  // namespace intercusp

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: fuzz_seeds FOLDER\n";
    return 2;
  }
  intercusp::Seeds seeds(words[1]);
  intercusp::add_meshes(seeds);
  intercusp::add_scenes(seeds);
  intercusp::add_case_files(seeds);
  intercusp::add_viewer_files(seeds);
  intercusp::add_studies(seeds);
  intercusp::add_small_meshes(seeds);
  intercusp::add_bites(seeds);
}
