// A file for libraries that can only write to a path; contains the platform differences.
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

  //! The bytes written so far. \throw std::runtime_error if they cannot be read.
  [[nodiscard]] std::string bytes() const;

 private:
  int descriptor_ = -1;
  std::string path_;
};

}  // namespace intercusp
