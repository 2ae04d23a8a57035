#include "io/language/tooth_names.h"

#include <array>
#include <atomic>

#include "io/language/language.h"

namespace intercusp {
namespace {

std::atomic<ToothNames>& chosen_names() {
  static std::atomic<ToothNames> names{ToothNames::fdi};
  return names;
}

//! A tooth of a quadrant, counted from the middle; quadrants from the patient's upper right on: 0 to 3.
struct Place {
  int quadrant, place;
  bool milk;
};

Place place_of(int fdi) { return {(fdi / 10 - 1) % 4, fdi % 10, fdi >= 50}; }

//! Numbers run through the quadrants one after the other: inwards in the first and third, outwards in the others.
std::string universal_name(const Place& tooth) {
  const int teeth = tooth.milk ? 5 : 8;
  const bool inwards = tooth.quadrant % 2 == 0;
  const int before = teeth * tooth.quadrant + (inwards ? teeth - tooth.place : tooth.place - 1);
  return tooth.milk ? std::string(1, static_cast<char>('A' + before)) : std::to_string(before + 1);
}

std::string palmer_name(const Place& tooth) {
  constexpr std::array<const char*, 4> quadrants = {"UR", "UL", "LL", "LR"};
  return quadrants[static_cast<std::size_t>(tooth.quadrant)] +
         (tooth.milk ? std::string(1, static_cast<char>('A' + tooth.place - 1))
                     : std::to_string(tooth.place));
}

}  // namespace

void set_tooth_names(ToothNames names) { chosen_names() = names; }

ToothNames tooth_names() { return writes_for_programs() ? ToothNames::fdi : chosen_names().load(); }

std::string name_of(ToothNames names) {
  if (names == ToothNames::fdi) return "FDI";
  return names == ToothNames::universal ? "Universal" : "Palmer";
}

std::string tooth_name(int fdi) {
  if (fdi <= 0) return "–";
  const ToothNames names = tooth_names();
  if (names == ToothNames::fdi) return std::to_string(fdi);
  return names == ToothNames::universal ? universal_name(place_of(fdi)) : palmer_name(place_of(fdi));
}

}  // namespace intercusp
