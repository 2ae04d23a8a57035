// The analysis behind `intercusp checkbite`: the patient's own articulator from scans of several bites, and how the jaw
// has moved in each. Lengths are mm, angles radians, places in the case frame with the jaws in the centric record.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/case.h"
#include "occlusion/motion/checkbite/patient_articulator.h"
#include "occlusion/registration/buccal_bite.h"

namespace intercusp {

struct CheckbiteOptions {
  double intercondylar_mm = BonwillTriangle{}.intercondylar_mm;
  BiteError bite_error;  //!< of records that are given as poses
};

//! FDI numbers of the teeth whose displacement every record states, at the middle of the biting end of the crown.
constexpr std::array<int, 6> checkbite_teeth = {47, 46, 43, 33, 36, 37};
using ToothPlaces = std::array<std::optional<Eigen::Vector3d>, 6>;  //!< empty without the tooth

//! How places of the lower have moved from the centric record.
struct RecordShift {
  Eigen::Vector3d incisal, condyle_left, condyle_right;
  ToothPlaces teeth;
};

struct Checkbite {
  std::shared_ptr<const Case>
      bite_case;  //!< in the centric record; in the given pose if that determines none
  CheckbiteOptions options;
  std::vector<BiteRecord> records;  //!< in the order given
  std::vector<std::optional<RecordShift>>
      shifts;         //!< of each record; empty without a pose of it and of centric
  ToothPlaces teeth;  //!< in the centric record
  PatientArticulator found;

  [[nodiscard]] bool determined() const { return found.hinge.has_value(); }
};

//! A record by one or two buccal scans. \throw Cancelled
[[nodiscard]] BiteRecord record_of_scans(const std::string& name, const BuccalJaws& jaws,
                                         std::span<const JawScan> buccal, const Progress& progress = {});
//! A record whose pose is known, with an error through the middle of the jaws.
[[nodiscard]] BiteRecord record_of_pose(const std::string& name, const Bite& jaws,
                                        const Eigen::Isometry3d& upper_from_lower, const BiteError& error);

//! \param jaws their own pose counts only where the centric record has none
//! \pre the names of the records are known, and one is centric
[[nodiscard]] Checkbite checkbite(const Bite& jaws, std::vector<BiteRecord> records,
                                  const CheckbiteOptions& options = {});

}  // namespace intercusp
