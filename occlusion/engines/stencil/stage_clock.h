// Times of the stages of a map, measured after the GPU has finished and summed over the parts of the map.
#pragma once

#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "occlusion/maps/map_engine.h"

namespace intercusp::stencil {

class StageClock {
 public:
  void reset() {
    times_.clear();
    start();
  }
  void start() { since_ = std::chrono::steady_clock::now(); }

  //! Assigns the time since the last lap or start to this stage.
  void lap(const char* stage) {
    glFinish();
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - since_).count();
    since_ = now;
    const auto known =
        std::find_if(times_.begin(), times_.end(), [&](const StageTime& time) { return time.name == stage; });
    if (known == times_.end()) {
      times_.push_back({stage, ms});
    } else {
      known->ms += ms;
    }
  }
  [[nodiscard]] const std::vector<StageTime>& times() const { return times_; }

 private:
  std::vector<StageTime> times_;
  std::chrono::steady_clock::time_point since_;
};

}  // namespace intercusp::stencil
