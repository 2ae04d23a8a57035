#include "io/results/cohort/layouts.h"

#include <gtest/gtest.h>

#include "io/files/errors.h"
#include "io/results/cohort/manifest.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

void make_files(const TemporaryFolder& folder, const std::vector<std::string>& names) {
  for (const std::string& name : names) folder.write(name, "x");
}

TEST(Layouts, a_folder_per_case) {
  const TemporaryFolder folder;
  make_files(folder, {"B/upper.stl", "B/lower.stl", "B/pose.json", "A/UpperJawScan.ply", "A/LowerJawScan.ply",
                      "A/upper_labels.json", "A/track.csv"});
  const FoundCases found = find_cases(folder.path(), CohortAnalysis::inspect);
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
  const FoundCases found = find_cases(folder.path(), CohortAnalysis::inspect);
  ASSERT_EQ(found.cases.size(), 2U);
  EXPECT_EQ(found.cases[1].subject, "07");
  EXPECT_EQ(found.cases[1].session, "2");
  EXPECT_EQ(found.cases[1].upper, "sub-07/ses-2/OK.stl");
}

TEST(Layouts, scans_side_by_side_belong_together_by_the_beginning_of_their_names) {
  const TemporaryFolder folder;
  make_files(folder, {"P1_upper.stl", "P1_lower.stl", "P2_u.stl", "P2_l.stl", "notes.txt"});
  const FoundCases found = find_cases(folder.path(), CohortAnalysis::inspect);
  ASSERT_EQ(found.cases.size(), 2U);
  EXPECT_EQ(found.cases[1].subject, "P2");
  EXPECT_EQ(found.cases[1].lower, "P2_l.stl");
}

TEST(Layouts, words_of_many_programs_and_languages_name_a_jaw) {
  for (const auto& [upper, lower] : std::vector<std::pair<std::string, std::string>>{
           {"2024-03-01_00001-001-upperjaw.stl", "2024-03-01_00001-001-lowerjaw.stl"},
           {"00001-001-UpperJaw.stl", "00001-001-LowerJaw.stl"},
           {"P7 UJ.ply", "P7 LJ.ply"},
           {"P7.Mx.stl", "P7.Md.stl"},
           {"P7_OK.stl", "P7_UK.stl"},
           {"maxillaire_P7.obj", "mandibule_P7.obj"},
           {"maxilar superior.stl", "maxilar inferior.stl"},
           {"P7up.stl", "P7low.stl"},
           {"P7_up.stl", "P7_down.stl"},
           {"superior.stl", "inferior.stl"},
           {"maxilar_superior.stl", "mandíbula_inferior.stl"},
           {"P7_maxillaire_sup.stl", "P7_maxillaire_inf.stl"},
           {"Arcade supérieure.ply", "Arcade inférieure.ply"},
           {"supe\u0301rieur.ply", "infe\u0301rieur.ply"},  // as macOS stores it
           {"Max_Muster_OK.stl", "Max_Muster_UK.stl"},
           {"U_P7_lower_arch_upper.stl", "P7_l.stl"}}) {
    const TemporaryFolder folder;
    make_files(folder, {"P/" + upper, "P/" + lower});
    const FoundCases found = find_cases(folder.path(), CohortAnalysis::inspect);
    if (upper.starts_with("U_P7")) {  // names both jaws
      EXPECT_TRUE(found.cases.empty());
      continue;
    }
    ASSERT_EQ(found.cases.size(), 1U) << upper;
    EXPECT_EQ(found.cases[0].upper, "P/" + upper);
    EXPECT_EQ(found.cases[0].lower, "P/" + lower);
  }
}

TEST(Layouts, names_of_both_jaws_agree_whatever_word_names_the_jaw) {
  const TemporaryFolder folder;
  make_files(folder, {"P1_maxilar_superior.stl", "P1_mandibula_inferior.stl", "P2_maxillaire_sup.stl",
                      "P2_maxillaire_inf.stl", "A3_up.stl", "B4_down.stl"});
  const FoundCases found = find_cases(folder.path(), CohortAnalysis::inspect);
  ASSERT_EQ(found.cases.size(), 2U);
  EXPECT_EQ(found.cases[0].subject, "P1");
  EXPECT_EQ(found.cases[0].lower, "P1_mandibula_inferior.stl");
  EXPECT_EQ(found.cases[1].subject, "P2");
  ASSERT_EQ(found.left_out.size(), 2U);
  EXPECT_EQ(found.left_out[0].what, "A3");
  EXPECT_NE(found.left_out[0].why.find("names differ before the word for the jaw"), std::string::npos);
}

