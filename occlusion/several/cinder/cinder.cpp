#include "occlusion/several/cinder/cinder.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "occlusion/engines/gl/context_thread.h"
#include "occlusion/engines/gl/map_view.h"
#include "occlusion/several/cinder/edge_pass.h"
#include "occlusion/several/cinder/gpu_bodies.h"
#include "occlusion/several/cinder/meetings.h"
#include "occlusion/several/cinder/ways_out.h"
#include "occlusion/several/cinder/winding_pass.h"

namespace intercusp {
namespace {

using Bodies = std::vector<std::shared_ptr<const Solid>>;
using Meetings = std::vector<cinder::Meeting>;
using Layers = std::array<cinder::EdgeLayer, 2>;

//! By how much edges are moved into their own bodies, in pixels. What is looked at is a pixel's centre with
//! the depth of the edge's nearest point, at most half a pixel beside the edge; a quarter more for what
//! vertices are rounded by. So what is found inside another body lies inside its own as well, and an edge
//! that touches another body, or runs along it outside, is not reported. (The thesis moves edges outward,
//! lest they lie inside their own bodies; here nobody asks for what a body's edges meet in the body itself.)
constexpr double inward_px = 0.75;

//! The bodies as the window sees them, (u, v, depth).
struct InView {
  InView(const Bodies& bodies, const Eigen::Isometry3d& view_from_case);

  std::vector<std::vector<Eigen::Vector3d>> vertices;  //!< of each body
  std::vector<Eigen::AlignedBox3d> boxes;
};

InView::InView(const Bodies& bodies, const Eigen::Isometry3d& view_from_case)
    : vertices(bodies.size()), boxes(bodies.size()) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    vertices[i].reserve(bodies[i]->mesh.vertices.size());
    for (const Eigen::Vector3d& vertex : bodies[i]->mesh.vertices) {
      vertices[i].push_back(view_from_case * vertex);
      boxes[i].extend(vertices[i].back());
    }
  }
}

//! Of the bodies that can meet, mm.
Eigen::AlignedBox1d depths_of(const std::vector<Eigen::AlignedBox3d>& boxes, const Meetings& meetings) {
  Eigen::AlignedBox1d depths;
  for (const cinder::Meeting& meeting : meetings) {
    const Eigen::AlignedBox3d& box = boxes[meeting.possible.penetrating];
    depths.extend(Eigen::AlignedBox1d(box.min().tail<1>(), box.max().tail<1>()));
  }
  return depths;
}

//! From in front of the bodies to behind them.
Eigen::Matrix4d clip_around(const PixelGrid& grid, const Eigen::AlignedBox1d& depths) {
  // Edges moved inward may leave a body that is thinner than that.
  const double margin_mm = cinder::longest_way_out * grid.pixel_mm;
  const double nearest = depths.max()[0] + margin_mm;
  const double range_mm = nearest - (depths.min()[0] - margin_mm);
  return gl::clip_from_view(grid, nearest, range_mm);
}

void check(const PixelGrid& grid, const gl::ContextInfo& info) {
  const int most = std::min(info.max_viewport_px, info.max_texture_px);
  if (grid.width <= most && grid.height <= most) return;
  throw std::length_error("a window of " + std::to_string(grid.width) + " x " + std::to_string(grid.height) +
                          " pixels is larger than OpenGL can draw here, " + std::to_string(most) +
                          " pixels either way");
}

//! What lives in the context.
struct Gpu {
  Gpu(const Bodies& solids, const gl::ContextInfo& info)
      : bodies(solids), winding_pass(solids.size(), info.max_storage_bytes) {}

  void set_size(const PixelGrid& grid) {
    if (layers && (*layers)[0].depth.width_px() == grid.width &&
        (*layers)[0].depth.height_px() == grid.height) {
      return;
    }
    layers.reset();
    layers.emplace(
        Layers{cinder::EdgeLayer(grid.width, grid.height), cinder::EdgeLayer(grid.width, grid.height)});
  }

  //! Only edges that reach into the box of another body are drawn.
  void choose_edges(const InView& view, const Meetings& meetings);

