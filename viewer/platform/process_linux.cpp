#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>

#include "viewer/platform/process.h"

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

}  // namespace intercusp::viewer::platform
