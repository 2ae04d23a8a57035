// The first page of a report for paper: the same words and figures as on the page of HTML.
#pragma once

#include "io/pdf/pile.h"
#include "io/report/first_page.h"

namespace intercusp::pdf {

//! The arches take the height that the rest leaves. \param made the report's files, from which the pictures are taken
void put_first_page(Pile& pile, const FirstPage& page, const std::string& title,
                    const std::vector<OutputFile>& made);

}  // namespace intercusp::pdf
