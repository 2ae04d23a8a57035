// A virtual screen for a test, with programs, a mouse and keys that the test controls. Xvfb and
// xdotool are installed by ./run.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace intercusp::testing {

//! A child process; killed with the object.
class Child {
 public:
  //! \param words the program first \param environment "NAME=value", instead of this process's own
  //! \param number_to a file descriptor of this process that the child keeps
  Child(std::vector<std::string> words, std::vector<std::string> environment) {
    const auto pointers = [](std::vector<std::string>& texts) {
      std::vector<char*> result;
      for (std::string& text : texts) result.push_back(text.data());
      result.push_back(nullptr);
      return result;
    };
    if (posix_spawnp(&id_, words[0].c_str(), nullptr, nullptr, pointers(words).data(),
                     pointers(environment).data()) != 0) {
      throw std::runtime_error("cannot start " + words[0]);
    }
  }
  ~Child() { stop(SIGKILL); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] pid_t id() const { return id_; }

  void stop(int signal) {
    if (id_ <= 0) return;
    kill(id_, signal);
    waitpid(id_, nullptr, 0);
    id_ = -1;
  }
  //! Exit status once it has ended by itself.
  std::optional<int> ended() {
    if (id_ <= 0) return -1;
    int status = 0;
    if (waitpid(id_, &status, WNOHANG) != id_) return std::nullopt;
    id_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t id_ = -1;
};

//! Polls until the condition holds. \return whether it held in time
inline bool wait_for(const std::function<bool()>& so, double seconds = 40) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return true;
}

//! A virtual screen of 1280 × 800, and the folders of a user who has never started the viewer.
class Desktop {
 public:
  // -noreset: a server that is left by its last client must not restart while another test takes its
  // number.
  Desktop() {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
    xvfb_ = std::make_unique<Child>(
        std::vector<std::string>{"Xvfb", "-displayfd", std::to_string(ends[1]), "-screen", "0", "1280x800x24",
                                 "-nolisten", "tcp", "-noreset"},
        std::vector<std::string>{"PATH=" + std::string(std::getenv("PATH"))});
    close(ends[1]);
    std::string number;
    for (char letter = 0; read(ends[0], &letter, 1) == 1 && letter != '\n';) number += letter;
    close(ends[0]);
    if (number.empty()) throw std::runtime_error("Xvfb does not start; ./run installs it");
    display_ = ":" + number;
  }

  [[nodiscard]] std::unique_ptr<Child> start(std::vector<std::string> words) const {
    std::vector<std::string> environment = {
        "DISPLAY=" + display_,
        "HOME=" + home_.path().string(),
        "XDG_CONFIG_HOME=" + (home_ / "config").string(),
        "XDG_STATE_HOME=" + (home_ / "state").string(),
        "LIBGL_ALWAYS_SOFTWARE=1",
    };
    for (const char* const kept :
         {"PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"}) {
      if (const char* const value = std::getenv(kept)) environment.push_back(std::string(kept) + "=" + value);
    }
    return std::make_unique<Child>(std::move(words), std::move(environment));
  }

  //! Runs xdotool. \return what it wrote
  std::string tool(const std::string& arguments) const {
    const auto out = home_ / "xdotool";
    const std::string command =
        "DISPLAY=" + display_ + " xdotool " + arguments + " >\"" + out.string() + "\" 2>/dev/null";
    if (std::system(command.c_str()) == -1) throw std::runtime_error("xdotool cannot be run");
    std::string text = bytes_of(out);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }

  //! Without a window manager the viewer's window receives keys only after an explicit focus.
  [[nodiscard]] bool focus_viewer() const {
    if (!wait_for([&] { return !tool("search --name Intercusp").empty(); })) return false;
    window_ = tool("search --name Intercusp");
    (void)tool("windowfocus --sync " + window_);
    return true;
  }
  [[nodiscard]] std::string title() const { return tool("getwindowname " + window_); }
  [[nodiscard]] std::string geometry() const { return tool("getwindowgeometry " + window_); }
  void key(const std::string& name) const { (void)tool("key " + name); }
  void type(const std::string& text) const { (void)tool("type --delay 8 \"" + text + "\""); }
  void move(int x, int y) const { (void)tool("mousemove " + std::to_string(x) + " " + std::to_string(y)); }
  void button_down() const { (void)tool("mousedown 1"); }
  void button_up() const { (void)tool("mouseup 1"); }

  void end_display() { xvfb_->stop(SIGTERM); }

  [[nodiscard]] const std::string& display() const { return display_; }
  [[nodiscard]] const TemporaryFolder& home() const { return home_; }

  //! The autosaved session; null if none.
  [[nodiscard]] nlohmann::json autosaved() const {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(home_ / "state" / "intercusp", error)) {
      if (entry.path().extension() != ".json") continue;
      return nlohmann::json::parse(bytes_of(entry.path()), nullptr, false);
    }
    return nullptr;
  }

 private:
  TemporaryFolder home_;
  std::string display_;
  mutable std::string window_;
  std::unique_ptr<Child> xvfb_;
};

}  // namespace intercusp::testing
