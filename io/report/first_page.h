// The first page of an inspection's report. It shows one measure (surface distance) and one threshold.
//
// It is plain data, computed once. io/report/first_page_html.cpp writes it as HTML, and other writers can use
// it too.
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

//! A place in the tooth chart.
struct ChartTooth {
  int fdi = 0;  //!< number of the tooth at this place, or of the missing permanent tooth
  bool missing = true;
  bool sure = true;  //!< false: its number is estimated and uncertain
  //! Area on the lower's surface; for an upper tooth, on the lower's surface opposite it.
  double area_mm2 = 0;
  std::optional<double> least_mm;  //!< surface distance; empty without contact
};

struct ChartArch {
  bool numbered = false;             //!< false: the jaw's teeth have no numbers and all places are missing
  std::array<ChartTooth, 16> teeth;  //!< from the patient's right to left
};

//! The two parts of a balance.
struct BalanceShare {
  double share = 0;                  //!< share of the first part; the second part has the rest
  std::optional<Interval> interval;  //!< 95 % interval of that share

  //! An interval narrower than half a per cent is not drawn.
  [[nodiscard]] bool shows_interval() const { return interval && interval->high - interval->low > 0.005; }
};

//! The point of the deepest overlap or, for separate jaws, of the least distance.
struct ClosestPlace {
  double distance_mm = 0;
  int upper_tooth = 0, lower_tooth = 0;  //!< FDI; 0: unknown or gum
  std::string teeth;                     //!< the teeth in words, with question marks; empty if unknown
};

//! Where a closing about the hinge axis first brings the jaws together.
struct FirstContactPlace {
  double opening_mm = 0;  //!< from the bite, at the lower incisors; negative if the jaws must still close
  std::string teeth;      //!< as in ClosestPlace
};

//! One of the numbers in large letters.
struct KeyFigure {
  std::string name, value, note;  //!< the note may be empty
};

struct FirstPage {
  CaseNotes notes;
  std::string upper_files, lower_files;
  double threshold_mm = 0;
  double area_mm2 = 0;  //!< area on the lower jaw's surface
  std::optional<Interval> area_interval;
  std::size_t contacts = 0;
  std::optional<ClosestPlace> closest;  //!< empty if no vertex has a reliable distance
  std::optional<FirstContactPlace> first_contact;
  ChartArch upper, lower;
  //! The rest is left and posterior; empty without axes or contact.
  std::optional<BalanceShare> right, anterior;
  std::vector<KeyFigure> key_figures;
  std::string finding;                //!< one sentence
  std::string measure_note;           //!< explains the meaning of the figures
  std::vector<std::string> warnings;  //!< shown before any number
  std::vector<std::string> unsure;    //!< estimated numbers and axes
  std::vector<std::string> pictures;  //!< files of the report: the upper arch, then the lower
};

//! The explanation of the tooth chart, and the reason for its absence.
[[nodiscard]] std::string chart_sentence();
[[nodiscard]] std::string no_chart_sentence();
//! The explanation of the intervals of the balance.
[[nodiscard]] std::string share_interval_sentence();

//! \param made the report's files, which include the pictures
[[nodiscard]] std::string first_page_html(const FirstPage& page, const std::string& title,
                                          const std::vector<OutputFile>& made);

}  // namespace intercusp
