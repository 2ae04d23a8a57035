// `segment` end to end: an unlabelled scan in, numbered teeth out.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "io/case/labels.h"
#include "io/mesh/read_mesh.h"
#include "io/mesh/write_ply.h"
#include "occlusion/case/fdi.h"
#include "occlusion/geometry/shapes.h"
#include "tests/support/generated_case.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

class SegmentProgram : public testing::GeneratedCase<SegmentProgram, 40000> {
 protected:
  [[nodiscard]] static std::string jaw(const std::string& name) { return quoted(*made_ / (name + ".ply")); }
  //! Runs `segment` into the folder of results; expects success. \return segment.json
  json segment(const std::string& arguments) {
    const auto run =
        run_program("segment " + arguments + " --quiet --force --out " + quoted(folder_ / "out"));
    EXPECT_EQ(run.status, 0) << run.err;
    return json_of(folder_ / "out" / "segment.json");
  }
  [[nodiscard]] std::vector<int> labels() const { return json_of(folder_ / "out" / "labels.json")["labels"]; }
};

bool has_finding(const json& result, const std::string& code) {
  return std::ranges::any_of(result["findings"],
                             [&](const json& finding) { return finding["code"] == code; });
}

TEST_F(SegmentProgram, leaves_numbers_labels_a_mesh_and_pictures) {
  for (const std::string name : {"upper", "lower"}) {
    const json result = segment(jaw(name));
    EXPECT_EQ(result["schema"], "intercusp-segment/1");
    EXPECT_EQ(result["jaw"], name);
    EXPECT_GT(result["jaw_confidence"], 0.5);
    std::set<int> numbers = {0};
    for (const json& tooth : result["teeth"]) {
      EXPECT_TRUE(numbers.insert(tooth["fdi"].get<int>()).second) << "each number once";
      EXPECT_EQ(tooth["centre_mm"].size(), 3U);
      EXPECT_GT(tooth["mesiodistal_mm"], 2);
      EXPECT_LE(tooth["confidence"], result["jaw_confidence"]);
      EXPECT_TRUE(tooth["sure"].is_boolean());
    }
    EXPECT_GT(numbers.size(), 10U);
    const std::vector<int> found = labels();
    EXPECT_EQ(found.size(), result["vertices"]);
    EXPECT_EQ(std::set<int>(found.begin(), found.end()), numbers);
    for (const char* file : {"occlusal", "frontal", "left", "right"})
      EXPECT_EQ(bytes_of(folder_ / "out" / (std::string("teeth_") + file + ".png")).substr(1, 3), "PNG");
    // The labelled mesh is read back with its labels.
    EXPECT_NE(bytes_of(folder_ / "out" / "teeth.vtp").find("Name=\"label\""), std::string::npos);
    std::filesystem::rename(folder_ / "out" / "teeth.vtp", folder_ / "read again.vtp");
    EXPECT_EQ(segment(quoted(folder_ / "read again.vtp"))["vertices"], result["vertices"]);
    EXPECT_EQ(labels(), found);
  }
}

TEST_F(SegmentProgram, neighbours_are_joined_or_have_their_gap) {
  const json whole = segment(jaw("lower"));
  EXPECT_EQ(whole["neighbours"].size() + 1, whole["teeth"].size());
  for (const json& pair : whole["neighbours"]) {
    EXPECT_EQ(pair["joined"], true);
    EXPECT_TRUE(pair["gap_mm"].is_null());
    EXPECT_TRUE(pair["point_mm"].is_null());
  }
  const std::string lost = quoted(folder_ / "lost");
  ASSERT_EQ(run_program("generate dentition --variant missing --triangles 40000 --out " + lost).status, 0);
  const auto run = run_program("segment " + quoted(folder_ / "lost" / "lower.ply") + " --out " + lost);
  ASSERT_EQ(run.status, 0) << run.err;
  const json result = json_of(folder_ / "lost" / "segment.json");
  int apart = 0;
  for (std::size_t i = 0; i < result["neighbours"].size(); ++i) {
    const json& pair = result["neighbours"][i];
    EXPECT_EQ(pair["tooth_a"], result["teeth"][i]["fdi"]);
    EXPECT_EQ(pair["tooth_b"], result["teeth"][i + 1]["fdi"]);
    if (pair["joined"] == true) continue;
    ++apart;
    EXPECT_EQ(pair["empty_places"], 1);
    EXPECT_GT(pair["gap_mm"], 5) << "a molar or premolar is lost";
    EXPECT_EQ(pair["point_mm"].size(), 3U);
  }
  EXPECT_GE(apart, 1);
}

