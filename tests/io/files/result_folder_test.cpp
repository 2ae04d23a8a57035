#include "io/files/result_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "io/files/errors.h"
#include "io/files/png_mark.h"
#include "io/files/sha256.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;
using testing::bytes_of;
using testing::TemporaryFolder;

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
  EXPECT_EQ(refusal_of(in(folder)), "")
      << "b.csv, which the second run did not write, is the program's still";
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
  write_results({.folder = inside, .record = "run.json", .inputs = {}}, {},
                std::vector<OutputFile>{{"a.csv", "1"}}, {{victim.string(), sha256_hex("1")}});
  remove_own_files(inside, "run.json");
  EXPECT_TRUE(fs::exists(victim));
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
