// This process, its end from outside, and others.
#pragma once

#include <filesystem>
#include <functional>
#include <thread>

namespace intercusp::viewer::platform {

[[nodiscard]] long process_id();
[[nodiscard]] bool is_running(long process_id);

//! Returns memory that the program no longer uses to the system. The C library keeps what a thread has freed, hundreds of
//! MB after an inspection.
void return_free_memory();

//! Shows a file by the desktop's own program for it, in the background; whether that works is not known.
//! \param opener Machine::opener
void open_file(const std::filesystem::path& opener, const std::filesystem::path& file);

//! Requests to end the program: SIGTERM, SIGHUP at the end of a desktop session, SIGINT. Listens while it lives; one at a time.
//! A second request ends the program at once.
class EndRequest {
 public:
  //! \param wake called on another thread when the first request comes
  explicit EndRequest(std::function<void()> wake);
  ~EndRequest();
  EndRequest(const EndRequest&) = delete;
  EndRequest& operator=(const EndRequest&) = delete;

  [[nodiscard]] bool made() const;

 private:
  std::thread waker_;
};

//! From now on the end of the X server calls `last_words` on the thread that meets it, and ends the program with this exit status;
//! Xlib's own is 1. Nothing may be drawn any more. Does nothing without Xlib.
void at_end_of_display(int exit_status, std::function<void()> last_words);

}  // namespace intercusp::viewer::platform
