// No command changes or removes a file that it did not write (docs/USER_GUIDE.md, "What is replaced").

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <map>

#include "io/files/sha256.h"
#include "occlusion/geometry/shapes.h"
#include "tests/support/commands.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

//! SHA-256 of every plain file below a folder.
std::map<std::string, std::string> digests_below(const fs::path& folder) {
  std::map<std::string, std::string> digests;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && !entry.is_symlink())
      digests[entry.path().lexically_relative(folder).string()] = sha256_hex(bytes_of(entry.path()));
  }
  return digests;
}

class KeptFiles : public ::testing::Test {
 protected:
  KeptFiles() {
    testing::write_stl(folder_ / "upper.stl", shapes::box({0, 0, 0.2}, {40, 30, 5}));
    testing::write_stl(folder_ / "lower.stl", shapes::box({0, 0, -5}, {40, 30, 0}));
    write_text(folder_ / "track.csv",
               "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n1,0,0,0.1,1,0,0,0\n");
  }

  std::string jaws() const { return quoted(folder_ / "upper.stl") + " " + quoted(folder_ / "lower.stl"); }

  //! Each command as a user types it, without --out. Those that need an arch are left out.
  std::map<std::string, std::string> commands(const std::string& upper = "upper.stl") const {
    const std::map<std::string, std::string> more = {
        {"inspect", " --exchange --pdf --dicom --validate --rays 1"}, {"play", " --frames"}};
    std::map<std::string, std::string> lines;
    for (const testing::Command& command : testing::commands()) {
      if (command.needs_teeth || command.name.starts_with("cohort") || !command.takes("--out")) continue;
      std::string& line = lines[command.name];
      line = command.line({{"upper", folder_ / upper},
                           {"lower", folder_ / "lower.stl"},
                           {"track", folder_ / "track.csv"}}) +
             command.quick + " --quiet";
      if (command.takes("--direction")) line += " --direction 0,0,1";
      if (more.contains(command.name)) line += more.at(command.name);
    }
    return lines;
  }

  TemporaryFolder folder_;
};

//! The files that existed before still exist unchanged, regardless of the command's result.
void expect_kept(const std::map<std::string, std::string>& before, const fs::path& folder,
                 const std::string& what) {
  const auto after = digests_below(folder);
  for (const auto& [name, digest] : before) {
    ASSERT_TRUE(after.contains(name)) << what << " removed " << name;
    EXPECT_EQ(after.at(name), digest) << what << " changed " << name;
  }
}

//! The names are those that the first run wrote, so that the test finds a file that a command forgets to check.
TEST_F(KeptFiles, only_files_of_somebody_else_need_force_and_are_refused_by_name_before_the_work) {
  for (const auto& [name, words] : commands()) {
    const fs::path out = folder_ / name;
    const std::string line = words + " --out " + quoted(out);
    ASSERT_EQ(run_program(line).status, 0) << name;
    EXPECT_EQ(run_program(line).status, 0) << name << " twice";
    for (const auto& [file, digest] : digests_below(out)) write_text(out / file, "mine");
    const auto before = digests_below(folder_.path());
    const testing::Run refused = run_program(line);
    EXPECT_EQ(refused.status, 2) << name;
    expect_kept(before, folder_.path(), name);
    EXPECT_EQ(digests_below(folder_.path()), before) << name << " wrote something else";
    for (const auto& [file, digest] : digests_below(out))
      EXPECT_NE(refused.err.find((out / file).string()), std::string::npos)
          << name << " does not name " << file;
    const testing::Run forced = run_program(line + " --force");
    EXPECT_EQ(forced.status, 0) << name << ": " << forced.err;
    for (const auto& [file, digest] : digests_below(out))
      EXPECT_NE(digest, before.at(name + "/" + file)) << name << " did not write " << file;
  }
}

//! The files below the folder are the record and those that it lists.
void expect_only_what_is_listed(const fs::path& folder, const std::string& what) {
  std::map<std::string, std::string> found = digests_below(folder);
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const nlohmann::json record = testing::json_of(entry.path());
    if (!record.contains("written")) continue;
    found.erase(entry.path().filename().string());
    for (const auto& [name, digest] : record["written"].items()) {
      EXPECT_EQ(found[name], digest) << what << ": " << name;
      found.erase(name);
    }
    EXPECT_FALSE(record.contains("replaces")) << what;
  }
  for (const auto& [name, digest] : found) ADD_FAILURE() << what << " does not list " << name;
}