TEST(Layouts, a_folder_per_jaw_holds_many_subjects) {
  const TemporaryFolder folder;
  make_files(folder, {"test-U/001_U.stl", "test-U/002_U.stl", "test-L/001_L.stl", "test-L/002_L.stl",
                      "test-L/003_L.stl"});
  const FoundCases one_set = find_cases(folder.path(), CohortAnalysis::inspect);
  ASSERT_EQ(one_set.cases.size(), 2U);
  EXPECT_EQ(one_set.cases[1].subject, "002");
  EXPECT_EQ(one_set.cases[1].upper, "test-U/002_U.stl");
  EXPECT_EQ(one_set.cases[1].lower, "test-L/002_L.stl");
  ASSERT_EQ(one_set.left_out.size(), 1U);
  EXPECT_EQ(one_set.left_out[0].what, "003");

  make_files(folder, {"train-U/001_U.stl", "train-L/001_L.stl"});
  const FoundCases two_sets = find_cases(folder.path(), CohortAnalysis::inspect);
  ASSERT_EQ(two_sets.cases.size(), 3U);
  EXPECT_EQ(two_sets.cases[0].subject, "test-001");
  EXPECT_EQ(two_sets.cases[2].subject, "train-001");
}

TEST(Layouts, a_folder_per_jaw_may_alone_name_the_jaw) {
  const TemporaryFolder folder;
  make_files(folder, {"inferior/7.stl", "inferior/8.stl", "superior/7.stl", "superior/8.stl"});
  const FoundCases found = find_cases(folder.path(), CohortAnalysis::inspect);
  ASSERT_EQ(found.cases.size(), 2U);
  EXPECT_EQ(found.cases[1].subject, "8");
  EXPECT_EQ(found.cases[1].upper, "superior/8.stl");
  EXPECT_TRUE(found.left_out.empty());
}

TEST(Layouts, a_patient_called_L_is_no_folder_of_lower_jaws) {
  const TemporaryFolder folder;
  make_files(folder, {"Smith L/upper.stl", "Smith L/lower.stl", "Smith U/upper.stl", "Smith U/lower.stl"});
  EXPECT_EQ(find_cases(folder.path(), CohortAnalysis::inspect).cases.size(), 2U);
}

TEST(Layouts, jaws_apart_and_jaws_in_parts) {
  const TemporaryFolder folder;
  make_files(folder, {"upper/0EJ/0EJ_upper.obj", "upper/0EJ/0EJ_upper.json", "lower/0EJ/0EJ_lower.obj",
                      "upper/X1/X1_upper.obj", "lower/X1/X1_lower.obj", "P9/upper/11.stl", "P9/upper/12.stl",
                      "P9/lower/41.stl"});
  const FoundCases found = find_cases(folder.path(), CohortAnalysis::inspect);
  ASSERT_EQ(found.cases.size(), 3U);
  EXPECT_EQ(found.cases[0].subject, "0EJ");
  EXPECT_EQ(found.cases[0].upper, "upper/0EJ/0EJ_upper.obj");
  EXPECT_EQ(found.cases[0].lower, "lower/0EJ/0EJ_lower.obj");
  EXPECT_EQ(found.cases[2].upper, "P9/upper");
  EXPECT_EQ(found.cases[2].lower, "P9/lower");
}

TEST(Layouts, folders_of_sites_stand_above_the_subjects) {
  const TemporaryFolder folder;
  make_files(folder, {"site-A/sub-01/ses-1/upper.stl", "site-A/sub-01/ses-1/lower.stl",
                      "site-B/sub-01/upper.stl", "site-B/sub-01/lower.stl", "Centre C/P1_upper.stl",
                      "Centre C/P1_lower.stl", "Centre C/P2_upper.stl", "Centre C/P2_lower.stl"});
  const FoundCases found = find_cases(folder.path(), CohortAnalysis::inspect);
  ASSERT_EQ(found.cases.size(), 4U);
  EXPECT_EQ(found.cases[0].subject, "Centre C-P1");
  EXPECT_EQ(found.cases[2].subject, "site-A-01");
  EXPECT_EQ(found.cases[2].session, "1");
  EXPECT_EQ(found.cases[3].subject, "site-B-01");
}

