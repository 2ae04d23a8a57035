// Child processes, and system data of this process. One source file per platform.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace intercusp::cli {

//! Peak resident memory of this process so far, MB; 0 if unknown.
[[nodiscard]] double peak_memory_mb();
//! Memory of the machine, MB; 0 if unknown.
[[nodiscard]] double physical_memory_mb();
[[nodiscard]] std::string host_name();

//! Keeps freed memory for the next map. By default glibc returns blocks above 128 KiB to the system, so every
//! pose faults in some 28 MB again, which takes half the time of a map of a million pixels. Under a tight
//! limit on address space, threads also share two arenas. Does nothing on other platforms.
void keep_freed_memory();

//! Raises the number of open files to the system's limit. Each frame of a track stays open until all frames
//! are put in place.
void allow_most_open_files();

//! A program on the search path; empty if there is none.
[[nodiscard]] std::filesystem::path program_on_path(const std::string& name);

//! Runs a program to its end and appends its output to `log`. The program ends with this process. Meanwhile
//! only the program receives interrupts, and `while_running` is called about five times a second.
//! \return its exit status, or 128 plus the signal that ended it
//! \throw std::runtime_error if it cannot be started
int run_program(const std::vector<std::string>& words, const std::filesystem::path& log,
                const std::function<void()>& while_running);

//! Whether the signal means that a program failed, rather than that a user ended it.
[[nodiscard]] bool is_crash(int signal);
//! The system's name of the signal: "Segmentation fault".
[[nodiscard]] std::string name_of_signal(int signal);

//! A folder that only this process uses. It is removed with its content.
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

//! A lock that this object holds. When the process ends in any way, it is released.
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
