// The report as PDF: the first page, then the sections, with vector text and charts and embedded fonts.
#pragma once

#include <string>
#include <vector>

#include "io/pdf/pile.h"
#include "io/report/report.h"

namespace intercusp {

struct PdfOptions {
  pdf::Paper paper = pdf::a4;
  std::string date = {};  //!< date of the file, YYYY-MM-DD; empty: none
};

//! Equal reports give equal bytes, because everything that differs between runs is left out.
//! \param made the report's files, which include the pictures
[[nodiscard]] std::string report_pdf(const Report& report, const std::vector<OutputFile>& made,
                                     const PdfOptions& options = {});

//! report.pdf, made after the report's other files.
[[nodiscard]] LaterProduct pdf_file(const PdfOptions& options);

}  // namespace intercusp
