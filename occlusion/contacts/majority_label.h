// The label with the greatest weight, for example the tooth that most of a contact lies on.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace intercusp {

class MajorityLabel {
 public:
  void add(int label, double weight) {
    const auto found = std::find_if(weights_.begin(), weights_.end(),
                                    [&](const auto& entry) { return entry.first == label; });
    if (found != weights_.end()) {
      found->second += weight;
    } else {
      weights_.emplace_back(label, weight);
    }
  }
  //! The smallest label among equal weights; 0 if nothing was added.
  [[nodiscard]] int winner() const {
    const auto lighter = [](const auto& a, const auto& b) {
      return std::pair(a.second, -a.first) < std::pair(b.second, -b.first);
    };
    const auto best = std::max_element(weights_.begin(), weights_.end(), lighter);
    return best == weights_.end() ? 0 : best->first;
  }

 private:
  std::vector<std::pair<int, double>> weights_;  // a few: the teeth that one patch reaches
};

}  // namespace intercusp
