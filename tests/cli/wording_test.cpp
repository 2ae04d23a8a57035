// What the program prints: every --help, and the summaries of a generated case. The one test of its wording; the
// others compare codes and values.

#include "tests/support/program.h"

namespace intercusp {
namespace {

using testing::run_program;

const std::filesystem::path golden = INTERCUSP_SOURCE_DIR "/tests/cli/golden/wording.txt";

//! The text of one command line. The folder of the case is left out.
std::string printed(const std::string& arguments, const std::string& folder = "") {
  const testing::Run run = run_program(arguments);
  std::string text = "$ intercusp " + arguments + "\n" + run.out + run.err + "\n";
  for (std::size_t at; !folder.empty() && (at = text.find(folder)) != std::string::npos;)
    text.replace(at, folder.size(), "CASE");
  return text;
}

std::string all_help() {
  std::string text = printed("--help");
  for (const char* command : {"inspect", "close", "slide", "articulate", "settle", "validate", "play",
                              "interfere", "measure", "generate", "doctor", "view"})
    text += printed(std::string(command) + " --help");
  return text;
}

std::string summaries() {
  const testing::TemporaryFolder folder;
  const std::string name = (folder / "").string();
  const std::string jaws = " " + (folder / "upper.ply").string() + " " + (folder / "lower.ply").string();
  return printed("generate dentition --triangles 4000 --out " + name, name) +
         printed("inspect" + jaws + " --engine zlist --pixel 0.2 --bite-poses 8 --exact", name) +
         printed("close" + jaws + " --axis 0,60,34,-1,0,0 --pixel 0.2", name) +
         printed("slide" + jaws + " --along 0,0,1 --pixel 0.2", name) +
         printed("interfere" + jaws + " --pixel 0.2", name);
}

TEST(Wording, of_help_and_summaries_is_the_stored_one) {
  const std::string text = all_help() + summaries();
  if (std::getenv("INTERCUSP_WRITE_GOLDEN") != nullptr) testing::write_text(golden, text);
  EXPECT_EQ(testing::bytes_of(golden), text) << "The program's wording changed. If that is intended, run "
                                                "this test with INTERCUSP_WRITE_GOLDEN=1, which "
                                                "rewrites "
                                             << golden << ", and review the difference.";
}

}  // namespace
}  // namespace intercusp
