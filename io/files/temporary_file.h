// The temporary file that becomes an output file.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace intercusp {

struct PathForSignals;  // where the handler of signals finds the path of a temporary file

//! A file with a temporary name next to its target. It is removed unless it was renamed to the target, even if SIGINT,
//! SIGTERM or SIGHUP ends the program meanwhile. The program's own handlers for these signals stay.
class TemporaryFile {
 public:
  //! \throw OutputError
  explicit TemporaryFile(const std::filesystem::path& target);
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile();

  //! Writes all bytes to the disk. \throw OutputError
  void write(std::string_view bytes);
  //! \throw OutputError; the target is then unchanged
  void put_in_place();

 private:
  std::filesystem::path target_, path_;
  int descriptor_ = -1;  // open until the end: its lock tells other processes that it is in use
  PathForSignals* known_ = nullptr;
};

//! Removes temporary files that a killed program has left in this folder. Those of a running program and those younger
//! than a minute stay.
//! \param is_ours receives the name of the temporary file's target
void remove_left_behind(const std::filesystem::path& folder,
                        const std::function<bool(const std::filesystem::path& name)>& is_ours);

}  // namespace intercusp
