// A file as one block of memory, read once, so that hashing, checking and parsing see the same bytes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>

namespace intercusp {

struct FileBytes {
  std::filesystem::path path;
  std::unique_ptr<char[]> data;
  std::size_t size = 0;

  [[nodiscard]] std::string_view view() const { return {data.get(), size}; }
};

//! \throw InputError where the file is missing, empty, a folder, not an ordinary file, or cannot be read.
[[nodiscard]] FileBytes read_file(const std::filesystem::path& file);

}  // namespace intercusp
