// The desktop's file dialogue, played by a script that says what it was asked and what was chosen.

#include <gtest/gtest.h>
#include <stdlib.h>  // setenv

#include <chrono>
#include <thread>

#include "tests/support/temporary_folder.h"
#include "viewer/platform/file_dialogue.h"

namespace intercusp::viewer::platform {
namespace {

using intercusp::testing::TemporaryFolder;

class FileDialogueOfScript : public ::testing::Test {
 protected:
  FileDialogueOfScript() : path_(getenv("PATH")) {
    setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
  }
  ~FileDialogueOfScript() override { setenv("PATH", path_.c_str(), 1); }

  void zenity_does(const std::string& script) {
    const auto file = folder_.write("zenity", "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }
  static std::vector<std::string> answer_of(FileDialogue& dialogue) {
    for (int i = 0; i < 500; ++i) {
      if (const auto paths = dialogue.poll()) return *paths;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "no answer in five seconds";
    return {};
  }
  TemporaryFolder folder_;
  std::string path_;
};

TEST_F(FileDialogueOfScript, every_line_is_a_path_and_spaces_belong_to_it) {
  zenity_does("printf '/a b/upper.stl\\n/a b/lower.stl\\n'");
  FileDialogue dialogue({.title = "Open"});
  EXPECT_EQ(answer_of(dialogue), (std::vector<std::string>{"/a b/upper.stl", "/a b/lower.stl"}));
}

TEST_F(FileDialogueOfScript, cancelling_gives_no_path) {
  zenity_does("exit 1");
  FileDialogue dialogue({.kind = FileWish::Kind::save_file});
  EXPECT_TRUE(answer_of(dialogue).empty());
}

TEST_F(FileDialogueOfScript, titles_are_words_and_no_shell_reads_them) {
  zenity_does("printf '%s\\n' \"$@\" >\"" + (folder_ / "asked").string() + "\"");
  FileDialogue dialogue({.title = "it's $HOME; `id`", .patterns = {"*.csv", "*.json"}});
  (void)answer_of(dialogue);
  const std::string asked = intercusp::testing::bytes_of(folder_ / "asked");
  EXPECT_NE(asked.find("--title=it's $HOME; `id`\n"), std::string::npos) << asked;
  EXPECT_NE(asked.find("--file-filter=*.csv *.json\n"), std::string::npos) << asked;
}

TEST_F(FileDialogueOfScript, the_viewer_does_not_wait_for_it_and_closes_it) {
  zenity_does("exec sleep 60");
  const auto start = std::chrono::steady_clock::now();
  {
    FileDialogue dialogue({});
    EXPECT_FALSE(dialogue.poll().has_value());
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace intercusp::viewer::platform
