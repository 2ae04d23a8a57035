// `compare` end to end: scans of one jaw in, what changed out.

#include <gtest/gtest.h>

#include <set>

#include "io/mesh/write_ply.h"
#include "occlusion/case/fdi.h"
#include "tests/occlusion/registration/scan_pairs.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tools.h"

namespace intercusp {
namespace {

using testing::moved;

constexpr std::size_t triangles = 60000;
constexpr double noise_mm = 0.01;

//! An upper jaw, and scans of it that were taken later in other poses and triangulations.
class CompareProgram : public ::testing::Test {
 protected:
  static LabelledMesh scan(std::uint64_t mesh) { return scanned_teeth(triangles, 1, mesh).upper; }
  std::string file(const std::string& name, const LabelledMesh& surface) {
    write_ply(folder_ / name, surface.mesh, surface.labels);
    return quoted(folder_ / name);
  }
  std::string before() { return file("before.ply", noisy(scan(1), noise_mm, 11)); }
  //! Tooth 16 worn, tooth 24 moved.
  std::string worn() {
    LabelledMesh after = scan(2);
    facet_ = wear_tooth(after, 16, facing_of_tooth(after, 16), 0.2);
    move_tooth(after, 24, Eigen::Isometry3d(Eigen::Translation3d(0.4, 0, 0)));
    return file("worn.ply", moved(noisy(after, noise_mm, 12), pose_.inverse()));
  }
  std::string unchanged() {
    return file("unchanged.ply", moved(noisy(scan(3), noise_mm, 13), pose_.inverse()));
  }

  //! Expects success. \return compare.json
  json compare(const std::string& arguments) {
    const auto run = run_program("compare " + arguments + " --out " + quoted(folder_ / "out"));
    EXPECT_EQ(run.status, 0) << run.err;
    summary_ = run.out;
    return json_of(folder_ / "out" / "compare.json");
  }

  TemporaryFolder folder_;
  Eigen::Isometry3d pose_ = random_pose(5);  //!< before_from_after
  WearFacet facet_;
  std::string summary_;
};

double pose_error_mm(const json& found, const Eigen::Isometry3d& truth, const LabelledMesh& scan) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  for (int i = 0; i < 16; ++i) pose.matrix()(i / 4, i % 4) = found[static_cast<std::size_t>(i)];
  return testing::greatest_error_mm(moved(scan, truth.inverse()).mesh, pose, truth);
}

std::set<std::string> codes_of(const json& result) {
  std::set<std::string> codes;
  for (const json& finding : result["findings"]) codes.insert(finding["code"].get<std::string>());
  return codes;
}

TEST_F(CompareProgram, finds_wear_and_movement_and_nothing_else) {
  const json result = compare(before() + " " + worn());
  EXPECT_EQ(result["schema"], "intercusp-compare/1");
  EXPECT_EQ(result["determined"], true);
  EXPECT_EQ(result["region"], "unchanged");
  EXPECT_TRUE(result["reason_code"].is_null());
  EXPECT_LT(pose_error_mm(result["before_from_after"], pose_, scan(2)), 0.01);
  EXPECT_GT(result["noise_mm"], noise_mm);
  EXPECT_GT(result["residual_mm"], noise_mm);
  EXPECT_LT(result["residual_mm"], 3 * noise_mm);
  EXPECT_GT(result["kept_share"], 0.8);
  EXPECT_LE(result["kept_share"], 1);
  EXPECT_EQ(result["left_out_teeth"], json({24}));
  EXPECT_TRUE(codes_of(result).contains("moved_teeth_left_out"));
  EXPECT_EQ(result["explanation"], "teeth");
  EXPECT_EQ(result["scale"]["stated"], false);
  EXPECT_LT(result["distortion_mm"], 0.01);
  EXPECT_TRUE(result["teeth_against_gum"].is_null());
  EXPECT_EQ(result["pose_error"]["covariance"].size(), 36U);
  EXPECT_LT(result["pose_error"]["at_teeth_mm"], 0.03);
  ASSERT_EQ(result["teeth"].size(), 14U);
  for (const json& tooth : result["teeth"]) {
    SCOPED_TRACE(tooth.dump());
    EXPECT_TRUE(tooth["gained_mm3"].is_null());
    EXPECT_EQ(tooth["lost_mm3"].is_null(), tooth["fdi"] != 16);
    EXPECT_EQ(tooth["deepest_loss_mm"].is_null(), tooth["fdi"] != 16);
    EXPECT_EQ(tooth["moved_mm"].is_null(), tooth["fdi"] != 24);
    EXPECT_EQ(tooth["state"], tooth["fdi"] == 16 || tooth["fdi"] == 24 ? "changed" : "unchanged");
    EXPECT_TRUE(tooth["reason"].is_null());
    for (const char* name : {"lost_mm3", "gained_mm3", "deepest_loss_mm"}) {
      const json& measured = tooth["measured"][name];
      EXPECT_LE(measured["interval"][0], measured["value"]) << name;
      EXPECT_GE(measured["interval"][1], measured["value"]) << name;
    }
    EXPECT_EQ(tooth["lost_interval_mm3"], tooth["measured"]["lost_mm3"]["interval"]);
    EXPECT_EQ(tooth["axes"].size(), 9U);
    EXPECT_EQ(tooth["origin_mm"].size(), 3U);
    EXPECT_EQ(tooth["after_from_before"].size(), 16U);
    EXPECT_TRUE(tooth["turned_deg"].is_null());
    if (tooth["fdi"] == 16) {
      EXPECT_NEAR(tooth["lost_mm3"], facet_.volume_mm3, 0.05);
      EXPECT_NEAR(tooth["deepest_loss_mm"], facet_.depth_mm, 0.03);
    }
    if (tooth["fdi"] == 24) {
      const json& moved_mm = tooth["moved_mm"];
      EXPECT_NEAR(std::hypot(moved_mm["buccal"].get<double>(), moved_mm["mesial"].get<double>(),
                             moved_mm["occlusal"].get<double>()),
                  0.4, 0.02);
      EXPECT_GT(moved_mm["buccal"], 0.2) << "to the patient's left, on the left side";
    }
  }
  EXPECT_NE(summary_.find("Substance lost: 16"), std::string::npos) << summary_;
  EXPECT_NE(summary_.find("Moved: 24"), std::string::npos) << summary_;
  const std::set<std::string> written = {"teeth_change.csv", "before_change.vtp", "after_change.vtp",
                                         "change.png", "report.html"};
  std::set<std::string> listed;
  for (const auto& [name, digest] : result["written"].items()) listed.insert(name);
  EXPECT_EQ(listed, written);
  for (const std::string& name : written)
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / name)) << name;
}

