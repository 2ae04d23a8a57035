// Makes text from files and command lines harmless for the place where it is shown.
#pragma once

#include <string>
#include <string_view>

namespace intercusp {

//! Replaces bytes that are not UTF-8, such as names in Latin-1, by U+FFFD.
[[nodiscard]] std::string valid_utf8(std::string_view text);

//! For text that people read (terminal, pages, panels): valid UTF-8 without control characters. Except for line breaks
//! and tabs they become \x1b and the like; characters that change the direction of writing or have no width become
//! \u202e and the like, so that "scan\u202eylp.exe" does not read as "scanexe.ply". Joiners, which scripts and emoji
//! need, stay.
[[nodiscard]] std::string visible_text(std::string_view text);

//! visible_text for pages, which lay out text by Unicode's bidirectional algorithm: words of right-to-left scripts are
//! put in isolates (UAX 9), so that they do not reorder the numbers and signs next to them.
[[nodiscard]] std::string text_for_page(std::string_view text);

}  // namespace intercusp
