// Decides whether the features of an event sink into each other by more than the depth tolerance before they
// part. Internal to occlusion/motion.
//
// One rule serves starts, passings and turns. It follows a corner that meets a face, and each of two edges
// that meet, from the event on. The depth of such a feature is at most its depth below the planes that it has
// met, which at first are those of the event. Where it is deeper than the tolerance below all of them, its
// depth is measured. The closest point of the other surface either confirms the depth, or gives a further
// plane (the wall beside it, the far side of a bump), or shows that the feature has left the solid. A feature
// that stays on the rim of the other solid is followed by lines across its own faces. Neither the
// triangulation nor the speed therefore decides, and a surface that slides along another within the tolerance
// passes.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <vector>

#include "occlusion/engines/rays/inside_test.h"
#include "occlusion/motion/contact_event.h"
#include "occlusion/motion/prepared_jaw.h"

namespace intercusp::motion {

class DepthGrowth {
 public:
  DepthGrowth(const PreparedJaw& upper, const PreparedJaw& lower, const Eigen::Isometry3d& motion_from_upper,
              const Eigen::Isometry3d& motion_from_lower, Motion::Kind kind, double limit);

  //! \param of_lower whether the corner belongs to the lower; the face belongs to the other jaw
  [[nodiscard]] bool corner_sinks_in(const ContactEvent& event, bool of_lower, const Eigen::Vector3d& corner,
                                     const ContactFace& face);
  [[nodiscard]] bool edges_sink_in(const ContactEvent& event, const FaceEdge& lower, const FaceEdge& upper);

 private:
  struct Plane {
    Eigen::Vector3d normal;  //!< outward, unit length
    double offset;
  };
  //! An edge of one jaw, or a corner twice, and planes of the other. Motion frame; each jaw is in its pose at
  //! the start.
  struct Probe {
    bool of_lower;
    Eigen::Vector3d from, to;
    std::vector<Plane> planes;
  };
  //! The deepest point of a probe below its planes, in the other jaw's pose at the start.
  struct Tip {
    double depth_mm;
    Eigen::Vector3d point;
  };
  struct Pair {
    std::vector<Probe> probes;
    const FaceEdge *lower = nullptr, *upper = nullptr;  //!< the two edges, if edges meet
  };
  struct Measured {
    double depth_mm;  //!< negative outside
    Plane nearest;    //!< through the closest point of the surface, perpendicular to the way there
  };
  enum class Growth { deep, shallow, nothing };

  [[nodiscard]] bool sinks_in(const ContactEvent& event, const Pair& pair);
  [[nodiscard]] Growth growth_of(const ContactEvent& event, Pair pair, const Probe* corner);
  [[nodiscard]] std::vector<Probe> faces_about(const ContactEvent& event, const Probe& feature) const;
  [[nodiscard]] std::optional<double> next_sinking(const ContactEvent& event, const Pair& pair, double from,
                                                   double wanted_mm) const;
  [[nodiscard]] double depth_after(const ContactEvent& event, const Pair& pair, double amount) const;
  [[nodiscard]] Tip tip_of(const Probe& probe, double amount) const;
  [[nodiscard]] Measured measure(bool of_lower, const Eigen::Vector3d& point);
  [[nodiscard]] bool has_left(const Probe& corner, double from, double to);
  [[nodiscard]] bool is_beside_deeper(const Probe& corner, double amount);
  [[nodiscard]] bool is_inside(bool lower, const Eigen::Vector3d& point);

  const PreparedJaw& upper_;
  const PreparedJaw& lower_;
  Eigen::Isometry3d motion_from_upper_, motion_from_lower_;
  Motion::Kind kind_;
  double limit_;
  std::optional<InsideTest> inside_upper_, inside_lower_;  //!< built on first use
};

}  // namespace intercusp::motion
