// The part of a report that people read, as plain data: io/wording fills it, the writers of io/report lay it
// out as a page or as text for the terminal.
#pragma once

#include <string>
#include <vector>

#include "occlusion/maps/colour_scale.h"

namespace intercusp {

struct Column {
  std::string heading;
  bool is_text = false;   //!< aligned left; the first column always is
  bool has_bars = false;  //!< the page draws each count also as a bar
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  //!< as many cells as columns
  std::vector<int> contacts = {};  //!< the number of the contact in each row; empty: rows are something else
};

//! Bars side by side, from 0 to the highest.
struct BarChart {
  struct Bar {
    double height = 0;  //!< in any unit
    Rgb colour;
    std::string label = {};  //!< below it; may be empty
  };
  std::string title;
  std::vector<Bar> bars;
  std::string highest;  //!< what the highest bar is: "12 %"
};

//! A name and its value: "Engine", "zlist".
struct Fact {
  std::string name, text;
  bool of_this_run = false;  //!< a time, which differs between runs
};

//! Shown in this order; empty parts are left out.
struct Section {
  std::string title = {};
  std::vector<std::string> paragraphs = {};
  Table table = {};
  std::vector<Fact> facts = {};
  std::vector<BarChart> charts = {};       //!< of pages alone
  std::vector<std::string> pictures = {};  //!< files of the report that the page shows here
  std::vector<std::string> notes = {};     //!< in small print
  enum class On { page, terminal, both } on = On::both;
};

//! Something to know before reading the numbers.
struct Remark {
  std::string about;  //!< "upper", "lower"; empty: the whole case
  std::string text;
};

}  // namespace intercusp
