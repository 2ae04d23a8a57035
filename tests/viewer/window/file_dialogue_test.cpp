// The desktop's file dialogue, simulated by a script that records the request and returns a choice.

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/support/temporary_folder.h"
#include "viewer/platform/file_dialogue.h"

namespace intercusp::viewer::platform {
namespace {

class FileDialogueOfScript : public ::testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path program(const std::string& name, const std::string& script) const {
    const auto file = folder_.write(name, "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
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
};

TEST_F(FileDialogueOfScript, every_line_is_a_path_and_spaces_belong_to_it) {
  const auto zenity = program("zenity", "printf '/a b/upper.stl\\n/a b/lower.stl\\n'");
  FileDialogue dialogue(zenity, {.title = "Open"});
  EXPECT_EQ(answer_of(dialogue), (std::vector<std::string>{"/a b/upper.stl", "/a b/lower.stl"}));
}

TEST_F(FileDialogueOfScript, cancelling_gives_no_path) {
  const auto zenity = program("zenity", "exit 1");
  FileDialogue dialogue(zenity, {.kind = FileWish::Kind::save_file});
  EXPECT_TRUE(answer_of(dialogue).empty());
}

TEST_F(FileDialogueOfScript, titles_are_words_and_no_shell_reads_them) {
  const auto zenity = program("zenity", "printf '%s\\n' \"$@\" >\"" + (folder_ / "asked").string() + "\"");
  FileDialogue dialogue(zenity, {.title = "it's $HOME; `id`", .patterns = {"*.csv", "*.json"}});
  (void)answer_of(dialogue);
  const std::string asked = intercusp::testing::bytes_of(folder_ / "asked");
  EXPECT_NE(asked.find("--title=it's $HOME; `id`\n"), std::string::npos) << asked;
  EXPECT_NE(asked.find("--file-filter=*.csv *.json\n"), std::string::npos) << asked;
}

TEST_F(FileDialogueOfScript, kdialog_is_asked_in_its_own_words) {
  const auto kdialog = program("kdialog", "printf '%s\\n' \"$@\" >\"" + (folder_ / "asked").string() + "\"");
  FileDialogue dialogue(kdialog, {.title = "Open"});
  (void)answer_of(dialogue);
  EXPECT_EQ(intercusp::testing::bytes_of(folder_ / "asked"),
            "--title\nOpen\n--multiple\n--separate-output\n--getopenfilename\n.\n");
}

TEST_F(FileDialogueOfScript, the_viewer_does_not_wait_for_it_and_closes_it) {
  const auto zenity = program("zenity", "exec sleep 60");
  const auto start = std::chrono::steady_clock::now();
  {
    FileDialogue dialogue(zenity, {});
    EXPECT_FALSE(dialogue.poll().has_value());
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace intercusp::viewer::platform
