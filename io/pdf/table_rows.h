// Tables and facts of a report's sections for paper.
#pragma once

#include "io/pdf/pile.h"
#include "io/wording/section.h"

namespace intercusp::pdf {

//! Every sheet repeats the headings.
void put_table(Pile& pile, const Table& table);
void put_facts(Pile& pile, const std::vector<Fact>& facts);

}  // namespace intercusp::pdf
