// A balance of a report's first page as SVG.
#pragma once

#include <string>

#include "io/report/first_page.h"

namespace intercusp {

//! A bar in two parts with the middle marked and the interval of the border between them.
[[nodiscard]] std::string balance_svg(const BalanceShare& balance, const std::string& first,
                                      const std::string& second);

}  // namespace intercusp
