// A position in a text file. Reads words and numbers without copying, and reports errors with their line.
// Used for ASCII STL, OBJ, ASCII PLY and OFF.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

namespace intercusp {

[[nodiscard]] inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}
[[nodiscard]] inline bool is_space(char c) { return is_blank(c) || c == '\n'; }

//! ASCII only, independent of the locale.
[[nodiscard]] std::string lower_case(std::string_view text);
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

//! Whether the whole text is a number.
//! \param number receives it; meaningless if the text is not a number
template <class Number>
[[nodiscard]] bool is_number(std::string_view text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stop == end;
}

//! The bytes without the byte-order mark that some editors write before a text.
[[nodiscard]] inline std::string_view without_byte_order_mark(std::string_view bytes) {
  return bytes.starts_with("\xEF\xBB\xBF") ? bytes.substr(3) : bytes;
}

//! The text with blanks in place of commas and semicolons.
[[nodiscard]] std::string with_blanks(std::string_view text);

class TextCursor {
 public:
  //! \param comment opens a comment that runs to the end of the line; '\0' for none
  TextCursor(const std::filesystem::path& file, std::string_view text, char comment = '\0')
      : file_(&file), text_(text), comment_(comment) {}

  [[nodiscard]] std::size_t byte() const { return at_; }
  [[nodiscard]] std::size_t bytes_left() const { return text_.size() - at_; }
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  void go_to(std::size_t byte) { at_ = byte; }  //!< \pre within the text

  //! Skips blanks; true at the end of the line.
  [[nodiscard]] bool at_line_end() {
    skip_blanks();
    return at_end() || text_[at_] == '\n' || (comment_ != '\0' && text_[at_] == comment_);
  }

  //! Goes to the start of the next line.
  void next_line() {
    const std::size_t end = text_.find('\n', at_);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
  }

  //! Moves to the next non-empty line; false at the end.
  [[nodiscard]] bool find_content() {
    while (at_line_end()) {
      if (at_end()) return false;
      next_line();
    }
    return true;
  }

  //! The next word on this line; empty at the line's end. A backslash at the end of a line continues it.
  [[nodiscard]] std::string_view word() {
    skip_blanks();
    const std::size_t start = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  //! The next number on this line. NaN and infinity in any spelling are numbers: repair drops what they
  //! touch.
  //! \param what is expected, for messages
  //! \throw InputError if there is no number
  [[nodiscard]] double number(const char* what) {
    skip_blanks();
    const char* const begin = text_.data() + at_;
    const char* const end = text_.data() + text_.size();
    double value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error == std::errc{} && (stop == end || is_space(*stop))) {
      at_ += static_cast<std::size_t>(stop - begin);
      return value;
    }
    return odd_number(what);
  }

  //! \throw InputError with the file and the line of this position
  [[noreturn]] void fail(const std::string& reason) const;

  [[nodiscard]] std::size_t line() const;  //!< counted from 1; slow, for messages

 private:
  void skip_blanks() {
    while (at_ < text_.size()) {
      if (is_blank(text_[at_])) {
        ++at_;
      } else if (text_[at_] == '\\' && line_continues()) {
        at_ = text_.find('\n', at_) + 1;
      } else {
        return;
      }
    }
  }
  [[nodiscard]] bool line_continues() const;
  [[nodiscard]] double odd_number(const char* what);

  const std::filesystem::path* file_;
  std::string_view text_;
  std::size_t at_ = 0;
  char comment_;
};

}  // namespace intercusp
