#include "io/language/memory_text.h"

#include <fmt/format.h>

#include "io/language/language.h"

namespace intercusp {

std::string memory_text(std::uint64_t bytes) {
  constexpr std::uint64_t megabyte = 1'000'000;
  const std::uint64_t megabytes = bytes / megabyte + (bytes % megabyte != 0 ? 1 : 0);
  if (megabytes < 1000) return fmt::format("{} MB", megabytes);
  return with_decimal_mark(fmt::format("{:.1f} GB", static_cast<double>(bytes) * 1e-9));
}

}  // namespace intercusp
