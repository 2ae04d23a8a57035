#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>

#include "viewer/platform/process.h"

namespace intercusp::viewer::platform {

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
