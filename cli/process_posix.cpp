#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "cli/process.h"
#include "io/files/errors.h"

namespace intercusp::cli {
namespace {

namespace fs = std::filesystem;

//! Runs between fork and exec, and calls only functions that are allowed there.
[[noreturn]] void become(char* const* words, int log) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // on SIGTERM the child removes its temporary files
#endif
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  execv(words[0], words);
  _exit(127);
}

//! Ctrl-C reaches every process of the terminal; the child decides how to react.
class IgnoreInterrupt {
 public:
  IgnoreInterrupt() : before_(std::signal(SIGINT, SIG_IGN)) {}
  ~IgnoreInterrupt() { std::signal(SIGINT, before_); }
  IgnoreInterrupt(const IgnoreInterrupt&) = delete;
  IgnoreInterrupt& operator=(const IgnoreInterrupt&) = delete;

 private:
  void (*before_)(int);
};

int status_of(int state) { return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state); }

}  // namespace

double peak_memory_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1.024e-3 * static_cast<double>(usage.ru_maxrss);
}

double physical_memory_mb() {
  return 1e-6 * static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

void allow_most_open_files() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

fs::path program_on_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path program = fs::path(folder) / name;
    if (access(program.c_str(), X_OK) == 0 && !fs::is_directory(program)) return program;
  }
  return {};
}

int run_program(const std::vector<std::string>& words, const fs::path& log,
                const std::function<void()>& while_running) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  // O_NONBLOCK makes a pipe of this name an error instead of waiting for a reader.
  const int descriptor = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0644);
  if (descriptor < 0) throw OutputError(log, std::strerror(errno));
  const IgnoreInterrupt ignore;
  const pid_t child = fork();
  if (child == 0) become(pointers.data(), descriptor);
  close(descriptor);
  if (child < 0)
    throw std::runtime_error(fmt::format("{} cannot be started: {}", words.front(), std::strerror(errno)));
  int state = 0;
  while (waitpid(child, &state, WNOHANG) == 0) {
    while_running();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  return status_of(state);
}

bool is_crash(int signal) {
  constexpr std::array ended_by_somebody = {SIGHUP, SIGINT, SIGTERM};
  return signal > 0 && signal < NSIG &&
         std::ranges::find(ended_by_somebody, signal) == ended_by_somebody.end();
}

std::string name_of_signal(int signal) { return strsignal(signal); }

ScratchFolder::ScratchFolder() {
  std::string name = (fs::temp_directory_path() / "intercusp-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw OutputError(name, std::strerror(errno));
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

FolderLock::FolderLock(const fs::path& folder) {
  const fs::path file = folder / ".lock";
  descriptor_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) throw OutputError(file, std::strerror(errno));
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  close(descriptor_);
  throw OutputError(folder, "another run is at work in this folder; wait for it or choose another --out");
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace intercusp::cli
