#include "occlusion/stencil/stencil_engine.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>

#include "occlusion/stencil/count_pass.h"
#include "occlusion/stencil/kept_upper.h"
#include "occlusion/stencil/layer_pass.h"
#include "occlusion/stencil/map_planes.h"
#include "occlusion/stencil/parameters.h"
#include "occlusion/stencil/settle_passes.h"
#include "occlusion/stencil/tallies.h"

namespace intercusp {
namespace {

using stencil::Form;

//! Windows above this are drawn in parts: what a window needs on the GPU, about 100 bytes a pixel, stays
//! below 2 GB.
constexpr int max_window_px = 4096;

Form form_of(const StencilOptions& options) {
  if (options.variant == StencilVariant::basic) return Form::basic;
  if (options.variant == StencilVariant::simplified) return Form::simplified;
  return options.form == StencilForm::parity ? Form::parity : Form::signed_counts;
}

const Solid& checked(const std::shared_ptr<const Solid>& solid) {
  if (!solid) throw std::invalid_argument("the stencil engine needs two solids");
  return *solid;
}

StencilOptions checked(const StencilOptions& options) {
  if (!(options.depth_tolerance_mm >= 0)) throw std::invalid_argument("the depth tolerance is negative");
  if (options.counter_bits < 2 || options.counter_bits > 8) {
    throw std::invalid_argument("a stencil counter has 2 to 8 bits");
  }
  if (options.rays_at_most > 65536) throw std::invalid_argument("more than 65536 pixels for rays");
  return options;
}

//! Everything that is drawn into: of one size, so of one window.
struct WindowPlanes {
  WindowPlanes(int width_px, int height_px)
      : upper(width_px, height_px),
        lower_nearest(width_px, height_px),
        lower_farthest(width_px, height_px),
        counts_pass1(upper.farthest, width_px, height_px),
        counts_pass2(upper.nearest, width_px, height_px),
        map(width_px, height_px),
        layers(width_px, height_px) {}

  [[nodiscard]] bool fits(const PixelGrid& grid) const {
    return map.flags.width_px() == grid.width && map.flags.height_px() == grid.height;
  }

  stencil::KeptUpper upper;
  stencil::JawPlane lower_nearest, lower_farthest;
  stencil::LayerCounts counts_pass1, counts_pass2;
  stencil::MapPlanes map;
  stencil::LayerPlanes layers;
};

//! All that lives in the context.
struct Gpu {
  Gpu(const Solid& upper, const Solid& lower, Form form, const gl::ContextInfo& info,
      std::uint32_t max_listed)
      : upper_mesh(upper.mesh, upper.anatomy_faces),
        lower_mesh(lower.mesh, lower.anatomy_faces),
        parameters(sizeof(stencil::Parameters)),
        tallies(max_listed),
        count_pass(form),
        list_pass(std::min<std::size_t>(info.max_storage_bytes, std::size_t{1} << 30)) {}

