#include "io/report/html_parts.h"

#include <openssl/evp.h>

#include "io/files/safe_text.h"
#include "io/files/sha256.h"

namespace intercusp {
namespace {

//! A text as a policy names it: 'sha256-…', its hash in base64.
std::string sources_of(std::span<const std::string> texts) {
  if (texts.empty()) return " 'none'";
  std::string sources;
  for (const std::string& text : texts) {
    const std::string hex = sha256_hex(text);
    std::string hash;
    for (std::size_t i = 0; i < hex.size(); i += 2)
      hash += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    sources += " 'sha256-" + base64(hash) + "'";
  }
  return sources;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char letter : text_for_page(text)) {
    switch (letter) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += letter;
    }
  }
  return safe;
}

std::string policy_html(std::span<const std::string> styles, std::span<const std::string> scripts) {
  return "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
         "style-src" +
         sources_of(styles) + "; script-src" + sources_of(scripts) +
         "; base-uri 'none'; form-action 'none'\">\n";
}

std::string base64(std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');  // EVP adds a final zero byte
  const int length =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

}  // namespace intercusp
