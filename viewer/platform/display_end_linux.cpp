#include <dlfcn.h>

#include <cstdlib>
#include <utility>

#include "viewer/platform/display_end.h"

namespace intercusp::viewer::platform {
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