  gl::GpuMesh upper_mesh, lower_mesh;
  gl::Buffer parameters;
  stencil::Tallies tallies;
  stencil::PlanePass plane_pass;
  stencil::CountPass count_pass;
  stencil::KeepUpperPass keep_upper_pass;
  stencil::SettlePasses settle;
  stencil::LayerListPass list_pass;
  stencil::LayerPass layer_pass;
  std::unique_ptr<WindowPlanes> planes;
  std::optional<stencil::StencilView> kept_view;  // what planes->upper was drawn for
};

MapFrame part_of(const MapFrame& frame, int column, int row, int width, int height) {
  MapFrame part = frame;
  part.grid.u0_mm += column * frame.grid.pixel_mm;
  part.grid.v0_mm += row * frame.grid.pixel_mm;
  part.grid.width = width;
  part.grid.height = height;
  return part;
}

template <typename T>
void paste(const std::vector<T>& part, const PixelGrid& part_grid, int column, int row, const PixelGrid& grid,
           std::vector<T>& whole) {
  for (int r = 0; r < part_grid.height; ++r) {
    std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(part_grid.index(0, r)), part_grid.width,
                whole.begin() + static_cast<std::ptrdiff_t>(grid.index(column, row + r)));
  }
}

void paste_map(const ClearanceMap& part, int column, int row, ClearanceMap& whole) {
  const auto plane = [&](auto member) {
    paste(part.*member, part.frame.grid, column, row, whole.frame.grid, whole.*member);
  };
  plane(&ClearanceMap::clearance_mm);
  plane(&ClearanceMap::overlap_mm);
  plane(&ClearanceMap::upper_face);
  plane(&ClearanceMap::lower_face);
  plane(&ClearanceMap::coverage);
  plane(&ClearanceMap::state);
  plane(&ClearanceMap::resolved_by);
  plane(&ClearanceMap::valued_by);
  plane(&ClearanceMap::upper_intervals);
  plane(&ClearanceMap::lower_intervals);
}

//! Times on a steady clock after the GPU is done, added up over the parts of a map.
class StageClock {
 public:
  void reset() {
    times_.clear();
    start();
  }
  void start() { since_ = std::chrono::steady_clock::now(); }
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

//! What a ray found at a pixel, with the credit to the stages that knew it before.
void set_ray_pixel(ClearanceMap& map, std::size_t index, const PixelResult& pixel, unsigned known) {
  namespace waits = stencil::waits;
  if ((known & waits::has_value) != 0) {
    map.upper_intervals[index] = pixel.upper_intervals;
    map.lower_intervals[index] = pixel.lower_intervals;
    return;
  }
  set_pixel(map, index, pixel, Stage::rays);
  if ((known & (waits::decided_pass1 | waits::decided_pass2)) == 0 || pixel.coverage != Coverage::both)
    return;
  const PixelState before = (known & waits::is_interfering) != 0 ? PixelState::interfering : PixelState::free;
  if (pixel.state != before) return;
  map.resolved_by[index] = (known & waits::decided_pass1) != 0 ? Stage::pass1 : Stage::pass2;
}

}  // namespace

class StencilEngine::Impl {
 public:
  Impl(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower, const StencilOptions& options);
  ~Impl();

  const ClearanceMap& compute(const MapFrame& frame, const Eigen::Isometry3d& upper_from_lower);

  [[nodiscard]] const gl::Context& context() const { return context_; }
  [[nodiscard]] const std::vector<StageTime>& times() const { return clock_.times(); }

 private:
  ClearanceMap compute_parts(const MapFrame& frame, const Eigen::Isometry3d& upper_from_lower);
  //! \return nothing if the window has more layers than fit into memory and must be divided
  std::optional<ClearanceMap> compute_window(const MapFrame& frame,
                                             const Eigen::Isometry3d& upper_from_lower);
  void set_parameters(const stencil::StencilView& view) const;
  bool keep_upper(const stencil::StencilView& view) const;
  void count_pass1(const stencil::PlacedJaw& lower, const stencil::StencilView& view,
                   const stencil::Tally& tally) const;
  void count_pass2(const stencil::PlacedJaw& lower, const stencil::StencilView& view,
                   const stencil::Tally& tally) const;
  void measure_overlaps(const stencil::PlacedJaw& lower, const stencil::StencilView& view,
                        const stencil::Tally& tally) const;
  bool run_layers(const stencil::PlacedJaw& lower, const stencil::StencilView& view,
                  const stencil::TallyCounts& tallies) const;
  void shoot_rays(const std::vector<stencil::PixelPlace>& places, const Eigen::Isometry3d& upper_from_lower,
                  ClearanceMap& map) const;
  [[nodiscard]] bool few_enough_for_rays(std::uint32_t pixels) const {
    return options_.ray_resolver && pixels > 0 && pixels <= options_.rays_at_most;
  }

