// Tables and facts of a report's sections for paper.
#pragma once

#include "io/pdf/pile.h"
#include "io/wording/section.h"

namespace intercusp::pdf {

//! The headings stand again at the head of every sheet.
void put_table(Pile& pile, const Table& table);
void put_facts(Pile& pile, const std::vector<Fact>& facts);

}  // namespace intercusp::pdf
