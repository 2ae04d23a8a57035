#include "viewer/case/live_bite.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "occlusion/base/ms_since.h"
#include "occlusion/base/run_both.h"
#include "viewer/case/live_distances.h"

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
  const ClearanceMap* map = nullptr;            // the engine's, of the last pose
  std::vector<float> bound_of_pixel_mm;         // unlimited at all pixels between two questions
  const std::vector<float>* painted = nullptr;  // of the last pose, as far as painted_mm; null: not found yet
  double painted_mm = 0;
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
  painted = nullptr;
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
  if (impl_->painted != nullptr && impl_->painted_mm == end_mm) return *impl_->painted;
  const std::vector<float>& found =
      impl_->distances.up_to(*impl_->map, impl_->reading.upper_from_lower, end_mm, coarse);
  impl_->painted = coarse ? nullptr : &found;
  impl_->painted_mm = end_mm;
  return found;
}
const std::vector<int>& LiveBite::teeth() const { return impl_->readers.back().clearance.teeth(); }
const LoadedCase& LiveBite::loaded() const { return *impl_->loaded; }

namespace {

constexpr double step_mm = 10;  // a moving jaw seldom needs another window

struct Grown {
  int before = 0, pixels = 0;
};

//! Along one axis of the window. If both margins together are too large, neither is added.
Grown grown(double from_mm, int pixels, double pixel_mm, double least_mm, double most_mm) {
  const int step = static_cast<int>(std::ceil(step_mm / pixel_mm));
  const auto steps = [&](double beyond_mm) {
    return beyond_mm <= 0 ? 0.0 : std::ceil(beyond_mm / (step * pixel_mm));
  };
  const double before = steps(from_mm - least_mm), after = steps(most_mm - (from_mm + pixels * pixel_mm));
  const double wanted = pixels + step * (before + after);
  if (wanted > std::max(most_pixels_across, pixels)) return {0, pixels};
  return {step * static_cast<int>(before), static_cast<int>(wanted)};
}

}  // namespace

LiveWindow::LiveWindow(const LoadedCase& loaded)
    : usual_(loaded.view), lower_(loaded.bite.lower), scanned_(marked_anatomy(*loaded.bite.lower)) {
  const Eigen::Isometry3d view_from_lower = usual_.view_from_case * loaded.bite.upper_from_lower;
  const Bounds box = lower_in(view_from_lower);
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const auto side = [&](int axis) { return (i >> axis & 1U) != 0 ? box.max[axis] : box.min[axis]; };
    corners_[i] = view_from_lower.inverse() * Eigen::Vector3d(side(0), side(1), side(2));
  }
}

Bounds LiveWindow::lower_in(const Eigen::Isometry3d& view_from_lower) const {
  Bounds lower;
  for (std::size_t vertex = 0; vertex < scanned_.size(); ++vertex)
    if (scanned_[vertex] != 0) lower.add(view_from_lower * lower_->mesh.vertices[vertex]);
  return lower;
}

bool LiveWindow::surely_holds(const Eigen::Isometry3d& view_from_lower) const {
  const PixelGrid& grid = usual_.grid;
  return std::ranges::all_of(corners_, [&](const Eigen::Vector3d& corner) {
    const Eigen::Vector3d at = view_from_lower * corner;
    return at.x() >= grid.u0_mm && at.x() <= grid.u0_mm + grid.width * grid.pixel_mm &&
           at.y() >= grid.v0_mm && at.y() <= grid.v0_mm + grid.height * grid.pixel_mm;
  });
}

View LiveWindow::in_pose(const Eigen::Isometry3d& upper_from_lower) const {
  View view = usual_;
  if (view.grid.size() == 0) return view;
  const Eigen::Isometry3d view_from_lower = view.view_from_case * upper_from_lower;
  if (surely_holds(view_from_lower)) return view;
  const Bounds lower = lower_in(view_from_lower);
  if (lower.empty()) return view;
  PixelGrid& grid = view.grid;
  const Grown across = grown(grid.u0_mm, grid.width, grid.pixel_mm, lower.min.x(), lower.max.x());
  const Grown down = grown(grid.v0_mm, grid.height, grid.pixel_mm, lower.min.y(), lower.max.y());
  if (across.pixels == grid.width && down.pixels == grid.height) return view;
  grid.u0_mm -= across.before * grid.pixel_mm;
  grid.v0_mm -= down.before * grid.pixel_mm;
  grid.width = across.pixels;
  grid.height = down.pixels;
  return view;
}

}  // namespace intercusp::viewer
