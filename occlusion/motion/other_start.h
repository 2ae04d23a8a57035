// Where a search for a better seating starts, a tooth's width or more from the bite that was found.
#pragma once

namespace intercusp {

enum class OtherStart { tooth_forward, tooth_back, turned_left, turned_right, back_to_front };

//! The name in files: "a tooth forward".
[[nodiscard]] constexpr const char* name_of(OtherStart start) {
  switch (start) {
    case OtherStart::tooth_back:
      return "a tooth back";
    case OtherStart::turned_left:
      return "turned by a tooth to the left";
    case OtherStart::turned_right:
      return "turned by a tooth to the right";
    case OtherStart::back_to_front:
      return "turned back to front";
    case OtherStart::tooth_forward:
      break;
  }
  return "a tooth forward";
}

}  // namespace intercusp