  //! \return in order
  [[nodiscard]] std::vector<Penetration> run(Meetings open) const;

  cinder::GpuBodies bodies;
  cinder::EdgePass edge_pass;
  cinder::WindingPass winding_pass;
  std::optional<Layers> layers;
};

void Gpu::choose_edges(const InView& view, const Meetings& meetings) {
  std::vector<std::vector<Eigen::AlignedBox3d>> others(bodies.size());
  for (const auto& [possible, window] : meetings) {
    others[possible.penetrating].push_back(view.boxes[possible.penetrated]);
  }
  std::vector<std::vector<std::uint32_t>> listed(bodies.size());
  for (std::size_t body = 0; body < bodies.size(); ++body) {
    listed[body] = cinder::edges_reaching(bodies.edges(body), view.vertices[body], others[body]);
  }
  bodies.list_edges(listed);
}

//! Takes what is found out of what is still open.
void sort_out(const cinder::FoundTable& table, Meetings& open, std::vector<Penetration>& found) {
  const auto rest = std::stable_partition(open.begin(), open.end(), [&](const cinder::Meeting& meeting) {
    return !table.holds(meeting.possible);
  });
  for (auto it = rest; it != open.end(); ++it) found.push_back(it->possible);
  open.erase(rest, open.end());
}

std::vector<Penetration> Gpu::run(Meetings open) const {
  std::vector<Penetration> found;
  (*layers)[1].clear(1);
  for (std::size_t i = 0; i < most_edge_layers && !open.empty(); ++i) {
    const cinder::EdgeLayer& layer = (*layers)[i % 2];
    const cinder::EdgeLayer& before = (*layers)[(i + 1) % 2];
    // Less and less: what is found need not be found again.
    const cinder::Drawing drawing = cinder::drawing_of(open, bodies.size());
    if (!edge_pass.run(bodies, drawing.owners, drawing.all, before, layer)) break;
    for (const std::size_t body : drawing.counted) {
      winding_pass.run(bodies, body, drawing.windows[body], layer);
    }
    sort_out(winding_pass.found(), open, found);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

struct Cinder::Impl {
  explicit Impl(std::span<const std::shared_ptr<const Solid>> solids)
      : bodies(solids.begin(), solids.end()),
        gpu([&](const gl::Context& context) { return std::make_unique<Gpu>(bodies, context.info()); }) {}

  Bodies bodies;
  gl::InContext<Gpu> gpu;
};

Cinder::Cinder(std::span<const std::shared_ptr<const Solid>> bodies)
    : impl_(std::make_unique<Impl>(bodies)) {}
Cinder::~Cinder() = default;
Cinder::Cinder(Cinder&&) noexcept = default;
Cinder& Cinder::operator=(Cinder&&) noexcept = default;

std::vector<Penetration> Cinder::look(const View& view) {
  check(view.grid, impl_->gpu.context().info());
  const Eigen::Isometry3d& view_from_case = view.view_from_case;
  const InView seen(impl_->bodies, view_from_case);
  const Meetings meetings = cinder::possible_meetings(seen.boxes, view.grid);
  if (meetings.empty()) return {};

  std::vector<Penetration> found;
  impl_->gpu.run([&] {
    Gpu& gpu = *impl_->gpu;
    const Eigen::Matrix4d clip_from_vertex =
        clip_around(view.grid, depths_of(seen.boxes, meetings)) * view_from_case.matrix() *
        Eigen::Affine3d(Eigen::Translation3d(gpu.bodies.centre())).matrix();
    gpu.set_size(view.grid);
    gpu.choose_edges(seen, meetings);
    gpu.edge_pass.set_view(clip_from_vertex.cast<float>(),
                           static_cast<float>(inward_px * view.grid.pixel_mm));
    gpu.winding_pass.begin(clip_from_vertex.cast<float>());
    found = gpu.run(meetings);
  });
  return found;
}

const std::vector<std::string>& Cinder::debug_messages() const {
  return impl_->gpu.context().debug_messages();
}

}  // namespace intercusp
