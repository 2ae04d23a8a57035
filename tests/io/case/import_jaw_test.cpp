#include "io/case/import_jaw.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>

#include "datasets/dentition.h"
#include "io/case/pose_file.h"
#include "io/files/errors.h"
#include "io/files/sha256.h"
#include "io/mesh/write_ply.h"
#include "occlusion/case/fdi.h"
#include "occlusion/geometry/shapes.h"
#include "tests/io/mesh/mesh_files.h"
#include "tests/support/real_scans.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

using namespace made_files;
using Eigen::Vector3d;

//! As large as an arch: no remark about its size.
const TriangleMesh gum = shapes::box({-30, 0, 5}, {30, 45, 25});

TriangleMesh tooth_at(double x) { return shapes::box({x, 0, 0}, {x + 8, 8, 10}); }

TriangleMesh scaled(TriangleMesh mesh, double factor) {
  for (Vector3d& vertex : mesh.vertices) vertex *= factor;
  return mesh;
}

ImportedJaw import_bytes(const std::string& name, std::string_view bytes, const ImportOptions& options = {}) {
  const TemporaryFolder folder;
  return import_jaw(folder.write(name, bytes).string(), Jaw::upper, options);
}

std::string refusal(const std::string& source, const ImportOptions& options = {}) {
  return message_of<InputError>([&] { static_cast<void>(import_jaw(source, Jaw::upper, options)); });
}

std::string refusal_of_bytes(std::string_view bytes, const ImportOptions& options = {}) {
  return message_of<InputError>([&] { static_cast<void>(import_bytes("upper", bytes, options)); });
}

//! The remark with this code. \pre there is one
const Finding& remark(const MeshReport& report, const std::string& code) {
  const auto found = std::ranges::find(report.remarks, code, &Finding::code);
  if (found == report.remarks.end()) throw std::out_of_range("no remark " + code);
  return *found;
}

std::set<int> teeth_of(const ImportedJaw& jaw) {
  return {jaw.solid->labels.begin(), jaw.solid->labels.end()};
}

TEST(ImportJaw, a_closed_mesh_is_left_as_it_is_in_every_format) {
  const std::vector<std::string> all = {binary_stl(gum),
                                        ascii_stl(gum),
                                        obj(gum),
                                        off(gum),
                                        ascii_ply(gum),
                                        binary_ply(gum, std::endian::little),
                                        binary_ply(gum, std::endian::big),
                                        vtp(gum, VtpData::ascii),
                                        vtp(gum, VtpData::appended_raw)};
  for (const std::string& bytes : all) {
    const ImportedJaw jaw = import_bytes("upper", bytes);
    const MeshReport& report = jaw.report;
    EXPECT_NEAR(signed_volume(jaw.solid->mesh), 60 * 45 * 20, 1e-6) << report.files[0].format;
    EXPECT_EQ(report.triangles_read, 12U);
    EXPECT_EQ(report.vertices_read, report.files[0].format.starts_with("STL") ? 36U : 8U);
    EXPECT_EQ(report.files[0].sha256, sha256_hex(bytes));
    EXPECT_FALSE(report.closed_by_import);
    EXPECT_EQ(jaw.solid->anatomy_faces, 12U);
    EXPECT_TRUE(jaw.solid->labels.empty());
    EXPECT_TRUE(report.label_sources.empty());
    EXPECT_TRUE(report.remarks.empty());
  }
}

TEST(ImportJaw, faces_with_bad_indices_are_counted_in_the_report) {
  TriangleMesh broken = gum;
  broken.faces.push_back({1, 2, 8});
  EXPECT_EQ(import_bytes("upper.obj", obj(broken)).report.repairs.faces_with_bad_indices, 1U);
}

struct OddSize {
  double factor;
  const char* looks_like;
  bool sure;
  const char* units = "";  //!< of the remark
};

