// Small pieces of HTML that the sections of a report are made of.
#pragma once

#include <string>
#include <string_view>

namespace intercusp {

//! Text that cannot become markup.
[[nodiscard]] std::string escaped(std::string_view text);

[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace intercusp
