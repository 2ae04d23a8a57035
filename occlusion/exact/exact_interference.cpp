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

struct PairMeeting {
  FacePair pair;
  FaceMeeting meeting;
};

//! Those of the pairs that meet, in the same order for any number of threads.
std::vector<PairMeeting> meetings_of(const Surface& upper, const Surface& lower,
                                     const std::vector<FacePair>& pairs) {
  constexpr std::size_t chunk = 2048;
  std::vector<std::vector<PairMeeting>> found((pairs.size() + chunk - 1) / chunk);
  for_all(std::size_t{0}, found.size(), [&](std::size_t part) {
    const std::size_t end = std::min(pairs.size(), (part + 1) * chunk);
    for (std::size_t i = part * chunk; i < end; ++i) {
      const FaceMeeting meeting = meet(upper, pairs[i].upper_face, lower, pairs[i].lower_face);
      if (meeting.kind != Meeting::apart) found[part].push_back({pairs[i], meeting});
    }
  });
  std::vector<PairMeeting> all;
  for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
  return all;
}

FaceMarks marks_of(const Surface& surface, const std::vector<PairMeeting>& meetings,
                   std::uint32_t FacePair::*face_of) {
  const std::vector<bool> none(surface.faces.size(), false);
  FaceMarks marks{none, none, none, none};
  for (const auto& [pair, meeting] : meetings) {
    const std::uint32_t face = pair.*face_of;
    const bool crosses = meeting.kind == Meeting::crossing;
    (crosses ? marks.crosses : marks.touches)[face] = true;
    if (meeting.along_edges) marks.along_edge[face] = true;
    if (meeting.coplanar) marks.flush[face] = true;
  }
  return marks;
}

void sort_out(const Bite& bite, const std::vector<PairMeeting>& meetings, ExactInterference& result,
              std::vector<FaceMeeting>& crossings) {
  for (const auto& [pair, meeting] : meetings) {
    if (!bite.upper->is_anatomy(pair.upper_face) || !bite.lower->is_anatomy(pair.lower_face)) {
      ++result.not_anatomy_pairs;
    } else if (meeting.kind == Meeting::crossing) {
      result.crossing.push_back(pair);
      crossings.push_back(meeting);
    } else {
      result.touching_pairs.push_back(pair);
    }
  }
}

}  // namespace

ExactInterference exact_interference(const Bite& bite) {
  const Surface upper = surface_of(*bite.upper);
  const Surface lower = surface_of(*bite.lower, bite.upper_from_lower);
  const std::vector<FacePair> pairs = near_faces(upper, lower);
  const std::vector<PairMeeting> meetings = meetings_of(upper, lower, pairs);

  ExactInterference result{.near_pairs = pairs.size()};
  std::vector<FaceMeeting> crossings;
  sort_out(bite, meetings, result, crossings);
  result.curves = join_segments(upper, lower, crossings);
  for (const Polyline& curve : result.curves) result.curve_length_mm += length_mm(curve);

  if (bite.upper->anatomy_faces > 0 && bite.lower->anatomy_faces > 0) {
    result.upper_pieces_inside = pieces_inside(upper, bite.upper->anatomy_faces,
                                               marks_of(upper, meetings, &FacePair::upper_face), lower);
    result.lower_pieces_inside = pieces_inside(lower, bite.lower->anatomy_faces,
                                               marks_of(lower, meetings, &FacePair::lower_face), upper);
  }
  result.interference =
      !result.crossing.empty() || result.upper_pieces_inside > 0 || result.lower_pieces_inside > 0;
  result.touching = !result.interference && !result.touching_pairs.empty();
  return result;
}

}  // namespace intercusp