TEST(ImportJaw, sizes_near_another_unit_are_refused_with_the_option_to_use) {
  // The gum is 60 long, so the factors make 0.06, 6, 2.36, 3 and 60 000.
  for (const OddSize& odd :
       {OddSize{1e-3, "metres (--unit m)", true},
        OddSize{0.1, "looks like centimetres (--unit cm):", false, "cm"},
        OddSize{1 / 25.4, "centimetres (--unit cm) or inches (--unit inch)", false, "cm,inch"},
        OddSize{0.015, "looks like inches (--unit inch):", false, "inch"},
        OddSize{1e3, "micrometres (--unit um)", true}}) {
    const TemporaryFolder folder;
    const std::string file = folder.write("upper.ply", ascii_ply(scaled(gum, odd.factor))).string();
    EXPECT_NE(refusal(file).find(odd.looks_like), std::string::npos) << refusal(file);
    EXPECT_NE(refusal(file).find(fmt::format("{:.4g}", 60 * odd.factor)), std::string::npos);
    const ImportOptions relaxed = {.refuse_odd_scale = false};
    if (odd.sure) {
      EXPECT_NE(refusal(file, relaxed).find(odd.looks_like), std::string::npos);
    } else {
      EXPECT_EQ(remark(import_jaw(file, Jaw::upper, relaxed).report, "odd_scale").text("units"), odd.units);
    }
  }
}

TEST(ImportJaw, a_scan_in_inches_is_refused_also_where_bodies_are_remarked) {
  const TemporaryFolder folder;
  const TriangleMesh scan = shapes::fine_box({0, 0, 0}, {60, 50, 20}, 4);  // 1000 faces and more
  ASSERT_GE(scan.faces.size(), 1000U);
  const std::string file = folder.write("upper.ply", ascii_ply(scaled(scan, 1 / 25.4))).string();
  EXPECT_NE(refusal(file, {.refuse_odd_scale = false}).find("--unit inch"), std::string::npos);
}

TEST(ImportJaw, a_stated_unit_ends_the_check_and_scales) {
  const ImportedJaw jaw = import_bytes("upper.ply", ascii_ply(scaled(gum, 0.1)), {.mm_per_unit = 10});
  EXPECT_NEAR(bounds_of(jaw.solid->mesh).size().x(), 60, 1e-9);
  EXPECT_TRUE(jaw.report.remarks.empty());
  const ImportedJaw small = import_bytes("upper.ply", ascii_ply(scaled(gum, 0.1)), {.mm_per_unit = 1});
  EXPECT_NEAR(bounds_of(small.solid->mesh).size().x(), 6, 1e-9);
}

TEST(ImportJaw, other_odd_sizes_are_remarked_only) {
  for (const double factor : {0.2, 3.0}) {
    const MeshReport report = import_bytes("q.ply", ascii_ply(scaled(gum, factor))).report;
    EXPECT_NEAR(remark(report, "odd_scale").number("extent"), 60 * factor, 1e-6);
    EXPECT_EQ(remark(report, "odd_scale").text("reason"), "near_none");
  }
}

TEST(ImportJaw, faces_that_reach_far_away_are_refused_and_counted) {
  TriangleMesh scan = shapes::sphere({0, 0, 0}, 30, 32);
  EXPECT_EQ(import_bytes("whole.ply", ascii_ply(scan)).report.components, 1U);
  scan.vertices[100].x() = 1e6;
  const auto faces =
      std::ranges::count_if(scan.faces, [](const Face& face) { return std::ranges::count(face, 100U) > 0; });
  ASSERT_GT(faces, 2);
  for (const std::string& bytes : {ascii_ply(scan), binary_stl(scan)}) {
    const std::string message = refusal_of_bytes(bytes);
    EXPECT_NE(message.find(fmt::format("{} faces reach up to 1e+03 m away", faces)), std::string::npos)
        << message;
  }
  const std::string in_metres = refusal_of_bytes(ascii_ply(scaled(scan, 0.001)), {.mm_per_unit = 1000});
  EXPECT_NE(in_metres.find("1e+03 m away"), std::string::npos) << in_metres;
  TriangleMesh whole = shapes::sphere({0, 0, 0}, 3000, 32);
  EXPECT_EQ(import_bytes("large.ply", ascii_ply(whole)).report.components, 1U) << "large, but in one place";
}

