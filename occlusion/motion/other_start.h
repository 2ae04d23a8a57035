// Where the search for a better seating starts, a tooth's width or more away from the bite that was found.
#pragma once

#include "occlusion/base/enum_table.h"

namespace intercusp {

enum class OtherStart { tooth_forward, tooth_back, turned_left, turned_right, back_to_front };

[[nodiscard]] constexpr auto names_of(OtherStart) {
  return enum_table<OtherStart>({{OtherStart::tooth_forward, "a tooth forward"},
                                 {OtherStart::tooth_back, "a tooth back"},
                                 {OtherStart::turned_left, "turned by a tooth to the left"},
                                 {OtherStart::turned_right, "turned by a tooth to the right"},
                                 {OtherStart::back_to_front, "turned back to front"}});
}

}  // namespace intercusp
