#include <dlfcn.h>
#include <semaphore.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>  // says which C library it is
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "viewer/platform/process.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace intercusp::viewer::platform {
namespace {

//! True for zombies too: they keep their number until they are waited for.
bool has_ended(long process_id) {
  std::ifstream stat("/proc/" + std::to_string(process_id) + "/stat");
  const std::string line{std::istreambuf_iterator<char>(stat), {}};
  const std::size_t name_end = line.rfind(')');  // the name before it may hold anything
  return name_end != std::string::npos && line.compare(name_end, 3, ") Z") == 0;
}

}  // namespace

long process_id() { return ::getpid(); }

bool is_running(long process_id) {
  // Another user's process may not be signalled, and yet it runs.
  const bool exists = ::kill(static_cast<pid_t>(process_id), 0) == 0 || errno == EPERM;
  return exists && !has_ended(process_id);
}

void return_free_memory() {
#ifdef __GLIBC__
  (void)malloc_trim(0);
#endif
}

//! A shell that ends at once starts it, so that it need not be awaited.
void open_file(const std::filesystem::path& opener, const std::filesystem::path& file) {
  std::string shell = "sh", option = "-c", script = "\"$0\" \"$1\" >/dev/null 2>&1 &";
  std::string program = opener.string(), argument = file.string();
  std::array<char*, 6> words = {shell.data(),   option.data(),   script.data(),
                                program.data(), argument.data(), nullptr};
  pid_t id = -1;
  if (posix_spawn(&id, "/bin/sh", nullptr, nullptr, words.data(), environ) == 0) waitpid(id, nullptr, 0);
}

namespace {

constexpr std::array signals = {SIGTERM, SIGHUP, SIGINT};

// A signal handler may only touch lock-free atomic globals and post semaphores.
std::atomic<bool> requested = false;
static_assert(std::atomic<bool>::is_always_lock_free);
sem_t posted;

void note_request(int signal) {
  requested = true;
  std::signal(signal, SIG_DFL);
  sem_post(&posted);
}

}  // namespace

EndRequest::EndRequest(std::function<void()> wake) {
  requested = false;
  sem_init(&posted, 0, 0);
  for (const int signal : signals) std::signal(signal, note_request);
  waker_ = std::thread([wake = std::move(wake)] {
    while (sem_wait(&posted) != 0) {
    }
    wake();
  });
}

EndRequest::~EndRequest() {
  for (const int signal : signals) std::signal(signal, SIG_DFL);
  sem_post(&posted);
  waker_.join();
  sem_destroy(&posted);
}

bool EndRequest::made() const { return requested; }

namespace {

struct End {
  int exit_status = 0;
  std::function<void()> last_words;
};

//! Xlib keeps one handler for the program.
End& end_of_display() {
  static End end;
  return end;
}

using Handler = int (*)(void* display);

//! Xlib allows no return, and other threads may use what destructors would take from them.
int end_program(void* /*display*/) {
  end_of_display().last_words();
  std::_Exit(end_of_display().exit_status);
}

}  // namespace

void at_end_of_display(int exit_status, std::function<void()> last_words) {
  void* const xlib = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);  // GLFW has loaded it
  if (xlib == nullptr) return;
  const auto set_handler = reinterpret_cast<Handler (*)(Handler)>(dlsym(xlib, "XSetIOErrorHandler"));
  end_of_display() = {exit_status, std::move(last_words)};
  if (set_handler != nullptr) set_handler(end_program);
}

}  // namespace intercusp::viewer::platform
