#include "io/files/result_folder.h"
#include "io/files/paths.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "io/files/errors.h"
#include "io/files/sha256.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

const std::vector<OutputFile> two_files = {{"a.csv", "1"}, {"below/b.csv", "2"}};
const std::vector<std::string> names = {"run.json", "a.csv", "below/b.csv"};

ResultFolder in(const TemporaryFolder& folder) {
  return {.folder = folder.path(), .record = "run.json", .inputs = {}};
}

//! The message of the refusal; empty if accepted.
std::string refusal_of(const ResultFolder& results) {
  try {
    check_replaceable(results, names);
    return "";
  } catch (const ReplaceError& error) {
    return error.what();
  }
}

TEST(ResultFolder, the_record_lists_every_file_with_its_digest) {
  const TemporaryFolder folder;
  write_results(in(folder), {{"answer", 42}}, two_files);
  const nlohmann::json record = nlohmann::json::parse(bytes_of(folder / "run.json"));
  EXPECT_EQ(record.at("answer"), 42);
  EXPECT_EQ(record.at("written"),
            (nlohmann::json{{"a.csv", sha256_hex("1")}, {"below/b.csv", sha256_hex("2")}}));
}

TEST(ResultFolder, a_run_replaces_what_an_earlier_one_wrote) {
  const TemporaryFolder folder;
  write_results(in(folder), {{"answer", 42}}, two_files);
  EXPECT_EQ(refusal_of(in(folder)), "");
  write_results(in(folder), {{"answer", 43}}, std::vector<OutputFile>{{"a.csv", "another"}});
  EXPECT_EQ(bytes_of(folder / "a.csv"), "another");
  EXPECT_EQ(refusal_of(in(folder)), "");
}

TEST(ResultFolder, files_of_others_and_edited_ones_are_refused_all_by_name) {
  const TemporaryFolder folder;
  write_results(in(folder), {{"answer", 42}}, two_files);
  folder.write("a.csv", "1 and a remark");
  folder.write("below/b.csv", "mine");
  const std::string said = refusal_of(in(folder));
  EXPECT_NE(said.find("a.csv"), std::string::npos) << said;
  EXPECT_NE(said.find("below/b.csv"), std::string::npos) << said;
  EXPECT_EQ(said.find("run.json"), std::string::npos) << said;
  EXPECT_THROW(write_results(in(folder), {}, two_files), ReplaceError);
  EXPECT_EQ(bytes_of(folder / "a.csv"), "1 and a remark");
  ResultFolder forced = in(folder);
  forced.force = true;
  write_results(forced, {}, two_files);
  EXPECT_EQ(bytes_of(folder / "a.csv"), "1");
  EXPECT_EQ(refusal_of(in(folder)), "");
}

TEST(ResultFolder, an_edited_record_is_no_record) {
  const TemporaryFolder folder;
  write_results(in(folder), {{"answer", 42}}, two_files);
  std::string text = bytes_of(folder / "run.json");
  folder.write("run.json", text.replace(text.find("42"), 2, "43"));
  const std::string said = refusal_of(in(folder));
  for (const std::string& name : names) EXPECT_NE(said.find(name), std::string::npos) << said;
}

TEST(ResultFolder, inputs_stay_by_whatever_name_they_are_reached_and_whatever_is_forced) {
  const TemporaryFolder folder, other;
  const fs::path scan = other.write("scan", "a scan");
  for (const auto& link : {+[](const fs::path&to, const fs::path&at) { fs::create_symlink(to, at); },
                           +[](const fs::path&to, const fs::path&at) { fs::create_hard_link(to, at); }}) {
    fs::remove(folder / "a.csv");
    link(scan, folder / "a.csv");
    ResultFolder results = in(folder);
    results.inputs = {scan};
    results.force = true;
    EXPECT_NE(refusal_of(results).find("this run reads it"), std::string::npos);
    EXPECT_THROW(write_results(results, {}, two_files), ReplaceError);
    EXPECT_EQ(bytes_of(scan), "a scan");
  }
}

TEST(ResultFolder, what_is_no_plain_file_stays) {
  const TemporaryFolder folder;
  ResultFolder forced = in(folder);
  forced.force = true;
  ::mkfifo((folder / "a.csv").c_str(), 0600);
  EXPECT_NE(refusal_of(forced).find("no plain file"), std::string::npos);
  fs::remove(folder / "a.csv");
  fs::create_symlink("/dev/null", folder / "a.csv");
  EXPECT_NE(refusal_of(forced).find("no plain file"), std::string::npos);
  fs::remove(folder / "a.csv");
  fs::create_symlink(folder / "nowhere", folder / "a.csv");
  EXPECT_NE(refusal_of(forced).find("no plain file"), std::string::npos);
  EXPECT_THROW(write_atomically(folder / "a.csv", "1"), OutputError);
}

