#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>
#include <vector>

#include "io/files/errors.h"
#include "io/files/write_atomically.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

//! No file of this process can grow beyond `bytes`, which simulates a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(WriteAtomically, a_file_holds_the_bytes_and_nothing_is_left_beside_it) {
  const TemporaryFolder folder;
  const std::string bytes("\0one\n\xff", 6);
  write_atomically(folder.path() / "a.bin", bytes);
  EXPECT_EQ(bytes_of(folder.path() / "a.bin"), bytes);
  write_atomically(folder.path() / "a.bin", "two");
  EXPECT_EQ(bytes_of(folder.path() / "a.bin"), "two");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(WriteAtomically, any_name_that_the_file_system_takes_is_written) {
  const TemporaryFolder folder;
  std::string umlauts;
  for (int i = 0; i < 127; ++i) umlauts += "\u00e4";
  for (const std::string& name : {std::string(244, 'n'), std::string(255, 'n'), umlauts, umlauts + "n"}) {
    write_atomically(folder / name, name);
    EXPECT_EQ(bytes_of(folder / name), name);
  }
  // Two with the same beginning, at the same time.
  const std::vector<OutputFile> twins = {{std::string(254, 'x') + "1", "1"},
                                         {std::string(254, 'x') + "2", "2"}};
  write_together(folder.path(), twins);
  EXPECT_EQ(bytes_of(folder / twins[0].name) + bytes_of(folder / twins[1].name), "12");
  EXPECT_EQ(folder.entries(), 6U);
  EXPECT_THROW(write_atomically(folder / std::string(256, 'n'), "too long"), OutputError);
}

TEST(WriteAtomically, missing_folders_are_made) {
  const TemporaryFolder folder;
  write_together(folder.path() / "x" / "y", std::vector<OutputFile>{{"a", "1"}, {"b", "2"}});
  EXPECT_EQ(bytes_of(folder.path() / "x" / "y" / "b"), "2");
}

TEST(WriteAtomically, a_full_disk_leaves_the_old_file_and_no_partial_one) {
  const TemporaryFolder folder;
  write_atomically(folder.path() / "map.nrrd", "old");
  {
    const FileSizeLimit limit(1000);
    EXPECT_THROW(write_atomically(folder.path() / "map.nrrd", std::string(5000, 'x')), OutputError);
  }
  EXPECT_EQ(bytes_of(folder.path() / "map.nrrd"), "old");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(WriteAtomically, a_set_whose_last_file_does_not_fit_leaves_none) {
  const TemporaryFolder folder;
  {
    const FileSizeLimit limit(1000);
    EXPECT_THROW(write_together(folder.path(),
                                std::vector<OutputFile>{{"small", "1"}, {"large", std::string(5000, 'x')}}),
                 OutputError);
  }
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(WriteAtomically, folders_made_for_a_set_that_does_not_fit_go_again) {
  const TemporaryFolder folder;
  const fs::path report = folder.path() / "new" / "report";
  const std::vector<OutputFile> files = {{"page", "1"}, {"dicom/jaw", std::string(5000, 'x')}};
  {
    const FileSizeLimit limit(1000);
    EXPECT_THROW(write_together(report, files), OutputError);
    EXPECT_EQ(folder.entries(), 0U);
    fs::create_directories(report);
    EXPECT_THROW(write_together(report, files), OutputError);
  }
  EXPECT_TRUE(fs::is_empty(report)) << "it was there before";
  write_together(report, files);
  EXPECT_EQ(bytes_of(report / "dicom" / "jaw").size(), 5000U);
}

TEST(WriteAtomically, a_target_that_is_a_folder_stops_the_set_before_anything_is_in_place) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "b");
  EXPECT_THROW(write_together(folder.path(), std::vector<OutputFile>{{"a", "1"}, {"b", "2"}}), OutputError);
  EXPECT_EQ(folder.entries(), 1U);
  EXPECT_THROW(write_atomically(folder.path() / "b", "2"), OutputError);
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(WriteAtomically, a_folder_that_is_a_file_is_told_with_its_path) {
  const TemporaryFolder folder;
  write_atomically(folder.path() / "taken", "1");
  for (const fs::path& wrong : {folder.path() / "taken", folder.path() / "taken" / "below"}) {
    try {
      write_together(wrong, std::vector<OutputFile>{{"a", "1"}});
      FAIL() << wrong;
    } catch (const OutputError& error) {
      EXPECT_NE(std::string(error.what()).find(wrong.string()), std::string::npos) << error.what();
    }
  }
}

TEST(WriteAtomically, a_folder_without_permission_is_told) {
  if (::geteuid() == 0) GTEST_SKIP() << "the superuser may write anywhere";
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_THROW(write_atomically(folder.path() / "a", "1"), OutputError);
  fs::permissions(folder.path(), fs::perms::owner_all);
  EXPECT_EQ(folder.entries(), 0U);
}

//! The remains of a file after the program was killed.
fs::path left_of(const fs::path& target, std::chrono::seconds age) {
  const fs::path path = target.parent_path() / ("." + target.filename().string() + ".999999-0.tmp");
  std::ofstream(path) << "half";
  fs::last_write_time(path, fs::file_time_type::clock::now() - age);
  return path;
}

TEST(WriteAtomically, what_a_killed_program_left_of_the_file_is_removed) {
  const TemporaryFolder folder;
  const fs::path old = left_of(folder.path() / "a", std::chrono::minutes(2));
  write_atomically(folder.path() / "a", "1");
  EXPECT_FALSE(fs::exists(old));
  const fs::path older = left_of(folder.path() / "b", std::chrono::hours(2));
  write_together(folder.path(), std::vector<OutputFile>{{"b", "2"}});
  EXPECT_FALSE(fs::exists(older));
  const fs::path probe = left_of(folder.path() / "intercusp", std::chrono::hours(2));
  check_writable(folder.path());
  EXPECT_FALSE(fs::exists(probe));
}

TEST(WriteAtomically, a_folder_that_takes_no_file_is_told_by_its_own_name) {
  const TemporaryFolder folder;
  try {
    check_writable(folder / "missing");
    FAIL() << "a file cannot be put into a folder that is not there";
  } catch (const OutputError& error) {
    EXPECT_EQ(std::string(error.what()).find((folder / "missing").string() + ": "), 0U) << error.what();
  }
}

TEST(WriteAtomically, what_another_program_is_writing_stays) {
  const TemporaryFolder folder;
  const fs::path young = left_of(folder.path() / "a", std::chrono::seconds(5));
  const fs::path of_another = left_of(folder.path() / "b", std::chrono::minutes(2));
  const fs::path locked = left_of(folder.path() / "c", std::chrono::minutes(2));
  const int descriptor = ::open(locked.c_str(), O_RDONLY);
  ASSERT_EQ(::flock(descriptor, LOCK_EX), 0);
  write_together(folder.path(), std::vector<OutputFile>{{"a", "1"}, {"c", "3"}});
  ::close(descriptor);
  EXPECT_TRUE(fs::exists(young));
  EXPECT_TRUE(fs::exists(of_another));
  EXPECT_TRUE(fs::exists(locked));
}

TEST(TemporaryFile, is_removed_where_a_signal_ends_the_program) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const TemporaryFolder folder;
    const auto die = [&] {
      std::vector<TemporaryFile> files;
      for (const char* name : {"a", "b"}) files.emplace_back(folder.path() / name);
      files.front().write("half");
      files.back().put_in_place();
      ::raise(signal);
    };
    EXPECT_EXIT(die(), ::testing::KilledBySignal(signal), "");
    EXPECT_TRUE(fs::exists(folder.path() / "b"));
    EXPECT_EQ(folder.entries(), 1U);
  }
}