//! In mm 1e308 m would be infinite.
TEST(ImportJaw, meshes_further_away_than_any_jaw_are_refused_in_every_unit) {
  for (const auto& [size, unit, metres] :
       {std::tuple(1e308, 1000.0, "1e+308 m"), std::tuple(1e37, 1.0, "1e+34 m"),
        std::tuple(2e3, 1000.0, "2e+03 m")}) {
    const TriangleMesh huge = scaled(shapes::box({0, 0, 0}, {1, 1, 1}), size);
    const std::string message = refusal_of_bytes(off(huge), {.mm_per_unit = unit});
    EXPECT_NE(message.find(std::string("reaches ") + metres), std::string::npos) << message;
  }
}

TEST(ImportJaw, only_units_within_their_limits_can_be_stated) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  for (const double unit : {0.0, -1.0, inf, std::numeric_limits<double>::quiet_NaN(), 1001.0})
    EXPECT_THROW((void)import_bytes("q.ply", ascii_ply(gum), {.mm_per_unit = unit}), std::invalid_argument)
        << unit;
}

//! A float of 2^16 to 2^17 mm, as 100 m is, has steps of 2^-7 mm; one of 1 m has steps of 2^-14 mm, at most 0.03 µm off:
//! two such scans are off by less than the depth tolerance.
TEST(ImportJaw, digits_that_a_file_of_floats_loses_far_from_its_origin_are_told) {
  const auto at = [](double x_mm) {
    TriangleMesh moved = gum;
    for (Eigen::Vector3d& vertex : moved.vertices) vertex += Eigen::Vector3d(x_mm, 0.1, 0);
    return moved;
  };
  const auto loses = [](const MeshReport& report) {
    return std::ranges::count(report.remarks, std::string("digits_lost"), &Finding::code);
  };
  const MeshReport far = import_bytes("far.stl", binary_stl(at(1e5))).report;
  EXPECT_EQ(remark(far, "digits_lost").number("error_um"), 1000.0 / 256);
  EXPECT_NEAR(remark(far, "digits_lost").number("distance_m"), 100, 0.1);
  EXPECT_EQ(remark(import_bytes("far.stl", binary_stl(at(1e4)), {.mm_per_unit = 10}).report, "digits_lost")
                .number("error_um"),
            10 * 1000.0 / 2048);
  EXPECT_EQ(loses(import_bytes("near.stl", binary_stl(at(900))).report), 0);
  EXPECT_EQ(loses(import_bytes("far.stl", binary_stl(at(2e3))).report), 1);
  EXPECT_EQ(loses(import_bytes("far.stl", ascii_stl(at(1e5))).report), 1) << "VTK reads floats";
  EXPECT_EQ(loses(import_bytes("far.off", off(at(1e5))).report), 0) << "0.1 is there to 17 digits";
}

TEST(ImportJaw, a_folder_of_teeth_is_one_jaw_labelled_by_its_file_names) {
  const TemporaryFolder folder;
  folder.write("Tooth_8.stl", binary_stl(tooth_at(-10)));
  folder.write("Tooth_14.PLY", ascii_ply(tooth_at(20)));
  folder.write("gum.obj", obj(shapes::box({-30, 0, 8}, {30, 10, 20})));
  folder.write("._Tooth_9.stl", "left by a file system");
  folder.write("readme.txt", "not a mesh");
  const ImportedJaw jaw = import_jaw(folder.path().string(), Jaw::upper);
  ASSERT_EQ(jaw.report.files.size(), 3U);
  EXPECT_EQ(jaw.report.files[0].path, (folder.path() / "Tooth_14.PLY").string());
  EXPECT_EQ(jaw.report.files[1].format, "STL binary");
  EXPECT_EQ(jaw.report.files[2].format, "OBJ");
  EXPECT_EQ(jaw.report.components, 3U);
  EXPECT_EQ(jaw.report.label_sources, std::vector<LabelSource>{{LabelSource::Kind::file_names}});
  EXPECT_EQ(teeth_of(jaw), (std::set<int>{0, 11, 26}));
  for (std::size_t i = 0; i < jaw.solid->labels.size(); ++i) {
    if (jaw.solid->mesh.vertices[i].x() >= 20 && jaw.solid->mesh.vertices[i].x() <= 28) {
      EXPECT_EQ(jaw.solid->labels[i], 26);
    }
  }
}

