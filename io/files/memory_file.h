// Files for libraries that can only write to a path or read from a stream. Hides the differences between
// platforms.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace intercusp {

//! The file is in memory on platforms that have such files (Linux), so that a full disk cannot truncate it.
//! On others it is a temporary file, which is removed with this object.
class MemoryFile {
 public:
  //! \param most_bytes how many will be written. A limit on the size of files (ulimit -f) then fails here,
  //! not inside a library.
  //! \throw std::runtime_error if the file cannot be made
  //! \throw OutputError if it cannot become that large
  explicit MemoryFile(std::size_t most_bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

  //! The bytes written so far.
  //! \throw std::runtime_error if they cannot be read
  [[nodiscard]] std::string bytes() const;

 private:
  int descriptor_ = -1;
  std::string path_;
};

//! A stream that reads bytes. It is in memory on platforms that have such streams, on others a temporary
//! file.
//! \param bytes must outlive the stream
//! \throw std::bad_alloc if the stream cannot be made
[[nodiscard]] std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_of(std::string_view bytes);

}  // namespace intercusp
