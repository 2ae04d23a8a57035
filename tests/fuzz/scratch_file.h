// Bytes as a file in memory, for readers that take a path. Linux only, like ./run.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace intercusp::fuzz {

//! The same file each time, with other bytes.
[[nodiscard]] inline std::filesystem::path scratch_file(const unsigned char* data, std::size_t size) {
  static const int descriptor = memfd_create("fuzz", MFD_CLOEXEC);
  if (descriptor < 0 || ftruncate(descriptor, 0) != 0) std::abort();
  if (pwrite(descriptor, data, size, 0) != static_cast<ssize_t>(size)) std::abort();
  return "/proc/self/fd/" + std::to_string(descriptor);
}

}  // namespace intercusp::fuzz
