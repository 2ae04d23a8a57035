// Child processes, and the system's data of this one. One file per platform.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace intercusp::cli {

//! Peak resident memory of this process so far; 0 if unknown.
[[nodiscard]] double peak_memory_mb();
//! Memory of the machine; 0 if unknown.
[[nodiscard]] double physical_memory_mb();
[[nodiscard]] std::string host_name();

//! Keeps freed memory for the next map. By default glibc returns blocks above 128 KiB to the system, and every
//! pose faults in some 28 MB again: half the time of a map of a million pixels. Under a tight
//! limit on address space, threads share two arenas. Does nothing on other platforms.
void keep_freed_memory();

//! As many as the system lets this process have open at a time: each frame of a track stays open until all are put in place.
void allow_most_open_files();

//! A program found on the path, or empty.
[[nodiscard]] std::filesystem::path program_on_path(const std::string& name);

//! Runs a program to its end, its output at the end of `log`; it ends when this process does. Meanwhile an interrupt goes to the program alone,
//! and `while_running` is called about five times a second.
//! \return its exit status, or 128 and the signal that ended it
//! \throw std::runtime_error if it cannot be started
int run_program(const std::vector<std::string>& words, const std::filesystem::path& log,
                const std::function<void()>& while_running);

//! Whether a signal means that a program failed, and not that a user ended it.
[[nodiscard]] bool is_crash(int signal);
//! In words of the system: "Segmentation fault".
[[nodiscard]] std::string name_of_signal(int signal);

//! A folder of this process alone, removed with what is in it.
class ScratchFolder {
 public:
  ScratchFolder();  //!< \throw OutputError
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

//! A lock held by this object; any end of the process releases it.
class FolderLock {
 public:
  //! \throw OutputError if another process holds it
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock() = default;  //!< holds nothing
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FolderLock& operator=(FolderLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

 private:
  int descriptor_ = -1;
};

}  // namespace intercusp::cli
