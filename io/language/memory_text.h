// Amounts of memory, for messages.
#pragma once

#include <cstdint>
#include <string>

namespace intercusp {

//! "4.3 GB"; below a gigabyte "310 MB", and at least 1 MB. In the decimal units of the file manager.
[[nodiscard]] std::string memory_text(std::uint64_t bytes);

}  // namespace intercusp
