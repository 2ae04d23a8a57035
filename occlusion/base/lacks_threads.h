// Recognises that the system starts no more threads, for the error message.
#pragma once

#include <exception>
#include <string_view>
#include <system_error>

namespace intercusp {

//! Whether the error means that the standard library or oneTBB could not start a thread. oneTBB reports
//! this only in words.
[[nodiscard]] inline bool lacks_threads(const std::exception& error) {
  const auto* const system = dynamic_cast<const std::system_error*>(&error);
  return (system != nullptr && system->code() == std::errc::resource_unavailable_try_again) ||
         std::string_view(error.what()).starts_with("pthread_create");
}

}  // namespace intercusp
