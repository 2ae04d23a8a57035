// --lang: what people read follows it, files for programs do not.

#include <gtest/gtest.h>

#include <regex>

#include "tests/support/generated_case.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

using testing::bytes_of;
using testing::quoted;
using testing::run_program;
using testing::TemporaryFolder;

class LanguageProgram : public testing::GeneratedCase<LanguageProgram> {
 protected:
  static void SetUpTestSuite() {
    GeneratedCase::SetUpTestSuite();
    if (HasFatalFailure()) return;
    testing::write_text(*made_ / "track.csv",
                        "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n0.1,0,0,-1,1,0,0,0\n");
  }

  [[nodiscard]] static std::string jaws() {
    return " " + quoted(*made_ / "upper.ply") + " " + quoted(*made_ / "lower.ply") + " ";
  }
  //! Each command with options that make it quick.
  [[nodiscard]] static std::vector<std::string> commands() {
    return {"inspect" + jaws() + "--engine zlist --pixel 0.3 --bite-poses 4 --validate --rays 2 --exact",
            "close" + jaws() + "--axis 0,60,34,-1,0,0 --pixel 0.3",
            "slide" + jaws() + "--along 0,0,1 --pixel 0.3",
            "interfere" + jaws() + "--pixel 0.3",
            "validate" + jaws() + "--engine zlist --pixel 0.3 --rays 2",
            "play" + jaws() + "--engine zlist --pixel 0.3 --track " + quoted(*made_ / "track.csv"),
            "articulate" + jaws(),
            "settle" + jaws(),
            "segment " + quoted(*made_ / "upper.ply")};
  }
};

//! Times differ from run to run, and so do digests of files that hold times or words.
std::string without_times(const std::string& text, const fs::path& name) {
  if (name.extension() != ".json") return text;
  static const std::regex changing(
      "\"(timings_ms|written)\": ?\\{[^}]*\\}|\"[a-z_]*_ms\": ?[0-9.e+-]+|\"record_sha256\": \"[0-9a-f]*\"");
  return std::regex_replace(text, changing, "");
}

std::string words_of_page(std::string page) {
  for (std::size_t at = page.find("<script"); at != std::string::npos; at = page.find("<script", at))
    page.erase(at, page.find("</script>", at) - at);
  std::string words;
  bool in_tag = false;
  for (const char c : page.substr(page.find("</style>"))) {
    if (c == '<') in_tag = true;
    if (!in_tag) words += c;
    if (c == '>') in_tag = false, words += '\n';
  }
  return words;
}

//! English words that no German text of ours holds; names of files and settings are cut out first.
std::string english_in(std::string words) {
  words = std::regex_replace(words, std::regex("(/[^\\s,]*)+|[a-z_]+\\.(json|csv|html|ply|png)"), "");
  static const std::regex english(
      "\\b(the|and|of|with|teeth|tooth|jaws?|upper|lower|contacts?|overlap|distance|mean|note|first|"
      "largest|report|results|rays|error|surface|found|seen|from|between|solids|pairs?|depth|none|not)\\b",
      std::regex::icase);
  std::smatch found;
  if (!std::regex_search(words, found, english)) return {};
  const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, found.position() - 40));
  return words.substr(at, 100);
}

TEST_F(LanguageProgram, files_for_programs_keep_their_bytes_in_every_language) {
  for (const std::string& command : commands()) {
    const TemporaryFolder folder;
    const auto run = [&](const std::string& language) {
      return run_program(command + " --json --lang " + language + " --out " + quoted(folder / language));
    };
    const testing::Run english = run("en"), german = run("de");
    ASSERT_EQ(english.status, 0) << command << english.err;
    ASSERT_EQ(german.status, 0) << command << german.err;
    EXPECT_EQ(without_times(english.out, "out.json"), without_times(german.out, "out.json")) << command;
    for (const auto& entry : fs::directory_iterator(folder / "en")) {
      const fs::path name = entry.path().filename(), other = folder / "de" / name;
      ASSERT_TRUE(fs::exists(other)) << command << name;
      if (name.extension() == ".png" || name.extension() == ".html") continue;
      EXPECT_TRUE(without_times(bytes_of(entry.path()), name) == without_times(bytes_of(other), name))
          << command << name;
    }
  }
}

TEST_F(LanguageProgram, german_summaries_and_pages_have_no_english_words) {
  for (const std::string& command : commands()) {
    const TemporaryFolder folder;
    const auto run = run_program(command + " --lang de --out " + quoted(folder / "out"));
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(english_in(run.out), "") << command;
    for (const auto& entry : fs::directory_iterator(folder / "out")) {
      if (entry.path().extension() != ".html") continue;
      EXPECT_EQ(english_in(words_of_page(bytes_of(entry.path()))), "") << command << entry.path();
    }
  }
}

TEST_F(LanguageProgram, the_kit_needs_no_case_and_its_report_is_german) {
  const TemporaryFolder folder;
  const auto run = run_program("validate --kit --lang de --out " + quoted(folder / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(english_in(run.out), "");
  const std::string page = bytes_of(folder / "out" / "accuracy.html");
  EXPECT_EQ(english_in(words_of_page(page)), "");
  EXPECT_TRUE(std::regex_search(page, std::regex("Alle [0-9]+ Grenzen")));
  const std::string written = bytes_of(folder / "out" / "accuracy.json");
  EXPECT_NE(written.find("distance of the two bodies"), std::string::npos);
  const auto report = nlohmann::json::parse(written);
  EXPECT_EQ(report["schema"], "intercusp-accuracy/1");
  EXPECT_EQ(report["passed"], true);
  EXPECT_GT(report["rows"].size(), 90U);
}

TEST_F(LanguageProgram, a_language_that_is_not_there_is_wrong_usage) {
  EXPECT_EQ(run_program("inspect" + jaws() + "--lang fr").status, 2);
}

}  // namespace
}  // namespace intercusp
