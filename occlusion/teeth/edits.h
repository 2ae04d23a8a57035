// Corrections of found teeth: what a dentist changes, one edit at a time.
//
// An edit is a pure function of teeth and scan. Positions are points in the scan's frame, mm, so an edit fits
// every order of the file's vertices. After an edit each number still occurs once. Edited teeth are sure
// (confidence 1), except those that stand out of order along the arch, halves of one crown, and neighbours whose
// number changed only to make room.
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
    merge,   //!< `tooth` absorbs the tooth `number`
    split,   //!< splits `tooth` along the valley between two points
    add,     //!< adds a tooth around one point, with `number`; 0 chooses the number from its place in the row
    remove,  //!< `tooth` becomes gum
    grow,  //!< adds to `tooth` what a brush of `radius_mm` covers along `points_mm`, up to the valleys there
    shrink,  //!< turns the part of `tooth` that the brush covers into gum
    //! `tooth` becomes `number`. If `number` is there, the two swap. A tooth's own number confirms it.
    renumber,
    shift,   //!< moves `tooth` and all teeth distal to it by `places`: distally if positive, else mesially
    missing  //!< there is no `tooth`; if one was found, its row moves on by one place
  };
  Kind kind = Kind::merge;
  int tooth = 0;   //!< FDI number
  int number = 0;  //!< FDI number
  int places = 0;
  std::vector<Eigen::Vector3d> points_mm;
  double radius_mm = 0;
  bool operator==(const TeethEdit&) const = default;
};

//! Names of the kinds in files of edits.
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
  //! Missing numbers, ascending. Only `renumber` and `add` with a number give them to a tooth again.
  std::vector<int> missing;
};

//! Thrown for an edit that cannot be made. The finding says why (code "edit_refused", value
//! `reason`); io/wording has the sentence.
class EditRefused : public std::runtime_error {
 public:
  explicit EditRefused(Finding finding) : std::runtime_error(finding.code), finding_(std::move(finding)) {}
  [[nodiscard]] const Finding& finding() const { return finding_; }

 private:
  Finding finding_;
};

//! \param surface of the scan that the labels belong to
//! \throw EditRefused
[[nodiscard]] EditedTeeth edited(const EditedTeeth& teeth, const EditSurface& surface, const TeethEdit& edit);

}  // namespace intercusp
