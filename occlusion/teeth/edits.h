// Corrections of found teeth: what a dentist changes, one edit at a time.
//
// An edit is a pure function of teeth and scan. Places are points in the scan's frame, mm, so that edits fit every order of
// the file's vertices. Afterwards each number still occurs once, and teeth that were edited are sure (confidence 1), but for those
// that stand out of order along the arch.
#pragma once

#include <Eigen/Core>
#include <span>
#include <stdexcept>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/base/finding.h"
#include "occlusion/teeth/edit_surface.h"
#include "occlusion/teeth/find_teeth.h"

namespace intercusp {

struct TeethEdit {
  enum class Kind {
    merge,   //!< `tooth` takes over the tooth `number`
    split,   //!< `tooth`, along the valley between two points
    add,     //!< a tooth around one point; `number`, or 0 for the number of its place in the row
    remove,  //!< `tooth` becomes gum
    grow,    //!< `tooth` takes what a brush of `radius_mm` covers along `points_mm`, up to the valleys there
    shrink,  //!< `tooth` gives it to the gum
    renumber,  //!< `tooth` becomes `number`; where that one is there, they exchange their numbers. Its own: confirmed
    shift,   //!< `tooth` and all behind it on its side move by `places`, distally or (negative) mesially
    missing  //!< there is no `tooth`: where one was found, its row moves on by one place
  };
  Kind kind = Kind::merge;
  int tooth = 0;   //!< FDI number
  int number = 0;  //!< FDI number
  int places = 0;
  std::vector<Eigen::Vector3d> points_mm;
  double radius_mm = 0;
  bool operator==(const TeethEdit&) const = default;
};

//! As a list of edits in a file names them.
[[nodiscard]] constexpr auto names_of(TeethEdit::Kind) {
  using enum TeethEdit::Kind;
  return enum_table<TeethEdit::Kind>({{merge, "merge"},
                                      {split, "split"},
                                      {add, "add"},
                                      {remove, "remove"},
                                      {grow, "grow"},
                                      {shrink, "shrink"},
                                      {renumber, "renumber"},
                                      {shift, "shift"},
                                      {missing, "missing"}});
}

struct EditedTeeth {
  FoundTeeth found;
  std::vector<int>
      missing;  //!< ascending; their numbers are given only by `renumber` and `add` with a number
};

//! An edit that cannot be made. The finding says why ("edit_refused", `reason`); io/wording has the sentence.
class EditRefused : public std::runtime_error {
 public:
  explicit EditRefused(Finding finding) : std::runtime_error(finding.code), finding_(std::move(finding)) {}
  [[nodiscard]] const Finding& finding() const { return finding_; }

 private:
  Finding finding_;
};

//! \param surface of the scan that the labels belong to  \throw EditRefused
[[nodiscard]] EditedTeeth edited(const EditedTeeth& teeth, const EditSurface& surface, const TeethEdit& edit);

}  // namespace intercusp
