// inspect --pdf: a sound PDF with the report's words and figures, the same bytes for the same inputs.

#include <gtest/gtest.h>

#include <array>
#include <regex>

#include "tests/support/generated_case.h"
#include "tests/support/tools.h"

namespace intercusp {
namespace {

using testing::has_tool;
using testing::output_of;

class PdfProgram : public testing::GeneratedCase<PdfProgram> {
 protected:
  testing::Run inspect(const std::string& options, const std::string& out = "out",
                       const std::string& jaw = "upper.ply") {
    return run_program("inspect " + quoted(*made_ / jaw) + " " + quoted(*made_ / "lower.ply") +
                       " --engine zlist --pixel 0.3 --bite-poses 8 --quiet --out " + quoted(folder_ / out) +
                       " " + options);
  }
  [[nodiscard]] std::filesystem::path pdf(const std::string& out = "out") const {
    return folder_ / out / "report.pdf";
  }
  //! Without spaces and line breaks, which belong to the layout.
  [[nodiscard]] std::string words(const std::string& out = "out", const std::string& pages = "") const {
    return without_spaces(output_of("pdftotext -enc UTF-8 " + pages + " " + quoted(pdf(out)) + " -"));
  }
  static std::string without_spaces(std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n' || c == '\f' || c == '\r'; });
    return text;
  }
};

std::string with_decimals(double number, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, number);
  return text.data();
}

//! Pieces of text of the first page of report.html.
std::vector<std::string> first_page_texts(const std::string& html) {
  const std::size_t begin = html.find("<section class=\"first\">");
  const std::string page = html.substr(begin, html.find("</section>") - begin);
  std::vector<std::string> texts;
  for (std::size_t at = page.find('>'); at != std::string::npos; at = page.find('>', at + 1)) {
    const std::string text = page.substr(at + 1, page.find('<', at) - at - 1);
    if (text.find_first_not_of(" \n") != std::string::npos)
      texts.push_back(std::regex_replace(text, std::regex("&#39;"), "'"));
  }
  return texts;
}

TEST_F(PdfProgram, is_sound_and_embeds_its_letters) {
  if (!has_tool("qpdf") || !has_tool("pdffonts")) GTEST_SKIP() << "needs qpdf and pdffonts";
  ASSERT_EQ(inspect("--pdf").status, 0);
  EXPECT_NE(output_of("qpdf --check " + quoted(pdf())).find("No syntax or stream encoding errors found"),
            std::string::npos);
  std::istringstream fonts(output_of("pdffonts " + quoted(pdf())));
  std::string line;
  int count = -2;  // two lines of headings
  while (std::getline(fonts, line)) {
    if (++count > 0) {
      EXPECT_TRUE(std::regex_search(line, std::regex(" yes +(yes|no) +(yes|no) +[0-9]+ +0"))) << line;
    }
  }
  EXPECT_GT(count, 0);
}

TEST_F(PdfProgram, says_what_the_page_of_html_says) {
  if (!has_tool("pdftotext")) GTEST_SKIP() << "needs pdftotext";
  for (const std::string language : {"en", "de"}) {
    ASSERT_EQ(inspect("--pdf --case \"Fall 17, Käthe Groß\" --lang " + language).status, 0);
    const std::string said = words("out", "-f 1 -l 1");
    const auto texts = first_page_texts(bytes_of(folder_ / "out" / "report.html"));
    EXPECT_GT(texts.size(), 60);
    for (const std::string& text : texts)
      EXPECT_NE(said.find(without_spaces(text)), std::string::npos) << text << "\n" << said;
  }
  EXPECT_NE(words().find("Kontaktfläche"), std::string::npos);
  EXPECT_NE(words().find("Seite1von"), std::string::npos);
}

TEST_F(PdfProgram, figures_are_those_of_the_report) {
  if (!has_tool("pdftotext")) GTEST_SKIP() << "needs pdftotext";
  ASSERT_EQ(inspect("--pdf").status, 0);
  const json all = json_of(folder_ / "out" / "report.json");
  const std::string first = words("out", "-f 1 -l 1"), later = words("out", "-f 2");
  int areas = 0;
  for (const json& area : all["areas"]) {
    if (area["measure"] != "surface_distance" || area["side"] != "lower") continue;
    EXPECT_NE(later.find(with_decimals(area["surface_mm2"], 2)), std::string::npos) << area;
    const bool on_first_page = area["threshold_mm"] == 0.1;
    EXPECT_EQ(first.find(with_decimals(area["surface_mm2"], 2) + "mm²") != std::string::npos, on_first_page);
    ++areas;
  }
  EXPECT_EQ(areas, 5);
  EXPECT_NE(first.find(with_decimals(-all["min_surface_distance_mm"].get<double>(), 3) + "mm"),
            std::string::npos);
  for (const json& contact : all["contacts"]) {
    if (contact["measure"] != "surface_distance" || contact["threshold_mm"] != 0.1 ||
        contact["surface_mm2"] < 0.1)
      continue;
    EXPECT_NE(later.find(with_decimals(contact["surface_mm2"], 2)), std::string::npos) << contact;
  }
}

TEST_F(PdfProgram, the_same_inputs_give_the_same_bytes) {
  ASSERT_EQ(inspect("--pdf", "once").status, 0);
  ASSERT_EQ(inspect("--pdf", "again").status, 0);
  EXPECT_FALSE(bytes_of(pdf("once")).empty());
  EXPECT_TRUE(bytes_of(pdf("once")) == bytes_of(pdf("again")));
}

TEST_F(PdfProgram, hostile_names_are_broken_not_cut) {
  if (!has_tool("pdftotext") || !has_tool("qpdf")) GTEST_SKIP() << "needs pdftotext and qpdf";
  const std::string file = "<b>&amp;(\\) " + std::string(200, 'W') + " Ж.ply";
  std::filesystem::copy_file(*made_ / "upper.ply", *made_ / file);
  std::string name = "(Müller\\\\) %PDF ";
  for (int i = 0; i < 900; ++i) name += std::to_string(1000 + i);
  const auto run = run_program("inspect '" + (*made_ / file).string() + "' " + quoted(*made_ / "lower.ply") +
                               " --engine zlist --pixel 0.3 --bite-poses 0 --quiet --out " +
                               quoted(folder_ / "out") + " --pdf --case \"" + name + "\"");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  std::string said = words();
  int missing = 0;
  for (int i = 0; i < 900; ++i) missing += said.find(std::to_string(1000 + i)) == std::string::npos;
  EXPECT_EQ(missing, 0);
  EXPECT_NE(said.find("(Müller\\)"), std::string::npos);
  EXPECT_NE(said.find(without_spaces(file)), std::string::npos);
  EXPECT_NE(output_of("qpdf --check " + quoted(pdf())).find("No syntax or stream"), std::string::npos);
}

TEST_F(PdfProgram, a_name_that_begins_from_right_to_left_stands_below_the_title_and_not_in_it) {
  if (!has_tool("pdftotext")) GTEST_SKIP() << "needs pdftotext";
  ASSERT_EQ(inspect("--pdf --case \"מטופל 17, visit 2\"").status, 0);
  EXPECT_NE(words("out", "-f 1 -l 1").find("Biteinspection"), std::string::npos);
  EXPECT_NE(words("out", "-f 1 -l 1").find("17,visit2"), std::string::npos);
}

TEST_F(PdfProgram, paper_and_date_are_those_asked_for) {
  if (!has_tool("pdfinfo")) GTEST_SKIP() << "needs pdfinfo";
  ASSERT_EQ(inspect("--pdf").status, 0);
  const std::string info = output_of("pdfinfo " + quoted(pdf()));
  EXPECT_NE(info.find("(A4)"), std::string::npos);
  EXPECT_EQ(info.find("CreationDate"), std::string::npos);
  ASSERT_EQ(inspect("--pdf --paper letter --date 2026-02-28").status, 0);
  EXPECT_NE(output_of("pdfinfo " + quoted(pdf())).find("(letter)"), std::string::npos);
  EXPECT_NE(output_of("pdfinfo -isodates " + quoted(pdf())).find("CreationDate:    2026-02-28"),
            std::string::npos);
  for (const char* const wrong : {"--date 2026-02-30 --pdf", "--date 28.2.2026 --pdf", "--pdf --paper a5"})
    EXPECT_EQ(inspect(wrong).status, 2) << wrong;
}

}  // namespace
}  // namespace intercusp