TEST_F(CompareProgram, ended_early_it_writes_nothing) {
  const std::string arguments = "compare " + before() + " " + worn() + " --out " + quoted(folder_ / "out");
  EXPECT_NE(run_program(arguments, "timeout 0.2").status, 0);
  EXPECT_TRUE(!std::filesystem::exists(folder_ / "out") || std::filesystem::is_empty(folder_ / "out"));
}

TEST_F(CompareProgram, reports_no_tooth_where_nothing_changed) {
  const json result = compare(before() + " " + unchanged());
  EXPECT_EQ(result["determined"], true);
  ASSERT_EQ(result["teeth"].size(), 14U);
  for (const json& tooth : result["teeth"]) {
    for (const char* name : {"lost_mm3", "gained_mm3", "deepest_loss_mm", "moved_mm", "turned_deg"})
      EXPECT_TRUE(tooth[name].is_null()) << tooth.dump();
  }
  for (const json& tooth : result["teeth"]) EXPECT_EQ(tooth["state"], "unchanged") << tooth.dump();
  EXPECT_EQ(result["explanation"], "unchanged");
}

TEST_F(CompareProgram, a_lost_crown_is_never_called_unchanged) {
  LabelledMesh after = scan(2);
  std::erase_if(after.mesh.faces, [&](const Face& face) {  // nothing of it is on the scan
    return std::any_of(face.begin(), face.end(), [&](auto v) { return after.labels[v] == 26; });
  });
  press_down_tooth(after, 16);
  const json result = compare(before() + " " + file("lost.ply", noisy(after, noise_mm, 12)));
  for (const json& tooth : result["teeth"]) {
    SCOPED_TRACE(tooth.dump());
    const bool is_lost = tooth["fdi"] == 16, is_cut_out = tooth["fdi"] == 26;
    EXPECT_EQ(tooth["state"], is_lost ? "missing_after" : is_cut_out ? "not_measured" : "unchanged");
    EXPECT_EQ(tooth["reason"], is_cut_out ? json("out_of_scan") : json());
    if (!is_lost && !is_cut_out) continue;
    EXPECT_TRUE(tooth["lost_mm3"].is_null());
    EXPECT_TRUE(tooth["moved_mm"].is_null());
    EXPECT_EQ(tooth["measured"]["lost_mm3"].is_null(), is_cut_out);
  }
}