TEST(ResultFolder, a_link_to_a_plain_file_stays_a_link) {
  const TemporaryFolder folder, other;
  const fs::path target = other.write("kept elsewhere", "old");
  fs::create_symlink(target, folder / "a.csv");
  write_atomically(folder / "a.csv", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "a.csv"));
  EXPECT_EQ(bytes_of(target), "new");
}

TEST(ResultFolder, names_with_a_star_stand_for_the_files_that_fit) {
  const TemporaryFolder folder;
  folder.write("frames/frame_00001.png", "mine");
  folder.write("frames/frame.png", "mine");
  const auto refused = [&](const std::string& name) {
    try {
      check_replaceable(in(folder), std::vector<std::string>{name});
      return false;
    } catch (const ReplaceError&) {
      return true;
    }
  };
  EXPECT_TRUE(refused("frames/frame_*.png"));
  EXPECT_FALSE(refused("frames/picture_*.png"));
}

//! A run that ends between two of its files leaves a record of both old and new ones.
TEST(ResultFolder, a_run_that_was_ended_while_it_put_files_in_place_blocks_no_later_one) {
  const TemporaryFolder folder;
  write_results(in(folder), {{"answer", 42}}, two_files);
  fs::create_directory(folder / "z.csv");  // the last file cannot be put in place
  EXPECT_THROW(
      write_results(in(folder), {{"answer", 43}},
                    std::vector<OutputFile>{{"a.csv", "new"}, {"below/b.csv", "new"}, {"z.csv", "1"}}),
      OutputError);
  EXPECT_EQ(refusal_of(in(folder)), "");
}

TEST(ResultFolder, removes_its_own_files_alone) {
  const TemporaryFolder folder;
  write_results(in(folder), {}, two_files);
  folder.write("a.csv", "edited");
  folder.write("other.txt", "mine");
  remove_own_files(folder.path(), "run.json");
  EXPECT_TRUE(fs::exists(folder / "a.csv"));
  EXPECT_TRUE(fs::exists(folder / "other.txt"));
  EXPECT_FALSE(fs::exists(folder / "below/b.csv"));
  EXPECT_FALSE(fs::exists(folder / "run.json"));
}

TEST(ResultFolder, a_record_that_names_files_elsewhere_removes_none_of_them) {
  const TemporaryFolder folder, other;
  const fs::path victim = other.write("victim", "1");
  const fs::path inside = folder.path() / "run";
  const Digests elsewhere = {{victim.string(), sha256_hex("1")}, {"../victim", sha256_hex("1")}};
  write_together(inside, std::vector<OutputFile>{{"run.json", record_text({}, elsewhere)}});
  folder.write("victim", "1");
  write_results({.folder = inside, .record = "run.json", .inputs = {}}, {},
                std::vector<OutputFile>{{"a.csv", "1"}});
  EXPECT_TRUE(fs::exists(folder / "victim"));
  write_together(inside, std::vector<OutputFile>{{"run.json", record_text({}, elsewhere)}});
  remove_own_files(inside, "run.json");
  EXPECT_TRUE(fs::exists(folder / "victim"));
  EXPECT_TRUE(fs::exists(victim));
}

//! The record of a run that read these scans, as reports name them.
Fields of_scans(const std::vector<ScanFile>& scans) {
  Values files;
  for (const ScanFile& scan : scans) files.push_back(Fields{{"path", scan.path}, {"sha256", scan.sha256}});
  return {{"upper", Fields{{"file", scans.front().path}, {"triangles", 12}, {"files", files}}}};
}
const Fields case_a = of_scans({{"a/upper.stl", sha256_hex("A")}, {"a/lower.stl", sha256_hex("a")}}),
             case_b = of_scans({{"b/upper.stl", sha256_hex("B")}, {"b/lower.stl", sha256_hex("b")}});
const std::vector<OutputFile> one_file = {{"a.csv", "3"}};