TEST_F(KeptFiles, a_folder_never_shows_two_cases) {
  testing::write_stl(folder_ / "other.stl", shapes::box({0, 0, 0.3}, {40, 30, 5}));
  const auto of_another_case = commands("other.stl");
  for (const auto& [name, words] : commands()) {
    if (name == "generate" || name == "measure") continue;  // of no case
    const std::string& of_another = of_another_case.at(name);
    const std::string out = " --out " + quoted(folder_ / name);
    ASSERT_EQ(run_program(words + out).status, 0) << name;
    const auto before = digests_below(folder_.path());
    const testing::Run refused = run_program(of_another + out);
    EXPECT_EQ(refused.status, 2) << name;
    EXPECT_NE(refused.err.find("upper.stl"), std::string::npos) << refused.err;
    EXPECT_EQ(digests_below(folder_.path()), before) << name;
    EXPECT_EQ(run_program(of_another + out + " --force").status, 0) << name;
    expect_only_what_is_listed(folder_ / name, name);
  }
}

TEST_F(KeptFiles, files_of_options_that_are_no_longer_given_go_and_are_named) {
  const std::string plain = "inspect " + jaws() +
                            " --direction 0,0,1 --pixel 0.5 --bite-poses 0 --quiet --out " +
                            quoted(folder_ / "out");
  ASSERT_EQ(run_program(plain + " --exchange --pdf --dicom").status, 0);
  write_text(folder_ / "out/jaws.glb", "mine");
  write_text(folder_ / "out/notes.txt", "mine");
  const testing::Run run = run_program(plain + " --threshold 0.3");
  EXPECT_EQ(run.status, 0);
  for (const char* const name : {"report.pdf", "dicom/report.dcm", "jaws.3mf", "jaws.glb", "notes.txt"})
    EXPECT_NE(run.err.find(name), std::string::npos) << run.err;
  EXPECT_FALSE(fs::exists(folder_ / "out/dicom"));
  EXPECT_EQ(bytes_of(folder_ / "out/jaws.glb"), "mine");
  fs::remove(folder_ / "out/jaws.glb");
  fs::remove(folder_ / "out/notes.txt");
  expect_only_what_is_listed(folder_ / "out", "inspect");
}

TEST_F(KeptFiles, frames_of_a_longer_track_go_and_a_run_that_fails_changes_nothing) {
  const std::string play = "play " + jaws() + " --direction 0,0,1 --pixel 0.5 --quiet --frames --out " +
                           quoted(folder_ / "out") + " --track ";
  ASSERT_EQ(run_program(play + quoted(folder_ / "track.csv")).status, 0);
  ASSERT_TRUE(fs::exists(folder_ / "out/frames/frame_00002.png"));
  const auto before = digests_below(folder_ / "out");
  write_text(folder_ / "bad.csv", "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,nan,1,0,0,0\n");
  EXPECT_EQ(run_program(play + quoted(folder_ / "bad.csv")).status, 3);
  EXPECT_EQ(digests_below(folder_ / "out"), before);
  write_text(folder_ / "short.csv", "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n");
  const testing::Run run = run_program(play + quoted(folder_ / "short.csv"));
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.err.find("frames/frame_00002.png"), std::string::npos) << run.err;
  expect_only_what_is_listed(folder_ / "out", "play");
}

TEST_F(KeptFiles, foreign_files_of_other_names_are_no_hindrance) {
  write_text(folder_ / "out/notes.txt", "mine");
  fs::create_directory(folder_ / "out");
  write_text(folder_ / "out/notes.txt", "mine");
  write_text(folder_ / "out/jaws.glb", "mine");  // of --exchange, which is not given
  const testing::Run run =
      run_program("inspect " + jaws() + " --direction 0,0,1 --pixel 0.5 --bite-poses 0 --quiet --out " +
                  quoted(folder_ / "out"));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(bytes_of(folder_ / "out/jaws.glb"), "mine");
}

