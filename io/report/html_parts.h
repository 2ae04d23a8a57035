// Small pieces of HTML that the sections of a report are made of.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace intercusp {

//! Text that cannot become markup.
[[nodiscard]] std::string escaped(std::string_view text);

//! The page's Content-Security-Policy, a second line of defence behind `escaped`: a browser applies and runs only these
//! texts and loads only pictures embedded in the page.
[[nodiscard]] std::string policy_html(std::span<const std::string> styles,
                                      std::span<const std::string> scripts);

[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace intercusp
