// The charts of a report for paper.
#pragma once

#include "io/pdf/blocks.h"
#include "io/report/first_page.h"
#include "io/wording/section.h"

namespace intercusp::pdf {

//! Both arches, 16 × 2 places, as the dentist sees the patient: the right side is on the left.
[[nodiscard]] Block tooth_chart(const FirstPage& page, double width);

//! A bar in two parts with the middle marked and the interval of the border between them.
[[nodiscard]] Block balance_chart(const BalanceShare& balance, const std::string& first,
                                  const std::string& second_part, double width);

//! \pre the chart has bars
[[nodiscard]] Block bar_chart(const BarChart& chart, double width);

}  // namespace intercusp::pdf
