// What a report puts on its sheets: the first page, charts, tables.
#pragma once

#include "io/pdf/blocks.h"
#include "io/pdf/pile.h"
#include "io/report/first_page.h"
#include "io/wording/section.h"

namespace intercusp::pdf {

// The first page of a report for paper: the same words and figures as on the page of HTML.

//! The arches take the height that the rest leaves. \param made the report's files, from which the pictures are taken
void put_first_page(Pile& pile, const FirstPage& page, const std::string& title,
                    const std::vector<OutputFile>& made);

// The charts of a report for paper.

//! Both arches, 16 × 2 places, as the dentist sees the patient: the right side is on the left.
[[nodiscard]] Block tooth_chart(const FirstPage& page, double width);

//! A bar in two parts with the middle marked and the interval of the border between them.
[[nodiscard]] Block balance_chart(const BalanceShare& balance, const std::string& first,
                                  const std::string& second_part, double width);

//! \pre the chart has bars
[[nodiscard]] Block bar_chart(const BarChart& chart, double width);

// Tables and facts of a report's sections for paper.

//! Every sheet repeats the headings.
void put_table(Pile& pile, const Table& table);
void put_facts(Pile& pile, const std::vector<Fact>& facts);

}  // namespace intercusp::pdf
