// Text from files and command lines, made harmless for where it goes out.
#pragma once

#include <string>
#include <string_view>

namespace intercusp {

//! Bytes that are no UTF-8 become U+FFFD: names in Latin-1, for instance.
[[nodiscard]] std::string valid_utf8(std::string_view text);

//! For what people read (terminal, pages, panels): valid UTF-8 without characters that steer it. Control characters but line
//! breaks and tabs are written as \x1b; those that turn the direction of writing or take no room as \u202e, so that
//! "scan\u202eylp.exe" does not read as "scanexe.ply". Joiners, which scripts and emoji need, stay.
[[nodiscard]] std::string visible_text(std::string_view text);

//! visible_text for pages, which lay text out by Unicode's bidirectional algorithm: words of scripts that run from right to left
//! stand within isolates (UAX 9), so that they do not turn the numbers and signs beside them.
[[nodiscard]] std::string text_for_page(std::string_view text);

}  // namespace intercusp
