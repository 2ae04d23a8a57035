#include "io/files/write_atomically.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <regex>
#include <set>
#include <system_error>
#include <utility>

#include "io/files/errors.h"
#include "io/language/language.h"
#include "occlusion/base/for_all.h"

namespace intercusp {

enum class PathState { free, opening, in_use };

struct PathForSignals {
  std::atomic<PathState> state = PathState::opening;
  std::array<char, PATH_MAX> path{};
  PathForSignals* next = nullptr;
};

namespace {

namespace fs = std::filesystem;

//! What the user can do; empty if the message of the system suffices.
std::string advice_on(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "; " + phrase("free some space there or choose another folder");
    case EACCES:
    case EPERM:
    case EROFS:
      return "; " + phrase("choose another folder");
    default:
      return {};
  }
}

[[noreturn]] void fail(const fs::path& file, const std::string& what, int error) {
  throw OutputError(file, what + ": " + std::generic_category().message(error) + advice_on(error));
}

// ---- Data that a signal handler may read. This memory is never freed.

std::atomic<PathForSignals*> first_path = nullptr;
std::atomic<bool> is_ending = false;
static_assert(std::atomic<PathState>::is_always_lock_free &&
              std::atomic<PathForSignals*>::is_always_lock_free);

//! Waits for a file that another thread is opening; that thread takes no signals meanwhile. Later files are
//! not opened.
void remove_files_and_end(int signal) {
  is_ending = true;
  for (PathForSignals* each = first_path; each != nullptr; each = each->next) {
    while (each->state == PathState::opening) ::sched_yield();
    if (each->state == PathState::in_use) ::unlink(each->path.data());
  }
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

constexpr std::array signals = {SIGINT, SIGTERM, SIGHUP};

//! Removes temporary files on signals. A signal that the program already handles keeps its handler.
class SignalHandlers {
 public:
  void add_user() {
    const std::lock_guard lock(mutex_);
    if (users_++ > 0) return;
    for (std::size_t i = 0; i < signals.size(); ++i) {
      ::sigaction(signals[i], nullptr, &before_[i]);
      ours_[i] = (before_[i].sa_flags & SA_SIGINFO) == 0 && before_[i].sa_handler == SIG_DFL;
      if (ours_[i]) std::signal(signals[i], remove_files_and_end);
    }
  }
  void remove_user() {
    const std::lock_guard lock(mutex_);
    if (--users_ > 0) return;
    for (std::size_t i = 0; i < signals.size(); ++i)
      if (ours_[i]) ::sigaction(signals[i], &before_[i], nullptr);
  }

 private:
  std::mutex mutex_;
  int users_ = 0;
  std::array<struct sigaction, signals.size()> before_{};
  std::array<bool, signals.size()> ours_{};
};
SignalHandlers handlers;

//! Blocks the signals on this thread during its lifetime.
class WithoutSignals {
 public:
  WithoutSignals() {
    sigset_t blocked;
    ::sigemptyset(&blocked);
    for (const int signal : signals) ::sigaddset(&blocked, signal);
    ::pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  }
  ~WithoutSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

 private:
  sigset_t before_{};
};

//! A free path or a new one, in the state `opening`.
PathForSignals& taken_path() {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  PathForSignals* taken = first_path;
  while (taken != nullptr && taken->state != PathState::free) taken = taken->next;
  if (taken != nullptr) {
    taken->state = PathState::opening;
  } else {
    taken = new PathForSignals;
    taken->next = first_path;
    first_path = taken;
  }
  if (!is_ending) return *taken;
  taken->state = PathState::free;
  for (;;) ::pause();  // until the signal's handler has ended the program
}

//! Opens a new file whose path the signal handler knows.
//! \return −1, with errno, if it cannot
int open_known(const fs::path& path, PathForSignals*& known) {
  handlers.add_user();  // comes first: the handler must not wait for a thread that waits for a lock
  const WithoutSignals while_it_opens;
  PathForSignals& taken = taken_path();
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor >= 0) {
    std::memcpy(taken.path.data(), path.c_str(),
                path.native().size() + 1);  // open refuses paths that are too long
    taken.state = PathState::in_use;
    known = &taken;
    return descriptor;
  }
  const int error = errno;
  taken.state = PathState::free;
  handlers.remove_user();
  errno = error;
  return -1;
}

bool try_lock(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0; }

//! Whether the file is older than a minute and no running program holds its lock.
bool is_left_behind(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return false;
  constexpr std::time_t least_age_s = 60;
  struct stat file {};
  const bool left = ::fstat(descriptor, &file) == 0 && S_ISREG(file.st_mode) &&
                    std::time(nullptr) - file.st_mtime > least_age_s && try_lock(descriptor);
  ::close(descriptor);
  return left;
}

//! The beginning of a file's name that leaves room for `more` bytes, in complete UTF-8 characters. A leftover
//! file with a shortened name is not recognised as ours.
std::string beginning_of(const fs::path& file, std::size_t more) {
  std::string name = file.filename().string();
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const long asked = ::pathconf(folder.c_str(), _PC_NAME_MAX);
  const std::size_t most = asked > 0 ? static_cast<std::size_t>(asked) : NAME_MAX;
  if (name.size() + more <= most || more >= most) return name;
  std::size_t length = most - more;
  while (length > 0 && (static_cast<unsigned char>(name[length]) & 0xC0) == 0x80) --length;
  name.resize(length);
  return name;
}

}  // namespace

