// A file for a library that can only write to a path, whose bytes we then take: what of this differs between
// platforms stands here.
#pragma once

#include <string>

namespace intercusp {

//! In memory where the platform has such files (Linux), so that a full disk cannot cut it short; elsewhere a
//! temporary file that is removed with this.
class MemoryFile {
 public:
  //! \throw std::runtime_error if none can be made.
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

  //! All that was written. \throw std::runtime_error if it cannot be read.
  [[nodiscard]] std::string bytes() const;

 private:
  int descriptor_ = -1;
  std::string path_;
};

}  // namespace intercusp
