// A file in memory, for libraries that can only write to a path.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "io/files/errors.h"
#include "io/language/language.h"

namespace intercusp {

//! A full disk cannot cut it short.
class MemoryFile {
 public:
  //! \param most_bytes that will be written: so a limit on the size of files (ulimit -f) fails here, not inside a
  //! library  \throw OutputError if no file can be made or it cannot become that large
  explicit MemoryFile(std::size_t most_bytes) : descriptor_(::memfd_create("intercusp", MFD_CLOEXEC)) {
    if (descriptor_ < 0) fail(errno);
    if (::ftruncate(descriptor_, static_cast<off_t>(most_bytes)) == 0) return;
    const int error = errno;
    ::close(descriptor_);
    throw OutputError(phrase("a picture"),
                      phrase("cannot be written: {}; the limit on the size of files (ulimit -f) is too low",
                             std::generic_category().message(error)));
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

  //! The bytes written so far. \throw OutputError if they cannot be read.
  [[nodiscard]] std::string bytes() const {
    std::ifstream stream(path(), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) fail(errno);
    return bytes;
  }

 private:
  [[noreturn]] static void fail(int error) {
    throw OutputError(phrase("a picture"),
                      phrase("cannot be made: {}", std::generic_category().message(error)));
  }

  int descriptor_ = -1;
};

}  // namespace intercusp
