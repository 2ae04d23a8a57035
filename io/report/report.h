// The report of an analysis, as plain data. One function per analysis fills a Report. The writers (JSON, CSV,
// HTML, text) know no analysis.
//
// Each analysis has a folder io/results/<name>. Its report.cpp fills the Report, and its words.cpp the
// sections that people read, so that only words need translation. Tables are declared once, as figures
// (io/wording/figure.h). closing is a short example. io/report/parts.h has what several analyses share (input
// files, poses, axes, timings).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/files/value.h"
#include "io/files/write_atomically.h"
#include "io/mesh/mesh_report.h"
#include "io/report/first_page.h"
#include "io/wording/section.h"

namespace intercusp {

//! Where the jaws of a report come from.
struct Inputs {
  MeshReport upper, lower;
  double import_ms = 0;
};

//! A file that is made on demand, independently of all others.
struct Product {
  std::string name;
  std::function<std::string()> make;
  std::string caption = {};  //!< caption of a picture on the report's page
  bool wide = false;         //!< takes a whole row of the page
};

//! Makes all products in parallel. Their order stays.
[[nodiscard]] std::vector<OutputFile> make_all(const std::vector<Product>& products);

//! A table for spreadsheets: RFC 4180, with decimal points. Null becomes an empty cell.
struct CsvFile {
  std::string name;
  std::vector<std::string> columns;
  std::vector<Values> rows;
  Fields every_row = {};  //!< further columns with equal values in every row: the provenance of the table
};

struct Report;

//! A file that shows or contains other files of the report.
struct LaterProduct {
  std::string name;
  //! \param made the files before it, in the order of files_of
  std::function<std::string(const Report&, const std::vector<OutputFile>& made)> make;
};

struct Report {
  std::string json_name;  //!< "close.json"
  Fields json;
  std::vector<CsvFile> tables;
  //! Pictures, meshes, tracks: made when the report is written. They own the data that they are made from.
  std::vector<Product> files;
  std::vector<LaterProduct> later_files = {};  //!< made after all others, one after the other

  std::string title;
  std::string page_name;  //!< "report.html"; empty: no page
  std::optional<FirstPage> first_page;
  std::vector<Fact> input_files;  //!< at the head of the page, or of the pages after the first one
  std::vector<Remark> remarks;
  std::string headline;
  std::vector<Section> sections;
  //! HTML of the 3D view, made when the page is written. Empty: none.
  std::function<std::string()> scene;
  std::string footer;
};

//! The names of all files of the report, in the order of files_of.
[[nodiscard]] std::vector<std::string> file_names(const Report& report);

//! The files in this order.
//! \throw std::runtime_error if a picture cannot be made
[[nodiscard]] std::vector<OutputFile> files_of(const Report& report);

[[nodiscard]] std::string csv_text(const CsvFile& table);

//! The summary for the terminal: remarks, headline, and the sections that are not only for the page.
[[nodiscard]] std::string summary_text(const Report& report);

//! The page: one file that opens and prints anywhere. It contains its pictures and 3D view, and links to
//! nothing outside.
//! \param made the report's files, which include the pictures
[[nodiscard]] std::string page_html(const Report& report, const std::vector<OutputFile>& made);

}  // namespace intercusp
