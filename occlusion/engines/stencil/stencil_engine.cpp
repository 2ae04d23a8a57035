#include "occlusion/engines/stencil/stencil_engine.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "occlusion/engines/gl/context_thread.h"
#include "occlusion/engines/stencil/layer_lists.h"
#include "occlusion/engines/stencil/parameters.h"
#include "occlusion/engines/stencil/plane_pass.h"
#include "occlusion/engines/stencil/sent_map.h"
#include "occlusion/engines/stencil/settle_passes.h"
#include "occlusion/engines/stencil/tallies.h"

namespace intercusp {
namespace stencil {
namespace {

//! Times of the stages of a map, measured when the GPU has finished, and summed over the parts of the map.
class StageClock {
 public:
  void reset() {
    times_.clear();
    start();
  }
  void start() { since_ = std::chrono::steady_clock::now(); }

  //! Adds the time since the last lap or start to this stage.
  void lap(const char* stage) {
    glFinish();
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - since_).count();
    since_ = now;
    const auto known =
        std::find_if(times_.begin(), times_.end(), [&](const StageTime& time) { return time.name == stage; });
    if (known == times_.end()) {
      times_.push_back({stage, ms});
    } else {
      known->ms += ms;
    }
  }
  [[nodiscard]] const std::vector<StageTime>& times() const { return times_; }

 private:
  std::vector<StageTime> times_;
  std::chrono::steady_clock::time_point since_;
};

//! All render targets of one window, all of its size.
struct WindowPlanes {
  WindowPlanes(int width_px, int height_px)
      : upper(width_px, height_px),
        lower_nearest(width_px, height_px),
        lower_layers(width_px, height_px),
        lower_farthest(width_px, height_px),
        counts_pass1(upper.farthest, width_px, height_px),
        counts_pass2(upper.nearest, width_px, height_px),
        map(width_px, height_px),
        layers(width_px, height_px) {}

  [[nodiscard]] bool fits(const PixelGrid& grid) const {
    return map.pixel.width_px() == grid.width && map.pixel.height_px() == grid.height;
  }

  KeptUpper upper;
  FilledPlane lower_nearest;
  JawPlane lower_layers;  //!< only their number is used
  JawPlane lower_farthest;
  LayerCounts counts_pass1, counts_pass2;
  MapPlanes map;
  LayerPlanes layers;
};

//! OpenGL objects of the engine. Its context must be current whenever they are created, used or destroyed.
struct Gpu {
  //! \param invocations see gl::Program::compute
  Gpu(const Solid& upper_solid, const Solid& lower_solid, const gl::ContextInfo& info, int invocations,
      std::uint32_t max_listed)
      : upper(upper_solid, info.subpixel_bits),
        lower(lower_solid, info.subpixel_bits),
        parameters(sizeof(Parameters)),
        tallies(invocations),
        overflow(max_listed),
        fill_pass(info, invocations),
        list_pass(std::min<std::size_t>(info.max_storage_bytes, std::size_t{1} << 30)),
        map(upper.original_faces(), lower.original_faces(), invocations) {}

  PlacedJaw upper, lower;
  gl::Buffer parameters;
  Tallies tallies;
  LayerOverflow overflow;
  PlanePass plane_pass;
  FillPass fill_pass;
  CountPass count_pass;
  KeepUpperPass keep_upper_pass;
  SettlePasses settle;
  LayerListPass list_pass;
  LayerPass layer_pass;
  SentMap map;
  std::unique_ptr<WindowPlanes> planes;
  std::optional<StencilView> kept_view;  //!< the view for which planes->upper was drawn
};

}  // namespace
}  // namespace stencil

