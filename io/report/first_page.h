// The first page of an inspection's report: one measure (surface distance) and one threshold.
//
// Plain data, computed once: io/report/first_page_html.cpp writes it as a page of HTML, and other writers can use it
// too.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "io/case/case_notes.h"
#include "io/files/write_atomically.h"
#include "io/mesh/mesh_report.h"
#include "io/wording/section.h"
#include "occlusion/contacts/intervals.h"

namespace intercusp {

//! A place of the tooth chart.
struct ChartTooth {
  int fdi = 0;  //!< of the tooth at this place, else of the missing permanent one
  bool missing = true;
  bool sure = true;                //!< false: its number is estimated and not sure
  double area_mm2 = 0;             //!< of the lower's surface; for an upper tooth of that opposite it
  std::optional<double> least_mm;  //!< surface distance; empty without contact
};

struct ChartArch {
  bool numbered = false;             //!< false: the jaw's teeth have no numbers and all places are missing
  std::array<ChartTooth, 16> teeth;  //!< from the patient's right to the left
};

//! The two parts of a balance.
struct BalanceShare {
  double share = 0;                  //!< of the first part; the other has the rest
  std::optional<Interval> interval;  //!< of that share, 95 %

  //! One narrower than half a per cent is not drawn.
  [[nodiscard]] bool shows_interval() const { return interval && interval->high - interval->low > 0.005; }
};

//! The place of the deepest overlap or, for separate jaws, of the least distance.
struct ClosestPlace {
  double distance_mm = 0;
  int upper_tooth = 0, lower_tooth = 0;  //!< FDI; 0: unknown or gum
  std::string teeth;                     //!< the same in words, with question marks; empty where unknown
};

//! Where a closing about the hinge axis first brings the jaws together.
struct FirstContactPlace {
  double opening_mm = 0;  //!< from the bite, at the lower incisors; negative: the jaws must still close
  std::string teeth;      //!< as ClosestPlace::teeth
};

//! One of the numbers in large letters.
struct KeyFigure {
  std::string name, value, note;  //!< the note may be empty
};

struct FirstPage {
  CaseNotes notes;
  std::string upper_files, lower_files;
  double threshold_mm = 0;
  double area_mm2 = 0;  //!< of the lower jaw's surface
  std::optional<Interval> area_interval;
  std::size_t contacts = 0;
  std::optional<ClosestPlace> closest;  //!< empty where no vertex has a certain distance
  std::optional<FirstContactPlace> first_contact;
  ChartArch upper, lower;
  std::optional<BalanceShare> right, anterior;  //!< against left and posterior; empty without axes or contact
  std::vector<KeyFigure> key_figures;
  std::string finding;                //!< in one sentence
  std::string measure_note;           //!< how the figures are meant
  std::vector<std::string> warnings;  //!< shown before any number
  std::vector<std::string> unsure;    //!< estimated numbers and axes
  std::vector<std::string> pictures;  //!< files of the report: the upper arch, then the lower
};

//! The explanation of the tooth chart, and the reason for its absence.
[[nodiscard]] std::string chart_sentence();
[[nodiscard]] std::string no_chart_sentence();
//! The explanation of the intervals of the balance.
[[nodiscard]] std::string share_interval_sentence();

//! \param made the report's files, from which the pictures are taken
[[nodiscard]] std::string first_page_html(const FirstPage& page, const std::string& title,
                                          const std::vector<OutputFile>& made);

}  // namespace intercusp
