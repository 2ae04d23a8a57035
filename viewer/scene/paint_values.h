// The values that jaws and map are painted with: at each pixel of the live map the measure that contacts are counted by.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "viewer/app/app_state.h"

namespace intercusp::viewer {

class PaintValues {
 public:
  //! Takes over the map that `live` read last. Surface distances are worked out where they are at most the end of the scale,
  //! beyond contact more coarsely where it has to be quick.
  void follow(const AppState& state, const std::shared_ptr<LiveBite>& live, bool quick = false);

  //! Clearances or surface distances; NaN where there is none or it is not certain. Beyond the end of the scale the clearance,
  //! which is larger.  \pre follow was called with a case
  [[nodiscard]] const std::vector<float>& mm() const { return *values_; }
  [[nodiscard]] std::size_t version() const { return version_; }  //!< another where the values are

 private:
  struct Key {
    const void* live = nullptr;
    Eigen::Matrix4d pose = Eigen::Matrix4d::Zero();
    double end_mm = 0;  //!< of surface distances; clearances need none
    bool coarse = false;
    bool operator==(const Key&) const = default;
  };
  Key key_;
  std::shared_ptr<LiveBite> live_;
  const std::vector<float>* values_ = nullptr;
  std::size_t version_ = 0;
};

}  // namespace intercusp::viewer
