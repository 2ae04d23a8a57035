#include "io/files/read_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <system_error>

#include "io/language/language.h"

#include "io/files/errors.h"
#include "occlusion/base/free_memory.h"

namespace intercusp {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

FileBytes read_bytes(const std::filesystem::path& file) {
  const std::size_t size = size_of_ordinary_file(file);
  const std::unique_ptr<std::FILE, CloseFile> stream(std::fopen(file.c_str(), "rb"));
  if (!stream) throw InputError(file, phrase("cannot be opened: {}", std::strerror(errno)));

  FileBytes bytes{.path = file, .data = nullptr, .size = size};
  try {
    need_memory(size);
    bytes.data = std::make_unique_for_overwrite<char[]>(size);
  } catch (const std::bad_alloc&) {
    throw InputError(
        file, phrase("reading it needs {} of memory, more than this machine gives", memory_text(size)));
  }
  const std::size_t got = std::fread(bytes.data.get(), 1, size, stream.get());
  if (got != size) {
    throw InputError(file, phrase("only {} of its {} bytes could be read{}", got, size,
                                  std::ferror(stream.get()) ? fmt::format(": {}", std::strerror(errno))
                                                            : phrase("; it may still be written to")));
  }
  return bytes;
}

}  // namespace

std::size_t size_of_ordinary_file(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    throw InputError(file, phrase("there is no such file; check the path"),
                     Finding{"missing_file", Severity::error});
  }
  if (error) throw InputError(file, phrase("cannot be looked at: {}", error.message()));
  if (std::filesystem::is_directory(status)) {
    throw InputError(file, phrase("is a folder where a file is expected; name a file in it"),
                     Finding{"not_a_file", Severity::error});
  }
  if (!std::filesystem::is_regular_file(status)) {
    throw InputError(file, phrase("is not an ordinary file; save the data to a file first"),
                     Finding{"not_a_file", Severity::error});
  }
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) throw InputError(file, phrase("its size cannot be read: {}", error.message()));
  if (size == 0) {
    throw InputError(file, phrase("is empty (0 bytes); export or copy it again"),
                     Finding{"empty_file", Severity::error});
  }
  return static_cast<std::size_t>(size);
}

FileBytes read_file(const std::filesystem::path& file) {
  return with_code("unreadable_file", [&] { return read_bytes(file); });
}

}  // namespace intercusp