TEST_F(SegmentProgram, writes_labels_as_other_programs_read_them) {
  segment(jaw("upper") + " --label-format teeth3ds --label-format=faces --label-format slicer");
  const std::vector<int> found = labels();
  const auto read = [&](const char* name) { return read_mesh(folder_ / "out" / name).mesh; };
  const RawMesh slicer = read("slicer.vtp");
  EXPECT_EQ(slicer.label_array, "Universal_ID");
  EXPECT_EQ(
      label_jaw({labels_of_array(slicer.labels, slicer.label_array)}, Jaw::upper, ToothNumbering::automatic)
          .fdi,
      found);
  const RawMesh faces = read("faces.vtp");
  EXPECT_TRUE(faces.labels_per_face);
  std::size_t same = 0;
  for (std::size_t v = 0; v < found.size(); ++v) same += faces.labels[v] == found[v] ? 1 : 0;
  EXPECT_GT(static_cast<double>(same) / static_cast<double>(found.size()), 0.98)
      << "all but vertices at borders";
  const json teeth3ds = json_of(folder_ / "out" / "teeth3ds.json");
  EXPECT_EQ(teeth3ds["labels"], json(found));
  EXPECT_EQ(teeth3ds["jaw"], "upper");
  for (std::size_t v = 0; v < found.size(); ++v) EXPECT_EQ(teeth3ds["instances"][v] == 0, found[v] == 0) << v;
}

TEST_F(SegmentProgram, a_jaw_that_contradicts_the_shape_makes_no_tooth_sure) {
  const json result = segment(jaw("lower") + " --jaw upper");
  EXPECT_EQ(result["jaw"], "upper");
  EXPECT_EQ(result["jaw_confidence"], 1);
  EXPECT_TRUE(has_finding(result, "jaw_contradicted"));
  for (const json& tooth : result["teeth"]) {
    EXPECT_EQ(tooth["sure"], false);
    EXPECT_LT(tooth["fdi"], 30);
  }
  EXPECT_FALSE(has_finding(segment(jaw("lower") + " --jaw lower"), "jaw_contradicted"));
}

TEST_F(SegmentProgram, files_of_one_jaw_and_stl_have_a_label_for_each_vertex_as_read) {
  write_stl(folder_ / "box.stl", shapes::box({0, 0, 0}, {4, 4, 4}));
  const json both = segment(quoted(folder_ / "box.stl") + "," + jaw("upper"));
  const std::vector<int> of_both = labels();
  const json alone = segment(jaw("upper"));
  EXPECT_EQ(of_both.size(), 36 + alone["vertices"].get<std::size_t>());
  EXPECT_EQ(both["vertices"], of_both.size());
}

TEST_F(SegmentProgram, a_body_without_teeth_is_a_result) {
  write_stl(folder_ / "box.stl", shapes::box({0, 0, 0}, {40, 30, 20}));
  const json result = segment(quoted(folder_ / "box.stl"));
  EXPECT_TRUE(has_finding(result, "no_teeth_found"));
  EXPECT_EQ(result["teeth"], json::array());
  EXPECT_EQ(result["jaw"], nullptr);
  EXPECT_EQ(labels(), std::vector<int>(36, 0));
  EXPECT_EQ(bytes_of(folder_ / "out" / "teeth_occlusal.png").substr(1, 3), "PNG");
}

//! A sheet with waves: bumps of the size of crowns.
TriangleMesh egg_box(double period_mm, double height_mm) {
  constexpr std::uint32_t n = 120;
  TriangleMesh sheet;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      const double x = 60.0 * i / (n - 1), y = 45.0 * j / (n - 1), turn = 2 * M_PI / period_mm;
      sheet.vertices.emplace_back(x, y, height_mm * std::sin(turn * x) * std::sin(turn * y));
      if (i + 1 == n || j + 1 == n) continue;
      const std::uint32_t a = i * n + j, b = a + n;
      sheet.faces.push_back({a, b, b + 1});
      sheet.faces.push_back({a, b + 1, a + 1});
    }
  }
  return sheet;
}

std::string reason_without_teeth(const json& result) {
  EXPECT_EQ(result["teeth"], json::array());
  EXPECT_EQ(result["jaw"], nullptr);
  for (const json& finding : result["findings"]) {
    if (finding["code"] == "no_teeth_found") return finding["values"].value("reason", "");
  }
  return "no finding";
}

TEST_F(SegmentProgram, bumps_that_are_no_jaw_get_no_teeth) {
  for (const auto& [period_mm, height_mm] :
       testing::samples({std::pair(9.0, 3.0), std::pair(11.0, 4.0), std::pair(12.0, 4.0)})) {
    write_stl(folder_ / "eggs.stl", egg_box(period_mm, height_mm));
    EXPECT_EQ(reason_without_teeth(segment(quoted(folder_ / "eggs.stl"))), "no_jaw") << period_mm;
  }
  write_stl(folder_ / "crown.stl", shapes::sphere({0, 0, 0}, 5, 20));
  EXPECT_EQ(reason_without_teeth(segment(quoted(folder_ / "crown.stl"))), "size");
}

