#include "io/files/memory_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace intercusp {

#ifdef __linux__
MemoryFile::MemoryFile() : descriptor_(::memfd_create("intercusp", MFD_CLOEXEC)) {
  if (descriptor_ < 0) throw std::runtime_error("no memory for an image file");
  path_ = "/proc/self/fd/" + std::to_string(descriptor_);
}

MemoryFile::~MemoryFile() { ::close(descriptor_); }
#else
MemoryFile::MemoryFile() {
  std::random_device random;
  const std::string name = "intercusp-" + std::to_string(random()) + "-" + std::to_string(random());
  path_ = (std::filesystem::temp_directory_path() / name).string();
}

MemoryFile::~MemoryFile() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}
#endif

std::string MemoryFile::bytes() const {
  std::ifstream stream(path_, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw std::runtime_error("an image file in memory cannot be read");
  return bytes;
}

}  // namespace intercusp
