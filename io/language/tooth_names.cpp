#include "io/language/tooth_names.h"

#include <atomic>

#include "io/language/language.h"
#include "occlusion/case/fdi.h"

namespace intercusp {
namespace {

std::atomic<ToothNames>& chosen_names() {
  static std::atomic<ToothNames> names{ToothNames::fdi};
  return names;
}

//! The letter of a milk tooth, or the number of a permanent one.
//! \param before how many teeth come before it
std::string name_at(int fdi, int before) {
  return is_milk(fdi) ? std::string(1, static_cast<char>('A' + before)) : std::to_string(before + 1);
}

//! Numbers run along the upper jaw from the patient's right to left, and back along the lower.
std::string universal_name(int fdi) {
  const int a_side = is_milk(fdi) ? 5 : 8, from_right = place_along_arch(fdi) - 8 + a_side;
  return name_at(fdi, jaw_of(fdi) == Jaw::upper ? from_right : 4 * a_side - 1 - from_right);
}

std::string palmer_name(int fdi) {
  const std::string jaw = jaw_of(fdi) == Jaw::upper ? "U" : "L";
  return jaw + (side_of(fdi) == PatientSide::right ? "R" : "L") + name_at(fdi, place_of(fdi) - 1);
}

}  // namespace

void set_tooth_names(ToothNames names) { chosen_names() = names; }

ToothNames tooth_names() { return writes_for_programs() ? ToothNames::fdi : chosen_names().load(); }

std::string title_of(ToothNames names) {
  if (names == ToothNames::fdi) return "FDI";
  return names == ToothNames::universal ? "Universal" : "Palmer";
}

std::string tooth_name(int fdi) {
  if (fdi <= 0) return "–";
  const ToothNames names = tooth_names();
  if (names == ToothNames::fdi) return std::to_string(fdi);
  return names == ToothNames::universal ? universal_name(fdi) : palmer_name(fdi);
}

}  // namespace intercusp
