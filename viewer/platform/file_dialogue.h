// The desktop's file dialog: zenity or kdialog on Linux, in a separate process, so that the viewer keeps drawing.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace intercusp::viewer::platform {

struct FileWish {
  enum class Kind { open_files, open_folder, save_file, save_folder };
  Kind kind = Kind::open_files;
  std::string title;
  std::filesystem::path start;        //!< folder, or for save_file the proposed file
  std::vector<std::string> patterns;  //!< "*.stl"; empty: all files
};

class FileDialogue {
 public:
  //! \param program zenity or kdialog
  FileDialogue(const std::filesystem::path& program, const FileWish& wish);
  ~FileDialogue();  // closes it
  FileDialogue(const FileDialogue&) = delete;
  FileDialogue& operator=(const FileDialogue&) = delete;

  //! Nothing while it is open; then the paths chosen, none where the user cancelled.
  [[nodiscard]] std::optional<std::vector<std::string>> poll();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp::viewer::platform
