// External programs that check our files.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace intercusp::testing {

inline bool has_tool(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

//! The output of a command, including errors.
inline std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen((command + " 2>&1").c_str(), "r"), ::pclose);
  std::string text;
  std::array<char, 4096> part{};
  while (pipe != nullptr) {
    const std::size_t read = std::fread(part.data(), 1, part.size(), pipe.get());
    if (read == 0) break;
    text.append(part.data(), read);
  }
  return text;
}

}  // namespace intercusp::testing
