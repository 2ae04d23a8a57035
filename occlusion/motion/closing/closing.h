// Everything that `close` and `slide` report of one motion: the exact first contact, the map of the remaining travel,
// and the order in which the teeth would meet.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/finding.h"
#include "occlusion/base/progress.h"
#include "occlusion/case/case.h"
#include "occlusion/motion/closing/closing_map.h"
#include "occlusion/motion/closing/contact_order.h"
#include "occlusion/motion/first_contact.h"
#include "occlusion/motion/velocity_culling.h"

namespace intercusp {

//! The default limit of a turn or a shift.
constexpr double usual_limit_deg = 30, usual_limit_mm = 20;

struct ClosingOptions {
  EngineKind engine = EngineKind::automatic;  //!< of the map
  double pixel_mm = 0.05;                     //!< of the map
};

struct Closing {
  std::shared_ptr<const Case> bite_case;
  Motion motion;
  ClosingOptions options;
  FirstContactAnswer answer;      //!< exact
  std::vector<Finding> findings;  //!< on the answer
  CullingReport culling;
  ClosingMapping mapping;          //!< the map, or the reason for its absence
  ContactOrder order;              //!< empty without a map and without teeth
  std::vector<StageTime> timings;  //!< "prepare", "first_contact", "map"; not part of the result's numbers

  //! The travel of the lower's surface at the point of first contact, mm. \pre there is one
  [[nodiscard]] double travel_at_contact_mm() const;
  //! The pose of the lower at first contact. \pre there is one
  [[nodiscard]] Eigen::Isometry3d pose_at_contact() const;
};

//! \throw std::runtime_error if Embree has no device; std::invalid_argument if the pixel is not positive.
[[nodiscard]] Closing find_closing(std::shared_ptr<const Case> bite_case, const Motion& motion,
                                   const ClosingOptions& options = {}, const Progress& progress = {});

}  // namespace intercusp
