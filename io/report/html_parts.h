// Small pieces of HTML that the sections of a report are made of.
#pragma once

#include <string>
#include <string_view>

namespace intercusp {

//! Text that cannot become markup.
[[nodiscard]] std::string escaped(std::string_view text);

[[nodiscard]] std::string base64(std::string_view bytes);

//! A table of names and values.
class Facts {
 public:
  //! \param value_html escaped already
  void add(std::string_view name, std::string_view value_html);
  [[nodiscard]] std::string html() const;

 private:
  std::string rows_;
};

}  // namespace intercusp
