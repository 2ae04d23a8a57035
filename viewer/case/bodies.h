// Bodies of a formula (BODIES.json) beside the jaws: an implant, a bur, a condyle. They stand where their file puts them,
// in the frame of the upper.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/case/import_solids.h"
#include "occlusion/base/progress.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

struct Bodies {
  std::vector<std::string> files;  //!< that they were read from
  std::vector<NamedSolid> solids;  //!< each with its `body`
};

//! \throw InputError as `intercusp interfere`, also for a file that is no BODIES.json
[[nodiscard]] std::shared_ptr<const Bodies> read_bodies_of(const std::vector<std::string>& files);

//! What a body is to one jaw.
struct BodyGap {
  double depth_mm = 0;  //!< of the overlap, as by `intercusp interfere`; 0 without one
  bool touching = false;
  std::optional<double> distance_mm;    //!< the least, without overlap; nothing where no point is certain
  Eigen::Vector3d case_point{0, 0, 0};  //!< the deepest, or the nearest
};
struct BodyFigures {
  BodyGap upper, lower;
};
struct BodiesReading {
  std::shared_ptr<const Bodies> bodies;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  std::vector<BodyFigures> figures;  //!< of each body
};

//! \throw Cancelled
[[nodiscard]] BodiesReading measured_bodies(const LoadedCase& loaded,
                                            const Eigen::Isometry3d& upper_from_lower,
                                            const std::shared_ptr<const Bodies>& bodies,
                                            const Progress& progress = {});

//! The solid where the pose puts it.
[[nodiscard]] std::shared_ptr<const Solid> posed_solid(const std::shared_ptr<const Solid>& solid,
                                                       const Eigen::Isometry3d& pose);

}  // namespace intercusp::viewer
