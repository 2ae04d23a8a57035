// Makes text from files and command lines harmless in the place that shows it.
#pragma once

#include <string>
#include <string_view>

namespace intercusp {

//! Replaces bytes that are not UTF-8, such as names in Latin-1, by U+FFFD.
[[nodiscard]] std::string valid_utf8(std::string_view text);

//! Makes text safe for people to read (terminal, pages, panels): valid UTF-8 without control characters,
//! except line breaks and tabs. Control characters become \x1b and the like. Characters that change the
//! direction of writing or have no width become \u202e and the like, so that "scan\u202eylp.exe" does not
//! read as "scanexe.ply". Joiners stay, because scripts and emoji need them.
[[nodiscard]] std::string visible_text(std::string_view text);

//! visible_text for pages, which lay out text by Unicode's bidirectional algorithm. Words of right-to-left
//! scripts are put in isolates (UAX 9), so that they do not reorder numbers and signs next to them.
[[nodiscard]] std::string text_for_page(std::string_view text);

}  // namespace intercusp
