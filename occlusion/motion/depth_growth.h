// Whether an overlap that begins at an event grows deeper than the depth tolerance. Internal to occlusion/motion.
//
// If a wall passes another flush, corners land on rims and edges cross near their ends, and no rule on these features
// alone separates it from a contact: the surface around them decides, independently of the triangulation. An event is a
// contact if the motion is steep against all of the surface within the tolerance. Otherwise the bodies are advanced
// until the event's gap has closed by the tolerance, by twice that, and so on, and points of both surfaces about the
// place are measured. A depth is the distance of such a point to the other surface.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/engines/rays/inside_test.h"
#include "occlusion/motion/contact_event.h"
#include "occlusion/motion/prepared_jaw.h"

namespace intercusp::motion {

class DepthGrowth {
 public:
  struct Tip {
    bool of_lower;
    Eigen::Vector3d point;  //!< motion frame, after the amount
  };
  //! The points of an event's features that sink in deepest after an amount; points off the jaw's surface are ignored.
  using Tips = std::function<std::vector<Tip>(double amount)>;

  //! \param limit a slow approach must sink in before this amount
  DepthGrowth(const PreparedJaw& upper, const PreparedJaw& lower, const Eigen::Isometry3d& motion_from_upper,
              const Eigen::Isometry3d& motion_from_lower, Motion::Kind kind, double limit);

  //! A jaw's surface at an event.
  struct Surroundings {
    bool of_lower;
    std::optional<std::array<std::uint32_t, 2>> edge;  //!< vertices of the edge that meets another
  };
  //! \param surroundings the surface that a corner meets, or both
  [[nodiscard]] bool is_contact(const ContactEvent& event, std::span<const Surroundings> surroundings,
                                const Tips& tips);

 private:
  struct Sample {
    bool of_lower;
    Eigen::Vector3d point;  //!< in the jaw's own frame
  };
  enum class Depth { within_tolerance, beyond_tolerance, beyond_reach };

  [[nodiscard]] bool is_steep_about(const ContactEvent& event, const Surroundings& surroundings) const;
  [[nodiscard]] bool exceeds_tolerance(const ContactEvent& event, const Tips& tips);
  [[nodiscard]] Eigen::Isometry3d motion_from(bool lower, double amount) const;
  [[nodiscard]] std::vector<Sample> samples_about(const ContactEvent& event) const;
  [[nodiscard]] Depth depth_of(const Tip& tip, double amount, double reach_mm);
  [[nodiscard]] bool is_inside(bool lower, const Eigen::Vector3d& point);

  const PreparedJaw& upper_;
  const PreparedJaw& lower_;
  Eigen::Isometry3d motion_from_upper_, motion_from_lower_;
  Motion::Kind kind_;
  double limit_;
  std::optional<InsideTest> inside_upper_, inside_lower_;  //!< built on first use
};

}  // namespace intercusp::motion