namespace {

using stencil::StencilView;
using stencil::WaitsFor;

const Solid& checked(const std::shared_ptr<const Solid>& solid) {
  if (!solid) throw std::invalid_argument("the stencil engine needs two solids");
  return *solid;
}

StencilOptions checked(const StencilOptions& options) {
  if (!(options.depth_tolerance_mm >= 0)) throw std::invalid_argument("the depth tolerance is negative");
  if (options.rays_at_most > 65536) throw std::invalid_argument("more than 65536 pixels for rays");
  return options;
}

//! Stores a ray's reading of a pixel, credited to the stages that had decided it before.
void set_ray_pixel(ClearanceMap& map, std::size_t index, const PixelResult& pixel, unsigned known) {
  namespace waits = stencil::waits;
  if ((known & waits::has_value) != 0) {
    map.upper_intervals[index] = pixel.upper_intervals;
    map.lower_intervals[index] = pixel.lower_intervals;
    return;
  }
  set_pixel(map, index, pixel, Stage::rays);
  const unsigned decided = known & waits::no_state;
  if (decided == 0 || decided == waits::no_state || pixel.coverage != Coverage::both) return;
  const PixelState before = (known & waits::is_interfering) != 0 ? PixelState::interfering : PixelState::free;
  if (pixel.state != before) return;
  map.resolved_by[index] = decided == waits::decided_pass1 ? Stage::pass1 : Stage::pass2;
}

//! Calls use(&ClearanceMap::clearance_mm) and so on, for each array of pixels.
template <class Use>
void for_each_plane(const Use& use) {
  use(&ClearanceMap::clearance_mm), use(&ClearanceMap::overlap_mm);
  use(&ClearanceMap::upper_face), use(&ClearanceMap::lower_face);
  use(&ClearanceMap::coverage), use(&ClearanceMap::state);
  use(&ClearanceMap::resolved_by), use(&ClearanceMap::valued_by);
  use(&ClearanceMap::upper_intervals), use(&ClearanceMap::lower_intervals);
}

//! Resizes the map. The content of its pixels is undefined afterwards.
void resize(ClearanceMap& map, const View& view) {
  map.view = view;
  for_each_plane([&](auto plane) { (map.*plane).resize(view.grid.size()); });
}

//! The view of the pixels [column, column + width) × [row, row + height).
View part_of(const View& view, int column, int row, int width, int height) {
  View part = view;
  part.grid.u0_mm += column * view.grid.pixel_mm;
  part.grid.v0_mm += row * view.grid.pixel_mm;
  part.grid.width = width;
  part.grid.height = height;
  return part;
}

//! Copies a part, whose first pixel is at (column, row), into the whole.
void paste_map(const ClearanceMap& part, int column, int row, ClearanceMap& whole) {
  const PixelGrid& grid = part.view.grid;
  for_each_plane([&](auto plane) {
    for (int r = 0; r < grid.height; ++r) {
      std::copy_n(
          (part.*plane).begin() + static_cast<std::ptrdiff_t>(grid.index(0, r)), grid.width,
          (whole.*plane).begin() + static_cast<std::ptrdiff_t>(whole.view.grid.index(column, row + r)));
    }
  });
}

std::vector<std::uint8_t> all_tiles(const View& window) {
  const auto over = [](int size_px) { return static_cast<std::size_t>(stencil::tiles_over(size_px)); };
  return std::vector<std::uint8_t>(over(window.grid.width) * over(window.grid.height), 1);
}

std::vector<stencil::PixelPlace> waiting_for_layers(const std::vector<std::uint8_t>& waits,
                                                    const PixelGrid& grid) {
  std::vector<stencil::PixelPlace> places;
  for (int row = 0; row < grid.height; ++row) {
    for (int column = 0; column < grid.width; ++column) {
      if ((waits[grid.index(column, row)] & stencil::waits::for_layers) != 0) places.push_back({column, row});
    }
  }
  return places;
}

}  // namespace

class StencilEngine::Impl {
 public:
  Impl(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower, const StencilOptions& options)
      : upper_(std::move(upper)),
        lower_(std::move(lower)),
        options_(checked(options)),
        gpu_([&](const gl::Context& context) {
          return std::make_unique<stencil::Gpu>(checked(upper_), checked(lower_), context.info(),
                                                context.invocations_at_once(),
                                                static_cast<std::uint32_t>(options_.rays_at_most));
        }) {}

