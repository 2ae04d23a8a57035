// Every row of the design note's table of bad input, and wrong usage, as a user sees them.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>

#include "occlusion/geometry/shapes.h"
#include "tests/support/commands.h"

namespace intercusp {
namespace {

using testing::Command;

class BadInput : public ::testing::Test {
 protected:
  BadInput() {
    write_stl(folder_ / "upper.stl", shapes::box({0, 0, 0.2}, {40, 30, 5}));
    write_stl(folder_ / "lower.stl", shapes::box({0, 0, -5}, {40, 30, 0}));
  }

  testing::Run inspect(const std::string& upper, const std::string& options = "",
                       const std::string& before = "") {
    return run_program("inspect " + quoted(folder_ / upper) + " " + quoted(folder_ / "lower.stl") +
                           " --direction 0,0,1 " +
                           (options.find("--bite-poses") == std::string::npos ? "--bite-poses 0 " : "") +
                           (options.find("--pixel") == std::string::npos ? "--pixel 0.5 " : "") + options,
                       before);
  }

  //! Exit 3, with the file and some words in the message.
  void expect_unusable(const std::string& upper, const std::string& words, const std::string& options = "") {
    const testing::Run run = inspect(upper, options);
    EXPECT_EQ(run.status, 3) << upper << ": " << run.err;
    EXPECT_NE(run.err.find(words), std::string::npos)
        << upper << " should say '" << words << "': " << run.err;
  }

  //! A file for each input that a command may have; `input` is `bad`.
  std::map<std::string, std::filesystem::path> files(const std::string& input,
                                                     const std::filesystem::path& bad) const {
    std::map<std::string, std::filesystem::path> files = {{"upper", folder_ / "upper.stl"},
                                                          {"later", folder_ / "upper.stl"},
                                                          {"lower", folder_ / "lower.stl"},
                                                          {"track", folder_ / "track.csv"},
                                                          {"picture", folder_ / "out.png"}};
    files[input] = bad;
    return files;
  }

