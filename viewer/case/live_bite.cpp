#include "viewer/case/live_bite.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "occlusion/base/ms_since.h"
#include "occlusion/base/run_both.h"
#include "occlusion/contacts/areas.h"

namespace intercusp::viewer {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double first_threshold_mm = 0.1;

//! Which pixels' distances are looked for, and how far, so that all are found up to `goal_mm`.
struct Search {
  double goal_mm;

  //! A wall reads 1/cosine of its distance as clearance, and areas count walls down to `steep_cosine`.
  [[nodiscard]] double reach_along_pi_mm() const { return goal_mm / steep_cosine; }
  //! With a margin for the contour: it runs to the centres of pixels beside.
  [[nodiscard]] double farthest_mm() const { return goal_mm + 1.5 * live_pixel_mm; }
  //! The plane of the upper's face above is this far: faces that curve towards the lower are nearer. Areas by
  //! distance come out 0.2 % too small at 0.1 mm, 0.5 % at 0.5 mm, on dentitions whose pixels were all looked
  //! at.
  [[nodiscard]] double farthest_plane_mm() const { return 1.5 * goal_mm + live_pixel_mm; }
};

//! Both measures read at one threshold.
struct Readers {
  double threshold_mm;
  ContactReader clearance, distance;

  Readers(const LoadedCase& loaded, double threshold, const std::optional<ArchSides>& arch)
      : threshold_mm(threshold), clearance(loaded.bite, loaded.view, threshold, arch), distance(clearance) {}
};

//! How squarely each face looks along π, from either side.
std::vector<float> cosines_of(const Solid& upper, const Eigen::Isometry3d& view_from_case) {
  const Eigen::Vector3d direction = view_from_case.linear().row(2);
  std::vector<float> cosines(upper.mesh.faces.size(), 0);
  for (std::size_t face = 0; face < cosines.size(); ++face) {
    const Eigen::Vector3d normal = face_normal_twice_area(upper.mesh, face);
    if (normal.norm() > 0)
      cosines[face] = static_cast<float>(std::abs(normal.dot(direction)) / normal.norm());
  }
  return cosines;
}

//! NaN is never less.
float least_of(const std::vector<float>& values) {
  float least = unlimited_clearance;
  for (const float value : values) least = value < least ? value : least;
  return least;
}

}  // namespace

class LiveBite::Impl {
 public:
  explicit Impl(std::shared_ptr<const LoadedCase> the_case)
      : loaded(std::move(the_case)),
        engine(make_engine(loaded->bite.upper, loaded->bite.lower,
                           {.kind = EngineKind::automatic, .live = true})),
        true_distance(loaded->bite.upper, loaded->bite.lower),
        arch(loaded->sides),
        upper_cosines(cosines_of(*loaded->bite.upper, loaded->view.view_from_case)),
        bound_mm(loaded->view.grid.size()),
        distance_mm(loaded->view.grid.size()) {
    // The engine prepares the upper for this view.
    read(loaded->bite.upper_from_lower, first_threshold_mm);
  }

  void read(const Eigen::Isometry3d& upper_from_lower, double threshold_mm);
  [[nodiscard]] const DistanceMap& all_distances();

  std::shared_ptr<const LoadedCase> loaded;
  ChosenEngine engine;
  TrueDistance true_distance;
  std::optional<ArchSides> arch;
  std::vector<float> upper_cosines;        // of each face with π
  std::vector<Readers> readers;            // of the thresholds used last, the present one at the end
  std::vector<float> bound_mm;             // per pixel, how far to search
  std::vector<float> distance_mm;          // per pixel: distance, clearance beyond reach, NaN if uncertain
  const ClearanceMap* map = nullptr;       // the engine's, of the last pose
  const DistanceMap* distances = nullptr;  // at all pixels near contact; null until they are asked for
  PoseReading reading;

 private:
  [[nodiscard]] Readers& readers_at(double threshold_mm);
  void choose_pixels(const Search& search);
  void put_distances(const DistanceMap& found, const Search& search);
};

Readers& LiveBite::Impl::readers_at(double threshold_mm) {
  const auto found = std::find_if(readers.begin(), readers.end(),
                                  [&](const Readers& kept) { return kept.threshold_mm == threshold_mm; });
  constexpr std::size_t most_kept = 8;
  if (found != readers.end()) {
    std::rotate(found, found + 1, readers.end());
  } else {
    if (readers.size() == most_kept) readers.erase(readers.begin());
    readers.emplace_back(*loaded, threshold_mm, arch);
  }
  return readers.back();
}

