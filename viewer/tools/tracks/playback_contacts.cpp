#include "viewer/tools/tracks/playback_contacts.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "occlusion/case/teeth.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/contacts/contact_rows.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/view/viewed_mesh.h"
#include "viewer/case/live_distances.h"
#include "viewer/case/shown_figures.h"

namespace intercusp::viewer {
namespace {

//! Area and place of some contact.
struct Place {
  double area_mm2 = 0;
  float least_mm = std::numeric_limits<float>::infinity();
  Eigen::Vector3d weighted{0, 0, 0};
  Eigen::AlignedBox3d box;

  void add(double area, float gap_mm, const Eigen::Vector3d& point) {
    area_mm2 += area;
    least_mm = std::min(least_mm, gap_mm);
    weighted += area * point;
    box.extend(point);
  }
  [[nodiscard]] Eigen::Vector3f centre() const { return (weighted / area_mm2).cast<float>(); }
};

//! Who touches whom in one pose.
struct PosePairs {
  Place all;
  std::map<GroupPair, Place> pairs;
};

BiteGroups groups_in(const Bite& bite, const Anatomy& anatomy) {
  if (anatomy.axes) return groups_of(bite, *anatomy.axes);
  return {.upper = face_teeth(*bite.upper), .lower = face_teeth(*bite.lower)};
}

PosePairs read_pairs(const Bite& bite, const BiteGroups& groups, const ClearanceMap& map,
                     const std::vector<float>& gap_mm, double threshold_mm,
                     const Eigen::Isometry3d& upper_from_lower) {
  const PixelGrid& grid = map.view.grid;
  const ViewedMesh lower(*bite.lower, upper_from_lower, map.view.view_from_case);
  const ContactRows rows(grid, gap_mm, threshold_mm, 0, grid.height);
  PosePairs found;
  for (int row = 0; row < grid.height; ++row) {
    rows.for_each_pixel(row, [&](int column, double share) {
      const std::size_t pixel = grid.index(column, row);
      const std::int32_t upper_face = map.upper_face[pixel], lower_face = map.lower_face[pixel];
      if (!(share > 0) || upper_face == no_face || lower_face == no_face) return;
      const Corners corners = lower.corners(static_cast<std::size_t>(lower_face));
      const double cosine = cosine_of(corners);
      if (cosine < steep_cosine) return;
      const Eigen::Vector2d uv = grid.centre(column, row);
      const Eigen::Vector3d point =
          map.view.case_point(column, row, plane_depth(corners, uv.x(), uv.y(), grid.pixel_mm));
      const double area = share * grid.pixel_area_mm2() / cosine;
      found.all.add(area, gap_mm[pixel], point);
      const GroupPair pair{groups.upper[static_cast<std::size_t>(upper_face)],
                           groups.lower[static_cast<std::size_t>(lower_face)]};
      found.pairs[pair].add(area, gap_mm[pixel], point);
    });
  }
  return found;
}

//! By the lower tooth, or by the upper one if that has no side; in front of the arch by the place.
bool on_the_left(GroupPair pair, const Place& place, const std::optional<ArchSides>& arch) {
  for (const ToothGroup group : {pair.lower, pair.upper})
    if (side_of_group(group) != PatientSide::neither) return side_of_group(group) == PatientSide::left;
  return arch && arch->axes.left.dot(place.centre().cast<double>()) > arch->midline_mm;
}

//! NaN if unknown; true distances are known only near contact.
float least_in(const std::vector<float>& gap_mm, Measure measure) {
  const float least = least_clearance(gap_mm);
  const float limit = measure == Measure::surface_distance ? static_cast<float>(near_contact_mm)
                                                           : std::numeric_limits<float>::max();
  return least <= limit ? least : std::numeric_limits<float>::quiet_NaN();
}

//! Adds up the contacts of all poses of the playback.
class PlaybackReader {
 public:
  PlaybackReader(const LoadedCase& loaded, Measure measure) : loaded_(loaded) { contacts_.measure = measure; }

