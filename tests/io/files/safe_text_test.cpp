#include "io/files/safe_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "io/files/value.h"

namespace intercusp {
namespace {

TEST(SafeText, keeps_every_character_of_utf8) {
  const std::string text = "upper–Jürgen µ 日本 😀\n\ttab";
  EXPECT_EQ(valid_utf8(text), text);
  EXPECT_EQ(visible_text(text), text);
}

TEST(SafeText, replaces_bytes_that_are_no_utf8) {
  EXPECT_EQ(valid_utf8("M\xFCller"), "M\uFFFDller");                      // Latin-1
  EXPECT_EQ(valid_utf8("\xC0\xAF"), "\uFFFD\uFFFD");                      // "/" in two bytes
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");            // half a pair of UTF-16
  EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");  // beyond Unicode
  EXPECT_EQ(valid_utf8("end\xE2\x82"), "end\uFFFD\uFFFD");                // cut off
}

TEST(SafeText, stands_in_json_as_everywhere_else) {
  const std::string cut_off = "\xC3\\\xE4\xA4\xCB 2m\xFF";
  const nlohmann::json read = nlohmann::json::parse(json_line(Fields{{cut_off, cut_off}}));
  EXPECT_EQ(read.items().begin().key(), valid_utf8(cut_off));
  EXPECT_EQ(read.items().begin().value(), valid_utf8(cut_off));
}

TEST(SafeText, shows_what_turns_the_direction_of_writing_or_cannot_be_seen) {
  EXPECT_EQ(visible_text("scan\u202Eylp.exe"), "scan\\u202eylp.exe");
  for (const char* const hidden :
       {"\u061C", "\u200B", "\u200E", "\u200F", "\u2028", "\u2029", "\u202A", "\u2066", "\u2069", "\uFEFF"})
    EXPECT_TRUE(visible_text(hidden).starts_with("\\u")) << visible_text(hidden);
  const std::string right_to_left = "לסת עליונה.ply";  // letters carry their own direction
  EXPECT_EQ(visible_text(right_to_left), right_to_left);
  const std::string joined = "👩\u200D⚕";
  EXPECT_EQ(visible_text(joined), joined);
  EXPECT_EQ(visible_text("two\r\nlines"), "two\nlines");
  EXPECT_EQ(visible_text("M\xFCller"), "M\uFFFDller");
}

TEST(SafeText, letters_from_right_to_left_do_not_turn_what_stands_beside_them) {
  EXPECT_EQ(text_for_page("Upper: לסת, 2000 faces"), "Upper: \u2067לסת\u2069, 2000 faces");
  EXPECT_EQ(text_for_page("לסת עליונה.ply"), "\u2067לסת עליונה\u2069.ply");  // one run, with its space
  EXPECT_EQ(text_for_page("فك_سفلي 3 mm"), "\u2067فك_سفلي\u2069 3 mm");
  EXPECT_EQ(text_for_page("\U0001E900 (1)"), "\u2067\U0001E900\u2069 (1)");  // Adlam, beyond 16 bits
  for (const char* const other : {"", "Müller – 3 mm", "日本 😀", "M\xFCller", "scan\u202Eylp.exe"})
    EXPECT_EQ(text_for_page(other), visible_text(other));
}

TEST(SafeText, shows_what_would_steer_a_terminal) {
  EXPECT_EQ(visible_text("a\x1b[2Jb\r\x07\x7f"), "a\\x1b[2Jb\\x0d\\x07\\x7f");
  EXPECT_EQ(visible_text("\xC2\x9b"
                         "31m"),
            "\\x9b31m");  // the same sequence in one character
  EXPECT_EQ(visible_text("\xC2\xA0"), "\xC2\xA0");
}

}  // namespace
}  // namespace intercusp