  const ClearanceMap& compute(const View& view, const Eigen::Isometry3d& upper_from_lower) {
    if (!upper_from_lower.matrix().allFinite()) throw std::invalid_argument("the pose is not finite");
    if (view.grid.size() == 0) {
      covered_.clear();
      return map_ = ClearanceMap::empty(view);
    }
    gpu_.run([&] {
      clock_.reset();
      compute_parts(view, upper_from_lower, map_);
    });
    return map_;
  }

  [[nodiscard]] const gl::Context& context() const { return gpu_.context(); }
  [[nodiscard]] const std::vector<StageTime>& times() const { return clock_.times(); }
  [[nodiscard]] Quantisation quantisation() const { return quantisation_; }

 private:
  void compute_parts(const View& view, const Eigen::Isometry3d& upper_from_lower, ClearanceMap& map) {
    const PixelGrid& grid = view.grid;
    const gl::ContextInfo& info = context().info();
    // A larger window would need more than 2 GB of GPU memory, at about 100 bytes a pixel.
    constexpr int most_px = 4096;
    const int limit = std::min({most_px, info.max_texture_px, info.max_viewport_px});
    if (std::max(grid.width, grid.height) <= limit &&
        stencil::SentMap::bytes_for(grid) <= info.max_storage_bytes) {
      if (compute_window(view, upper_from_lower, map)) return;
      if (grid.size() == 1) throw gl::ContextError("one pixel has more layers than OpenGL can hold");
    }
    map.clear(view);
    const auto add_part = [&](int column, int row, int width, int height) {
      ClearanceMap part;
      compute_parts(part_of(view, column, row, width, height), upper_from_lower, part);
      paste_map(part, column, row, map);
    };
    if (grid.width >= grid.height) {
      const int column = grid.width / 2;
      add_part(0, 0, column, grid.height);
      add_part(column, 0, grid.width - column, grid.height);
    } else {
      const int row = grid.height / 2;
      add_part(0, 0, grid.width, row);
      add_part(0, row, grid.width, grid.height - row);
    }
  }

  //! \return false if the window has more layers than fit into memory and must be divided
  bool compute_window(const View& window, const Eigen::Isometry3d& upper_from_lower, ClearanceMap& map) {
    stencil::Gpu& gpu = *gpu_;
    if (!gpu.planes || !gpu.planes->fits(window.grid)) {
      gpu.kept_view.reset();
      gpu.planes.reset();  // released first, so that both need not fit
      gpu.planes = std::make_unique<stencil::WindowPlanes>(window.grid.width, window.grid.height);
    }
    const StencilView view = stencil::fit_depths(window, gpu.upper.bounds(), gpu.lower.bounds(),
                                                 upper_from_lower, options_.depth_tolerance_mm);
    stencil::WindowPlanes& planes = *gpu.planes;
    clock_.start();
    set_parameters(view);
    if (gpu.kept_view != view) {
      if (!draw_upper(view)) return false;
      clock_.lap("upper");
    }

    gpu.lower.place(view.clip_from_case, upper_from_lower, view.width_px, view.height_px);
    quantisation_ = quantisation_of(view, window.grid.pixel_mm);
    gpu.fill_pass.run(gpu.lower, view, planes.lower_nearest, planes.lower_layers.target);
    if (!options_.live) gpu.plane_pass.count_layers(gpu.lower, view, planes.lower_layers);
    const std::vector<std::uint8_t> asked = &map == &map_ ? take_covered(window) : all_tiles(window);
    resize(map, window);
    gpu.map.settle_nearest(planes.upper, planes.lower_layers.stencil, planes.map, asked, gpu.tallies, map);
    const auto waiting = [&](WaitsFor stage) { return gpu.tallies.pixels(stage); };
    const bool may_interfere = waiting(WaitsFor::pass1) > 0;
    if (may_interfere) count_pass1(view);
    clock_.lap("pass1");
    if (waiting(WaitsFor::pass2) > 0) {
      count_pass2(view);
      clock_.lap("pass2");
    }
    if (waiting(WaitsFor::overlap) > 0) {
      measure_overlaps(view);
      clock_.lap("overlap");
    }
    const bool by_rays = few_enough_for_rays(waiting(WaitsFor::layers));
    const bool by_layers = waiting(WaitsFor::layers) > 0 && !by_rays;
    if (by_layers) {
      if (!run_layers(view)) return false;
      clock_.lap("layers");
    }
    gpu.map.read(planes.map, may_interfere || by_layers, map);
    if (&map == &map_) covered_ = gpu.tallies.covered();
    clock_.lap("read");
    if (by_rays) {
      shoot_rays({}, upper_from_lower, map);
      clock_.lap("rays");
    } else if (by_layers) {
      // These pixels have more layers than the code holds. The walk along the layers has decided them, but a
      // few of them get the better answer of a ray.
      const std::uint32_t overflowed = gpu.overflow.counts().pixels;
      if (few_enough_for_rays(overflowed)) {
        shoot_rays(gpu.overflow.places(overflowed), upper_from_lower, map);
        clock_.lap("rays");
      }
    }
    return true;
  }

