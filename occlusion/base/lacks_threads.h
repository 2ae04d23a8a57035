// Recognises the failure of a system that starts no more threads, for the message.
#pragma once

#include <exception>
#include <string_view>
#include <system_error>

namespace intercusp {

//! Whether the standard library or oneTBB (which reports it only in words) could not start a thread.
[[nodiscard]] inline bool lacks_threads(const std::exception& error) {
  const auto* const system = dynamic_cast<const std::system_error*>(&error);
  return (system != nullptr && system->code() == std::errc::resource_unavailable_try_again) ||
         std::string_view(error.what()).starts_with("pthread_create");
}

}  // namespace intercusp