TEST(ImportJaw, a_list_with_commas_is_one_jaw_unless_it_is_a_name) {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.stl", binary_stl(tooth_at(0))).string();
  const std::string b = folder.write("b.stl", binary_stl(tooth_at(15))).string();
  const ImportedJaw jaw = import_jaw(a + "," + b, Jaw::lower);
  EXPECT_EQ(jaw.report.files.size(), 2U);
  EXPECT_NEAR(bounds_of(jaw.solid->mesh).size().x(), 23, 1e-9);
  const std::string odd = folder.write("x,y.stl", binary_stl(gum)).string();
  EXPECT_EQ(import_jaw(odd, Jaw::lower).report.files.size(), 1U);
  EXPECT_NE(refusal(a + ",," + b).find("two commas"), std::string::npos);
  EXPECT_NE(refusal(a + "," + b + "c").find("b.stlc: there is no such file"), std::string::npos);
}

TEST(ImportJaw, a_folder_without_meshes_is_refused) {
  const TemporaryFolder folder;
  folder.write("readme.txt", "not a mesh");
  EXPECT_NE(refusal(folder.path().string()).find("the folder holds no mesh file"), std::string::npos);
}

TEST(ImportJaw, labels_come_from_the_file_or_from_beside_it) {
  const std::vector<int> teeth = {11, 11, 17, 17, 21, 21, 27, 0};
  const ImportedJaw inside = import_bytes("upper.ply", binary_ply(gum, std::endian::little, teeth));
  EXPECT_EQ(inside.report.label_sources,
            (std::vector<LabelSource>{{LabelSource::Kind::of_vertices, "label"}}));
  EXPECT_EQ(teeth_of(inside), (std::set<int>{0, 11, 17, 21, 27}));

  const TemporaryFolder folder;
  const std::string mesh = folder.write("upper.obj", obj(gum)).string();
  const std::string beside = folder.write("upper.json", "{\"labels\": [8, 8, 2, 2, 9, 9, 15, 0]}").string();
  const ImportedJaw by_json = import_jaw(mesh, Jaw::upper);
  EXPECT_EQ(by_json.report.label_sources, std::vector<LabelSource>{{LabelSource::Kind::beside_file}});
  EXPECT_EQ(teeth_of(by_json), (std::set<int>{0, 11, 17, 21, 27}));

  const std::string given =
      folder.write("given.json", "{\"labels\": [13, 13, 13, 13, 23, 23, 23, 23]}").string();
  EXPECT_EQ(teeth_of(import_jaw(mesh, Jaw::upper, {.label_file = given})), (std::set<int>{13, 23}));
  EXPECT_NE(refusal(mesh + "," + mesh, {.label_file = given}).find("the jaw has 2"), std::string::npos);
}

TEST(ImportJaw, classes_of_a_network_are_not_taken_for_teeth) {
  std::vector<int> classes(gum.vertices.size());
  for (std::size_t i = 0; i < classes.size(); ++i) classes[i] = static_cast<int>(i + 1);
  ASSERT_EQ(classes.size(), 8U);
  const ImportedJaw jaw = import_bytes("upper.ply", ascii_ply(gum, classes));
  EXPECT_EQ(remark(jaw.report, "class_numbers_not_used").text("array"), "label");
  EXPECT_TRUE(jaw.report.label_sources.empty());
  const TemporaryFolder folder;
  const std::string file = folder.write("upper.ply", ascii_ply(gum, classes)).string();
  EXPECT_EQ(teeth_of(import_jaw(file, Jaw::upper, {.numbering = ToothNumbering::universal})),
            (std::set<int>{18, 17, 16, 15, 14, 13, 12, 11}));
}

