// --lang: what people read follows it, files for programs do not.

#include <gtest/gtest.h>

#include <regex>

#include "tests/support/commands.h"
#include "tests/support/generated_case.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

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
  //! Each command that writes something for people, with options that make it quick.
  [[nodiscard]] static std::vector<std::string> lines() {
    std::vector<std::string> lines;
    for (const testing::Command& command : testing::commands()) {
      if (!command.takes("--lang") || command.name == "measure") continue;  // measure prints times
      lines.push_back(command.line({{"upper", *made_ / "upper.ply"},
                                    {"later", *made_ / "upper.ply"},
                                    {"lower", *made_ / "lower.ply"},
                                    {"track", *made_ / "track.csv"}}) +
                      command.quick);
      if (command.takes("--engine")) lines.back() += " --engine zlist";
      if (command.name == "inspect") lines.back() += " --validate --exact";
    }
    return lines;
  }
};

//! Times differ from run to run, and so do digests of files that hold times or words.
std::string without_times(const std::string& text, const fs::path& name) {
  if (name.extension() != ".json") return text;
  static const std::regex changing(
      "\"(timings_ms|written)\": ?\\{[^}]*\\}|\"([a-z_]*_ms|seconds)\": ?[0-9.e+-]+|\"record_sha256\": "
      "\"[0-9a-f]*\"");
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

TEST_F(LanguageProgram, every_command_speaks_german_and_writes_the_same_bytes_for_programs) {
  for (const std::string& line : lines()) {
    const TemporaryFolder folder;
    const auto run = [&](const std::string& language) {
      return run_program(line + " --lang " + language + " --out " + quoted(folder / language));
    };
    const testing::Run english = run("en"), german = run("de");
    ASSERT_EQ(english.status, 0) << line << english.err;
    ASSERT_EQ(german.status, 0) << line << german.err;
    EXPECT_EQ(english_in(german.out), "") << line;
    for (const auto& entry : fs::directory_iterator(folder / "en")) {
      const fs::path name = entry.path().filename(), other = folder / "de" / name;
      ASSERT_TRUE(fs::exists(other)) << line << name;
      if (name.extension() == ".html") {
        EXPECT_EQ(english_in(words_of_page(bytes_of(other))), "") << line << other;
      } else if (name.extension() != ".png") {
        EXPECT_TRUE(without_times(bytes_of(entry.path()), name) == without_times(bytes_of(other), name))
            << line << name;
      }
    }
  }
}

TEST_F(LanguageProgram, what_is_printed_for_programs_is_the_same_in_every_language) {
  const auto printed = [&](const std::string& language) {
    return without_times(
        run_program("slide" + jaws() + "--along 0,0,1 --pixel 0.5 --json --lang " + language).out,
        "out.json");
  };
  EXPECT_EQ(printed("en"), printed("de"));
}

//! KitJudgement proves that checks pass only within the promised bounds.
TEST_F(LanguageProgram, the_kit_keeps_its_bounds_needs_no_case_and_its_report_is_german) {
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
  EXPECT_EQ(report["scenes"].size(), 7U);
  EXPECT_EQ(report["engines"].size() + report["missing_engines"].size(), 3U);
  for (const auto& check : report["checks"]) EXPECT_GE(check["results"], 1) << check;
  for (const auto& row : report["rows"]) {
    EXPECT_GT(row["pixels"], 2000) << row;
    EXPECT_EQ(row["missing"], 0) << row;
    EXPECT_EQ(row["adaptive_mm2"].is_null(), row["engine"] != "zlist") << row;
    // Noise is present: the displacement of vertices appears in the error against paper at its own size.
    const double noise_mm = 1e-3 * row["noise_um"].get<double>();
    if (noise_mm > 0) {
      EXPECT_NEAR(row["paper_rms_mm"].get<double>(), 1.25 * noise_mm, 0.75 * noise_mm) << row;
    }
  }
  EXPECT_EQ(report["surface_rows"].size(), 3U);
  EXPECT_EQ(report["changes"].size(), 5U);
  for (const auto& change : report["changes"]) EXPECT_NE(change["half_mm2"], change["area_mm2"]) << change;
}

TEST_F(LanguageProgram, a_language_that_is_not_there_is_wrong_usage) {
  EXPECT_EQ(run_program("inspect" + jaws() + "--lang fr").status, 2);
}

}  // namespace
}  // namespace intercusp
