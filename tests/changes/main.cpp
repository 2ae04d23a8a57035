// ./run changes [CASES] [FIRST_SEED] [KIND] [TRIANGLES]: random changes of every kind through compare_scans, and how they are read.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "tests/changes/population.h"

namespace intercusp::testing {
namespace {

//! "n 40, mean -0.001, median size 0.004, 95 % 0.012, most 0.02, covered 95 %"; relative where wanted.
std::string summary(std::vector<Reading> readings, bool relative) {
  if (readings.empty()) return "-";
  std::vector<double> errors;
  double covered = 0, sum = 0;
  for (const Reading& reading : readings) {
    sum += relative ? reading.error / reading.truth : reading.error;
    errors.push_back(std::abs(relative ? reading.error / reading.truth : reading.error));
    covered += reading.covered ? 1 : 0;
  }
  std::ranges::sort(errors);
  const auto at = [&](double share) {
    return errors[static_cast<std::size_t>(share * static_cast<double>(errors.size() - 1))];
  };
  return fmt::format("n {}, mean {:.4f}, median size {:.4f}, 95 % {:.4f}, most {:.4f}, covered {:.1f} %",
                     errors.size(), sum / static_cast<double>(errors.size()), at(0.5), at(0.95),
                     errors.back(), 100 * covered / static_cast<double>(errors.size()));
}

void run_kind(ChangeKind kind, int cases, std::uint64_t first_seed, std::size_t triangles) {
  ChangeOutcome all;
  int undetermined = 0, jaws_with_false = 0;
  std::vector<std::pair<std::string, int>> explanations;
  for (int i = 0; i < cases; ++i) {
    const ChangeOutcome one = read_change(kind, first_seed + static_cast<std::uint64_t>(i), triangles);
    undetermined += one.determined ? 0 : 1;
    jaws_with_false += one.false_changes > 0 ? 1 : 0;
    all.teeth += one.teeth;
    all.false_changes += one.false_changes;
    all.changed += one.changed;
    all.missed += one.missed;
    all.wrong_kind += one.wrong_kind;
    const auto append = [](std::vector<Reading>& to, const std::vector<Reading>& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(all.shifts_mm, one.shifts_mm);
    append(all.turns_deg, one.turns_deg);
    append(all.volumes_mm3, one.volumes_mm3);
    append(all.depths_mm, one.depths_mm);
    append(all.unseen_depths_mm, one.unseen_depths_mm);
    append(all.layers_mm, one.layers_mm);
    append(all.factors, one.factors);
    const auto known = std::ranges::find(explanations, one.explanation, &std::pair<std::string, int>::first);
    if (known == explanations.end()) {
      explanations.emplace_back(one.explanation, 1);
    } else {
      ++known->second;
    }
    if (!one.determined || one.false_changes + one.missed + one.wrong_kind > 0)
      fmt::print("  {}: {}, false {}, missed {} of {}, wrong kind {}{}\n", one.what,
                 one.determined ? one.explanation : "not determined", one.false_changes, one.missed,
                 one.changed, one.wrong_kind, one.wrong);
    std::fflush(stdout);
  }
  fmt::print(
      "{}: {} cases, {} not determined, {} jaws with a false change, {} of {} changed teeth missed, {} of "
      "the wrong kind\n",
      name_of(kind), cases, undetermined, jaws_with_false, all.missed, all.changed, all.wrong_kind);
  for (const auto& [explanation, count] : explanations)
    fmt::print("  explained by {}: {}\n", explanation, count);
  const auto show = [](const char* what, const std::vector<Reading>& readings, bool relative) {
    if (!readings.empty()) fmt::print("  {}: {}\n", what, summary(readings, relative));
  };
  show("shift, mm", all.shifts_mm, false);
  show("turn, deg", all.turns_deg, false);
  std::vector<Reading> large = all.volumes_mm3;
  std::erase_if(large, [](const Reading& reading) { return reading.truth < 1; });
  show("volume, mm3", all.volumes_mm3, false);
  show("volume from 1 mm3, relative", large, true);
  show("depth, mm", all.depths_mm, false);
  show("depth where none is seen, mm", all.unseen_depths_mm, false);
  show("layer, relative", all.layers_mm, true);
  show("scale factor", all.factors, false);
}

}  // namespace
}  // namespace intercusp::testing

int main(int count, char** words) {
  using namespace intercusp::testing;
  const int cases = count > 1 ? std::atoi(words[1]) : 20;
  const std::uint64_t first_seed = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1;
  const std::size_t triangles = count > 4 ? std::strtoull(words[4], nullptr, 10) : 0;
  for (int kind = 0; kind < change_kinds; ++kind) {
    if (count > 3 && name_of(static_cast<ChangeKind>(kind)) != words[3]) continue;
    run_kind(static_cast<ChangeKind>(kind), cases, first_seed, triangles);
  }
}
