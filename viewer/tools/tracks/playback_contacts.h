// The contacts of a whole playback: which upper and lower teeth touch when and how deep, and where the middle of all contact
// lies. Made once in the background, for charts and marks.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

#include "occlusion/case/tooth_groups.h"
#include "occlusion/motion/tracks/play.h"
#include "viewer/case/live_bite.h"

namespace intercusp::viewer {

//! One pair of teeth at one pose.
struct PairContact {
  std::uint32_t sample = 0;  //!< place in Playback::samples
  ContactKind kind = ContactKind::unknown;
  float area_mm2 = 0;  //!< on the lower
  float least_mm = 0;  //!< negative: depth of the overlap
  float radius_mm = 0;
  Eigen::Vector3f centre{0, 0, 0};  //!< of its area, on the lower, case frame
};

struct PairInPlayback {
  GroupPair pair{};
  std::vector<PairContact> contacts;  //!< in order of time; at least one

  //! Nothing where the pair is apart then.
  [[nodiscard]] const PairContact* at(std::size_t sample) const;
};

struct PlaybackContacts {
  Playback playback;  //!< by clearance, as are the colours of its surfaces
  Measure measure = Measure::clearance;
  // By the measure, one for each sample played. The least distance is NaN beyond near_contact_mm.
  std::vector<float> area_mm2, least_mm;
  std::vector<std::optional<Eigen::Vector3f>> centre;  //!< of all contact, weighted by its area; on the lower
  std::vector<PairInPlayback> pairs;                   //!< by first contact

  //! The sample that a time belongs to.  \pre at least one was played
  [[nodiscard]] std::size_t sample_at(double time_s) const;
  [[nodiscard]] const PairInPlayback* find(GroupPair pair) const;
};

//! Teeth are told apart by their numbers, jaws without numbers by regions of the arch.
//! \param options its threshold is at most near_contact_mm.  \throw as play
[[nodiscard]] PlaybackContacts playback_contacts(const LoadedCase& loaded, const Track& track,
                                                 const PlayOptions& options, Measure measure,
                                                 const Progress& progress = {});

}  // namespace intercusp::viewer
