// Majority label of a contact.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace intercusp {

//! Weights by tooth or the like; the heaviest wins, the smallest key among equals.
class Vote {
 public:
  void add(int key, double weight) {
    const auto found =
        std::find_if(weights_.begin(), weights_.end(), [&](const auto& entry) { return entry.first == key; });
    if (found != weights_.end()) {
      found->second += weight;
    } else {
      weights_.emplace_back(key, weight);
    }
  }
  //! 0 without votes.
  [[nodiscard]] int winner() const {
    const auto lighter = [](const auto& a, const auto& b) {
      return std::pair(a.second, -a.first) < std::pair(b.second, -b.first);
    };
    const auto best = std::max_element(weights_.begin(), weights_.end(), lighter);
    return best == weights_.end() ? 0 : best->first;
  }

 private:
  std::vector<std::pair<int, double>> weights_;  // few: teeth that one patch reaches
};

}  // namespace intercusp
