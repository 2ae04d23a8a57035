// Order in which teeth would meet if the jaws could pass through each other after first contact, and the
// remaining travel.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "occlusion/motion/closing/closing_map.h"

namespace intercusp {

//! The first contact of a tooth, or of two, among the pixels of a map: an upper bound, like the map's.
struct FirstToothContact {
  int upper_tooth = 0, lower_tooth = 0;  //!< FDI; 0 = gum or unknown, on one side only
  double amount = 0;     //!< radians or mm; negative where they overlap already: minus the longest overlap
  double travel_mm = 0;  //!< the travel of the lower tooth until then
  Eigen::Vector3d case_point{0, 0, 0};  //!< on the upper
  std::uint32_t upper_face = 0, lower_face = 0;
};

//! Each list is in order of meeting; teeth that meet nothing within the motion are omitted.
struct ContactOrder {
  std::vector<FirstToothContact> upper_teeth;  //!< one for each upper tooth
  std::vector<FirstToothContact> lower_teeth;  //!< one for each lower tooth
  std::vector<FirstToothContact> pairs;        //!< one for each two teeth that meet
};

//! \param bite of the map.  \param upper_teeth,lower_teeth per face, as face_teeth gives them.
[[nodiscard]] ContactOrder order_of_contacts(const ClosingMap& map, const Bite& bite,
                                             const std::vector<int>& upper_teeth,
                                             const std::vector<int>& lower_teeth);

}  // namespace intercusp
