#include "viewer/platform/file_dialogue.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <sstream>

#include "occlusion/base/enum_table.h"

extern char** environ;

namespace intercusp::viewer::platform {
namespace {

namespace fs = std::filesystem;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

//! A folder must end in a slash to be opened rather than chosen.
std::string start_of(const FileWish& wish) {
  if (wish.start.empty()) return "";
  std::error_code ignored;
  const bool folder = fs::is_directory(wish.start, ignored);
  const std::string start = wish.start.string();
  return folder && !start.ends_with('/') ? start + '/' : start;
}

constexpr auto zenity_kinds = enum_table<FileWish::Kind>({{FileWish::Kind::open_files, "--multiple"},
                                                          {FileWish::Kind::open_folder, "--directory"},
                                                          {FileWish::Kind::save_file, "--save"},
                                                          {FileWish::Kind::save_folder, "--directory"}});
constexpr auto kdialog_kinds =
    enum_table<FileWish::Kind>({{FileWish::Kind::open_files, "--getopenfilename"},
                                {FileWish::Kind::open_folder, "--getexistingdirectory"},
                                {FileWish::Kind::save_file, "--getsavefilename"},
                                {FileWish::Kind::save_folder, "--getexistingdirectory"}});

std::vector<std::string> zenity_arguments(const FileWish& wish) {
  std::vector<std::string> arguments = {"--file-selection", "--separator=\n"};
  if (!wish.title.empty()) arguments.push_back("--title=" + wish.title);
  arguments.emplace_back(zenity_kinds[wish.kind]);
  if (const std::string start = start_of(wish); !start.empty()) arguments.push_back("--filename=" + start);
  if (!wish.patterns.empty()) arguments.push_back("--file-filter=" + joined(wish.patterns));
  return arguments;
}

std::vector<std::string> kdialog_arguments(const FileWish& wish) {
  std::vector<std::string> arguments;
  if (!wish.title.empty()) arguments = {"--title", wish.title};
  const std::string start = start_of(wish);
  if (wish.kind == FileWish::Kind::open_files)
    arguments.insert(arguments.end(), {"--multiple", "--separate-output"});
  arguments.emplace_back(kdialog_kinds[wish.kind]);
  arguments.push_back(start.empty() ? "." : start);
  if (!wish.patterns.empty()) arguments.push_back(joined(wish.patterns));
  return arguments;
}

}  // namespace

//! A program and its output, read without waiting.
class FileDialogue::Impl {
 public:
  Impl(const fs::path& program, std::vector<std::string> arguments) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
    output_ = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::string name = program.string();
    std::vector<char*> words = {name.data()};
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    if (posix_spawn(&id_, program.c_str(), &actions, nullptr, words.data(), environ) != 0) id_ = -1;
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    fcntl(output_, F_SETFL, O_NONBLOCK);
  }
  ~Impl() {
    if (id_ > 0) {
      kill(id_, SIGTERM);
      waitpid(id_, nullptr, 0);
    }
    if (output_ >= 0) ::close(output_);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  //! All of its output once it has ended.
  std::optional<std::string> poll() {
    if (id_ <= 0) return text_;
    read_what_is_there();
    const pid_t ended = waitpid(id_, nullptr, WNOHANG);
    if (ended == 0) return std::nullopt;
    id_ = -1;
    read_what_is_there();
    return text_;
  }

 private:
  void read_what_is_there() {
    std::array<char, 4096> part{};
    for (ssize_t count = 1; count > 0;) {
      count = read(output_, part.data(), part.size());
      if (count > 0) text_.append(part.data(), static_cast<std::size_t>(count));
    }
  }

  pid_t id_ = -1;
  int output_ = -1;
  std::string text_;
};

FileDialogue::FileDialogue(const fs::path& program, const FileWish& wish)
    : impl_(std::make_unique<Impl>(
          program, program.filename() == "kdialog" ? kdialog_arguments(wish) : zenity_arguments(wish))) {}
FileDialogue::~FileDialogue() = default;

std::optional<std::vector<std::string>> FileDialogue::poll() {
  const std::optional<std::string> text = impl_->poll();
  if (!text) return std::nullopt;
  std::vector<std::string> paths;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) paths.push_back(line);
  return paths;
}

}  // namespace intercusp::viewer::platform
