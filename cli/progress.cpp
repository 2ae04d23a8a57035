#include "cli/progress.h"

#include <fmt/core.h>

#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

#include "io/files/safe_text.h"

namespace intercusp::cli {
namespace {

bool stderr_is_a_terminal() {
#ifdef _WIN32
  return _isatty(_fileno(stderr)) != 0;
#else
  return isatty(fileno(stderr)) != 0;
#endif
}

// A signal handler may only touch lock-free atomic globals.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void note_interrupt(int) {
  interrupted = true;
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace

ProgressLine::ProgressLine(bool quiet) : shown_(!quiet && stderr_is_a_terminal()) {}

void ProgressLine::say(const std::string& what) {
  if (!shown_) return;
  std::fprintf(stderr, "\r\033[K%s …", visible_text(what).c_str());
  std::fflush(stderr);
  written_ = true;
}

void ProgressLine::clear() {
  if (!written_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  written_ = false;
}

Progress percent_on(ProgressLine& line, const std::string& what) {
  return [&line, what, shown = -1](double done) mutable {
    const int percent = static_cast<int>(std::floor(100 * done));
    if (percent != shown) line.say(fmt::format("{}, {} %", what, percent));
    shown = percent;
  };
}

Interrupt::Interrupt() {
  interrupted = false;
  std::signal(SIGINT, note_interrupt);
}

Interrupt::~Interrupt() { std::signal(SIGINT, SIG_DFL); }

bool Interrupt::asked() const { return interrupted; }

}  // namespace intercusp::cli