  void set_parameters(const StencilView& view) const {
    const stencil::Parameters parameters{
        .depth_mm = static_cast<float>(view.depth_mm),
        .tolerance = static_cast<float>(options_.depth_tolerance_mm / view.depth_mm),
        .upper_anatomy = static_cast<std::int32_t>(upper_->anatomy_faces),
        .lower_anatomy = static_cast<std::int32_t>(lower_->anatomy_faces),
        .max_listed = static_cast<std::uint32_t>(options_.rays_at_most),
        .max_coded_layers = stencil::max_coded_layers,
        .live = options_.live ? 1U : 0U};
    gpu_->parameters.write(0, std::as_bytes(std::span(&parameters, 1)));
    gpu_->parameters.bind_uniform(stencil::parameters_binding);
  }

  [[nodiscard]] Quantisation quantisation_of(const StencilView& view, double pixel_mm) const {
    const double farthest = std::max({0.0, gpu_->upper.depths().max()[0], gpu_->lower.depths().max()[0]});
    int exponent = 0;
    (void)std::frexp(farthest * view.depth_mm, &exponent);
    // Depths are 32-bit floats. From 2^(exponent - 1) on, their steps are 2^(exponent - 24).
    return {.position_mm = std::ldexp(pixel_mm, -context().info().subpixel_bits),
            .depth_mm = std::ldexp(1, exponent - 24)};
  }

  bool draw_upper(const StencilView& view) {
    gpu_->kept_view.reset();
    covered_.clear();
    gpu_->upper.place(view.clip_from_case, Eigen::Isometry3d::Identity(), view.width_px, view.height_px);
    if (!gpu_->keep_upper_pass.run(gpu_->upper, view, gpu_->plane_pass, gpu_->list_pass,
                                   gpu_->planes->upper)) {
      return false;
    }
    gpu_->kept_view = view;
    return true;
  }

  void count_pass1(const StencilView& view) const {
    const stencil::WindowPlanes& planes = *gpu_->planes;
    const stencil::WaitingPixels pixels = gpu_->tallies.waiting(WaitsFor::pass1);
    if (options_.live) {
      gpu_->plane_pass.count_layers(gpu_->lower, view, planes.lower_layers, {.waiting = &pixels});
    }
    // Faces behind the whole upper cannot pass the depth test. The rest is a margin for rounding.
    const double room_mm = 1e-3;
    const double max_depth = gpu_->upper.depths().max()[0] + room_mm / view.depth_mm;
    gpu_->count_pass.run(gpu_->lower, view, options_.depth_tolerance_mm / view.depth_mm, planes.counts_pass1,
                         {.waiting = &pixels, .max_depth = max_depth});
    gpu_->settle.pass1(planes.upper, planes.lower_layers.stencil, planes.counts_pass1, pixels, planes.map);
    gpu_->tallies.count(planes.map.waits);
  }

  void count_pass2(const StencilView& view) const {
    const stencil::WindowPlanes& planes = *gpu_->planes;
    const stencil::WaitingPixels pixels = gpu_->tallies.waiting(WaitsFor::pass2);
    gpu_->count_pass.run(gpu_->lower, view, -options_.depth_tolerance_mm / view.depth_mm, planes.counts_pass2,
                         {.waiting = &pixels});
    gpu_->settle.pass2(planes.upper, planes.lower_layers.stencil, planes.counts_pass1, planes.counts_pass2,
                       pixels, planes.map);
    gpu_->tallies.count(planes.map.waits);
  }

