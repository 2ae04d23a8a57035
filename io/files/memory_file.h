// Files for libraries that can only write to a path or read from a stream; contains the platform differences.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace intercusp {

//! In memory where the platform has such files (Linux), so that a full disk cannot cut it short; elsewhere a
//! temporary file that is removed with this.
class MemoryFile {
 public:
  //! \param most_bytes that will be written: so a limit on the size of files (ulimit -f) fails here, not inside a
  //! library  \throw std::runtime_error if no file can be made; OutputError if it cannot become that large
  explicit MemoryFile(std::size_t most_bytes);
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

//! Reads bytes, which must outlive this. In memory where the platform has such streams, elsewhere a temporary file.
//! \throw std::bad_alloc if none can be made
[[nodiscard]] std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_of(std::string_view bytes);

}  // namespace intercusp