TEST_F(CompareProgram, takes_what_the_scanner_is_known_to_do) {
  const std::string scans = before() + " " + unchanged();
  const json quiet = compare(scans), noisy_scanner = compare(scans + " --scan-error 40,150");
  const auto width = [](const json& result) {
    const json& interval = result["teeth"][0]["measured"]["moved_mm"]["occlusal"]["interval"];
    return interval[1].get<double>() - interval[0].get<double>();
  };
  EXPECT_GE(width(noisy_scanner), width(quiet));
  EXPECT_EQ(run_program("compare " + scans + " --scan-error 1,2,3").status, 2);
  EXPECT_EQ(run_program("compare " + scans + " --scan-error x").status, 2);
}

TEST_F(CompareProgram, the_same_file_twice_is_no_change_and_remarked) {
  const std::string scan = before();
  const json result = compare(scan + " " + scan);
  EXPECT_EQ(result["determined"], true);
  EXPECT_TRUE(codes_of(result).contains("same_file_twice"));
  EXPECT_EQ(
      pose_error_mm(result["before_from_after"], Eigen::Isometry3d::Identity(), CompareProgram::scan(1)), 0);
  for (const json& tooth : result["teeth"]) {
    for (const char* name : {"lost_mm3", "gained_mm3", "deepest_loss_mm", "moved_mm", "turned_deg"})
      EXPECT_TRUE(tooth[name].is_null()) << tooth.dump();
  }
}

TEST_F(CompareProgram, scans_that_do_not_belong_together_are_a_result_without_a_pose) {
  const std::string lower = file("lower.ply", scanned_teeth(triangles, 1, 2).lower);
  const json result = compare(before() + " " + lower);
  EXPECT_EQ(result["determined"], false);
  EXPECT_EQ(result["reason_code"], "other_jaw");
  EXPECT_TRUE(codes_of(result).contains("scans_not_registered"));
  EXPECT_TRUE(result["before_from_after"].is_null());
  EXPECT_EQ(result["teeth"], json::array());
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out" / "before_change.vtp"));
}

TEST_F(CompareProgram, takes_a_pose_and_a_region) {
  const std::string scans = before() + " " + worn();
  const json found = compare(scans);
  std::filesystem::copy_file(folder_ / "out" / "compare.json", folder_ / "pose.json");
  const json again = compare(scans + " --pose " + quoted(folder_ / "pose.json"));
  EXPECT_EQ(again["region"], "pose");
  for (std::size_t i = 0; i < 16; ++i)
    EXPECT_NEAR(again["before_from_after"][i], found["before_from_after"][i].get<double>(), 1e-9);
  EXPECT_NEAR(again["residual_mm"].get<double>(), found["residual_mm"].get<double>(), 0.005);

  const json by_teeth = compare(scans + " --region-teeth 17,13,21,27");
  EXPECT_EQ(by_teeth["region"], "teeth");
  EXPECT_EQ(by_teeth["region_teeth"], json({17, 13, 21, 27}));
  EXPECT_LT(pose_error_mm(by_teeth["before_from_after"], pose_, scan(2)), 0.02);

  LabelledMesh palate = scan(3);  // another triangulation, right teeth alone
  std::erase_if(palate.mesh.faces,
                [&](const Face& face) { return side_of(palate.labels[face[0]]) != PatientSide::right; });
  const json by_file = compare(scans + " --region " + file("region.ply", palate));
  EXPECT_EQ(by_file["region"], "file");
  EXPECT_LT(pose_error_mm(by_file["before_from_after"], pose_, scan(2)), 0.05);
}