  void measure_overlaps(const StencilView& view) const {
    const stencil::WindowPlanes& planes = *gpu_->planes;
    const stencil::WaitingPixels pixels = gpu_->tallies.waiting(WaitsFor::overlap);
    gpu_->plane_pass.draw_farthest(gpu_->lower, view, planes.lower_farthest, {.waiting = &pixels});
    gpu_->settle.overlap(planes.upper, planes.lower_farthest, pixels, planes.map);
  }

  bool run_layers(const StencilView& view) const {
    stencil::WindowPlanes& planes = *gpu_->planes;
    const stencil::WaitingPixels pixels = gpu_->tallies.waiting(WaitsFor::layers);
    gpu_->overflow.reset();
    const std::size_t expected_layers = std::size_t{4} * gpu_->tallies.pixels(WaitsFor::layers);
    if (!gpu_->list_pass.run(gpu_->lower, false, view, {.waiting = &pixels}, expected_layers,
                             {planes.map.waits, planes.upper.summary}, planes.layers.lower)) {
      return false;
    }
    std::optional<stencil::WaitingPixels> undecided;
    if (gpu_->tallies.pixels(WaitsFor::undecided) > 0) undecided = gpu_->tallies.waiting(WaitsFor::undecided);
    gpu_->layer_pass.run(planes.upper, planes.layers, pixels, undecided ? &*undecided : nullptr,
                         gpu_->overflow.counts().max_layers, planes.map);
    return true;
  }

  //! Tiles that must be sent to map_ even if the lower no longer covers them; all other tiles are unchanged.
  [[nodiscard]] std::vector<std::uint8_t> take_covered(const View& window) {
    std::vector<std::uint8_t> covered = std::exchange(covered_, {});
    return covered.empty() ? all_tiles(window) : covered;
  }

  //! \param places if empty, all pixels that wait for layers
  void shoot_rays(const std::vector<stencil::PixelPlace>& places, const Eigen::Isometry3d& upper_from_lower,
                  ClearanceMap& map) const {
    std::vector<std::uint8_t> waits(map.view.grid.size());
    gpu_->planes->map.waits.read(GL_RED_INTEGER, GL_UNSIGNED_BYTE, std::as_writable_bytes(std::span(waits)));
    for (const auto& [column, row] : places.empty() ? waiting_for_layers(waits, map.view.grid) : places) {
      const std::size_t index = map.view.grid.index(column, row);
      set_ray_pixel(map, index, options_.ray_resolver(map.view, upper_from_lower, column, row), waits[index]);
    }
  }

  [[nodiscard]] bool few_enough_for_rays(std::uint32_t pixels) const {
    return options_.ray_resolver && pixels > 0 && pixels <= options_.rays_at_most;
  }

  std::shared_ptr<const Solid> upper_, lower_;
  StencilOptions options_;
  gl::InContext<stencil::Gpu> gpu_;
  stencil::StageClock clock_;
  Quantisation quantisation_;
  ClearanceMap map_;
  //! Tiles that the lower covers in map_; empty unless map_ is a map of one window with the kept upper.
  std::vector<std::uint8_t> covered_;
};

StencilEngine::StencilEngine(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower,
                             const StencilOptions& options)
    : impl_(std::make_unique<Impl>(std::move(upper), std::move(lower), options)) {}

StencilEngine::~StencilEngine() = default;

const ClearanceMap& StencilEngine::compute(const View& view, const Eigen::Isometry3d& upper_from_lower) {
  return impl_->compute(view, upper_from_lower);
}

Quantisation StencilEngine::quantisation() const { return impl_->quantisation(); }

std::vector<StageTime> StencilEngine::stage_times() const { return impl_->times(); }
const gl::ContextInfo& StencilEngine::context_info() const { return impl_->context().info(); }
const std::vector<std::string>& StencilEngine::debug_messages() const {
  return impl_->context().debug_messages();
}

}  // namespace intercusp
