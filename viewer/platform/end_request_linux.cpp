#include <semaphore.h>

#include <array>
#include <atomic>
#include <csignal>
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

}  // namespace intercusp::viewer::platform