TEST_F(SegmentProgram, two_jaws_in_one_file_are_told) {
  EXPECT_EQ(reason_without_teeth(segment(jaw("upper") + "," + jaw("lower"))), "two_arches");
}

TEST_F(SegmentProgram, labels_in_and_beside_the_file_are_not_looked_at) {
  write_stl(folder_ / "36.stl", shapes::box({0, 0, 0}, {40, 30, 20}));
  write_text(folder_ / "36.json", "{\"labels\": [1, 2]}");  // `inspect` refuses these: not one per vertex
  EXPECT_EQ(segment(quoted(folder_ / "36.stl"))["teeth"], json::array());
}

TEST_F(SegmentProgram, wrong_usage_and_bad_files_have_their_status) {
  EXPECT_EQ(run_program("segment").status, 2);
  EXPECT_EQ(run_program("segment " + jaw("upper") + " --jaw both").status, 2);
  EXPECT_EQ(run_program("segment " + quoted(folder_ / "none.stl")).status, 3);
  write_stl(folder_ / "m.stl", shapes::box({0, 0, 0}, {0.06, 0.05, 0.02}));
  const auto metres = run_program("segment " + quoted(folder_ / "m.stl"));
  EXPECT_EQ(metres.status, 3);
  EXPECT_NE(metres.err.find("--unit m"), std::string::npos) << metres.err;
  EXPECT_EQ(run_program("segment --unit m " + quoted(folder_ / "m.stl")).status, 0);
  write_text(folder_ / "file", "");
  EXPECT_EQ(run_program("segment " + jaw("upper") + " --out " + quoted(folder_ / "file")).status, 5);
}

TEST_F(SegmentProgram, real_scans_are_the_jaw_that_they_are) {
  const std::filesystem::path scans = testing::real_scans() / "teeth";
  if (!std::filesystem::exists(scans)) GTEST_SKIP() << "no scans at " << scans;
  for (const auto& [scan, jaw_name] : {std::pair("mesh_labeler-example_01_upper.ply", "upper"),
                                       std::pair("own-jawscan1_lower.ply", "lower")}) {
    const json result = segment(quoted(scans / scan));
    EXPECT_EQ(result["jaw"], jaw_name) << scan;
    EXPECT_GE(result["teeth"].size(), 12U) << scan;
    EXPECT_EQ(labels().size(), result["vertices"]) << scan;
  }
}

TEST_F(SegmentProgram, says_that_faces_are_missing_all_over_the_scan) {
  RawMesh read = read_mesh(*made_ / "upper.ply").mesh;
  std::mt19937 random(4);
  std::erase_if(read.faces, [&](const Face&) { return random() % 2 == 0; });
  write_ply(folder_ / "half.ply", {read.vertices, read.faces}, {});
  const json result = segment(quoted(folder_ / "half.ply"));
  EXPECT_EQ(reason_without_teeth(result), "holes");
  EXPECT_NEAR(result["findings"][0]["values"]["open_percent"].get<double>(), 67, 2)
      << "1/2 of 3/4 of the edges";
}

TEST_F(SegmentProgram, both_arches_of_single_crowns_are_not_one_jaw) {
  const std::filesystem::path scans = testing::real_scans() / "case-a";
  if (!std::filesystem::exists(scans)) GTEST_SKIP() << "no scans in " << testing::real_scans();
  EXPECT_EQ(reason_without_teeth(segment(quoted(scans / "upper.stl") + "," + quoted(scans / "lower.stl"))),
            "two_arches");
}

//! A child's numbers: milk teeth at the places 3 to 5.
TEST_F(SegmentProgram, one_label_file_with_milk_teeth_goes_to_its_own_jaw) {
  for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
    const std::string name = name_of(jaw);
    const std::filesystem::path file = folder_ / (name + "-teeth.txt");
    std::vector<int> numbers = read_mesh(*made_ / (name + ".ply")).mesh.labels;
    for (int& fdi : numbers) {
      const int place = place_of(fdi);
      if (place >= 3 && place <= 5) fdi = fdi_of(jaw, side_of(fdi), place, true);
    }
    write_text(file, json{{"labels", numbers}}.dump());
    const auto run =
        run_program("inspect " + unlabelled("upper") + " " + unlabelled("lower") + " --labels " +
                    quoted(file) + " --teeth file --engine zlist --pixel 0.2 --bite-poses 0 --json");
    ASSERT_EQ(run.status, 0) << run.err;
    const json report = json::parse(run.out);
    for (const json& axes : report["tooth_axes"]) EXPECT_EQ(jaw_of(axes["tooth"].get<int>()), jaw) << name;
    EXPECT_GE(report["tooth_axes"].size(), 12U) << name;
    EXPECT_FALSE(has_finding(report, "jaws_swapped")) << name;
  }
}