TEST(Layouts, what_is_no_jaw_is_named_with_the_reason) {
  const TemporaryFolder folder;
  make_files(folder, {"a/x-upperjaw.stl", "a/x-lowerjaw.stl", "a/x-bite0.stl", "a/x-lowerjaw-preparation.stl",
                      "b/scan1.stl", "b/scan2.stl"});
  const FoundCases found = find_cases(folder.path(), CohortAnalysis::inspect);
  ASSERT_EQ(found.cases.size(), 1U);
  ASSERT_EQ(found.left_out.size(), 3U);
  EXPECT_EQ(found.left_out[0].what, "a/x-bite0.stl");
  EXPECT_NE(found.left_out[0].why.find("from the cheek"), std::string::npos);
  EXPECT_EQ(found.left_out[1].what, "a/x-lowerjaw-preparation.stl");
  EXPECT_NE(found.left_out[2].why.find("cannot be told from b/scan1.stl, b/scan2.stl"), std::string::npos);
}

TEST(Layouts, of_itero_exports_the_scans_in_bite_are_taken_and_the_others_refused_by_name) {
  const TemporaryFolder folder;
  make_files(folder, {"4711_shell_occlusion_u.stl", "4711_shell_occlusion_l.stl", "4711_shell_teethup_u.stl",
                      "C/8_shell_teethup_u.stl", "C/8_shell_teethup_l.stl"});
  const FoundCases found = find_cases(folder.path(), CohortAnalysis::inspect);
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
  const FoundCases found = find_cases(folder.path(), CohortAnalysis::inspect);
  EXPECT_TRUE(found.cases.empty());
  ASSERT_EQ(found.left_out.size(), 2U);
  EXPECT_NE(found.left_out[0].why.find("no lower jaw"), std::string::npos);
  EXPECT_NE(found.left_out[1].why.find("B/upper.stl, B/upper_new.stl"), std::string::npos);
}

TEST(Layouts, the_manifest_written_reads_back) {
  const TemporaryFolder folder;
  make_files(folder, {"a \"b\";c/upper.stl", "a \"b\";c/lower.stl", "d/upper.stl", "d/lower.stl",
                      "d/pose.json", "z, A/upper.stl", "z, A/lower.stl"});
  const std::vector<FoundCase> cases = find_cases(folder.path(), CohortAnalysis::inspect).cases;
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
  EXPECT_THROW((void)find_cases(folder / "missing", CohortAnalysis::inspect), InputError);
  std::filesystem::create_symlink("loop", folder / "loop");
  EXPECT_THROW((void)find_cases(folder / "loop", CohortAnalysis::inspect), InputError);
}

TEST(Layouts, one_jaw_will_do_where_the_analysis_takes_one) {
  const TemporaryFolder folder;
  for (const char* const file :
       {"P1/2023-01-01/upper.stl", "P1/2024-01-01/upper.stl", "P2/2024-01-01/lower.stl"}) {
    std::filesystem::create_directories((folder / file).parent_path());
    folder.write(file, "");
  }
  EXPECT_TRUE(find_cases(folder.path(), CohortAnalysis::inspect).cases.empty());
  const FoundCases found = find_cases(folder.path(), CohortAnalysis::compare);
  EXPECT_TRUE(found.left_out.empty());
  EXPECT_EQ(manifest_text(found.cases),
            "subject,session,upper,lower\nP1,2023-01-01,P1/2023-01-01/upper.stl,\n"
            "P1,2024-01-01,P1/2024-01-01/upper.stl,\nP2,2024-01-01,,P2/2024-01-01/lower.stl\n");
}

TEST(Layouts, scans_from_the_cheek_belong_to_a_bite) {
  const TemporaryFolder folder;
  for (const char* const file : {"P1_upper.stl", "P1_lower.stl", "P1_buccal.stl"}) folder.write(file, "");
  EXPECT_EQ(find_cases(folder.path(), CohortAnalysis::inspect).left_out.size(), 1U);
  const FoundCases found = find_cases(folder.path(), CohortAnalysis::bite);
  EXPECT_TRUE(found.left_out.empty());
  ASSERT_EQ(found.cases.size(), 1U);
  EXPECT_EQ(found.cases.front().buccal, "P1_buccal.stl");
}

}  // namespace
}  // namespace intercusp