TEST(TemporaryFile, many_are_removed_where_a_signal_ends_the_program) {
  const TemporaryFolder folder;
  const auto die = [&] {
    std::vector<TemporaryFile> files;
    for (int i = 0; i < 100; ++i) files.emplace_back(folder.path() / std::to_string(i));
    ::raise(SIGTERM);
  };
  EXPECT_EXIT(die(), ::testing::KilledBySignal(SIGTERM), "");
  EXPECT_EQ(folder.entries(), 0U);
}

//! At any moment: while one is opened, and while other threads go on to the next.
TEST(TemporaryFile, none_is_left_where_a_signal_comes_while_threads_open_them) {
  const TemporaryFolder folder;
  for (int round = 0; round < 60; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      std::vector<std::thread> threads;
      for (int t = 0; t < 3; ++t)
        threads.emplace_back([&folder, t] {
          for (;;) const TemporaryFile file(folder.path() / std::to_string(t));
        });
      std::this_thread::sleep_for(std::chrono::milliseconds(5 + round % 7));
      ::kill(::getpid(), SIGTERM);
      for (;;) ::pause();
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
    ASSERT_EQ(folder.entries(), 0U) << "round " << round;
  }
}

volatile std::sig_atomic_t own_handler_ran = 0;

TEST(TemporaryFile, leaves_a_handler_of_the_program_in_its_place) {
  const TemporaryFolder folder;
  auto* const before = std::signal(SIGINT, [](int) { own_handler_ran = 1; });
  {
    TemporaryFile file(folder.path() / "a");
    ::raise(SIGINT);
    file.put_in_place();
  }
  EXPECT_EQ(own_handler_ran, 1);
  EXPECT_TRUE(fs::exists(folder.path() / "a"));
  std::signal(SIGINT, before);
}

TEST(TemporaryFile, puts_the_default_of_a_signal_back) {
  const TemporaryFolder folder;
  { const TemporaryFile file(folder.path() / "a"); }
  struct sigaction now {};
  ::sigaction(SIGTERM, nullptr, &now);
  EXPECT_EQ(now.sa_handler, SIG_DFL);
}

}  // namespace
}  // namespace intercusp
