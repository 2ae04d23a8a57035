// File errors. Thrown in io/ and caught in the command line, which gives each an exit status.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "occlusion/base/finding.h"

namespace intercusp {

//! An input cannot be used (exit status 3). The message names the file, the place in it and what to do.
class InputError : public std::runtime_error {
 public:
  InputError(const std::filesystem::path& file, const std::string& reason,
             std::optional<Finding> finding = {})
      : std::runtime_error(file.string() + ": " + reason), finding_(std::move(finding)) {}

  //! The reason as a code with values, where a program can act on it: "odd_scale".
  [[nodiscard]] const std::optional<Finding>& finding() const { return finding_; }

 private:
  std::optional<Finding> finding_;
};

//! An output cannot be written (exit status 5). No partial file is left.
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::filesystem::path& file, const std::string& reason)
      : std::runtime_error(file.string() + ": " + reason) {}
};

}  // namespace intercusp
