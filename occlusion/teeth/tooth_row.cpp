#include "occlusion/teeth/tooth_row.h"

#include <algorithm>
#include <array>
#include <utility>

#include "occlusion/case/fdi.h"
#include "occlusion/teeth/tooth_table.h"

namespace intercusp {
namespace {

bool is_place(int place) { return place >= 0 && place < arch_places; }
bool in_right_half(int place) { return place < arch_places / 2; }

}  // namespace

std::optional<int> arch_place(Jaw jaw, int fdi) {
  if (jaw_of(fdi) != jaw) return {};
  return jaw == Jaw::upper ? place_along_arch(fdi) : arch_places - 1 - place_along_arch(fdi);
}

int distal_step(int place) { return in_right_half(place) ? -1 : 1; }

void give_number(NumberedTooth& tooth, int fdi) {
  tooth.tooth.fdi = fdi;
  tooth.tooth.confidence = 1;
  tooth.tooth.sure = true;
}

ToothRow::ToothRow(Jaw jaw, const std::vector<FoundTooth>& found, const std::vector<int>& missing)
    : jaw_(jaw) {
  for (const FoundTooth& tooth : found) teeth.push_back({tooth, tooth.fdi});
  for (const int fdi : missing) missing_places_.push_back(arch_place(jaw, fdi).value_or(-1));
}

NumberedTooth* ToothRow::find(int fdi) {
  const auto at =
      std::find_if(teeth.begin(), teeth.end(), [&](const NumberedTooth& t) { return t.tooth.fdi == fdi; });
  return at == teeth.end() ? nullptr : &*at;
}

bool ToothRow::taken(int place) const {
  return std::any_of(teeth.begin(), teeth.end(),
                     [&](const NumberedTooth& t) { return arch_place(jaw_, t.tooth.fdi) == place; });
}

bool ToothRow::missing(int place) const {
  return std::find(missing_places_.begin(), missing_places_.end(), place) != missing_places_.end();
}

bool ToothRow::free(int place) const { return is_place(place) && !taken(place) && !missing(place); }

std::optional<int> ToothRow::moved(int fdi, int places) const {
  const auto place = arch_place(jaw_, fdi);
  if (!place || !is_place(*place + places)) return {};
  const int to = *place + places;
  return fdi_at(jaw_, to, is_milk(fdi) && has_milk_tooth(to));
}

bool ToothRow::push(int place, int step) {
  int next = place + step;
  while (missing(next)) next += step;
  if (!is_place(next) || in_right_half(next) != in_right_half(place)) return false;
  if (taken(next) && !push(next, step)) return false;
  for (NumberedTooth& tooth : teeth)
    if (arch_place(jaw_, tooth.tooth.fdi) == place)  // whoever doubted its number still does
      tooth.tooth.fdi = *moved(tooth.tooth.fdi, next - place);
  return true;
}

bool ToothRow::empty_place(int place) {
  return push(place, distal_step(place)) || push(place, -distal_step(place));
}

std::optional<int> ToothRow::number_between(int before, int after, int near) {
  const int step = near == before ? 1 : -1;
  for (int place = near + step; place > before && place < after; place += step)
    if (free(place)) return fdi_at(jaw_, place);
  // Full: the distal neighbour gives way with those behind it, or else the mesial one.
  struct Neighbour {
    int place, step;
  };
  std::array<Neighbour, 2> neighbours = {Neighbour{before, -1}, Neighbour{after, 1}};
  if (!is_place(before) || distal_step(before) != -1 || (near == after && !in_right_half(after)))
    std::swap(neighbours[0], neighbours[1]);
  for (const auto& [place, away] : neighbours)
    if (is_place(place) && push(place, away)) return fdi_at(jaw_, place);
  return {};
}

}  // namespace intercusp
