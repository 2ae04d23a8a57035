#include "io/cohort/layouts.h"

#include <gtest/gtest.h>

#include "io/cohort/manifest.h"
#include "io/files/errors.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

using testing::TemporaryFolder;

void make_files(const TemporaryFolder& folder, const std::vector<std::string>& names) {
  for (const std::string& name : names) folder.write(name, "x");
}

TEST(Layouts, a_folder_per_case) {
  const TemporaryFolder folder;
  make_files(folder, {"B/upper.stl", "B/lower.stl", "B/pose.json", "A/UpperJawScan.ply", "A/LowerJawScan.ply",
                      "A/upper_labels.json", "A/track.csv"});
  const FoundCases found = find_cases(folder.path());
  ASSERT_EQ(found.cases.size(), 2U);
  EXPECT_TRUE(found.left_out.empty());
  EXPECT_EQ(found.cases[0].subject, "A");
  EXPECT_EQ(found.cases[0].session, "1");
  EXPECT_EQ(found.cases[0].upper, "A/UpperJawScan.ply");
  EXPECT_EQ(found.cases[0].upper_labels, "A/upper_labels.json");
  EXPECT_EQ(found.cases[0].track, "A/track.csv");
  EXPECT_EQ(found.cases[1].pose, "B/pose.json");
}

TEST(Layouts, subjects_with_sessions) {
  const TemporaryFolder folder;
  make_files(folder, {"sub-07/ses-1/maxilla.stl", "sub-07/ses-1/mandible.stl", "sub-07/ses-2/OK.stl",
                      "sub-07/ses-2/UK.stl"});
  const FoundCases found = find_cases(folder.path());
  ASSERT_EQ(found.cases.size(), 2U);
  EXPECT_EQ(found.cases[1].subject, "07");
  EXPECT_EQ(found.cases[1].session, "2");
  EXPECT_EQ(found.cases[1].upper, "sub-07/ses-2/OK.stl");
}

TEST(Layouts, scans_side_by_side_belong_together_by_the_beginning_of_their_names) {
  const TemporaryFolder folder;
  make_files(folder, {"P1_upper.stl", "P1_lower.stl", "P2_u.stl", "P2_l.stl", "notes.txt"});
  const FoundCases found = find_cases(folder.path());
  ASSERT_EQ(found.cases.size(), 2U);
  EXPECT_EQ(found.cases[1].subject, "P2");
  EXPECT_EQ(found.cases[1].lower, "P2_l.stl");
}

TEST(Layouts, of_itero_exports_the_scans_in_bite_are_taken_and_the_others_refused_by_name) {
  const TemporaryFolder folder;
  make_files(folder, {"4711_shell_occlusion_u.stl", "4711_shell_occlusion_l.stl", "4711_shell_teethup_u.stl",
                      "C/8_shell_teethup_u.stl", "C/8_shell_teethup_l.stl"});
  const FoundCases found = find_cases(folder.path());
  ASSERT_EQ(found.cases.size(), 1U);
  EXPECT_EQ(found.cases.front().subject, "4711");
  EXPECT_EQ(found.cases.front().upper, "4711_shell_occlusion_u.stl");
  ASSERT_EQ(found.left_out.size(), 2U);
  EXPECT_EQ(found.left_out[0].what, "4711_shell_teethup_u.stl");
  EXPECT_EQ(found.left_out[1].what, "C/8_shell_teethup_l.stl, C/8_shell_teethup_u.stl");
}

TEST(Layouts, half_a_case_and_one_too_many_are_left_out_with_the_reason) {
  const TemporaryFolder folder;
  make_files(folder, {"A/upper.stl", "B/upper.stl", "B/upper_new.stl", "B/lower.stl"});
  const FoundCases found = find_cases(folder.path());
  EXPECT_TRUE(found.cases.empty());
  ASSERT_EQ(found.left_out.size(), 2U);
  EXPECT_NE(found.left_out[0].why.find("no lower jaw"), std::string::npos);
  EXPECT_NE(found.left_out[1].why.find("B/upper.stl, B/upper_new.stl"), std::string::npos);
}

TEST(Layouts, the_manifest_written_reads_back) {
  const TemporaryFolder folder;
  make_files(folder, {"a \"b\";c/upper.stl", "a \"b\";c/lower.stl", "d/upper.stl", "d/lower.stl",
                      "d/pose.json", "z, A/upper.stl", "z, A/lower.stl"});
  const std::vector<FoundCase> cases = find_cases(folder.path()).cases;
  const Manifest manifest = read_manifest(folder.write("manifest.csv", manifest_text(cases)));
  ASSERT_EQ(manifest.cases.size(), 3U);
  EXPECT_EQ(manifest.cases[0].subject, "a \"b\";c");
  EXPECT_EQ(manifest.cases[0].upper, (folder / "a \"b\";c/upper.stl").string());
  EXPECT_EQ(manifest.cases[1].pose, (folder / "d/pose.json").string());
  EXPECT_EQ(manifest.cases[2].upper, (folder / "z, A/upper.stl").string());
  EXPECT_TRUE(files_outside(manifest.cases[2], folder.path()).empty());
}

TEST(Layouts, what_is_no_folder_is_refused) {
  const TemporaryFolder folder;
  EXPECT_THROW((void)find_cases(folder / "missing"), InputError);
  std::filesystem::create_symlink("loop", folder / "loop");
  EXPECT_THROW((void)find_cases(folder / "loop"), InputError);
}

}  // namespace
}  // namespace intercusp
