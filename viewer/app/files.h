// What is written of the open case: sessions, exports, the autosave; and the settings.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "viewer/app/session.h"

namespace intercusp::viewer {

//! Autosaved sessions: one file per running viewer, removed when the user quits and left by any other end. Files of viewers
//! that no longer run can be recovered.
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
//! The newest such session that holds changes of the user. Removes the sessions without changes.
[[nodiscard]] std::optional<LeftBehind> work_left_behind(const std::filesystem::path& folder,
                                                         std::span<const Tool* const> tools);

struct FileExport;  // viewer/app/tool.h
class Messages;     // viewer/app/messages.h
class Pose;         // viewer/app/pose.h
class Work;         // viewer/app/work.h

class Files {
 public:
  Files(AppState& state, Messages& messages, Work& work, Pose& pose, const std::filesystem::path& autosave)
      : state_(state), messages_(messages), work_(work), pose_(pose), autosave_(autosave) {}

  //! \pre where the target exists the user agreed to replace it
  void export_to(const FileExport& what, const std::filesystem::path& target);
  void write_picture(const std::filesystem::path& file, Picture picture);  //!< made by the scene
  //! In the background, as PNG. \param copy called on the interface's thread
  void copy_picture(Picture picture, std::function<void(std::string png)> copy);
  void save_session(const std::filesystem::path& file);  //!< as session_file_named
  //! With the ending of sessions where it has none.
  [[nodiscard]] static std::filesystem::path session_file_named(const std::filesystem::path& file);
  void remember_session(const std::filesystem::path& file);  //!< among the recent ones

  void save_by_itself(double seconds);                //!< \param seconds since the last call
  [[nodiscard]] std::optional<double> due_s() const;  //!< when that has something to do
  void autosave_now();                                //!< due no more where it could be written
  void forget_autosave() { autosave_.remove(); }      //!< nothing is left to recover
  void write_settings();

 private:
  void remember_export(const std::filesystem::path& target);
  [[nodiscard]] Session session_now() const;
  //! Files that the open case was read from.
  [[nodiscard]] std::vector<std::filesystem::path> inputs() const;

  AppState& state_;
  Messages& messages_;
  Work& work_;
  Pose& pose_;
  Autosave autosave_;
  std::string autosaved_;          //!< the contents of the autosave
  bool told_of_autosave_ = false;  //!< that it cannot be written: once is enough
  double since_autosave_s_ = 0, since_settings_s_ = 0;
};

}  // namespace intercusp::viewer
