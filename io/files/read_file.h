// Reads a file once into one block of memory, so that hashing, checking and parsing see equal bytes.
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

//! The size in bytes. Call it before a library opens the file: a pipe would keep it waiting.
//! \throw InputError if the file is missing, empty, a folder or not an ordinary file
std::size_t size_of_ordinary_file(const std::filesystem::path& file);

//! \throw InputError as above, and if the file cannot be read
[[nodiscard]] FileBytes read_file(const std::filesystem::path& file);

}  // namespace intercusp