TEST(ImportJaw, a_count_of_labels_that_does_not_match_names_both_counts) {
  const TemporaryFolder folder;
  const std::string mesh = folder.write("upper.stl", binary_stl(gum)).string();
  const std::string labels = folder.write("upper.json", "{\"labels\": [11, 12]}").string();
  const std::string message = refusal(mesh);
  EXPECT_TRUE(message.starts_with(labels + ": has 2 labels, but " + mesh + " has 36 vertices")) << message;
}

TEST(ImportJaw, an_empty_or_broken_json_beside_the_mesh_is_passed_over_unless_it_names_labels) {
  const TemporaryFolder folder;
  const std::string mesh = folder.write("upper.stl", binary_stl(gum)).string();
  for (const char* const text : {"", "{\"teeth\": [", "written by another program"}) {
    (void)folder.write("upper.json", text);
    const ImportedJaw jaw = import_jaw(mesh, Jaw::upper);
    EXPECT_EQ(remark(jaw.report, "label_file_not_used").text("file"), "upper.json") << text;
  }
  (void)folder.write("upper.json", "{\"labels\": [0, 0, 11");
  EXPECT_NE(refusal(mesh).find("upper.json"), std::string::npos);
}

//! Three boxes at a ball in colours, by faces or by vertices.
std::string coloured_ply(bool by_faces) {
  TriangleMesh mesh = shapes::sphere({0, 30, 30}, 30, 10);
  std::vector<int> tooth_of_face(mesh.faces.size(), 0);
  for (const auto& [fdi, x] : {std::pair(11, -20.0), std::pair(65, -10.0), std::pair(26, 10.0)}) {
    const TriangleMesh crown = tooth_at(x);
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), crown.vertices.begin(), crown.vertices.end());
    for (const Face& face : crown.faces) {
      mesh.faces.push_back({face[0] + first, face[1] + first, face[2] + first});
      tooth_of_face.push_back(fdi);
    }
  }
  std::vector<int> tooth_of_vertex(mesh.vertices.size());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f)
    for (const std::uint32_t vertex : mesh.faces[f]) tooth_of_vertex[vertex] = tooth_of_face[f];
  const std::string channels = "property uchar red\nproperty uchar green\nproperty uchar blue\n";
  const auto colour = [](int fdi) { return fmt::format(" {} 7 200", fdi); };
  std::string text = fmt::format(
      "ply\nformat ascii 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty "
      "float z\n{}element face {}\nproperty list uchar int vertex_indices\n{}end_header\n",
      mesh.vertices.size(), by_faces ? "" : channels, mesh.faces.size(), by_faces ? channels : "");
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const Vector3d& place = mesh.vertices[v];
    text += fmt::format("{} {} {}{}\n", place.x(), place.y(), place.z(),
                        by_faces ? "" : colour(tooth_of_vertex[v]));
  }
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const auto& [a, b, c] = mesh.faces[f];
    text += fmt::format("3 {} {} {}{}\n", a, b, c, by_faces ? colour(tooth_of_face[f]) : "");
  }
  return text;
}

TEST(ImportJaw, a_table_of_colours_numbers_the_teeth) {
  const TemporaryFolder folder;
  ImportOptions options{.teeth = TeethSource::files};
  options.label_colours =
      folder.write("table.csv", "r,g,b,fdi\n0,7,200,0\n11,7,200,11\n65;7;200;65\n# 26 is missing\n").string();
  for (const bool by_faces : {true, false}) {
    const ImportedJaw jaw = import_bytes("upper.ply", coloured_ply(by_faces), options);
    const std::set<int> labels(jaw.solid->labels.begin(), jaw.solid->labels.end());
    EXPECT_EQ(labels, (std::set<int>{0, 11, 65})) << by_faces;
    EXPECT_EQ(remark(jaw.report, "label_colours_unknown").text("colour"), "26,7,200");
    const auto as_scanned = import_bytes("upper.ply", coloured_ply(by_faces), {.teeth = TeethSource::files});
    EXPECT_TRUE(as_scanned.solid->labels.empty());
    EXPECT_EQ(remark(as_scanned.report, "colours_like_labels").number("colours"), 4);
  }
}

