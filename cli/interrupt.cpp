#include "cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace intercusp::cli {
namespace {

// A signal handler may only touch lock-free atomic globals.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void note_interrupt(int) {
  interrupted = true;
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  interrupted = false;
  std::signal(SIGINT, note_interrupt);
}

Interrupt::~Interrupt() { std::signal(SIGINT, SIG_DFL); }

bool Interrupt::asked() const { return interrupted; }

void report_size_limits_as_errors() {
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

}  // namespace intercusp::cli
