#include "io/wording/interference_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/wording/definitions.h"

namespace intercusp {

std::string name_of(InterferenceEngine engine) {
  return engine == InterferenceEngine::cinder ? "cinder" : "zlist";
}

std::string settings_of(const InterferenceReport& report) {
  return fmt::format("engine {}; pixel {} mm; depth tolerance {} mm; exact test",
                     name_of(report.options.engine), shortest(report.options.pixel_mm),
                     shortest(report.options.depth_tolerance_mm));
}

std::vector<PairInterference> deepest_first(const InterferenceReport& report) {
  std::vector<PairInterference> pairs;
  for (const PairInterference& pair : report.found.near_pairs) {
    if (pair.interference) pairs.push_back(pair);
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const PairInterference& p, const PairInterference& q) {
    return p.depth_mm > q.depth_mm;
  });
  return pairs;
}

}  // namespace intercusp