TEST_F(CompareProgram, several_scans_have_an_entry_each) {
  const json result = compare(before() + " " + worn() + " " + unchanged() + " --lang de");
  ASSERT_EQ(result["comparisons"].size(), 2U);
  EXPECT_FALSE(result.contains("teeth"));
  for (const json& entry : result["comparisons"]) {
    EXPECT_EQ(entry["determined"], true);
    EXPECT_EQ(entry["region"], "unchanged");
    EXPECT_EQ(entry["before_from_after"].size(), 16U);
    EXPECT_EQ(entry["teeth"].size(), 14U);
  }
  EXPECT_NE(result["comparisons"][0]["after"]["file"].get<std::string>().find("worn.ply"), std::string::npos);
  for (const char* name : {"after_change_2.vtp", "change_1.png", "series.png"})
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / name)) << name;
  EXPECT_NE(summary_.find("Substanzverlust: 16"), std::string::npos) << summary_;
}

TEST_F(CompareProgram, the_paths_of_scans_stay_in_its_record) {
  std::filesystem::create_directory(folder_ / "Erika_Mustermann");
  const std::string earlier = file("Erika_Mustermann/before.ply", noisy(scan(1), noise_mm, 11)),
                    later = file("Erika_Mustermann/after.ply", noisy(scan(3), noise_mm, 13)),
                    region = file("Erika_Mustermann/region.ply", scan(1));
  const json result = compare(earlier + " " + later + " --region " + region + " --pdf");
  EXPECT_NE(result["after"]["file"].get<std::string>().find("Erika_Mustermann"), std::string::npos);
  const std::string pdf = testing::output_of("pdftotext " + quoted(folder_ / "out" / "report.pdf") + " -");
  const std::string page = testing::bytes_of(folder_ / "out" / "report.html");
  for (const std::string& text :
       {page, pdf, summary_, testing::bytes_of(folder_ / "out" / "teeth_change.csv")})
    EXPECT_EQ(text.find("Mustermann"), std::string::npos);
  for (const std::string& text : {page, pdf}) {
    for (const char* const name : {"before.ply", "after.ply", "region.ply"})
      EXPECT_NE(text.find(name), std::string::npos) << name;
  }
}

TEST_F(CompareProgram, takes_dates_from_names_or_as_stated) {
  const std::string first = file("2023-01-05.ply", noisy(scan(1), noise_mm, 11)),
                    second = file("lower_20240301.ply", noisy(scan(2), noise_mm, 12)),
                    third = file("third.ply", noisy(scan(3), noise_mm, 13));
  const std::string scans = first + " " + second + " " + third;
  const json by_name = compare(scans);
  EXPECT_EQ(by_name["before"]["date"], "2023-01-05");
  EXPECT_EQ(by_name["comparisons"][0]["after"]["date"], "2024-03-01");
  EXPECT_TRUE(by_name["comparisons"][1]["after"]["date"].is_null());
  const json stated = compare(scans + " --date 2020-01-01 --date 2021-01-01 --date 2024-05-06");
  EXPECT_EQ(stated["before"]["date"], "2020-01-01");
  EXPECT_EQ(stated["comparisons"][1]["after"]["date"], "2024-05-06");
  EXPECT_NE(testing::bytes_of(folder_ / "out" / "report.html").find("third.ply, 2024-05-06"),
            std::string::npos);
  EXPECT_EQ(run_program("compare " + scans + " --date 2020-01-01").status, 2) << "one for each scan";
  EXPECT_EQ(run_program("compare " + first + " " + second + " --date 2020-01-01 --date 2020-02-30").status,
            2);
}

TEST_F(CompareProgram, gives_the_plain_deviation) {
  const json result = compare(before() + " " + worn());
  const json& whole = result["deviation"];
  EXPECT_GT(whole["rms_mm"], noise_mm);
  EXPECT_LT(whole["mean_absolute_mm"], whole["rms_mm"]);
  EXPECT_LT(whole["p05_mm"], whole["mean_mm"]);
  EXPECT_GT(whole["p95_mm"], whole["mean_mm"]);
  EXPECT_GT(whole["within_50um"], 0.8);
  EXPECT_GE(whole["within_200um"], whole["within_100um"]);
  EXPECT_GT(whole["area_mm2"], 1000);
  for (const json& tooth : result["teeth"]) {
    const bool moved = tooth["fdi"] == 24;
    EXPECT_EQ(tooth["deviation"]["within_50um"] < 0.8, moved) << tooth["deviation"];
  }
}

