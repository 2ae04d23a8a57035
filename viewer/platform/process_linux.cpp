#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>  // says which C library it is
#include <fstream>
#include <iterator>
#include <string>

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

}  // namespace intercusp::viewer::platform