  TemporaryFolder folder_;
};

TEST_F(BadInput, wrong_usage_is_exit_2_and_opens_nothing) {
  for (const std::string arguments : {"",
                                      "nonsense",
                                      "inspect",
                                      "inspect a.stl",
                                      "inspect a.stl b.stl --pixel 0",
                                      "inspect a.stl b.stl --out= --json",
                                      "inspect a.stl b.stl --labels=",
                                      "inspect a.stl b.stl --pixel -1",
                                      "inspect a.stl b.stl --pixel nan",
                                      "inspect a.stl b.stl --pixel two",
                                      "inspect a.stl b.stl --engine magic",
                                      "inspect a.stl b.stl --direction 0,0,0",
                                      "inspect a.stl b.stl --direction 1,2",
                                      "inspect a.stl b.stl --direction a,b,c",
                                      "inspect a.stl b.stl --threshold -0.1",
                                      "inspect a.stl b.stl --unit furlong",
                                      "inspect a.stl b.stl --no-such-option",
                                      "measure a.stl b.stl --poses 0",
                                      "generate",
                                      "generate no-such-scene --out x",
                                      "generate dentition",
                                      "generate dentition --out x --triangles 0",
                                      "generate dentition --out x --variant mising",
                                      "generate dentition --out x --variant quadrant,palate",
                                      "generate knott-boxes --out x --variant worn",
                                      "generate dentition --out x --triangles -5"}) {
    const testing::Run run = run_program(arguments);
    EXPECT_EQ(run.status, 2) << arguments << ": " << run.err;
    EXPECT_FALSE(run.err.empty()) << arguments;
  }
}

TEST_F(BadInput, numbers_and_names_out_of_range_are_exit_2_with_the_options_name) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> of_command = {
      {"inspect no.stl no.stl",
       {"--pixel 0",
        "--pixel 1e-9",
        "--pixel 1e308",
        "--pixel nan",
        "--threshold -0.1",
        "--threshold 1e308",
        "--area-error 0",
        "--area-error 1e-9",
        "--area-error 101",
        "--bite-error 0,1e308",
        "--bite-error 1e308,0",
        "--bite-error -1,0",
        "--bite-error nan,0",
        "--bite-poses -1",
        "--bite-poses 100001",
        "--bite-seed -1",
        "--sectors 33",
        "--rays 65537 --validate",
        "--direction 1e308,0,0",
        "--direction 0,1e10,0",
        "--labels=",
        "--pose=",
        "--out=",
        "--like= --dicom --out o"}},
      {"measure no.stl no.stl", {"--poses 100001", "--pixel 1e308"}},
      {"validate no.stl no.stl", {"--rays 65537", "--pixel inf"}},
      {"close no.stl no.stl",
       {"--axis 1e308,0,0,0,0,1", "--axis 500000,0,0,0,0,1", "--axis 0,0,0,1e308,0,0", "--axis 0,0,0,0,0,0",
        "--max-angle 361 --axis 0,0,0,0,0,1", "--pixel 1e308 --axis 0,0,0,0,0,1"}},
      {"slide no.stl no.stl", {"--along 1e308,0,0", "--along nan,0,0", "--max 500001 --along 0,0,1"}},
      {"settle no.stl no.stl",
       {"--tolerance 1e20", "--tolerance 1e-5", "--max-motion 1e20", "--max-motion 1e-9",
        "--direction 0,0,1e308"}},
      {"articulate no.stl no.stl",
       {"--condyles=-55,1e308,30,55,80,30", "--condyles=-55,80,30,550,80,30", "--bonwill-arm 1e308",
        "--bonwill-arm 60", "--intercondylar 1e308", "--balkwill 81", "--inclination 35,81", "--bennett 61",
        "--side-shift 11", "--threshold 3", "--sensitivity 100001"}},
      {"play no.stl no.stl --track no.csv",
       {"--rate 1e300", "--rate 1e-9", "--threshold 1e308", "--pixel 1e308"}},
      {"play no.stl no.stl", {"--track="}},
      {"interfere no.stl no.stl", {"--pixel 1e308"}},
      {"spray no.stl",
       {"--nozzle 1e308,0,0,0,0,1", "--nozzle 0,0,0,1e308,0,0", "--disc 1e308 --nozzle 9,9,9,0,0,1",
        "--cone 181 --nozzle 9,9,9,0,0,1", "--speed 1e300 --nozzle 9,9,9,0,0,1",
        "--gravity 0,0,1e308 --nozzle 9,9,9,0,0,1", "--particles 0 --nozzle 9,9,9,0,0,1"}},
      {"segment no.stl", {"--edits="}},
      {"view no.stl no.stl", {"--screenshot=", "--size 99999x99999"}},
      {"cohort run no.csv --out o", {"--jobs 0", "--jobs 10001"}}};
  for (const auto& [command, options] : of_command) {
    for (const std::string& option : options) {
      const testing::Run run = run_program(command + " " + option);
      EXPECT_EQ(run.status, 2) << command << " " << option << ": " << run.err;
      const std::string name = option.substr(0, option.find_first_of(" ="));
      EXPECT_NE(run.err.find(name), std::string::npos) << command << " " << option << ": " << run.err;
    }
  }
}

TEST_F(BadInput, numbers_at_the_ends_of_their_ranges_end_with_a_result_or_a_refusal) {
  const std::string jaws = quoted(folder_ / "upper.stl") + " " + quoted(folder_ / "lower.stl") + " ";
  const std::string inspected = "inspect " + jaws + "--direction 0,0,1 --pixel 0.5 --bite-poses 3 --quiet ";
  for (const std::string& arguments :
       {inspected + "--bite-error 100,45", inspected + "--threshold 1000", inspected + "--area-error 100",
        inspected + "--direction 0,0,1e9",
        "inspect " + jaws + "--direction 0,0,1 --pixel 1000 --bite-poses 3 --quiet",
        "inspect " + jaws + "--direction 0,0,1 --pixel 1e-6 --quiet",
        "settle " + jaws + "--direction 0,0,1 --tolerance 1 --quiet",
        "settle " + jaws + "--direction 0,0,1 --tolerance 1e-4 --max-motion 100 --quiet",
        "close " + jaws + "--axis 499999,0,0,0,1,0 --max-angle 360 --quiet",
        "slide " + jaws + "--along 1e-9,0,0 --max 500000 --quiet",
        "interfere " + jaws + "--pixel 1000 --quiet",
        "spray " + jaws + "--nozzle 0,0,499999,0,0,-1 --speed 1e9 --particles 100 --quiet"}) {
    const int status = run_program(arguments).status;
    EXPECT_TRUE(status == 0 || status == 2 || status == 3) << arguments << ": " << status;
  }
}

TEST_F(BadInput, solids_too_small_for_numbers_are_refused_by_every_command) {
  TriangleMesh tiny = shapes::box({0, 0, 0}, {4, 3, 1});
  for (Eigen::Vector3d& vertex : tiny.vertices) vertex *= 1e-40;
  write_stl(folder_ / "tiny.stl", tiny);
  TriangleMesh dot = shapes::box({0, 0, 0}, {4e-7, 1e-7, 1e-7});
  dot.vertices.insert(dot.vertices.end(), {{0, 0, 9}, {1, 0, 9}, {2, 0, 9}});  // a face without area
  dot.faces.push_back({8, 9, 10});
  write_stl(folder_ / "dot.stl", dot);
  write_text(folder_ / "track.csv", "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n");
  for (const std::string name : {"tiny.stl", "dot.stl"}) {
    for (const Command& command : testing::commands()) {
      if (!command.takes("--unit")) continue;
      if (name == "dot.stl" && command.arguments.find("{lower}") == std::string::npos) continue;  // no solids
      for (const std::string& input : command.inputs()) {
        if (input == "track" || input == "manifest") continue;
        if (command.name == "checkbite" && input == "later")
          continue;  // a record that tells nothing ends with 0
        const testing::Run run = run_program(command.line(files(input, folder_ / name)) + "--unit mm");
        EXPECT_EQ(run.status, 3) << command.name << ": " << run.err;
        EXPECT_NE(run.err.find(name + ": "), std::string::npos) << command.name << ": " << run.err;
      }
    }
  }
}

TEST_F(BadInput, help_and_version_are_no_errors) {
  EXPECT_EQ(run_program("--help").status, 0);
  EXPECT_EQ(run_program("--version").status, 0);
  for (const Command& command : testing::commands())
    EXPECT_EQ(run_program(command.name + " --help").status, 0) << command.name;
}

TEST_F(BadInput, missing_empty_truncated_and_foreign_files) {
  expect_unusable("not-there.stl", "not-there.stl");
  write_text(folder_ / "empty.stl", "");
  expect_unusable("empty.stl", "empty");
  const std::string whole = testing::bytes_of(folder_ / "upper.stl");
  write_text(folder_ / "half.stl", whole.substr(0, whole.size() / 2));
  expect_unusable("half.stl", "half.stl");
  write_text(folder_ / "picture.stl", std::string("\x89PNG\r\n\x1a\n", 8) + std::string(500, 'x'));
  expect_unusable("picture.stl", "picture.stl");
  write_text(folder_ / "words.ply", "this is no mesh\n");
  expect_unusable("words.ply", "words.ply");
}

TEST_F(BadInput, content_counts_not_the_ending) {
  std::filesystem::copy_file(folder_ / "upper.stl", folder_ / "upper.obj");
  EXPECT_EQ(inspect("upper.obj").status, 0);
}

TEST_F(BadInput, bad_faces_are_dropped_and_reported) {
  // A box with a face that names a missing vertex, one without area and a vertex that is not a number.
  const TriangleMesh box = shapes::box({0, 0, 0.2}, {40, 30, 5});
  std::string obj;
  for (const Eigen::Vector3d& v : box.vertices) {
    obj += "v " + std::to_string(v.x()) + " " + std::to_string(v.y()) + " " + std::to_string(v.z()) + "\n";
  }
  obj += "v nan 0 0\n";
  for (const Face& f : box.faces) {
    obj += "f " + std::to_string(f[0] + 1) + " " + std::to_string(f[1] + 1) + " " + std::to_string(f[2] + 1) +
           "\n";
  }
  obj += "f 1 2 99\nf 1 2 9\n";
  write_text(folder_ / "box.obj", obj);
  const testing::Run run = inspect("box.obj", "--json");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto report = nlohmann::json::parse(run.out);
  EXPECT_EQ(report["upper"]["repairs"]["faces_with_bad_indices"], 1);
  EXPECT_EQ(report["upper"]["repairs"]["non_finite_vertices"], 1);
  EXPECT_NEAR(report["min_clearance_mm"].get<double>(), 0.2, 1e-4);
}

TEST_F(BadInput, a_mesh_without_faces_or_without_an_inside) {
  write_text(folder_ / "points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
  expect_unusable("points.obj", "points.obj");
}

TEST_F(BadInput, sizes_near_another_unit_name_the_option) {
  const std::vector<std::pair<double, std::string>> units = {{0.001, "--unit m"}, {1000, "--unit um"}};
  for (const auto& [scale, option] : units) {
    TriangleMesh box = shapes::box({0, 0, 0.2}, {40, 30, 5});
    for (Eigen::Vector3d& vertex : box.vertices) vertex *= scale;
    write_stl(folder_ / "scaled.stl", box);
    expect_unusable("scaled.stl", option);
  }
  TriangleMesh inches = shapes::fine_box({0, 0, 0.2}, {40, 30, 5}, 2);  // as many faces as a scan has
  for (Eigen::Vector3d& vertex : inches.vertices) vertex /= 25.4;
  write_stl(folder_ / "inches.stl", inches);
  const testing::Run refused =
      run_program("inspect " + quoted(folder_ / "inches.stl") + " " + quoted(folder_ / "lower.stl"));
  EXPECT_EQ(refused.status, 3);
  EXPECT_NE(refused.err.find("--unit inch"), std::string::npos) << refused.err;
  expect_unusable("inches.stl", "--unit inch");  // with --direction
  write_stl(folder_ / "lower.stl", inches);
  EXPECT_EQ(inspect("inches.stl", "--unit inch").status, 0);
}

TEST_F(BadInput, words_that_cannot_be_printed_are_exit_5) {
  for (const std::string words : {"--help", "inspect --help", "cohort run --help", "--version"}) {
    const std::string command = "\"" INTERCUSP_PROGRAM "\" " + words + " >/dev/full 2>/dev/null";
    const int status = std::system(command.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 5) << words;
  }
}

TEST_F(BadInput, lists_of_solids_may_stand_behind_two_dashes) {
  std::filesystem::rename(folder_ / "lower.stl", folder_ / "-lower.stl");
  const auto run = run_program("interfere --unit mm --quiet --engine zlist upper.stl --json -- -lower.stl",
                               "cd " + quoted(folder_.path()) + " &&");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("-lower.stl"), std::string::npos) << run.out;
}

TEST_F(BadInput, jaws_may_stand_behind_options_that_may_be_repeated) {
  const std::string jaws = quoted(folder_ / "upper.stl") + " " + quoted(folder_ / "lower.stl");
  const std::string usual = " --direction 0,0,1 --pixel 0.5 --bite-poses 0 ";
  const auto run = run_program("inspect" + usual + "--threshold 0.1 --threshold 0.3 " + jaws + " --json");
  ASSERT_EQ(run.status, 0) << run.err;
  std::set<double> thresholds;
  const auto report = nlohmann::json::parse(run.out);
  for (const auto& area : report["areas"]) thresholds.insert(area["threshold_mm"].get<double>());
  EXPECT_EQ(thresholds, (std::set<double>{0.1, 0.3}));
  EXPECT_EQ(run_program("inspect" + usual + "--threshold 0.1 --quiet -- " + jaws).status, 0);
}

TEST_F(BadInput, one_folder_that_holds_both_jaws_is_a_case) {
  const std::string usual = " --direction 0,0,1 --pixel 0.5 --bite-poses 0 --json";
  const auto run = run_program("inspect " + quoted(folder_.path()) + usual);
  ASSERT_EQ(run.status, 0) << run.err;
  const auto report = nlohmann::json::parse(run.out);
  EXPECT_TRUE(report["upper"]["file"].get<std::string>().ends_with("upper.stl"));
  EXPECT_TRUE(report["lower"]["file"].get<std::string>().ends_with("lower.stl"));
  EXPECT_EQ(run_program("slide " + quoted(folder_.path()) + " --along 0,0,1 --quiet").status, 0);
  write_stl(folder_ / "upper2.stl", shapes::box({0, 0, 0.2}, {40, 30, 5}));
  const auto two = run_program("inspect " + quoted(folder_.path()) + usual);
  EXPECT_EQ(two.status, 3);
  EXPECT_NE(two.err.find("several scans of a jaw"), std::string::npos) << two.err;
}

TEST_F(BadInput, the_same_scan_for_both_jaws_is_refused_where_anatomy_is_needed_and_else_remarked) {
  std::filesystem::copy_file(folder_ / "upper.stl", folder_ / "copy.stl");
  for (const char* const other : {"upper.stl", "copy.stl"}) {
    const std::string jaws =
        " " + quoted(folder_ / "upper.stl") + " " + quoted(folder_ / other) + " --unit mm ";
    const auto refused = run_program("inspect" + jaws);
    EXPECT_EQ(refused.status, 3);
    EXPECT_NE(refused.err.find("the same scan"), std::string::npos) << refused.err;
    for (const std::string& command :
         {"inspect" + jaws + "--direction 0,0,1 --pixel 0.5 --bite-poses 0 --json",
          "slide" + jaws + "--along 0,0,1 --json", "interfere" + jaws + "--json"}) {
      const auto run = run_program(command);
      EXPECT_EQ(run.status, 0) << run.err;
      EXPECT_NE(run.out.find("the same"), std::string::npos) << command;
    }
  }
}

TEST_F(BadInput, too_few_open_files_for_the_output_are_exit_5) {
  // Both scans are read at the same time. With fewer than six descriptors the second may not be opened, which is then
  // an error of the input.
  for (const std::string limit : {"4", "5", "6", "7", "8", "12"}) {
    const auto run = inspect(
        "upper.stl", "--engine zlist --quiet --out " + quoted(folder_ / ("out" + limit)),
        "bash -c 'exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n " + limit +
            R"(; exec "$0" "$@"')");  // redirected before the limit; descriptors that ctest left open do not count
    const bool input_is_to_blame = std::stoi(limit) < 6 && run.status == 3 &&
                                   run.err.find("cannot be opened: Too many open files") != std::string::npos;
    EXPECT_TRUE(run.status == 0 || run.status == 5 || input_is_to_blame)
        << limit << ": " << run.status << ", " << run.err;
  }
}

TEST_F(BadInput, a_stated_unit_ends_the_check) {
  TriangleMesh metres = shapes::box({0, 0, 0.0002}, {0.04, 0.03, 0.005});
  write_stl(folder_ / "upper_m.stl", metres);
  write_stl(folder_ / "lower_m.stl", shapes::box({0, 0, -0.005}, {0.04, 0.03, 0}));
  const testing::Run run =
      run_program("inspect " + quoted(folder_ / "upper_m.stl") + " " + quoted(folder_ / "lower_m.stl") +
                  " --unit m --direction 0,0,1 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NEAR(nlohmann::json::parse(run.out)["min_clearance_mm"].get<double>(), 0.2, 1e-4);
}

TEST_F(BadInput, poses_that_are_not_rigid) {
  const std::vector<std::pair<std::string, std::string>> poses = {
      {"scale", "[2,0,0,0, 0,2,0,0, 0,0,2,0, 0,0,0,1]"},
      {"mirror", "[-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]"},
      {"short", "[1,0,0]"},
      {"null", "[1,0,0,null, 0,1,0,0, 0,0,1,0, 0,0,0,1]"},
      {"row", "[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,1,1]"}};
  for (const auto& [name, numbers] : poses) {
    write_text(folder_ / (name + ".json"), "{\"upper_from_lower\": " + numbers + "}");
    const testing::Run run = inspect("upper.stl", "--pose " + quoted(folder_ / (name + ".json")));
    EXPECT_EQ(run.status, 3) << name;
    EXPECT_NE(run.err.find(name + ".json"), std::string::npos) << run.err;
  }
  write_text(folder_ / "no.json", "not json");
  EXPECT_EQ(inspect("upper.stl", "--pose " + quoted(folder_ / "no.json")).status, 3);
}

TEST_F(BadInput, jaws_far_apart_are_a_result) {
  write_text(folder_ / "far.json", R"({"upper_from_lower": [1,0,0,0, 0,1,0,0, 0,0,1,-300, 0,0,0,1]})");
  const testing::Run run = inspect("upper.stl", "--json --pose " + quoted(folder_ / "far.json"));
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["findings"][0]["code"], "not_in_bite");
}

TEST_F(BadInput, without_opengl_the_zlist_engine_takes_over_and_stencil_is_exit_4) {
  // A vendor folder that does not exist leaves EGL without any driver.
  const std::string no_gl =
      "__EGL_VENDOR_LIBRARY_DIRS=/nonexistent __EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent";
  const testing::Run taken_over = inspect("upper.stl", "--json", no_gl);
  ASSERT_EQ(taken_over.status, 0) << taken_over.err;
  EXPECT_EQ(nlohmann::json::parse(taken_over.out)["engine"], "zlist");
  const testing::Run refused = inspect("upper.stl", "--engine stencil", no_gl);
  EXPECT_EQ(refused.status, 4) << refused.err;
  EXPECT_NE(refused.err.find("EGL"), std::string::npos) << refused.err;
  EXPECT_EQ(run_program("doctor", no_gl).status, 0);
}

TEST_F(BadInput, outputs_that_cannot_be_written_are_exit_5) {
  write_text(folder_ / "a-file", "in the way");
  const testing::Run run = inspect("upper.stl", "--out " + quoted(folder_ / "a-file"));
  EXPECT_EQ(run.status, 5) << run.err;
  EXPECT_NE(run.err.find("a-file"), std::string::npos) << run.err;
  EXPECT_EQ(testing::bytes_of(folder_ / "a-file"), "in the way");
  EXPECT_EQ(inspect("upper.stl", "--out /proc/nowhere").status, 5);
}

TEST_F(BadInput, more_pixels_than_fit_name_the_pixel_that_does) {
  const testing::Run run = run_program("inspect " + quoted(folder_ / "upper.stl") + " " +
                                       quoted(folder_ / "lower.stl") + " --direction 0,0,1 --pixel 0.00001");
  EXPECT_EQ(run.status, 2) << run.err;
  EXPECT_NE(run.err.find("pixel"), std::string::npos) << run.err;
}

TEST_F(BadInput, an_output_that_takes_no_text_is_exit_5) {
  const auto status_of = [&](const std::string& options) {
    const std::string command = "\"" INTERCUSP_PROGRAM "\" inspect " + quoted(folder_ / "upper.stl") + " " +
                                quoted(folder_ / "lower.stl") +
                                " --direction 0,0,1 --pixel 0.5 --bite-poses 0 " + options + " 2>" +
                                quoted(folder_ / "err");
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  for (const std::string options : {"> /dev/full", "--json > /dev/full", ">&-"}) {
    EXPECT_EQ(status_of(options), 5) << options;
    EXPECT_NE(testing::bytes_of(folder_ / "err").find("standard output"), std::string::npos) << options;
  }
  EXPECT_EQ(status_of("--quiet > /dev/full"), 0) << "nothing was to be written";
}

TEST_F(BadInput, pipes_devices_and_loops_are_refused_by_all_that_reads_a_file_and_not_waited_for) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("loop", folder_ / "loop");
  write_text(folder_ / "track.csv", "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n");
  const std::filesystem::path upper = folder_ / "upper.stl", out = folder_ / "out";
  const auto expect_refused = [](const std::string& line, const std::filesystem::path& file) {
    const testing::Run run = run_program(line, "timeout 20");
    EXPECT_EQ(run.status, 3) << line << ": " << run.err;
    EXPECT_NE(run.err.find(file.filename().string()), std::string::npos) << run.err;
    EXPECT_EQ(run.err.find("filesystem error"), std::string::npos) << run.err;
  };
  for (const std::string name : {"pipe", "loop", "/dev/zero"}) {
    const std::filesystem::path bad = folder_ / name;  // the folder does not count before "/dev/zero"
    for (const Command& command : testing::commands()) {
      const std::string to_out = command.takes("--out") ? "--out " + quoted(out) : "";
      for (const std::string& input : command.inputs())
        expect_refused(command.line(files(input, bad)) + to_out, bad);
      for (const std::string option :
           {"--pose", "--labels", "--edits", "--landmarks", "--region", "--buccal"})
        if (command.takes(option) && !(command.name == "play" && option == "--pose"))  // instead of its track
          expect_refused(command.line(files("upper", upper)) + option + " " + quoted(bad), bad);
    }
    const std::string lower = " " + quoted(folder_ / "lower.stl");
    expect_refused("inspect " + quoted(upper) + "," + quoted(bad) + lower, bad);
    expect_refused(
        "inspect " + quoted(upper) + lower + " --dicom --out " + quoted(out) + " --like " + quoted(bad), bad);
  }
}

TEST_F(BadInput, poses_out_of_reach_are_refused_by_every_command_with_their_file) {
  for (const std::string shift : {"500000", "1e19", "-1e300"}) {
    write_text(folder_ / "far.json",
               "{\"upper_from_lower\": [1,0,0,0, 0,1,0," + shift + ", 0,0,1,0, 0,0,0,1]}");
    write_text(folder_ / "far.csv",
               "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n1,0," + shift + ",0,1,0,0,0\n");
    for (const Command& command : testing::commands()) {
      const auto inputs = files("track", folder_ / "far.csv");
      const bool moves = command.arguments.find("{track}") != std::string::npos;
      if (!moves && !command.takes("--pose")) continue;
      const testing::Run run =
          run_program(command.line(inputs) + (moves ? "" : "--pose " + quoted(folder_ / "far.json")));
      EXPECT_EQ(run.status, 3) << command.name << ": " << run.err;
      EXPECT_NE(run.err.find(moves ? "far.csv: line 3" : "far.json"), std::string::npos) << run.err;
    }
  }
}

TEST_F(BadInput, what_is_no_number_in_a_pose_or_track_is_told_with_its_line) {
  const std::string jaws = quoted(folder_ / "upper.stl") + " " + quoted(folder_ / "lower.stl");
  const std::string view = "view " + jaws + " --screenshot " + quoted(folder_ / "out.png");
  for (const std::string number : {"1e999", "null", "\"5\"", "500000", "1e308"}) {
    write_text(folder_ / "pose.json",
               "{\"upper_from_lower\":\n[1,0,0,0, 0,1,0," + number + ", 0,0,1,0, 0,0,0,1]}");
    write_text(folder_ / "track.json",
               "{\"schema\": \"intercusp-track/1\", \"poses\": [\n"
               "{\"time_s\": 0, \"translation_mm\": [0,0,0], \"quaternion_wxyz\": [1,0,0,0]},\n"
               "{\"time_s\": 1, \"translation_mm\": [0,0," +
                   number + "], \"quaternion_wxyz\": [1,0,0,0]}]}");
    const std::string pose = " --pose " + quoted(folder_ / "pose.json");
    for (const std::string& arguments : {"inspect " + jaws + pose, view + pose}) {
      const testing::Run run = run_program(arguments);
      EXPECT_EQ(run.status, 3) << arguments << ": " << run.err;
      EXPECT_NE(run.err.find("pose.json: line 2: "), std::string::npos) << number << ": " << run.err;
    }
    const testing::Run played = run_program("play " + jaws + " --track " + quoted(folder_ / "track.json"));
    EXPECT_EQ(played.status, 3) << played.err;
    EXPECT_NE(played.err.find("track.json: "), std::string::npos) << number << ": " << played.err;
    EXPECT_NE(played.err.find("line 3"), std::string::npos) << number << ": " << played.err;
  }
}

TEST_F(BadInput, a_folder_that_takes_no_file_is_told_before_the_scans_are_read) {
  if (!std::filesystem::is_directory("/proc"))
    GTEST_SKIP() << "no folder here that takes no file from anybody";
  const testing::Run run = inspect("missing.stl", "--out /proc");
  EXPECT_EQ(run.status, 5) << run.err;
  EXPECT_NE(run.err.find("/proc"), std::string::npos) << run.err;
}

TEST_F(BadInput, more_memory_than_is_free_is_refused_before_the_work_begins) {
  const std::string limit = "ulimit -v 4000000;";
  const testing::Run run = inspect("upper.stl", "--pixel 0.005 --json", limit);  // 48 million pixels
  EXPECT_EQ(run.status, 3) << run.err;
  EXPECT_NE(run.err.find("at least 4.3 GB of memory"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("--pixel"), std::string::npos) << run.err;
  EXPECT_EQ(inspect("upper.stl", "--json", limit).status, 0) << "the limit leaves enough for larger pixels";
}

TEST_F(BadInput, a_map_beyond_the_free_memory_is_refused_with_the_figure_by_every_command) {
  const std::string jaws = quoted(folder_ / "upper.stl") + " " + quoted(folder_ / "lower.stl") +
                           " --direction 0,0,1 --pixel 0.005";  // 48 million pixels
  write_text(folder_ / "track.csv",
             "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,-1,1,0,0,0\n1,0,0,0,1,0,0,0\n");
  for (const std::string& arguments :
       {"play " + jaws + " --track " + quoted(folder_ / "track.csv"),
        "measure " + jaws + " --poses 1 --engine zlist", "validate " + jaws + " --engine zlist"}) {
    const testing::Run run = run_program(arguments, "ulimit -v 1200000;");
    EXPECT_EQ(run.status, 3) << arguments << ": " << run.err;
    EXPECT_NE(run.err.find("GB of memory"), std::string::npos) << arguments << ": " << run.err;
  }
}

TEST_F(BadInput, below_what_opengl_needs_the_zlist_engine_runs_and_says_so) {
  for (const char* kilobytes : {"700000", "850000", "1000000"}) {
    const std::string limit = std::string("ulimit -v ") + kilobytes + ";";
    const testing::Run run = inspect("upper.stl", "--bite-poses 3 --json", limit);
    ASSERT_EQ(run.status, 0) << limit << run.err;
    const auto report = nlohmann::json::parse(run.out);
    EXPECT_EQ(report["engine"], "zlist") << limit;
    EXPECT_TRUE(report["engine_reason"].get<std::string>().starts_with("too little memory to load OpenGL: "))
        << report["engine_reason"];
    const testing::Run asked = inspect("upper.stl", "--engine stencil", limit);
    EXPECT_EQ(asked.status, 4) << asked.err;
    EXPECT_NE(asked.err.find(" MB are free"), std::string::npos) << asked.err;
  }
}

TEST_F(BadInput, a_limit_on_the_size_of_files_is_an_error_like_a_full_disk) {
  const testing::Run run = inspect("upper.stl", "--out " + quoted(folder_ / "out"), "ulimit -f 8;");
  EXPECT_EQ(run.status, 5) << run.err;
  EXPECT_NE(run.err.find("cannot be written"), std::string::npos) << run.err;
  EXPECT_TRUE(!std::filesystem::exists(folder_ / "out") || std::filesystem::is_empty(folder_ / "out"));
}

}  // namespace
}  // namespace intercusp
