// The temporary file that becomes an output file.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace intercusp {

//! A file under a temporary name beside its target. It is removed unless it was put in place, also where SIGINT, SIGTERM or
//! SIGHUP end the program meanwhile. A handler that the program has installed itself for one of these signals stays.
class TemporaryFile {
 public:
  //! \throw OutputError
  explicit TemporaryFile(const std::filesystem::path& target);
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile();

  //! All of it, to the disk. \throw OutputError
  void write(std::string_view bytes);
  //! \throw OutputError; the target then is as it was
  void put_in_place();

 private:
  std::filesystem::path target_, path_;
  int descriptor_ = -1;  // open until the end: its lock tells other programs that somebody is at work
  int slot_ = -1;        // where the signal handler finds the path
};

//! Removes temporary files in this folder that a killed program has left there. Those of a program at work and those younger
//! than a minute stay.
//! \param is_ours told the name of the file that a temporary one should have become
void remove_left_behind(const std::filesystem::path& folder,
                        const std::function<bool(const std::filesystem::path& name)>& is_ours);

}  // namespace intercusp
