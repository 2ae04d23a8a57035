#include <dlfcn.h>
#include <semaphore.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "viewer/platform/end_request.h"

namespace intercusp::viewer::platform {
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