TEST(ResultFolder, results_of_other_scans_are_refused_by_their_names) {
  const TemporaryFolder folder;
  write_results(in(folder), case_a, two_files);
  const std::string said =
      testing::message_of<ReplaceError>([&] { write_results(in(folder), case_b, one_file); });
  EXPECT_NE(said.find("a/upper.stl, a/lower.stl"), std::string::npos) << said;
  EXPECT_EQ(bytes_of(folder / "a.csv"), "1");
  ResultFolder before_the_work = in(folder);
  before_the_work.scans = {folder.write("scans/upper.stl", "B"), folder.write("scans/lower.stl", "b")};
  EXPECT_NE(refusal_of(before_the_work).find("a/upper.stl"), std::string::npos);
  before_the_work.force = true;
  EXPECT_EQ(refusal_of(before_the_work), "");
  before_the_work.force = false;
  before_the_work.scans = {folder.write("scans/one.stl", "A"), folder.write("scans/two.stl", "a")};
  EXPECT_EQ(refusal_of(before_the_work), "") << "the same scans by other names";
  std::swap(before_the_work.scans[0], before_the_work.scans[1]);
  EXPECT_NE(refusal_of(before_the_work), "") << "the scans in another order";
}

TEST(ResultFolder, without_digests_the_names_of_the_scans_decide) {
  const ScanFile upper{"upper.stl"}, lower{"lower.stl"};
  const auto present = [](const char* path) { return ScanFile{path, sha256_hex("1")}; };
  EXPECT_TRUE(is_same_case({upper, lower}, {present("upper.stl"), present("lower.stl")}));
  EXPECT_FALSE(is_same_case({upper, lower}, {present("upper.stl"), present("other.stl")}));
  EXPECT_TRUE(is_same_case({}, {present("upper.stl")})) << "a run without scans is of no case";
  const Fields file_alone = {{"upper", Fields{{"file", "u.stl,v.stl"}, {"triangles", 12}}},
                             {"findings", Values{Fields{{"file", "w.stl"}}}}};
  const std::vector<ScanFile> scans = scans_of(file_alone);
  ASSERT_EQ(scans.size(), 2U);
  EXPECT_EQ(scans[1].path, "v.stl");
}

TEST(ResultFolder, files_that_the_next_run_does_not_write_go_and_are_named) {
  const TemporaryFolder folder;
  write_results(in(folder), case_a, two_files);
  const EarlierFiles earlier = write_results(in(folder), case_a, one_file);
  EXPECT_EQ(earlier.removed, std::vector<std::string>{"below/b.csv"});
  EXPECT_TRUE(earlier.kept.empty());
  EXPECT_FALSE(fs::exists(folder / "below")) << "a folder without files goes too";
  EXPECT_EQ(read_run_record(folder / "run.json").written, (Digests{{"a.csv", sha256_hex("3")}}));
  EXPECT_EQ(sentences_of(earlier, folder.path()).size(), 1U);
}

TEST(ResultFolder, what_is_changed_foreign_read_or_listed_by_another_command_stays_and_is_named) {
  const TemporaryFolder folder, scans;
  write_results(in(folder), case_a,
                std::vector<OutputFile>{
                    {"a.csv", "1"}, {"changed", "1"}, {"read", "1"}, {"scan", "A"}, {"shared", "1"}});
  folder.write("changed", "mine");
  folder.write("notes", "mine");
  ResultFolder of_another = in(folder);
  of_another.record = "other.json";
  of_another.force = true;
  write_results(of_another, case_a, std::vector<OutputFile>{{"shared", "1"}, {"theirs", "1"}});
  ResultFolder results = in(folder);
  results.inputs = {folder / "read"};
  const EarlierFiles earlier = write_results(results, case_a, one_file);
  EXPECT_TRUE(earlier.removed.empty());
  EXPECT_EQ(earlier.kept, (std::vector<std::string>{"changed", "read", "scan", "shared", "notes"}));
  for (const std::string& name : earlier.kept) EXPECT_TRUE(fs::exists(folder / name)) << name;
}

TEST(ResultFolder, no_file_is_removed_through_the_link_of_a_folder) {
  const TemporaryFolder folder, archive;
  write_results(in(folder), case_a, two_files);
  fs::rename(folder / "below", archive / "below");
  fs::create_directory_symlink(archive / "below", folder / "below");
  EXPECT_EQ(write_results(in(folder), case_a, one_file).kept, std::vector<std::string>{"below/b.csv"});
  EXPECT_TRUE(fs::exists(archive / "below/b.csv"));
  write_together(folder.path(), std::vector<OutputFile>{
                                    {"run.json", record_text(case_a, {{"below/b.csv", sha256_hex("2")}})}});
  remove_own_files(folder.path(), "run.json");
  EXPECT_TRUE(fs::exists(archive / "below/b.csv"));
}