TEST_F(CompareProgram, ends_colours_where_asked_and_else_at_round_numbers) {
  const std::string scans = before() + " " + unchanged();
  const json found = compare(scans);
  const std::set<double> round = {10, 20, 50, 100, 200, 500, 1000};
  EXPECT_TRUE(round.contains(found["scale_um"].get<double>())) << found["scale_um"];
  const std::string picture = testing::bytes_of(folder_ / "out" / "change.png");
  EXPECT_EQ(compare(scans + " --scale-um 35")["scale_um"], 35);
  EXPECT_NE(testing::bytes_of(folder_ / "out" / "change.png"), picture);
  EXPECT_NE(testing::bytes_of(folder_ / "out" / "report.html").find("≥ +35"), std::string::npos);
  EXPECT_EQ(run_program("compare " + scans + " --scale-um 0").status, 2);
}

TEST_F(CompareProgram, measures_a_scanner_by_repeats) {
  std::string scans = before();
  constexpr double spread_mm = 0.1;
  for (const double share : {0.5, 1.0, 1.5}) {
    LabelledMesh after = scan(2);
    const Bounds box = bounds_of(after.mesh);
    for (Eigen::Vector3d& vertex : after.mesh.vertices) {
      const double back = (vertex.y() - box.min.y()) / box.size().y();
      vertex.x() +=
          share * 0.5 * spread_mm * back * back * (vertex.x() - box.centre().x()) / (0.5 * box.size().x());
    }
    scans += " " + file("scan" + std::to_string(share) + ".ply",
                        moved(noisy(after, noise_mm, 12), pose_.inverse()));
  }
  const json result = compare(scans + " --repeats");
  const json& repeats = result["repeats"];
  EXPECT_EQ(result["comparisons"].size(), 3U);
  EXPECT_GT(repeats["trueness_um"], 10);
  EXPECT_LT(repeats["trueness_um"], 50);
  EXPECT_LT(repeats["precision_um"], repeats["trueness_um"]);
  EXPECT_GT(repeats["distortion"]["spread_um"]["mean"], 30);
  EXPECT_NEAR(repeats["distortion"]["spread_um"]["deviation"].get<double>() * 2,
              repeats["distortion"]["spread_um"]["mean"].get<double>(), 8);
  EXPECT_EQ(repeats["scans"].size(), 3U);
  EXPECT_EQ(repeats["pairs"].size(), 3U);
  ASSERT_EQ(repeats["teeth"].size(), 14U);
  EXPECT_GT(repeats["teeth"][0]["trueness_um"], 10);
  EXPECT_NE(summary_.find("--scan-error"), std::string::npos) << summary_;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "repeats.csv"));
  EXPECT_EQ(run_program("compare " + before() + " " + unchanged() + " --repeats").status, 2);
}

TEST_F(CompareProgram, says_what_cannot_be_used) {
  const std::string scans = before() + " " + unchanged();
  const auto status = [](const std::string& arguments) { return run_program("compare " + arguments).status; };
  EXPECT_EQ(status(before()), 2) << "no scan after";
  EXPECT_EQ(status(scans + " --region-teeth 16,x"), 2);
  EXPECT_EQ(status(scans + " --region-teeth 99"), 2);
  EXPECT_EQ(status(scans + " --region-teeth 16 --pose p.json"), 2);
  EXPECT_EQ(status(before() + " missing.ply"), 3);
  EXPECT_EQ(status(scans + " --region missing.ply"), 3);
  testing::write_text(folder_ / "scaled.json",
                      R"({"before_from_after": [2,0,0,0, 0,2,0,0, 0,0,2,0, 0,0,0,1]})");
  EXPECT_EQ(status(scans + " --pose " + quoted(folder_ / "scaled.json")), 3);
  const auto absent = run_program("compare " + scans + " --region-teeth 36");
  EXPECT_EQ(absent.status, 3);
  EXPECT_NE(absent.err.find("36"), std::string::npos) << absent.err;
  const std::string far = file("far.ply", moved(scan(1), Eigen::Isometry3d(Eigen::Translation3d(0, 0, 200))));
  EXPECT_EQ(status(scans + " --region " + far), 3);
  testing::write_text(folder_ / "empty.ply",
                      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty "
                      "float y\nproperty float z\nelement face 0\nproperty list uchar int "
                      "vertex_indices\nend_header\n0 0 0\n30 0 0\n0 30 0\n");
  EXPECT_EQ(status(before() + " " + quoted(folder_ / "empty.ply")), 3);
}

}  // namespace
}  // namespace intercusp