TEST_F(SegmentProgram, inspect_marks_estimated_teeth_with_their_confidence) {
  const auto inspect = [&](const std::string& files, const std::string& options) {
    const auto run =
        run_program("inspect " + files + " --engine zlist --pixel 0.2 --bite-poses 0 --json " + options);
    EXPECT_EQ(run.status, 0) << run.err;
    return json::parse(run.out);
  };
  const std::string read = jaw("upper") + " " + jaw("lower");
  const json of_files = inspect(read, "");
  EXPECT_EQ(of_files["labels_estimated"], false);
  ASSERT_FALSE(of_files["contacts"].empty());
  for (const json& contact : of_files["contacts"]) {
    if (contact["tooth"].is_null()) continue;
    EXPECT_EQ(contact["tooth_confidence"], 1);
    EXPECT_EQ(contact["tooth_sure"], true);
  }
  const std::string scans = unlabelled("upper") + " " + unlabelled("lower");
  const json found = inspect(scans, "");
  EXPECT_EQ(found["labels_estimated"], true);
  EXPECT_GT(found["upper"]["estimated_teeth"].size(), 10U);
  std::size_t numbered = 0;
  for (const json& contact : found["contacts"]) {
    if (contact["tooth"].is_null()) continue;
    ++numbered;
    EXPECT_GT(contact["tooth_confidence"], 0);
    EXPECT_TRUE(contact["tooth_sure"].is_boolean());
  }
  EXPECT_GT(numbered, 0U);
  EXPECT_EQ(inspect(scans, "--teeth file")["labels_estimated"], false);
  const json without = inspect(read, "--teeth none");
  EXPECT_EQ(without["labels_estimated"], false);
  for (const json& contact : without["contacts"]) {
    EXPECT_TRUE(contact["tooth"].is_null());
    EXPECT_TRUE(contact["tooth_sure"].is_null());
  }
}

TEST_F(SegmentProgram, replays_corrections) {
  const json before = segment(jaw("upper"));
  const std::vector<int> labels_before = labels();
  const int first = before["teeth"][0]["fdi"], second = before["teeth"][1]["fdi"];
  write_text(folder_ / "EDITS.json", json{{"edits", {{{"do", "merge"}, {"teeth", {first, second}}}}}}.dump());
  const json after = segment(jaw("upper") + " --edits " + quoted(folder_ / "EDITS.json"));
  EXPECT_EQ(after["teeth"].size(), before["teeth"].size() - 1);
  EXPECT_EQ(after["teeth"][0]["confidence"], 1);
  std::vector<int> expected = labels_before;
  std::ranges::replace(expected, second, first);
  EXPECT_EQ(labels(), expected);
}

TEST_F(SegmentProgram, takes_landmarks_that_were_moved) {
  const auto place_of = [](const json& report, const json& landmark) {
    for (const json& each : report["landmarks"])
      if (each["fdi"] == landmark["fdi"] && each["name"] == landmark["name"]) return each["position_mm"];
    return json();
  };
  const json before = segment(jaw("upper"));
  json file = json::parse(bytes_of(folder_ / "out" / "landmarks.mrk.json"));
  json& points = file["markups"][0]["controlPoints"];
  ASSERT_EQ(points.size(), before["landmarks"].size());
  const auto contact = std::ranges::find_if(
      before["landmarks"], [](const json& each) { return each["name"] == "contact_mesial"; });
  ASSERT_NE(contact, before["landmarks"].end());
  const auto index = static_cast<std::size_t>(contact - before["landmarks"].begin());
  points[index]["position"][0] = points[index]["position"][0].get<double>() + 30;
  write_text(folder_ / "moved.json", file.dump());
  const json after = segment(jaw("upper") + " --landmarks " + quoted(folder_ / "moved.json"));
  EXPECT_EQ(after["landmarks"].size(), before["landmarks"].size());
  EXPECT_NEAR(place_of(after, *contact)[0].get<double>(), place_of(before, *contact)[0].get<double>() + 30,
              1e-9);
  const json& other = before["landmarks"][index == 0 ? 1 : 0];
  EXPECT_EQ(place_of(after, other), place_of(before, other));
}

TEST_F(SegmentProgram, names_the_correction_that_cannot_be_made) {
  write_text(folder_ / "EDITS.json", R"({"edits": [{"do": "remove", "tooth": 36}]})");
  const auto run = run_program("segment " + jaw("upper") + " --jaw upper --quiet --edits " +
                               quoted(folder_ / "EDITS.json") + " --out " + quoted(folder_ / "out"));
  EXPECT_EQ(run.status, 3);
  EXPECT_NE(run.err.find("entry 1 of \"edits\": there is no tooth 36"), std::string::npos) << run.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out" / "labels.json"));
}

}  // namespace
}  // namespace intercusp