TEST(ImportJaw, a_table_of_colours_that_cannot_be_used_is_refused) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& table) {
    const std::string file = folder.write("table.csv", table).string();
    return refusal_of_bytes(coloured_ply(true), {.label_colours = file});
  };
  EXPECT_NE(refused("0,7,200,0\n11,7,200,19\n").find("line 2: 19 is no FDI number"), std::string::npos);
  EXPECT_NE(refused("0,7,256,0\n").find("line 1: write r,g,b,fdi"), std::string::npos);
  EXPECT_NE(refused("0,7,200\n").find("line 1"), std::string::npos);
  EXPECT_NE(refused("0,7,200,11\n0,7,200,12\n").find("two teeth"), std::string::npos);
  EXPECT_NE(refused("r,g,b,fdi\n").find("holds no colour"), std::string::npos);
  const std::string file = folder.write("table.csv", "0,7,200,0\n").string();
  EXPECT_NE(refusal_of_bytes(binary_stl(gum), {.label_colours = file}).find("--label-colours"),
            std::string::npos);
}

TEST(ImportJaw, a_json_beside_the_mesh_about_something_else_is_passed_over) {
  const TemporaryFolder folder;
  const std::string mesh = folder.write("upper.obj", obj(gum)).string();
  const std::string other = folder.write("upper.json", "{\"scanner\": \"x\"}").string();
  const ImportedJaw jaw = import_jaw(mesh, Jaw::upper);
  EXPECT_TRUE(jaw.solid->labels.empty());
  EXPECT_EQ(remark(jaw.report, "label_file_not_used").text("file"), "upper.json");
  EXPECT_NE(refusal(mesh, {.label_file = other}).find("has no \"labels\""), std::string::npos);
}

TEST(ImportJaw, a_mesh_that_cannot_be_made_a_solid_is_refused_with_its_file) {
  const TemporaryFolder folder;
  const TriangleMesh flat = {.vertices = {{0, 0, 0}, {30, 0, 0}, {60, 0, 0}}, .faces = {{0, 1, 2}}};
  const std::string file = folder.write("upper.ply", ascii_ply(flat)).string();
  EXPECT_TRUE(refusal(file).starts_with(file + ": "));
}

class UnlabelledArch : public ::testing::Test {
 protected:
  [[nodiscard]] ImportedJaw import(TeethSource teeth) const {
    return import_jaw(scan_.string(), Jaw::upper, {.teeth = teeth});
  }
  TemporaryFolder folder_;
  std::filesystem::path scan_ = folder_.write("scan.ply", ply_bytes(make_dentition().upper.mesh, {}));
};

TEST_F(UnlabelledArch, gets_the_teeth_found_on_it) {
  const ImportedJaw jaw = import(TeethSource::automatic);
  const Solid& solid = *jaw.solid;
  ASSERT_EQ(solid.labels.size(), solid.mesh.vertices.size());
  EXPECT_EQ(jaw.report.label_sources, std::vector<LabelSource>{{LabelSource::Kind::found_on_scan}});
  EXPECT_GE(solid.estimated_teeth.size(), 10U);
  std::set<int> labels = teeth_of(jaw), estimated = {0};
  labels.insert(0);
  for (const EstimatedTooth& tooth : solid.estimated_teeth) {
    estimated.insert(tooth.fdi);
    EXPECT_EQ(jaw_of(tooth.fdi), Jaw::upper) << tooth.fdi;
    EXPECT_GT(tooth.confidence, 0) << tooth.fdi;
    EXPECT_LE(tooth.confidence, 1) << tooth.fdi;
  }
  EXPECT_EQ(labels, estimated);
  for (std::size_t face = solid.anatomy_faces; face < solid.mesh.faces.size(); ++face) {
    for (const std::uint32_t vertex : solid.mesh.faces[face])
      ASSERT_TRUE(vertex < solid.labels.size()) << "skirt and base are labelled too";
  }
}

