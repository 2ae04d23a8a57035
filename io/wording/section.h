// The part of a report that people read, as plain data. io/wording fills it, and the writers of io/report lay
// it out as a page or as text for the terminal.
#pragma once

#include <string>
#include <vector>

#include "occlusion/maps/colour_scale.h"

namespace intercusp {

struct Column {
  std::string heading;
  bool is_text = false;   //!< left-aligned; the first column always is
  bool has_bars = false;  //!< the page also draws each count as a bar
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  //!< as many cells as columns
  std::vector<int> contacts = {};  //!< the number of each row's contact; empty if the rows are not contacts
};

//! A chart of adjacent bars from 0 to the highest.
struct BarChart {
  struct Bar {
    double height = 0;  //!< height in any unit
    Rgb colour;
    std::string label = {};  //!< shown below the bar; may be empty
  };
  std::string title;
  std::vector<Bar> bars;
  std::string highest;  //!< value of the highest bar: "12 %"
};

//! A name and its value: "Engine", "zlist".
struct Fact {
  std::string name, text;
  bool of_this_run = false;  //!< a time, which differs between runs
};

//! The parts are shown in this order. Empty parts are left out.
struct Section {
  std::string title = {};
  std::vector<std::string> paragraphs = {};
  Table table = {};
  std::vector<Fact> facts = {};
  std::vector<BarChart> charts = {};       //!< only on pages
  std::vector<std::string> pictures = {};  //!< files of the report that the page shows in this place
  std::vector<std::string> notes = {};     //!< in small print
  enum class On { page, terminal, both } on = On::both;
};

//! What a reader must know before the numbers.
struct Remark {
  std::string about;  //!< "upper", "lower"; empty: the whole case
  std::string text;
};

}  // namespace intercusp
