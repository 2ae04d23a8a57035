// What the lower jaw does at each moment of a track, in the words of clinicians, and what that makes of a
// contact on either side.
//
// Told from the velocity of the lower incisal point (case/landmarks.h) along the anatomical axes, and from
// where it stands relative to the most closed pose of the track. Three rules, each with a reason:
//  - Teeth guide a movement down slopes: incisors by up to some 60°. Movement is opening or closing only
//    where it is steeper than `steepest_guidance`, or where the jaw is so far open that no tooth guides it.
//  - Coming back from the left is not a movement to the right: the left stays the working side. So sideways
//    movement is laterotrusion on the way out and a return on the way back.
//  - Slower than `rest_speed_mm_s` is rest.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/motion/tracks/track.h"

namespace intercusp {

enum class MovementKind : std::uint8_t {
  unknown,  //!< no anatomy, and no name that says it
  rest,
  opening,
  closing,
  protrusion,
  retrusion,
  laterotrusion_left,
  laterotrusion_right,
  return_from_left,
  return_from_right
};

//! "closing", "laterotrusion left", "return from left".
[[nodiscard]] std::string_view name_of(MovementKind kind);
//! As name_of gives it, in any case, with _ or - for spaces; nothing for other words.
[[nodiscard]] std::optional<MovementKind> kind_named(std::string_view name);

constexpr double rest_speed_mm_s =
    1;  //!< guided excursions take seconds for some mm; noise of trackers stays below
constexpr double steepest_guidance = 2;  //!< vertical over horizontal: 63°
constexpr double guided_mm = 6;          //!< below the most closed pose; deeper overbites are rare

//! The incisal point along left, anterior and superior.
struct IncisalMotion {
  Eigen::Vector3d velocity_mm_s{0, 0, 0};
  Eigen::Vector3d displacement_mm{0, 0, 0};  //!< from its place in the most closed pose
};
[[nodiscard]] MovementKind movement_kind(const IncisalMotion& motion);

//! What a contact is made by: as the movement, and sideways working on the side that the jaw has gone to,
//! balancing on the other.
enum class ContactKind : std::uint8_t {
  unknown,
  rest,
  opening,
  closing,
  protrusion,
  retrusion,
  working,
  balancing
};
constexpr std::size_t contact_kinds = 8;
[[nodiscard]] std::string_view name_of(ContactKind kind);
[[nodiscard]] ContactKind contact_kind(MovementKind movement, bool on_the_left);

//! A stretch of a track with one name.
struct Movement {
  double from_s = 0, to_s = 0;  //!< halfway to the neighbouring poses
  std::string name;             //!< the track's own, else name_of(kind)
  MovementKind kind = MovementKind::unknown;
  bool named_by_track = false;
};

//! How a track is looked at: unit vectors of the case, and the incisal point in the lower's frame.
struct MovementFrame {
  AnatomicalAxes axes;
  Eigen::Vector3d incisal_point{0, 0, 0};
  std::size_t most_closed = 0;  //!< pose
};

struct TrackMovements {
  std::vector<Movement> movements;   //!< in order
  std::vector<std::size_t> of_pose;  //!< place in `movements`
};

//! Velocities are taken over a tenth of a second, which is longer than trackers' noise and shorter than a
//! chewing stroke; stretches shorter than that join the one before. Parts of the track that have a name keep
//! it; where the name is no movement's, the kind is found from the poses.
//! \param frame nothing: kinds come from names alone
[[nodiscard]] TrackMovements find_movements(const Track& track, const std::optional<MovementFrame>& frame);

}  // namespace intercusp