//! Sets how far to search at each pixel; unlimited_clearance at pixels that are surely too far. The clearance
//! bounds the distance, so a smaller one shortens the search.
void LiveBite::Impl::choose_pixels(const Search& search) {
  const PixelGrid& grid = map->view.grid;
  const auto goal = static_cast<float>(search.goal_mm),
             reach = static_cast<float>(search.reach_along_pi_mm());
  const auto farthest = static_cast<float>(search.farthest_mm());
  const auto farthest_plane = static_cast<float>(search.farthest_plane_mm());
  tbb::parallel_for(0, grid.height, [&](int row) {
    for (std::size_t i = grid.index(0, row); i < grid.index(0, row + 1); ++i) {
      const float clearance = map->clearance_mm[i];
      const std::int32_t face = map->upper_face[i];
      const bool wanted =
          clearance <= goal || (clearance <= reach && face != no_face &&
                                clearance * upper_cosines[static_cast<std::size_t>(face)] <= farthest_plane);
      bound_mm[i] = wanted ? std::min(clearance, farthest) : unlimited_clearance;
    }
  });
}

//! Each pixel's distance if it is certain, NaN if it is not. If there is none within reach, the clearance, which
//! is larger.
void LiveBite::Impl::put_distances(const DistanceMap& found, const Search& search) {
  const PixelGrid& grid = map->view.grid;
  const auto farthest = static_cast<float>(search.farthest_mm());
  tbb::parallel_for(0, grid.height, [&](int row) {
    for (std::size_t i = grid.index(0, row); i < grid.index(0, row + 1); ++i) {
      const bool asked = bound_mm[i] < unlimited_clearance;
      const bool far = found.mark[i] == DistanceMark::none && (!asked || map->clearance_mm[i] > farthest);
      distance_mm[i] = found.mark[i] == DistanceMark::certain ? found.distance_mm[i]
                       : far                                  ? map->clearance_mm[i]
                                                              : no_clearance;
    }
  });
}

void LiveBite::Impl::read(const Eigen::Isometry3d& upper_from_lower, double threshold_mm) {
  assert(threshold_mm <= near_contact_mm);
  const Clock::time_point start = Clock::now();
  Readers& reader = readers_at(threshold_mm);
  map = &engine.engine->compute(loaded->view, upper_from_lower);
  distances = nullptr;
  const auto by_clearance = [&] { reading.by_clearance = reader.clearance.read(*map, upper_from_lower); };
  const auto by_true_distance = [&] {
    // The least distance is at most the least clearance.
    const auto least_mm = static_cast<double>(least_of(map->clearance_mm));
    const Search search{std::max(threshold_mm, std::min(least_mm, near_contact_mm))};
    choose_pixels(search);
    put_distances(true_distance.compute(*map, bound_mm, upper_from_lower, search.reach_along_pi_mm()),
                  search);
    reading.by_distance = reader.distance.read(*map, distance_mm, upper_from_lower);
  };
  run_both(by_clearance, by_true_distance);
  reading.upper_from_lower = upper_from_lower;
  reading.threshold_mm = threshold_mm;
  reading.interference = reading.by_clearance.interference;
  const auto least = [](const PoseContacts& contacts, double limit_mm) {
    const double least_mm = contacts.least_mm;
    return std::isfinite(least_mm) && least_mm <= limit_mm ? std::optional(least_mm) : std::nullopt;
  };
  reading.least_clearance_mm = least(reading.by_clearance, std::numeric_limits<double>::max());
  reading.least_distance_mm = least(reading.by_distance, near_contact_mm);
  reading.ms = ms_since(start);
}

const DistanceMap& LiveBite::Impl::all_distances() {
  if (distances == nullptr) distances = &true_distance.compute(*map, reading.upper_from_lower);
  return *distances;
}

LiveBite::LiveBite(std::shared_ptr<const LoadedCase> loaded)
    : impl_(std::make_unique<Impl>(std::move(loaded))) {}
LiveBite::~LiveBite() = default;

const PoseReading& LiveBite::read(const Eigen::Isometry3d& upper_from_lower, double threshold_mm) {
  impl_->read(upper_from_lower, threshold_mm);
  return impl_->reading;
}

void LiveBite::relabel(std::shared_ptr<const LoadedCase> loaded) {
  impl_->loaded = std::move(loaded);
  impl_->readers.clear();
  const PoseReading before = impl_->reading;
  impl_->read(before.upper_from_lower, before.threshold_mm);
}

const PoseReading& LiveBite::reading() const { return impl_->reading; }
const ClearanceMap& LiveBite::map() const { return *impl_->map; }
const DistanceMap& LiveBite::distances() const { return impl_->all_distances(); }
const std::vector<int>& LiveBite::teeth() const { return impl_->readers.back().clearance.teeth(); }
const LoadedCase& LiveBite::loaded() const { return *impl_->loaded; }
const std::string& LiveBite::engine_reason() const { return impl_->engine.reason; }

}  // namespace intercusp::viewer
