#include "viewer/case/live_bite.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "occlusion/base/ms_since.h"
#include "occlusion/base/run_both.h"
#include "viewer/case/live_distances.h"
#include "viewer/case/live_window.h"

namespace intercusp::viewer {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double first_threshold_mm = 0.1;

//! Both measures read at one threshold.
struct Readers {
  double threshold_mm;
  ContactReader clearance, distance;

  Readers(const Bite& bite, const View& view, double threshold, const std::optional<ArchSides>& arch)
      : threshold_mm(threshold), clearance(bite, view, threshold, arch), distance(clearance) {}
};

}  // namespace

class LiveBite::Impl {
 public:
  explicit Impl(std::shared_ptr<const LoadedCase> the_case)
      : loaded(std::move(the_case)),
        engine(loaded->bite.upper, loaded->bite.lower, {.facing_only = true}),
        distances(loaded->bite, loaded->view.view_from_case),
        window(*loaded),
        view(loaded->view),
        arch(loaded->sides) {
    // The engine prepares the upper for this view.
    read(loaded->bite.upper_from_lower, first_threshold_mm);
  }

  void read(const Eigen::Isometry3d& upper_from_lower, double threshold_mm);
  [[nodiscard]] std::optional<PixelDistance> distance_at(std::size_t pixel);

  std::shared_ptr<const LoadedCase> loaded;
  ZListEngine engine;
  LiveDistances distances;
  LiveWindow window;
  View view;  // of the last pose
  std::optional<ArchSides> arch;
  std::vector<Readers> readers;  // through this view, of the thresholds used last, the present one at the end
  const ClearanceMap* map = nullptr;     // the engine's, of the last pose
  std::vector<float> bound_of_pixel_mm;  // unlimited at all pixels between two questions
  PoseReading reading;

 private:
  [[nodiscard]] Readers& readers_at(double threshold_mm);
};

Readers& LiveBite::Impl::readers_at(double threshold_mm) {
  const auto found = std::find_if(readers.begin(), readers.end(),
                                  [&](const Readers& kept) { return kept.threshold_mm == threshold_mm; });
  constexpr std::size_t most_kept = 8;
  if (found != readers.end()) {
    std::rotate(found, found + 1, readers.end());
  } else {
    if (readers.size() == most_kept) readers.erase(readers.begin());
    readers.emplace_back(loaded->bite, view, threshold_mm, arch);
  }
  return readers.back();
}

void LiveBite::Impl::read(const Eigen::Isometry3d& upper_from_lower, double threshold_mm) {
  const Clock::time_point start = Clock::now();
  const View wanted = window.in_pose(upper_from_lower);
  if (!same_view(wanted, view)) readers.clear();
  view = wanted;
  Readers& reader = readers_at(threshold_mm);
  map = &engine.compute(view, upper_from_lower);
  const auto by_clearance = [&] { reading.by_clearance = reader.clearance.read(*map, upper_from_lower); };
  const auto by_true_distance = [&] {
    const std::vector<float>& distance_mm = distances.at(*map, upper_from_lower, threshold_mm);
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
  if (!reading.least_distance_mm && reading.least_clearance_mm > near_contact_mm)
    reading.least_distance_mm = distances.least_far(*map, upper_from_lower);
  reading.ms = ms_since(start);
}

std::optional<PixelDistance> LiveBite::Impl::distance_at(std::size_t pixel) {
  const float clearance = map->clearance_mm[pixel];
  if (!std::isfinite(clearance)) return std::nullopt;
  bound_of_pixel_mm.resize(map->clearance_mm.size(), unlimited_clearance);
  bound_of_pixel_mm[pixel] = clearance;
  const DistanceMap& found = distances.within(*map, bound_of_pixel_mm, reading.upper_from_lower,
                                              std::max(near_contact_mm, static_cast<double>(clearance)));
  bound_of_pixel_mm[pixel] = unlimited_clearance;
  return PixelDistance{found.mark[pixel], static_cast<double>(found.distance_mm[pixel])};
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
std::optional<PixelDistance> LiveBite::distance_at(std::size_t pixel) { return impl_->distance_at(pixel); }
const std::vector<float>& LiveBite::distances_up_to(double end_mm, bool coarse) {
  return impl_->distances.up_to(*impl_->map, impl_->reading.upper_from_lower, end_mm, coarse);
}
const std::vector<int>& LiveBite::teeth() const { return impl_->readers.back().clearance.teeth(); }
const LoadedCase& LiveBite::loaded() const { return *impl_->loaded; }

}  // namespace intercusp::viewer
