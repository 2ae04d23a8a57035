#include "io/results/cohort/manifest.h"

#include <gtest/gtest.h>

#include "io/files/errors.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

Manifest read(const TemporaryFolder& folder, std::string_view text) {
  return read_manifest(folder.write("manifest.csv", text));
}

//! The message of the error in such a manifest.
std::string fault_of(std::string_view text) {
  const TemporaryFolder folder;
  return message_of<InputError>([&] { (void)read(folder, text); });
}

void expect_fault(std::string_view text, const std::string& words) {
  EXPECT_NE(fault_of(text).find(words), std::string::npos) << fault_of(text);
}

TEST(Manifest, has_its_cases_in_order_with_paths_from_its_folder) {
  const TemporaryFolder folder;
  const Manifest manifest =
      read(folder,
           "subject,session,upper,lower,pose\nP1,2024,a/u.stl,a/l.stl,a/pose.json\nP2,1,/far/u.stl,l.stl,\n");
  ASSERT_EQ(manifest.cases.size(), 2U);
  EXPECT_EQ(manifest.cases[0].subject, "P1");
  EXPECT_EQ(manifest.cases[0].session, "2024");
  EXPECT_EQ(manifest.cases[0].upper, (folder / "a/u.stl").string());
  EXPECT_EQ(manifest.cases[0].pose, (folder / "a/pose.json").string());
  EXPECT_EQ(manifest.cases[0].line, 2U);
  EXPECT_EQ(manifest.cases[1].upper, "/far/u.stl");
  EXPECT_EQ(manifest.cases[1].pose, "");
}

TEST(Manifest, columns_stand_in_any_order_and_unknown_ones_are_told) {
  const TemporaryFolder folder;
  const Manifest manifest = read(folder, "lower,age,upper,session,subject\nl.stl,44,u.stl,1,P1\n");
  EXPECT_EQ(manifest.cases.front().subject, "P1");
  EXPECT_EQ(manifest.cases.front().lower, (folder / "l.stl").string());
  EXPECT_EQ(manifest.unknown_columns, std::vector<std::string>{"age"});
}

TEST(Manifest, tabs_semicolons_windows_line_ends_and_byte_order_marks_are_read) {
  for (const std::string separator : {"\t", ";"}) {
    const TemporaryFolder folder;
    const std::string text =
        "\xEF\xBB\xBF"
        "subject" +
        separator + "session" + separator + "upper" + separator + "lower\r\nP1" + separator + "1" +
        separator + "u.stl" + separator + "l.stl\r\n\r\n";
    const Manifest manifest = read(folder, text);
    ASSERT_EQ(manifest.cases.size(), 1U);
    EXPECT_EQ(manifest.cases.front().lower, (folder / "l.stl").string());
  }
}

TEST(Manifest, a_jaw_in_several_files_stands_in_quotation_marks) {
  const TemporaryFolder folder;
  const Manifest manifest = read(folder, "subject,session,upper,lower\nP1,1,\"a.stl, b.stl\",l.stl\n");
  EXPECT_EQ(manifest.cases.front().upper, (folder / "a.stl").string() + "," + (folder / "b.stl").string());
}

TEST(Manifest, what_cannot_be_used_is_told_with_the_line) {
  expect_fault("", "is empty");
  expect_fault("subject,session,upper\nP1,1,u.stl\n", "line 1: has no column lower");
  expect_fault("subject,session,upper,lower\n", "names no case");
  expect_fault("subject,session,upper,lower\n,1,u.stl,l.stl\n", "line 2: names no subject");
  expect_fault("subject,session,upper,lower\nP1,1,u.stl,l.stl,x\n", "line 2: has 5 cells");
  expect_fault("subject,session,upper,lower,upper\n", "twice");
  expect_fault("subject,session,upper,lower\nP1,1,\"u.stl,l.stl\n", "line 2: a quotation mark");
  expect_fault("subject,session,upper,lower\nP1,1,u.stl,l.stl\n\nP2,1,u.stl,l.stl\np1,1,u.stl,l.stl\n",
               "line 5: subject p1 and session 1 stand in line 2");
}

TEST(Manifest, names_of_folders_hold_no_separators_and_differ) {
  EXPECT_EQ(case_name("P07", "2"), "sub-P07_ses-2");
  EXPECT_EQ(case_name("sub-07", "ses-2"), "sub-07_ses-2");
  EXPECT_EQ(case_name("P07", ""), "sub-P07");
  EXPECT_EQ(case_name("../../etc", "a/b"), "sub-%2E.%2F..%2Fetc_ses-a%2Fb");
  EXPECT_EQ(case_name("M\xC3\xBCller", "1"), "sub-M%C3%BCller_ses-1");
  EXPECT_NE(case_name("a_ses-b", ""), case_name("a", "b"));
}

TEST(Manifest, tells_which_files_lie_outside_a_folder) {
  const TemporaryFolder folder;
  const Manifest manifest = read(folder, "subject,session,upper,lower\nP1,1,../u.stl,in/l.stl\n");
  EXPECT_EQ(files_outside(manifest.cases.front(), folder.path()),
            std::vector<std::string>{(folder.path().parent_path() / "u.stl").string()});
}

TEST(Manifest, a_path_that_cannot_be_followed_lies_outside) {
  const TemporaryFolder folder;
  const std::string name(300, 'u');  // file systems take 255 bytes
  const Manifest manifest = read(folder, "subject,session,upper,lower\nP1,1," + name + ",l.stl\n");
  EXPECT_EQ(files_outside(manifest.cases.front(), folder.path()),
            std::vector<std::string>{(folder / name).string()});
}

TEST(CsvRows, quotes_hold_separators_line_breaks_and_quotes) {
  const std::vector<CsvRow> rows = csv_rows("t.csv", "a,\"b,\n\"\"c\"\"\"\nd\n");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].cells, (std::vector<std::string>{"a", "b,\n\"c\""}));
  EXPECT_EQ(rows[1].line, 3U);
}

}  // namespace
}  // namespace intercusp
