#include "io/files/memory_file.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <random>
#include <system_error>

#include "io/files/errors.h"
#include "io/language/language.h"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace intercusp {

#ifdef __linux__
MemoryFile::MemoryFile(std::size_t most_bytes) : descriptor_(::memfd_create("intercusp", MFD_CLOEXEC)) {
  if (descriptor_ < 0)
    throw OutputError(phrase("a picture"),
                      phrase("cannot be made: {}", std::generic_category().message(errno)));
  if (::ftruncate(descriptor_, static_cast<off_t>(most_bytes)) != 0) {
    const int error = errno;
    ::close(descriptor_);
    throw OutputError(phrase("a picture"),
                      phrase("cannot be written: {}; the limit on the size of files (ulimit -f) is too low",
                             std::generic_category().message(error)));
  }
  path_ = "/proc/self/fd/" + std::to_string(descriptor_);
}

MemoryFile::~MemoryFile() { ::close(descriptor_); }

std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_of(std::string_view bytes) {
  std::FILE* const stream = ::fmemopen(const_cast<char*>(bytes.data()), bytes.size(), "rb");
  if (stream == nullptr) throw std::bad_alloc();
  return {stream, &std::fclose};
}
#else
std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_of(std::string_view bytes) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::tmpfile(), &std::fclose);
  if (stream == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), stream.get()) != bytes.size())
    throw std::bad_alloc();
  std::rewind(stream.get());
  return stream;
}

MemoryFile::MemoryFile(std::size_t) {
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
  if (!stream)
    throw OutputError(phrase("a picture"),
                      phrase("cannot be made: {}", std::generic_category().message(errno)));
  return bytes;
}

}  // namespace intercusp
