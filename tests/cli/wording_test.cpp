// The wording of the program: every --help and the summaries of a generated case. Other tests only compare codes and
// values.

#include "tests/support/commands.h"

namespace intercusp {
namespace {

//! The text of one command line. \param folder is replaced by CASE
std::string printed(const std::string& arguments, const std::string& folder = "") {
  const testing::Run run = run_program(arguments);
  std::string text = "$ intercusp " + arguments + "\n" + run.out + run.err + "\n";
  for (std::size_t at; !folder.empty() && (at = text.find(folder)) != std::string::npos;)
    text.replace(at, folder.size(), "CASE");
  return text;
}

//! INTERCUSP_WRITE_GOLDEN=1 rewrites the stored text.
void expect_stored(const std::string& text, const std::string& name) {
  const std::filesystem::path file = std::filesystem::path(INTERCUSP_SOURCE_DIR "/tests/cli/golden") / name;
  if (std::getenv("INTERCUSP_WRITE_GOLDEN") != nullptr) testing::write_text(file, text);
  EXPECT_EQ(testing::bytes_of(file), text)
      << "The wording differs from " << file
      << ". If that is intended, run this test with INTERCUSP_WRITE_GOLDEN=1 and review the difference.";
}

TEST(Wording, of_every_help_text) {
  std::string text = printed("--help");
  for (const testing::Command& command : testing::commands()) text += printed(command.name + " --help");
  expect_stored(text, "help.txt");
}

TEST(Wording, of_the_summaries_of_a_generated_case) {
  const testing::TemporaryFolder folder;
  const std::string name = (folder / "case").string();
  const std::string jaws = " " + name + "/upper.ply " + name + "/lower.ply";
  std::string text = printed("generate dentition --triangles 4000 --out " + name, name);
  text += printed("inspect" + jaws + " --engine zlist --pixel 0.2 --bite-poses 8 --exact", name);
  text += printed("close" + jaws + " --axis 0,60,34,-1,0,0 --pixel 0.2", name);
  text += printed("slide" + jaws + " --along 0,0,1 --pixel 0.2", name);
  text += printed("interfere" + jaws + " --pixel 0.2", name);
  text += printed("settle" + jaws + " --max-motion 0.2", name);
  text += printed("segment " + name + "/upper.ply", name);
  ASSERT_EQ(text.find("intercusp: "), std::string::npos) << text;
  expect_stored(text, "summaries.txt");
}

}  // namespace
}  // namespace intercusp
