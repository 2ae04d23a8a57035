// Classifies the movement of the lower jaw at each pose of a track in clinical terms, and the resulting kind
// of contact on either side.
//
// The class follows from the velocity of the lower incisal point (case/case.h) along the anatomical axes, and
// from its position relative to the most closed pose. The rules:
// - Teeth guide a movement down slopes: incisors by up to some 60°. A movement is opening or closing only if
//   it is steeper than `steepest_guidance`, or if the jaw is so far open that no tooth guides it.
// - Coming back from the left is not a movement to the right: the left stays the working side. A sideways
//   movement is therefore laterotrusion on the way out and a return on the way back. The middle is known only
//   to within `least_excursion_mm`: a path that begins or ends nearer to it is not cut there.
// - A movement between straight ahead and sideways is lateroprotrusion. Bonwill's triangle turns about the
//   working condyle, so laterotrusion itself moves the incisal point some 60° away from straight ahead
//   (Gysi's arch has 120°).
// - A movement slower than `rest_speed_mm_s` is rest.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/motion/track.h"

namespace intercusp {

enum class MovementKind : std::uint8_t {
  unknown,  //!< no anatomy, and no name of a movement
  rest,
  opening,
  closing,
  protrusion,
  retrusion,
  laterotrusion_left,
  laterotrusion_right,
  return_from_left,
  return_from_right,
  lateroprotrusion_left,
  lateroprotrusion_right
};

[[nodiscard]] constexpr auto names_of(MovementKind) {
  return enum_table<MovementKind>({{MovementKind::unknown, "unknown"},
                                   {MovementKind::rest, "rest"},
                                   {MovementKind::opening, "opening"},
                                   {MovementKind::closing, "closing"},
                                   {MovementKind::protrusion, "protrusion"},
                                   {MovementKind::retrusion, "retrusion"},
                                   {MovementKind::laterotrusion_left, "laterotrusion left"},
                                   {MovementKind::laterotrusion_right, "laterotrusion right"},
                                   {MovementKind::return_from_left, "return from left"},
                                   {MovementKind::return_from_right, "return from right"},
                                   {MovementKind::lateroprotrusion_left, "lateroprotrusion left"},
                                   {MovementKind::lateroprotrusion_right, "lateroprotrusion right"}});
}
//! The kind with this name, in upper or lower case, with _ or - for spaces; empty for other words.
[[nodiscard]] std::optional<MovementKind> kind_named(std::string_view name);

//! Guided excursions take seconds for some mm. The noise of trackers stays below this speed.
constexpr double rest_speed_mm_s = 1;
constexpr double steepest_guidance = 2;  //!< vertical over horizontal: 63°
//! Jaws close to within some tenths of a millimetre, not to one point.
constexpr double least_excursion_mm = 0.5;
//! Left over anterior: 15°, half-way to 30°, which is half-way to 60°.
constexpr double most_protrusive_slope = 0.268;
constexpr double guided_mm = 6;  //!< below the most closed pose; deeper overbites are rare

//! Motion of the incisal point along left, anterior and superior.
struct IncisalMotion {
  Eigen::Vector3d velocity_mm_s{0, 0, 0};
  Eigen::Vector3d displacement_mm{0, 0, 0};  //!< from the position in the most closed pose
};
[[nodiscard]] MovementKind movement_kind(const IncisalMotion& motion);

//! The kind of movement during a contact. In a sideways movement, the side to which the jaw has moved is
//! working, and the other side is balancing.
enum class ContactKind : std::uint8_t {
  unknown,
  rest,
  opening,
  closing,
  protrusion,
  retrusion,
  working,
  balancing,
  lateroprotrusion  //!< on the working side; contacts on the other side are balancing
};
constexpr std::size_t contact_kinds = 9;
[[nodiscard]] constexpr auto names_of(ContactKind) {
  return enum_table<ContactKind>({{ContactKind::unknown, "unknown"},
                                  {ContactKind::rest, "rest"},
                                  {ContactKind::opening, "opening"},
                                  {ContactKind::closing, "closing"},
                                  {ContactKind::protrusion, "protrusion"},
                                  {ContactKind::retrusion, "retrusion"},
                                  {ContactKind::working, "working"},
                                  {ContactKind::balancing, "balancing"},
                                  {ContactKind::lateroprotrusion, "lateroprotrusion"}});
}
[[nodiscard]] ContactKind contact_kind(MovementKind movement, bool on_the_left);

//! A segment of a track with one name.
struct Movement {
  double from_s = 0, to_s = 0;  //!< halfway to the neighbouring poses
  std::string name;             //!< the track's own name, or else name_of(kind)
  MovementKind kind = MovementKind::unknown;
  bool named_by_track = false;
};

//! The axes of a track, unit vectors in the case frame, and the incisal point in the lower's frame.
struct MovementFrame {
  AnatomicalAxes axes;
  Eigen::Vector3d incisal_point{0, 0, 0};
  std::size_t most_closed = 0;  //!< index of this pose
};

struct TrackMovements {
  std::vector<Movement> movements;   //!< sorted by time
  std::vector<std::size_t> of_pose;  //!< per pose, index into `movements`
  //! Per pose, 1 if the incisal point is more than `least_excursion_mm` away from the most closed pose, or if
  //! this is unknown. Contacts nearer to it are centric: every excursion begins with all of them.
  std::vector<char> out_of_centric;
};

//! Averages velocities over a tenth of a second, which is longer than trackers' noise and shorter than a
//! chewing stroke. Shorter segments join the previous one. Named parts of the track keep their names. If such
//! a name is not the name of a movement, the poses give the kind.
//! \param frame if empty, kinds come from names alone
[[nodiscard]] TrackMovements find_movements(const Track& track, const std::optional<MovementFrame>& frame);

}  // namespace intercusp
