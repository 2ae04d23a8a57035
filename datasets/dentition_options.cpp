#include "datasets/dentition_options.h"

#include <initializer_list>
#include <stdexcept>
#include <utility>

namespace intercusp {
namespace {

void add(std::vector<int>& numbers, std::initializer_list<int> more) {
  numbers.insert(numbers.end(), more.begin(), more.end());
}

void set_missing(DentitionOptions& o) { add(o.missing, {14, 26, 36, 46, 47}); }
void set_closed_gap(DentitionOptions& o) { add(o.closed_gaps, {14, 24, 34, 44}); }
void set_crowded(DentitionOptions& o) { o.crowding_mm = 5; }

void set_tilted(DentitionOptions& o) {
  add(o.missing, {36});
  o.tilts = {{37, 25, 0}, {13, 0, 14}, {22, 0, -12}, {25, 12, 0}, {17, 0, 18}, {45, -8, -10}};
}

void set_attachments(DentitionOptions& o) {
  add(o.attachments, {11, 13, 14, 22, 23, 25, 26, 33, 34, 36, 42, 43, 45});
}

void set_brackets(DentitionOptions& o) {
  for (const int first : {11, 21, 31, 41}) {
    for (int place = 0; place < 6; ++place) o.brackets.push_back(first + place);
  }
  o.wire = true;
}

void set_wisdom(DentitionOptions& o) { o.wisdom_teeth = true; }
void set_deciduous(DentitionOptions& o) { o.deciduous = true; }
void set_mixed(DentitionOptions& o) { o.mixed = true; }

void set_late_mixed(DentitionOptions& o) {
  add(o.stayed, {55, 65, 75, 85});
  add(o.missing, {17, 27, 37, 47});
}

void set_plaster(DentitionOptions& o) { o.plaster_base = true; }
void set_quadrant(DentitionOptions& o) { o.sides = ScannedSides::left; }

void set_worn(DentitionOptions& o) {
  o.wear_share = 0.5;
  add(o.restored, {16, 25, 36, 46});
}

void set_palate(DentitionOptions& o) { o.palate = true; }

using Change = void (*)(DentitionOptions&);

const std::vector<std::pair<std::string, Change>>& changes() {
  static const std::vector<std::pair<std::string, Change>> all = {
      {"missing", set_missing},
      {"closed-gap", set_closed_gap},
      {"crowded", set_crowded},
      {"tilted", set_tilted},
      {"attachments", set_attachments},
      {"brackets", set_brackets},
      {"wisdom", set_wisdom},
      {"deciduous", set_deciduous},
      {"mixed", set_mixed},
      {"late-mixed", set_late_mixed},
      {"plaster", set_plaster},
      {"quadrant", set_quadrant},
      {"worn", set_worn},
      {"palate", set_palate},
  };
  return all;
}

}  // namespace

const std::vector<std::string>& variant_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const auto& [name, change] : changes()) result.push_back(name);
    return result;
  }();
  return names;
}

DentitionOptions with_variant(DentitionOptions options, const std::string& name) {
  for (const auto& [known, change] : changes()) {
    if (known != name) continue;
    change(options);
    return options;
  }
  std::string message = "no variant \"" + name + "\"; there are:";
  for (const std::string& known : variant_names()) message += " " + known;
  throw std::invalid_argument(message);
}

}  // namespace intercusp
