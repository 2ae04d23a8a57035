// Requests from outside to end the program: SIGTERM, SIGHUP at the end of a desktop session, SIGINT.
#pragma once

#include <functional>
#include <thread>

namespace intercusp::viewer::platform {

//! Listens while it lives; one at a time. A second request ends the program at once.
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

}  // namespace intercusp::viewer::platform
