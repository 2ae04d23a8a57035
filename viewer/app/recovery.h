// Autosaved sessions: one file per running viewer, removed when it ends well. What is left of viewers that
// are gone is what can be recovered.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace intercusp::viewer {

class Autosave {
 public:
  //! \param folder is made where it is missing; empty: nothing is ever written. Nothing is written before the
  //! first `write`.
  explicit Autosave(std::filesystem::path folder);
  ~Autosave();  // as remove
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  //! \throw OutputError
  void write(const std::string& session_json);
  void remove();
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_, file_;
};

//! The newest autosaved session of a viewer that is not running any more. Asked before this process writes
//! one: files under its own number count as another's that had the same.
[[nodiscard]] std::optional<std::filesystem::path> left_behind(const std::filesystem::path& folder);

}  // namespace intercusp::viewer
