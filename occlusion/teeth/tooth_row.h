// The numbers of the teeth of one jaw, and how they make room for each other.
//
// A place is a position in the arch, 0 to 15 (tooth_table.h); a milk tooth stands at its successor's place. Distal is
// away from the midline.
#pragma once

#include <optional>
#include <vector>

#include "occlusion/teeth/find_teeth.h"

namespace intercusp {

//! Nothing if the jaw has no tooth of that number.
[[nodiscard]] std::optional<int> arch_place(Jaw jaw, int fdi);
//! 1 or −1: the step from a place to the next one away from the midline.
[[nodiscard]] int distal_step(int place);

struct NumberedTooth {
  FoundTooth tooth;
  int before = 0;  //!< its number in the labels of the vertices; 0 for a new tooth
};

//! Gives the tooth this number, of which one is sure.
void give_number(NumberedTooth& tooth, int fdi);

class ToothRow {
 public:
  //! \param missing numbers whose places stay empty when teeth make room
  ToothRow(Jaw jaw, const std::vector<FoundTooth>& teeth, const std::vector<int>& missing);

  std::vector<NumberedTooth> teeth;  //!< each number once

  [[nodiscard]] NumberedTooth* find(int fdi);
  [[nodiscard]] bool taken(int place) const;
  [[nodiscard]] bool free(int place) const;  //!< in the arch, not taken and not missing

  //! The number of the tooth moved by so many places; nothing beyond the arch.
  [[nodiscard]] std::optional<int> moved(int fdi, int places) const;
  //! The tooth at this place and those behind it move on by one, up to the next free place: distally, or else mesially up
  //! to the midline. False, and nothing changed, where the row is full both ways.
  bool empty_place(int place);
  //! The number of a new tooth between two taken places; −1 and 16 stand for the ends of the arch. The free place next to
  //! `near`, one of the two; where there is none, the row makes room. Nothing where it is full.
  std::optional<int> number_between(int before, int after, int near);

 private:
  Jaw jaw_;
  std::vector<int> missing_places_;

  [[nodiscard]] bool missing(int place) const;
  bool push(int place, int step);
};

}  // namespace intercusp
