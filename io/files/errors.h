// File errors. Code in io/ throws them. The command line catches them and gives each an exit status.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "occlusion/base/finding.h"

namespace intercusp {

//! An input cannot be used (exit status 3). The message states the file, the place in it and what to do.
class InputError : public std::runtime_error {
 public:
  InputError(const std::filesystem::path& file, const std::string& reason,
             std::optional<Finding> finding = {})
      : std::runtime_error(file.string() + ": " + reason), finding_(std::move(finding)) {}

  //! The reason as a code with values, if a program can act on it: "odd_scale".
  [[nodiscard]] const std::optional<Finding>& finding() const { return finding_; }

  void set_code(const char* code) { finding_ = Finding{code, Severity::error}; }

 private:
  std::optional<Finding> finding_;
};

//! Runs `read` and adds this code to an InputError that has none, because the caller knows what kind of file
//! it was.
template <class Read>
auto with_code(const char* code, const Read& read) {
  try {
    return read();
  } catch (InputError& error) {
    if (!error.finding()) error.set_code(code);
    throw;
  }
}

//! An output cannot be written (exit status 5). No partial file is left.
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::filesystem::path& file, const std::string& reason)
      : std::runtime_error(file.string() + ": " + reason), reason_(reason) {}

  [[nodiscard]] const std::string& reason() const { return reason_; }  //!< without the file

 private:
  std::string reason_;
};

}  // namespace intercusp