  void add(const Playback& playback, const PlaybackSample& sample, const ClearanceMap& map) {
    if (!groups_) groups_ = groups_in(playback.closed_case->bite, playback.closed_case->anatomy);
    const double threshold_mm = playback.options.threshold_mm;
    const std::vector<float>& gap_mm =
        contacts_.measure == Measure::clearance
            ? map.clearance_mm
            : distances_in(map.view).at(map, sample.upper_from_lower, threshold_mm);
    const PosePairs found =
        read_pairs(playback.closed_case->bite, *groups_, map, gap_mm, threshold_mm, sample.upper_from_lower);
    contacts_.least_mm.push_back(least_in(gap_mm, contacts_.measure));
    contacts_.area_mm2.push_back(static_cast<float>(found.all.area_mm2));
    const bool any = found.all.area_mm2 >= least_contact_mm2;
    contacts_.centre.push_back(any ? std::optional(found.all.centre()) : std::nullopt);
    const MovementKind movement = playback.movements[sample.movement].kind;
    for (const auto& [pair, place] : found.pairs) add(pair, place, playback.samples.size() - 1, movement);
  }

  [[nodiscard]] PlaybackContacts finish(Playback playback) {
    contacts_.playback = std::move(playback);
    for (auto& [pair, contacts] : pairs_) contacts_.pairs.push_back({pair, std::move(contacts)});
    std::ranges::stable_sort(contacts_.pairs, {},
                             [](const PairInPlayback& pair) { return pair.contacts.front().sample; });
    return std::move(contacts_);
  }

 private:
  void add(GroupPair pair, const Place& place, std::size_t sample, MovementKind movement) {
    const bool unknown = pair.upper == gum_group && pair.lower == gum_group;
    if (unknown || place.area_mm2 < least_contact_mm2) return;
    pairs_[pair].push_back({.sample = static_cast<std::uint32_t>(sample),
                            .kind = contact_kind(movement, on_the_left(pair, place, loaded_.sides)),
                            .area_mm2 = static_cast<float>(place.area_mm2),
                            .least_mm = place.least_mm,
                            .radius_mm = static_cast<float>(place.box.diagonal().norm() / 2),
                            .centre = place.centre()});
  }

  LiveDistances& distances_in(const View& view) {
    if (!distances_) distances_.emplace(loaded_.bite, view.view_from_case);
    return *distances_;
  }

  const LoadedCase& loaded_;
  PlaybackContacts contacts_;
  std::optional<BiteGroups> groups_;
  std::optional<LiveDistances> distances_;
  std::map<GroupPair, std::vector<PairContact>> pairs_;
};

}  // namespace

const PairContact* PairInPlayback::at(std::size_t sample) const {
  const auto found = std::ranges::lower_bound(contacts, sample, {}, &PairContact::sample);
  return found == contacts.end() || found->sample != sample ? nullptr : &*found;
}

std::size_t PlaybackContacts::sample_at(double time_s) const {
  const std::vector<PlaybackSample>& samples = playback.samples;
  const auto after = std::ranges::upper_bound(samples, time_s, {}, &PlaybackSample::time_s);
  if (after == samples.begin()) return 0;
  const auto place = static_cast<std::size_t>(after - samples.begin());
  const bool nearer = after != samples.end() && after->time_s - time_s < time_s - samples[place - 1].time_s;
  return nearer ? place : place - 1;
}

const PairInPlayback* PlaybackContacts::find(GroupPair pair) const {
  const auto found = std::ranges::find(pairs, pair, &PairInPlayback::pair);
  return found == pairs.end() ? nullptr : &*found;
}

PlaybackContacts playback_contacts(const LoadedCase& loaded, const Track& track, const PlayOptions& options,
                                   Measure measure, const Progress& progress) {
  PlaybackReader reader(loaded, measure);
  Playback playback = play(loaded.bite, track, options, progress,
                           [&](const Playback& so_far, const PlaybackSample& sample,
                               const ClearanceMap& map) { reader.add(so_far, sample, map); });
  return reader.finish(std::move(playback));
}

}  // namespace intercusp::viewer