  std::shared_ptr<const Solid> upper_, lower_;
  StencilOptions options_;
  Form form_;
  gl::Context context_;
  std::unique_ptr<Gpu> gpu_;
  StageClock clock_;
  ClearanceMap map_;
};

StencilEngine::Impl::Impl(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower,
                          const StencilOptions& options)
    : upper_(std::move(upper)),
      lower_(std::move(lower)),
      options_(checked(options)),
      form_(form_of(options_)) {
  gpu_ = std::make_unique<Gpu>(checked(upper_), checked(lower_), form_, context_.info(),
                               static_cast<std::uint32_t>(options_.rays_at_most));
  context_.throw_on_error();
  context_.release();
}

StencilEngine::Impl::~Impl() {
  const gl::CurrentScope scope(context_);
  gpu_.reset();
}

const ClearanceMap& StencilEngine::Impl::compute(const MapFrame& frame,
                                                 const Eigen::Isometry3d& upper_from_lower) {
  if (frame.projection.kind() != Projection::Kind::orthographic) {
    throw std::invalid_argument("the stencil engine draws orthographic maps only");
  }
  if (!upper_from_lower.matrix().allFinite()) throw std::invalid_argument("the pose is not finite");
  if (frame.grid.size() == 0) return map_ = ClearanceMap::empty(frame);
  const gl::CurrentScope scope(context_);
  clock_.reset();
  map_ = compute_parts(frame, upper_from_lower);
  context_.throw_on_error();
  return map_;
}

ClearanceMap StencilEngine::Impl::compute_parts(const MapFrame& frame,
                                                const Eigen::Isometry3d& upper_from_lower) {
  const PixelGrid& grid = frame.grid;
  const gl::ContextInfo& info = context_.info();
  const int limit = std::min({max_window_px, info.max_texture_px, info.max_viewport_px});
  if (std::max(grid.width, grid.height) <= limit) {
    if (std::optional<ClearanceMap> map = compute_window(frame, upper_from_lower)) return *std::move(map);
    if (grid.size() == 1) throw gl::ContextError("one pixel has more layers than OpenGL can hold");
  }
  ClearanceMap whole = ClearanceMap::empty(frame);
  const bool wide = grid.width >= grid.height;
  const int column = wide ? grid.width / 2 : 0;
  const int row = wide ? 0 : grid.height / 2;
  paste_map(compute_parts(part_of(frame, 0, 0, wide ? column : grid.width, wide ? grid.height : row),
                          upper_from_lower),
            0, 0, whole);
  paste_map(
      compute_parts(part_of(frame, column, row, grid.width - column, grid.height - row), upper_from_lower),
      column, row, whole);
  return whole;
}

void StencilEngine::Impl::set_parameters(const stencil::StencilView& view) const {
  gpu_->tallies.reset(view.width_px, view.height_px);
  gpu_->tallies.bind();
  const stencil::Parameters parameters{
      .depth_mm = static_cast<float>(view.depth_mm),
      .tolerance = static_cast<float>(options_.depth_tolerance_mm / view.depth_mm),
      .upper_anatomy = static_cast<std::int32_t>(upper_->anatomy_faces),
      .lower_anatomy = static_cast<std::int32_t>(lower_->anatomy_faces),
      .counter_limit = (1U << options_.counter_bits) - 1,
      .form = form_,
      .max_listed = static_cast<std::uint32_t>(options_.rays_at_most),
      .max_coded_layers = stencil::max_coded_layers,
      .tiles_across = gpu_->tallies.tiles_across()};
  gpu_->parameters.write(0, std::as_bytes(std::span(&parameters, 1)));
  gpu_->parameters.bind_uniform(stencil::parameters_binding);
}

bool StencilEngine::Impl::keep_upper(const stencil::StencilView& view) const {
  if (gpu_->kept_view == view) return true;
  gpu_->kept_view.reset();
  const stencil::PlacedJaw upper{gpu_->upper_mesh, view.clip_from_case};
  if (!gpu_->keep_upper_pass.run(upper, view, gpu_->plane_pass, gpu_->list_pass, gpu_->planes->upper)) {
    return false;
  }
  gpu_->kept_view = view;
  return true;
}

std::optional<ClearanceMap> StencilEngine::Impl::compute_window(const MapFrame& frame,
                                                                const Eigen::Isometry3d& upper_from_lower) {
  Gpu& gpu = *gpu_;
  if (!gpu.planes || !gpu.planes->fits(frame.grid)) {
    gpu.kept_view.reset();
    gpu.planes.reset();  // first, so that both need not fit
    gpu.planes = std::make_unique<WindowPlanes>(frame.grid.width, frame.grid.height);
  }
  const stencil::StencilView view = stencil::fit_view(frame, gpu.upper_mesh.bounds(), gpu.lower_mesh.bounds(),
                                                      upper_from_lower, options_.depth_tolerance_mm);
  const stencil::PlacedJaw lower{gpu.lower_mesh, view.clip_from_case * upper_from_lower.matrix()};
  WindowPlanes& planes = *gpu.planes;
  clock_.start();
  set_parameters(view);
  if (!keep_upper(view)) return std::nullopt;
  clock_.lap("upper");

  gpu.plane_pass.draw_nearest(lower, view, planes.lower_nearest);
  gpu.settle.nearest(planes.upper, planes.lower_nearest, planes.map);
  stencil::TallyCounts tallies = gpu.tallies.read();
  if (tallies.pass1.pixels > 0) {
    count_pass1(lower, view, tallies.pass1);
    tallies = gpu.tallies.read();
  }
  clock_.lap("pass1");
  if (tallies.pass2.pixels > 0) {
    count_pass2(lower, view, tallies.pass2);
    tallies = gpu.tallies.read();
    clock_.lap("pass2");
  }
  if (tallies.overlap.pixels > 0) {
    measure_overlaps(lower, view, tallies.overlap);
    clock_.lap("overlap");
  }
  const bool by_rays = few_enough_for_rays(tallies.layers.pixels);
  if (tallies.layers.pixels > 0 && !by_rays) {
    if (!run_layers(lower, view, tallies)) return std::nullopt;
    clock_.lap("layers");
  }
  ClearanceMap map = planes.map.read(frame, gpu.upper_mesh.original_faces(), gpu.lower_mesh.original_faces());
  clock_.lap("read");
  if (by_rays) {
    shoot_rays(gpu.tallies.waiting_for_layers(tallies.layers.pixels), upper_from_lower, map);
    clock_.lap("rays");
  } else if (const std::uint32_t overflowed = gpu.tallies.read().overflowed;
             few_enough_for_rays(overflowed)) {
    // More layers than the code holds; the walk along the layers has settled them, and for this few there is
    // the better answer of a ray.
    shoot_rays(gpu.tallies.overflowed(overflowed), upper_from_lower, map);
    clock_.lap("rays");
  }
  return map;
}

void StencilEngine::Impl::count_pass1(const stencil::PlacedJaw& lower, const stencil::StencilView& view,
                                      const stencil::Tally& tally) const {
  const WindowPlanes& planes = *gpu_->planes;
  const stencil::WaitingPixels pixels = gpu_->tallies.waiting(stencil::WaitsFor::pass1, tally);
  // What lies behind all of the upper cannot pass the depth test; the rest is room for rounding.
  const double max_depth = stencil::depths_of({gpu_->upper_mesh, view.clip_from_case}).max()[0] + 1e-5;
  gpu_->count_pass.run(lower, view, options_.depth_tolerance_mm / view.depth_mm, planes.counts_pass1,
                       {.waiting = &pixels, .max_depth = max_depth});
  gpu_->settle.pass1(planes.upper, planes.lower_nearest, planes.counts_pass1, pixels, planes.map);
}

void StencilEngine::Impl::count_pass2(const stencil::PlacedJaw& lower, const stencil::StencilView& view,
                                      const stencil::Tally& tally) const {
  const WindowPlanes& planes = *gpu_->planes;
  const stencil::WaitingPixels pixels = gpu_->tallies.waiting(stencil::WaitsFor::pass2, tally);
  gpu_->count_pass.run(lower, view, -options_.depth_tolerance_mm / view.depth_mm, planes.counts_pass2,
                       {.waiting = &pixels});
  gpu_->settle.pass2(planes.upper, planes.lower_nearest, planes.counts_pass1, planes.counts_pass2, pixels,
                     planes.map);
}

void StencilEngine::Impl::measure_overlaps(const stencil::PlacedJaw& lower, const stencil::StencilView& view,
                                           const stencil::Tally& tally) const {
  const WindowPlanes& planes = *gpu_->planes;
  const stencil::WaitingPixels pixels = gpu_->tallies.waiting(stencil::WaitsFor::overlap, tally);
  gpu_->plane_pass.draw_farthest(lower, view, planes.lower_farthest, {.waiting = &pixels});
  gpu_->settle.overlap(planes.upper, planes.lower_nearest, planes.lower_farthest, pixels, planes.map);
}

bool StencilEngine::Impl::run_layers(const stencil::PlacedJaw& lower, const stencil::StencilView& view,
                                     const stencil::TallyCounts& tallies) const {
  WindowPlanes& planes = *gpu_->planes;
  const stencil::Tallies& all = gpu_->tallies;
  const stencil::WaitingPixels pixels = all.waiting(stencil::WaitsFor::layers, tallies.layers);
  if (!gpu_->list_pass.run(lower, false, view, {.waiting = &pixels}, tallies.lower_layers,
                           {planes.map.waits, planes.upper.summary}, planes.layers.lower)) {
    return false;
  }
  std::optional<stencil::WaitingPixels> undecided;
  if (tallies.undecided.pixels > 0) {
    undecided = all.waiting(stencil::WaitsFor::undecided, tallies.undecided);
  }
  gpu_->layer_pass.run(planes.upper, planes.layers, pixels, undecided ? &*undecided : nullptr,
                       all.read().max_layers, planes.map);
  return true;
}

void StencilEngine::Impl::shoot_rays(const std::vector<stencil::PixelPlace>& places,
                                     const Eigen::Isometry3d& upper_from_lower, ClearanceMap& map) const {
  std::vector<std::uint8_t> waits(map.frame.grid.size());
  gpu_->planes->map.waits.read(GL_RED_INTEGER, GL_UNSIGNED_BYTE, std::as_writable_bytes(std::span(waits)));
  for (const auto& [column, row] : places) {
    const std::size_t index = map.frame.grid.index(column, row);
    set_ray_pixel(map, index, options_.ray_resolver(map.frame, upper_from_lower, column, row), waits[index]);
  }
}

StencilEngine::StencilEngine(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower,
                             const StencilOptions& options)
    : impl_(std::make_unique<Impl>(std::move(upper), std::move(lower), options)) {}

StencilEngine::~StencilEngine() = default;
StencilEngine::StencilEngine(StencilEngine&&) noexcept = default;
StencilEngine& StencilEngine::operator=(StencilEngine&&) noexcept = default;

const ClearanceMap& StencilEngine::compute(const MapFrame& frame, const Eigen::Isometry3d& upper_from_lower) {
  return impl_->compute(frame, upper_from_lower);
}

std::vector<StageTime> StencilEngine::stage_times() const { return impl_->times(); }
const gl::ContextInfo& StencilEngine::context_info() const { return impl_->context().info(); }
const std::vector<std::string>& StencilEngine::debug_messages() const {
  return impl_->context().debug_messages();
}

}  // namespace intercusp
