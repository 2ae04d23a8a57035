// Autosaved sessions: one file per running viewer, removed when the user quits and left by any other end. Files of viewers
// that no longer run can be recovered.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace intercusp::viewer {

class Autosave {
 public:
  //! \param folder created by the first `write`; empty: nothing is ever written
  explicit Autosave(std::filesystem::path folder);
  //! \throw OutputError
  void write(const std::string& session_json);
  void remove();
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_, file_;
};

struct LeftBehind {
  std::filesystem::path file;
  std::chrono::system_clock::time_point saved;
};

//! The newest autosaved session of a viewer that no longer runs. To be called before this process writes one: a file
//! under its own process number is then from an earlier process with the same number.
[[nodiscard]] std::optional<LeftBehind> left_behind(const std::filesystem::path& folder);

}  // namespace intercusp::viewer
