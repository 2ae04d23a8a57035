// Classifies the movement of the lower jaw at each pose of a track in clinical terms, and the resulting kind
// of contact on either side.
//
// Derived from the velocity of the lower incisal point (case/case.h) along the anatomical axes, and from
// its position relative to the most closed pose. Three rules:
//  - Teeth guide a movement down slopes: incisors by up to some 60°. Movement is opening or closing only if it is
//    steeper than `steepest_guidance`, or if the jaw is so far open that no tooth guides it.
//  - Coming back from the left is not a movement to the right: the left stays the working side. So sideways
//    movement is laterotrusion on the way out and a return on the way back. The middle is known only to
//    `least_excursion_mm`: a path that begins or ends nearer to it is not cut there.
//  - Between straight ahead and sideways is lateroprotrusion: Bonwill's triangle turns about the working condyle, so
//    laterotrusion itself moves the incisal point some 60° away from straight ahead (Gysi's arch has 120°).
//  - Slower than `rest_speed_mm_s` is rest.
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
  unknown,  //!< no anatomy and no name of a movement
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
//! By name, in any case, with _ or - for spaces; empty for other words.
[[nodiscard]] std::optional<MovementKind> kind_named(std::string_view name);

constexpr double rest_speed_mm_s =
    1;  //!< guided excursions take seconds for some mm; noise of trackers stays below
constexpr double steepest_guidance = 2;  //!< vertical over horizontal: 63°
constexpr double least_excursion_mm =
    0.5;  //!< jaws close within some tenths of a millimetre, not in one point
constexpr double most_protrusive_slope =
    0.268;                       //!< left over anterior: 15°, half-way to 30°, half-way to 60°
constexpr double guided_mm = 6;  //!< below the most closed pose; deeper overbites are rare

//! The incisal point along left, anterior and superior.
struct IncisalMotion {
  Eigen::Vector3d velocity_mm_s{0, 0, 0};
  Eigen::Vector3d displacement_mm{0, 0, 0};  //!< from its place in the most closed pose
};
[[nodiscard]] MovementKind movement_kind(const IncisalMotion& motion);

//! The movement of a contact; sideways, working on the side that the jaw has moved to and balancing on the
//! other.
enum class ContactKind : std::uint8_t {
  unknown,
  rest,
  opening,
  closing,
  protrusion,
  retrusion,
  working,
  balancing,
  lateroprotrusion  //!< on the working side; balancing on the other
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
  std::string name;             //!< the track's own, else name_of(kind)
  MovementKind kind = MovementKind::unknown;
  bool named_by_track = false;
};

//! Axes of a track: unit vectors of the case, and the incisal point in the frame of the lower.
struct MovementFrame {
  AnatomicalAxes axes;
  Eigen::Vector3d incisal_point{0, 0, 0};
  std::size_t most_closed = 0;  //!< pose
};

struct TrackMovements {
  std::vector<Movement> movements;   //!< in order
  std::vector<std::size_t> of_pose;  //!< place in `movements`
  //! 1 if the incisal point is more than `least_excursion_mm` away from the most closed pose, or unknown. Contacts
  //! nearer to it are centric: every excursion begins with all of them.
  std::vector<char> out_of_centric;
};

//! Velocities are averaged over a tenth of a second, which is longer than trackers' noise and shorter than a chewing
//! stroke; shorter segments join the previous one. Named parts of the track keep their name; if it is not the name of a
//! movement, the poses give the kind.
//! \param frame empty: kinds come from names alone
[[nodiscard]] TrackMovements find_movements(const Track& track, const std::optional<MovementFrame>& frame);

}  // namespace intercusp