TEST_F(UnlabelledArch, has_no_teeth_where_only_those_of_files_are_wanted_or_none) {
  for (const TeethSource teeth : {TeethSource::files, TeethSource::none}) {
    const ImportedJaw jaw = import(teeth);
    EXPECT_TRUE(jaw.solid->labels.empty());
    EXPECT_TRUE(jaw.solid->estimated_teeth.empty());
    EXPECT_TRUE(jaw.report.findings.empty());
    EXPECT_EQ(jaw.solid->leave_unnumbered, teeth == TeethSource::none);
  }
}

TEST_F(UnlabelledArch, labels_of_a_file_are_not_estimated) {
  const LabelledMesh upper = make_dentition().upper;
  const std::filesystem::path file = folder_.write("labelled.ply", ply_bytes(upper.mesh, upper.labels));
  const ImportedJaw jaw = import_jaw(file.string(), Jaw::upper);
  EXPECT_FALSE(jaw.solid->labels.empty());
  EXPECT_TRUE(jaw.solid->estimated_teeth.empty());
  EXPECT_TRUE(import_jaw(file.string(), Jaw::upper, {.teeth = TeethSource::none}).solid->labels.empty());
}

TEST(ImportJaw, a_body_without_teeth_is_imported_without_labels) {
  const ImportedJaw jaw = import_bytes("upper.ply", ascii_ply(gum));
  EXPECT_TRUE(jaw.solid->labels.empty());
  ASSERT_EQ(jaw.report.findings.size(), 1U);
  EXPECT_EQ(jaw.report.findings[0].code, "no_teeth_found");
}

//! Real scans, if available: see INTERCUSP_DATA.
class RealScans : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    folder_ = testing::real_scans() / GetParam();
    if (!std::filesystem::exists(folder_)) GTEST_SKIP() << "no real scans in " << folder_;
  }
  std::filesystem::path folder_;
};

TEST_P(RealScans, binary_stl_are_solids_of_about_fourteen_crowns) {
  for (const char* const name : {"upper.stl", "lower.stl"}) {
    const ImportedJaw jaw = import_jaw((folder_ / name).string(), Jaw::upper);
    EXPECT_EQ(count_open_edges(jaw.solid->mesh), 0U) << name;
    EXPECT_FALSE(jaw.report.closed_by_import);
    EXPECT_GE(jaw.report.components, 13U);
    EXPECT_LE(jaw.report.components, 14U);
    EXPECT_GT(jaw.report.triangles_read, 80000U);
    EXPECT_GT(signed_volume(jaw.solid->mesh), 1000);
  }
}

TEST_P(RealScans, the_pose_takes_the_unregistered_lower_to_the_registered_one) {
  const ImportedJaw lower = import_jaw((folder_ / "lower.stl").string(), Jaw::lower);
  const ImportedJaw loose = import_jaw((folder_ / "lower_unregistered.obj").string(), Jaw::lower);
  const Eigen::Isometry3d pose = read_pose(folder_ / "pose.json");
  const Bounds wanted = bounds_of(lower.solid->mesh);
  const Bounds got = bounds_of(shapes::moved(loose.solid->mesh, pose));
  // The pose is written with nine decimals, the STL with floats of up to 50 mm: 2e-6 mm each way, some of
  // them added.
  EXPECT_LT((got.min - wanted.min).norm() + (got.max - wanted.max).norm(), 1e-4);
}

TEST_P(RealScans, open_shells_are_closed) {
  const ImportedJaw jaw = import_jaw((folder_ / "upper_open.ply").string(), Jaw::upper);
  EXPECT_TRUE(jaw.report.closed_by_import);
  EXPECT_EQ(count_open_edges(jaw.solid->mesh), 0U);
  EXPECT_LT(jaw.solid->anatomy_faces, jaw.solid->mesh.faces.size());
}

INSTANTIATE_TEST_SUITE_P(ImportJaw, RealScans, ::testing::Values("case-a", "case-b"));

}  // namespace
}  // namespace intercusp
