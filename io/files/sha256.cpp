#include "io/files/sha256.h"

#include <openssl/evp.h>
#include <boost/crc.hpp>

#include <array>
#include <cstdint>
#include <stdexcept>

namespace intercusp {

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL cannot compute SHA-256 on this machine");
  }
  constexpr std::string_view hex = "0123456789abcdef";
  std::string text;
  text.reserve(std::size_t{2} * length);
  for (unsigned int i = 0; i < length; ++i) {
    text += hex[digest[i] >> 4];
    text += hex[digest[i] & 15];
  }
  return text;
}

namespace {

// PNG specification, 5: a chunk consists of length, type, data and a checksum of type and data. The last one,
// IEND, has no data.
constexpr std::size_t end_bytes = 12, head_bytes = 8, crc_bytes = 4;
constexpr std::string_view type_and_keyword("tEXtIntercusp\0", 14);
constexpr std::size_t mark_bytes = 4 + type_and_keyword.size() + sha256_letters + crc_bytes;

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>((number >> shift) & 0xFF);
  return bytes;
}

std::string mark_for(std::string_view before, std::string_view end) {
  std::string data(type_and_keyword);
  data += sha256_hex(std::string(before).append(end));
  boost::crc_32_type crc;
  crc.process_bytes(data.data(), data.size());
  return big_endian(static_cast<std::uint32_t>(data.size() - 4)) + data + big_endian(crc.checksum());
}

}  // namespace

std::string marked_png(std::string png) {
  const std::string_view whole = png;
  const std::size_t at = whole.size() - end_bytes;
  png.insert(at, mark_for(whole.substr(0, at), whole.substr(at)));
  return png;
}

bool has_own_mark(std::string_view png) {
  if (png.size() < head_bytes + mark_bytes + end_bytes) return false;
  const std::size_t at = png.size() - end_bytes - mark_bytes;
  return png.substr(at, mark_bytes) == mark_for(png.substr(0, at), png.substr(at + mark_bytes));
}

}  // namespace intercusp
