// A report in another language: files for people follow it, files for programs do not.

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "io/results/inspection/report.h"
#include "tests/io/report/support.h"
#include "tests/support/in_language.h"

namespace intercusp {
namespace {

using testing::InLanguage;

//! A report with every part that has words: a finding, places on teeth, a relation of the arches.
Inspection wordy_inspection() {
  Inspection inspection = testing::with_lps_axes(testing::inspected_labelled_plates());
  inspection.findings.push_back({.code = "not_in_bite", .values = {{"reason", "apart"}, {"apart_mm", 1.25}}});
  for (ContactPatch& patch : inspection.contacts.patches) {
    patch.region = ArchPart::left_posterior;
    patch.lower_place = ToothPlace{36, Mesiodistal::mesial, Buccolingual::buccal, ToothFeature::cusp};
  }
  inspection.relations.overjet = {2.5, {2, 3}, {11, 41}};
  return inspection;
}

bool is_for_people(const std::string& name) { return name.ends_with(".png") || name.ends_with(".html"); }

TEST(ReportLanguages, files_for_programs_are_the_same_bytes_in_every_language) {
  const Inspection inspection = wordy_inspection();
  const auto written = [&] {
    return files_of(report_of(testing::shared(inspection), testing::some_inputs()));
  };
  const std::vector<OutputFile> english = written();
  const InLanguage chosen(language_of("de"), ToothNames::universal);
  const std::vector<OutputFile> german = written();
  ASSERT_EQ(english.size(), german.size());
  for (std::size_t i = 0; i < english.size(); ++i) {
    ASSERT_EQ(english[i].name, german[i].name);
    EXPECT_EQ(english[i].bytes == german[i].bytes, !is_for_people(english[i].name)) << english[i].name;
  }
}

TEST(ReportLanguages, the_page_is_german_with_decimal_commas_and_the_chosen_tooth_numbers) {
  const InLanguage chosen(language_of("de"), ToothNames::universal);
  const std::string page =
      testing::page_of(report_of(testing::shared(wordy_inspection()), testing::some_inputs()));
  EXPECT_NE(page.find("<html lang=\"de\">"), std::string::npos);
  for (const char* const word :
       {"Die Kiefer stehen nicht im Biss: Sie sind mindestens 1,25 mm",
        "Kontaktfläche nach Oberflächenabstand", "linker Seitenzahnbereich", "Höcker mesiobukkal",
        "Zahn (Universal)", "<td>2,5 (2,0 bis 3,0)</td>", "<td>19</td>", "8, 25"})
    EXPECT_NE(page.find(word), std::string::npos) << word;
  // Numbers outside of tags, style sheet and names of files.
  std::string words = page.substr(page.find("</style>"));
  words = std::regex_replace(words, std::regex("<[^>]*>"), "\n");
  words = std::regex_replace(words, std::regex("Intercusp \\d+\\.\\d+\\.\\d+"), "");
  std::smatch point;
  EXPECT_FALSE(std::regex_search(words, point, std::regex(".{0,30}\\d\\.\\d.{0,30}"))) << point.str();
}

TEST(ReportLanguages, styles_and_drawings_of_the_page_keep_decimal_points) {
  Report report;
  report.sections = {{.table = {.columns = {{"Size"}, {.heading = "Pixels", .has_bars = true}},
                                .rows = {{"1", "7"}, {"2", "3"}}}}};
  const std::string english = page_html(report, {});
  const InLanguage german(language_of("de"));
  std::string page = page_html(report, {});
  const std::size_t at = page.find("lang=\"de\"");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(page.replace(at, 9, "lang=\"en\""), english);
  EXPECT_NE(page.find("<rect width=\"94.3\""), std::string::npos);
}

}  // namespace
}  // namespace intercusp
