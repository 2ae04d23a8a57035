#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <vector>

#include "io/files/errors.h"
#include "io/files/write_atomically.h"
#include "tests/io/report/support.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;
using testing::bytes_of;
using testing::TemporaryFolder;

//! No file of this process can grow beyond `bytes`: what a full disk does, without a disk.
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

}  // namespace
}  // namespace intercusp