//! Puts each input in the place of each file that the command writes: by its own name, by a link and in a folder of
//! another name.
TEST_F(KeptFiles, no_input_is_replaced_even_by_force) {
  ASSERT_EQ(run_program("inspect " + jaws() + " --direction 0,0,1 --pixel 0.5 --bite-poses 0 --quiet --out " +
                        quoted(folder_ / "first"))
                .status,
            0);
  fs::create_directory(folder_ / "scans");
  for (const char* const name : {"upper.vtp", "lower.vtp"})
    fs::copy(folder_ / "first" / name, folder_ / "scans" / name);
  fs::create_directory_symlink(folder_ / "scans", folder_ / "alias");
  fs::create_directory(folder_ / "links");
  fs::create_symlink(folder_ / "scans/upper.vtp", folder_ / "links/upper.vtp");
  const auto before = digests_below(folder_.path());
  const std::string scans = quoted(folder_ / "scans/upper.vtp") + " " + quoted(folder_ / "scans/lower.vtp");
  for (const char* const out : {"scans", "alias", "links"}) {
    for (const std::string& command :
         {"inspect " + scans + " --direction 0,0,1 --pixel 0.5 --bite-poses 0",
          "play " + scans + " --direction 0,0,1 --pixel 0.5 --track " + quoted(folder_ / "track.csv")}) {
      const testing::Run run = run_program(command + " --quiet --force --out " + quoted(folder_ / out));
      EXPECT_EQ(run.status, 2) << command << " into " << out;
      EXPECT_NE(run.err.find("choose another folder"), std::string::npos) << run.err;
      EXPECT_EQ(digests_below(folder_.path()), before) << command << " into " << out;
    }
  }
}

TEST_F(KeptFiles, poses_tracks_labels_and_materials_are_inputs_too) {
  fs::create_directory(folder_ / "work");
  fs::copy(folder_ / "track.csv", folder_ / "work/series.csv");
  write_text(folder_ / "work/pose_at_contact.json",
             R"({"upper_from_lower": [1,0,0,0, 0,1,0,0, 0,0,1,-1, 0,0,0,1]})");
  write_text(folder_ / "work/box.obj",
             "mtllib m.mtl\nv 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  write_text(folder_ / "work/m.mtl", "newmtl a\nmap_Kd interference.png\n");
  write_text(folder_ / "work/interference.png", "a texture");
  const auto before = digests_below(folder_.path());
  const std::string out = " --quiet --force --out " + quoted(folder_ / "work");
  for (const std::string& command :
       {"play " + jaws() + " --direction 0,0,1 --pixel 0.5 --track " + quoted(folder_ / "work/series.csv"),
        "slide " + jaws() + " --along 0,0,1 --pose " + quoted(folder_ / "work/pose_at_contact.json"),
        "interfere " + quoted(folder_ / "work/box.obj") + " " + quoted(folder_ / "upper.stl")}) {
    EXPECT_EQ(run_program(command + out).status, 2) << command;
    EXPECT_EQ(digests_below(folder_.path()), before) << command;
  }
}

TEST_F(KeptFiles, a_curated_label_file_and_a_patients_scan_stay) {
  ASSERT_EQ(
      run_program("generate dentition --triangles 2000 --quiet --out " + quoted(folder_ / "case")).status, 0);
  write_text(folder_ / "labels.json", "curated");
  write_text(folder_ / "upper.ply", "a patient's");
  const auto before = digests_below(folder_.path());
  const std::string out = " --quiet --out " + quoted(folder_.path());
  EXPECT_EQ(run_program("segment " + quoted(folder_ / "case/upper.ply") + out).status, 2);
  EXPECT_EQ(run_program("generate dentition --triangles 2000" + out).status, 2);
  EXPECT_EQ(digests_below(folder_.path()), before);
}

TEST_F(KeptFiles, a_screenshot_replaces_its_like_and_nothing_else) {
  const std::string shot = "view " + jaws() + " --size 100x100 --screenshot ";
  const fs::path picture = folder_ / "v.png";
  ASSERT_EQ(run_program(shot + quoted(picture)).status, 0);
  EXPECT_EQ(run_program(shot + quoted(picture)).status, 0) << "twice";
  write_text(picture, "mine");
  EXPECT_EQ(run_program(shot + quoted(picture)).status, 2);
  EXPECT_EQ(bytes_of(picture), "mine");
  EXPECT_EQ(run_program(shot + quoted(picture) + " --force").status, 0);
  EXPECT_EQ(run_program(shot + quoted(folder_ / "upper.stl") + " --force").status, 2);
  EXPECT_EQ(run_program(shot + "/dev/null --force").status, 2);
  ::mkfifo((folder_ / "pipe.png").c_str(), 0600);
  EXPECT_EQ(run_program(shot + quoted(folder_ / "pipe.png") + " --force").status, 2);
  EXPECT_TRUE(fs::is_fifo(folder_ / "pipe.png"));
}

}  // namespace
}  // namespace intercusp
