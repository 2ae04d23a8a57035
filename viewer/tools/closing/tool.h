// First contact and closing to a depth, in the Bite step.
#pragma once

#include <Eigen/Geometry>

#include <optional>

#include "occlusion/base/progress.h"
#include "occlusion/motion/first_contact.h"
#include "viewer/app/tool.h"
#include "viewer/case/jaw_moves.h"
#include "viewer/case/live_bite.h"

namespace intercusp::viewer {

//! How the jaws are brought to touch.
enum class ClosingWay {
  hinge,     //!< a turn about the condyles
  vertical,  //!< a shift along superior
};

//! As contact_pose, within 30° or 40 mm.
[[nodiscard]] std::optional<ContactPose> to_first_contact(const LoadedCase& loaded,
                                                          const ContactSearch& search,
                                                          const Condyles& condyles,
                                                          const Eigen::Isometry3d& upper_from_lower,
                                                          ClosingWay approach);

constexpr double most_closing_depth_mm = 0.5;

struct DepthMove {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  double depth_mm = 0;  //!< reached: of the deepest overlap, by the measure
};

//! From any pose: to first contact, and on from there. By distance the depth is exact, over the whole surface of both
//! jaws; by clearance it is that of a map along π with pixels of 0.05 mm. It is met to `depth_tolerance_mm` unless it
//! jumps there. Nothing where the jaws do not meet, or nowhere are that deep within 5 mm of closing.
//! \param depth_mm 0 to most_closing_depth_mm  \throw Cancelled
[[nodiscard]] std::optional<DepthMove> close_to_depth(const LoadedCase& loaded, const ContactSearch& search,
                                                      const Condyles& condyles,
                                                      const Eigen::Isometry3d& upper_from_lower,
                                                      double depth_mm, Measure measure,
                                                      const Progress& progress = {});

constexpr double depth_tolerance_mm = 0.0005;

//! Puts the jaw into first contact from the pose shown; a message names the teeth.
void bring_to_contact(const AppState& state, Actions& actions, ClosingWay approach);
//! In the background, about the hinge, until the deepest overlap by the document's measure is that deep. A message says what
//! was reached.  \param depth_mm clamped to 0 … most_closing_depth_mm
void close_jaws_to_depth(const AppState& state, Actions& actions, double depth_mm);

void draw_closing(const AppState& state, Actions& actions, WidgetState& widgets);

constexpr auto close_hinge = Text("Close about the hinge");
constexpr auto close_vertical = Text("Close straight up");

}  // namespace intercusp::viewer