TemporaryFile::TemporaryFile(const fs::path& target) : target_(target) {
  // The name holds the process id. A further number avoids a file that a killed process with this id has
  // left.
  for (int attempt = 0; attempt < 100 && descriptor_ < 0; ++attempt) {
    const std::string ending = fmt::format(".{}-{}.tmp", ::getpid(), attempt);
    path_ = target.parent_path() / ("." + beginning_of(target, ending.size() + 1) + ending);
    descriptor_ = open_known(path_, known_);
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  if (descriptor_ < 0) fail(target_, phrase("cannot be created"), errno);
  try_lock(descriptor_);  // some file systems have no locks; then only its age protects the file
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : target_(std::move(other.target_)),
      path_(std::exchange(other.path_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      known_(std::exchange(other.known_, nullptr)) {}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ < 0) return;
  if (!path_.empty()) ::unlink(path_.c_str());
  known_->state = PathState::free;
  ::close(descriptor_);
  handlers.remove_user();
}

void TemporaryFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(target_, phrase("cannot be written"), written < 0 ? errno : ENOSPC);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  // Some file systems report a full disk only here. Pipes and the like cannot be synced and return EINVAL.
  if (::fsync(descriptor_) != 0 && errno != EINVAL) fail(target_, phrase("cannot be written"), errno);
}

void TemporaryFile::put_in_place() {
  if (::rename(path_.c_str(), target_.c_str()) != 0) fail(target_, phrase("cannot be put in place"), errno);
  path_.clear();
}

void remove_left_behind(const fs::path& folder, const std::function<bool(const fs::path& name)>& is_ours) {
  static const std::regex form(R"(\.(.+)\.\d+-\d+\.tmp)");
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::smatch parts;
    const std::string name = entry->path().filename().string();
    if (!std::regex_match(name, parts, form)) continue;
    if (is_ours(parts[1].str()) && is_left_behind(entry->path())) ::unlink(entry->path().c_str());
  }
}

void remove_left_behind(const fs::path& folder, std::span<const std::string> names) {
  std::map<fs::path, std::set<fs::path>> in_folder;
  for (const std::string& name : names)
    in_folder[(folder / name).parent_path()].insert((folder / name).filename());
  for (const auto& [parent, there] : in_folder)
    remove_left_behind(parent, [&there](const fs::path& name) { return there.contains(name); });
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error))
    throw OutputError(folder, phrase("is a file, not a folder"));
  fs::create_directories(folder, error);
  if (error) throw OutputError(folder, phrase("cannot be made: {}", error.message()));
}

void FoldersToFill::make(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> missing;
  for (fs::path each = folder; !each.empty() && !fs::exists(each, error); each = each.parent_path())
    missing.push_back(each);
  made_.insert(made_.end(), missing.rbegin(), missing.rend());
  make_folder(folder);
}

FoldersToFill::~FoldersToFill() {
  std::error_code stays;  // ignored: the folder stays if files are in it
  for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) fs::remove(*folder, stays);
}

void check_writable(const fs::path& folder) {
  const fs::path target = "intercusp";
  remove_left_behind(folder, [&target](const fs::path& name) { return name == target; });
  try {
    const TemporaryFile probe(folder / target);
  } catch (const OutputError& error) {
    throw OutputError(folder, phrase("a file in it {}", error.reason()));
  }
}

fs::path plain_target(const fs::path& file) {
  std::error_code error;
  const fs::file_status link = fs::symlink_status(file, error);
  if (!fs::exists(link) || fs::is_directory(file, error)) return file;
  if (!fs::is_regular_file(file, error))
    throw OutputError(file, phrase("is no plain file; choose another name"));
  if (!fs::is_symlink(link)) return file;
  const fs::path target = fs::canonical(file, error);
  return error ? file : target;
}

void write_atomically(const fs::path& file, std::string_view bytes) {
  const fs::path target = plain_target(file);
  remove_left_behind(target.has_parent_path() ? target.parent_path() : fs::path("."),
                     [&target](const fs::path& name) { return name == target.filename(); });
  TemporaryFile temporary(target);
  temporary.write(bytes);
  temporary.put_in_place();
}

std::vector<TemporaryFile> written_aside(const fs::path& folder, std::span<const OutputFile> files) {
  FoldersToFill folders;
  folders.make(folder);
  std::vector<std::string> names;
  for (const OutputFile& file : files) names.push_back(file.name);
  remove_left_behind(folder, names);
  std::vector<TemporaryFile> written;
  written.reserve(files.size());
  for (const OutputFile& file : files) {
    folders.make((folder / file.name).parent_path());
    // Finds a target that a rename cannot replace before any file is renamed.
    std::error_code error;
    if (fs::is_directory(folder / file.name, error))
      throw OutputError(folder / file.name, phrase("is a folder"));
    written.emplace_back(plain_target(folder / file.name));
  }
  // In parallel, because most of the time is spent waiting for the disk.
  for_all(std::size_t{0}, files.size(), [&](std::size_t i) { written[i].write(files[i].bytes); });
  return written;
}

void write_together(const fs::path& folder, std::span<const OutputFile> files) {
  for (TemporaryFile& file : written_aside(folder, files)) file.put_in_place();
}

}  // namespace intercusp
