#include "io/dicom/uids.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "io/files/sha256.h"

namespace intercusp::dicom {

std::string uid_of(std::string_view text) {
  std::string hex = sha256_hex(text).substr(0, 32);
  hex[12] = '8';                                            // a UUID with custom content: version 8,
  hex[16] = "89ab"[static_cast<std::size_t>(hex[16]) % 4];  // variant 1
  std::array<int, 40> digits{};                             // the last one first
  for (const char letter : hex) {
    int carry = letter <= '9' ? letter - '0' : letter - 'a' + 10;
    for (int& digit : digits) {
      carry += 16 * digit;
      digit = carry % 10;
      carry /= 10;
    }
  }
  std::string number;
  for (const int digit : digits) number.insert(number.begin(), static_cast<char>('0' + digit));
  return "2.25." + number.substr(std::min(number.find_first_not_of('0'), number.size() - 1));
}

bool is_uid(std::string_view text) {
  if (text.empty() || text.size() > 64 || text.find_first_not_of("0123456789.") != text.npos) return false;
  while (true) {
    const std::string_view part = text.substr(0, text.find('.'));
    if (part.empty() || (part.size() > 1 && part.front() == '0')) return false;
    if (part.size() == text.size()) return true;
    text.remove_prefix(part.size() + 1);
  }
}

}  // namespace intercusp::dicom