TEST(ResultFolder, a_study_of_another_case_goes_whole_or_stays_whole) {
  const std::vector<OutputFile> study = {{"a.csv", "1"}, {"dicom/report.dcm", "1"}, {"dicom/upper.dcm", "2"}};
  for (const bool is_changed : {false, true}) {
    const TemporaryFolder folder;
    write_results(in(folder), case_a, study);
    if (is_changed) folder.write("dicom/upper.dcm", "3");
    ResultFolder forced = in(folder);
    forced.force = true;
    const EarlierFiles earlier = write_results(forced, case_b, one_file);
    EXPECT_EQ(earlier.removed.size(), is_changed ? 0U : 2U);
    EXPECT_EQ(earlier.kept.size(), is_changed ? 2U : 0U);
    EXPECT_EQ(fs::exists(folder / "dicom/report.dcm"), is_changed);
  }
}

//! Each run is ended after another number of its files; `replaces` says that it has not finished.
TEST(ResultFolder, the_next_run_knows_all_files_of_one_that_was_ended) {
  for (const std::size_t in_place : {0U, 1U, 2U}) {
    const TemporaryFolder folder;
    write_results(in(folder), case_a, two_files);
    const Digests written = {{"a.csv", sha256_hex("3")}, {"c.csv", sha256_hex("4")}};
    const Digests replaces = {{"a.csv", sha256_hex("1")}, {"below/b.csv", sha256_hex("2")}};
    write_together(folder.path(),
                   std::vector<OutputFile>{{"run.json", record_text(case_b, written, replaces)}});
    if (in_place > 0) folder.write("a.csv", "3");
    if (in_place > 1) folder.write("c.csv", "4");
    EXPECT_EQ(refusal_of(in(folder)), "");
    const EarlierFiles earlier = write_results(in(folder), case_b, std::vector<OutputFile>{{"a.csv", "5"}});
    EXPECT_TRUE(earlier.kept.empty());
    EXPECT_EQ(earlier.removed.size(), in_place > 1 ? 2U : 1U);
    EXPECT_EQ(folder.entries(), 2U);
  }
}

TEST(ResultFolder, staged_files_appear_with_the_others) {
  const TemporaryFolder folder;
  {
    std::vector<StagedFile> dropped;
    dropped.push_back(staged(folder.path(), {"frames/1.png", "1"}));
    EXPECT_FALSE(fs::exists(folder / "frames/1.png"));
  }
  EXPECT_TRUE(fs::is_empty(folder / "frames"));
  std::vector<StagedFile> frames;
  frames.push_back(staged(folder.path(), {"frames/1.png", "1"}));
  write_results(in(folder), {}, two_files, frames);
  EXPECT_EQ(bytes_of(folder / "frames/1.png"), "1");
  EXPECT_TRUE(read_run_record(folder / "run.json").written.contains("frames/1.png"));
}

TEST(ResultFolder, what_is_set_aside_is_kept) {
  const TemporaryFolder folder;
  for (const char* const content : {"1", "2"}) set_aside(folder.write("a.csv", content));
  EXPECT_FALSE(fs::exists(folder / "a.csv"));
  EXPECT_EQ(bytes_of(folder / "a.csv.kept"), "1");
  EXPECT_EQ(bytes_of(folder / "a.csv.kept-2"), "2");
}

TEST(Holds, a_folder_holds_what_lies_in_it_and_what_links_lead_to) {
  const TemporaryFolder folder, other;
  const fs::path inside = folder.write("x/y/scan", "1"), outside = other.write("scan", "1");
  fs::create_directory_symlink(folder.path(), other / "another name");
  fs::create_symlink(outside, folder / "link");
  EXPECT_TRUE(holds(folder.path(), inside));
  EXPECT_TRUE(holds(folder.path(), other / "another name/x/y/scan"));
  EXPECT_TRUE(holds(other / "another name", inside));
  EXPECT_TRUE(holds(folder.path(), folder / "link")) << "the link itself lies in it";
  EXPECT_FALSE(holds(folder.path(), outside));
  EXPECT_FALSE(holds(folder / "x", folder / "link"));
}

TEST(PngMark, tells_own_pictures_from_edited_and_other_ones) {
  const std::string png =
      "\x89PNG\r\n\x1a\n" + std::string(40, 'x') + std::string("\0\0\0\0IEND\xae\x42\x60\x82", 12);
  EXPECT_FALSE(has_own_mark(png));
  std::string marked = marked_png(png);
  EXPECT_TRUE(has_own_mark(marked));
  marked[20] = 'y';
  EXPECT_FALSE(has_own_mark(marked));
  EXPECT_FALSE(has_own_mark(""));
}

}  // namespace
}  // namespace intercusp
