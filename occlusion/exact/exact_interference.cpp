#include "occlusion/exact/exact_interference.h"

#include <algorithm>

#include "occlusion/base/for_all.h"
#include "occlusion/exact/curves.h"
#include "occlusion/exact/face_meeting.h"
#include "occlusion/exact/near_faces.h"
#include "occlusion/exact/pieces.h"
#include "occlusion/exact/surface.h"

namespace intercusp {
namespace {

using namespace exact;

bool of_anatomy(const Bite& bite, const FacePair& pair) {
  return bite.upper->is_anatomy(pair.upper_face) && bite.lower->is_anatomy(pair.lower_face);
}

struct PairMeeting {
  FacePair pair;
  Meeting kind;
  bool coplanar, along_edges;
};

struct Meetings {
  std::vector<PairMeeting> all;
  std::vector<FaceMeeting> crossings;  //!< of anatomy, for the curves: many times as large as a pair
};

//! Those of the pairs that meet, in the same order for any number of threads.
Meetings meetings_of(const Bite& bite, const Surface& upper, const Surface& lower,
                     const std::vector<FacePair>& pairs) {
  constexpr std::size_t chunk = 2048;
  std::vector<Meetings> found((pairs.size() + chunk - 1) / chunk);
  for_all(std::size_t{0}, found.size(), [&](std::size_t part) {
    const std::size_t end = std::min(pairs.size(), (part + 1) * chunk);
    for (std::size_t i = part * chunk; i < end; ++i) {
      const FaceMeeting meeting = meet(upper, pairs[i].upper_face, lower, pairs[i].lower_face);
      if (meeting.kind == Meeting::apart) continue;
      found[part].all.push_back({pairs[i], meeting.kind, meeting.coplanar, meeting.along_edges});
      if (meeting.kind == Meeting::crossing && meeting.end_count == 2 && of_anatomy(bite, pairs[i]))
        found[part].crossings.push_back(meeting);
    }
  });
  Meetings meetings;
  for (Meetings& part : found) {
    meetings.all.insert(meetings.all.end(), part.all.begin(), part.all.end());
    meetings.crossings.insert(meetings.crossings.end(), part.crossings.begin(), part.crossings.end());
    part = {};
  }
  return meetings;
}

FaceMarks marks_of(const Surface& surface, const std::vector<PairMeeting>& meetings,
                   std::uint32_t FacePair::*face_of) {
  const std::vector<bool> none(surface.faces.size(), false);
  FaceMarks marks{none, none, none, none};
  for (const PairMeeting& meeting : meetings) {
    const std::uint32_t face = meeting.pair.*face_of;
    const bool crosses = meeting.kind == Meeting::crossing;
    (crosses ? marks.crosses : marks.touches)[face] = true;
    if (meeting.along_edges) marks.along_edge[face] = true;
    if (meeting.coplanar) marks.flush[face] = true;
  }
  return marks;
}

void sort_out(const Bite& bite, const std::vector<PairMeeting>& meetings, ExactInterference& result) {
  for (const PairMeeting& meeting : meetings) {
    if (!of_anatomy(bite, meeting.pair)) {
      ++result.not_anatomy_pairs;
    } else if (meeting.kind == Meeting::crossing) {
      result.crossing.push_back(meeting.pair);
    } else {
      result.touching_pairs.push_back(meeting.pair);
    }
  }
}

}  // namespace

ExactInterference exact_interference(const Bite& bite) {
  const Surface upper = surface_of(*bite.upper);
  const Surface lower = surface_of(*bite.lower, bite.upper_from_lower);
  const std::vector<FacePair> pairs = near_faces(upper, lower);
  const Meetings meetings = meetings_of(bite, upper, lower, pairs);

  ExactInterference result{.near_pairs = pairs.size()};
  sort_out(bite, meetings.all, result);
  result.curves = join_segments(upper, lower, meetings.crossings);
  for (const Polyline& curve : result.curves) result.curve_length_mm += length_mm(curve);

  if (bite.upper->anatomy_faces > 0 && bite.lower->anatomy_faces > 0) {
    result.upper_pieces_inside = pieces_inside(upper, bite.upper->anatomy_faces,
                                               marks_of(upper, meetings.all, &FacePair::upper_face), lower);
    result.lower_pieces_inside = pieces_inside(lower, bite.lower->anatomy_faces,
                                               marks_of(lower, meetings.all, &FacePair::lower_face), upper);
  }
  result.interference =
      !result.crossing.empty() || result.upper_pieces_inside > 0 || result.lower_pieces_inside > 0;
  result.touching = !result.interference && !result.touching_pairs.empty();
  return result;
}

}  // namespace intercusp
