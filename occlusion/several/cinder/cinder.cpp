#include "occlusion/several/cinder/cinder.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include "occlusion/engines/gl/context_thread.h"
#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/several/cinder/gpu_bodies.h"
#include "occlusion/several/cinder/possible_intersections.h"
#include "occlusion/several/cinder/winding_pass.h"

namespace intercusp {
namespace {

using Bodies = std::vector<std::shared_ptr<const Solid>>;
using PossibleIntersections = std::vector<cinder::PossibleIntersection>;

//! The bodies in the window's coordinates, (u, v, depth).
struct InView {
  InView(const Bodies& bodies, const Eigen::Isometry3d& view_from_case)
      : vertices(bodies.size()), boxes(bodies.size()) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      vertices[i].reserve(bodies[i]->mesh.vertices.size());
      for (const Eigen::Vector3d& vertex : bodies[i]->mesh.vertices) {
        vertices[i].push_back(view_from_case * vertex);
        boxes[i].extend(vertices[i].back());
      }
    }
  }

  std::vector<std::vector<Eigen::Vector3d>> vertices;  //!< per body
  std::vector<Eigen::AlignedBox3d> boxes;
};

//! The range of depths of the bodies that can meet, mm.
Eigen::AlignedBox1d depths_of(const std::vector<Eigen::AlignedBox3d>& boxes,
                              const PossibleIntersections& intersections) {
  Eigen::AlignedBox1d depths;
  for (const cinder::PossibleIntersection& intersection : intersections) {
    const Eigen::AlignedBox3d& box = boxes[intersection.possible.penetrating];
    depths.extend(Eigen::AlignedBox1d(box.min().tail<1>(), box.max().tail<1>()));
  }
  return depths;
}

//! Clip space with a depth from in front of the bodies to behind them.
Eigen::Matrix4d clip_around(const PixelGrid& grid, const Eigen::AlignedBox1d& depths) {
  // Edges that are moved inward may leave a thinner body.
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

//! The left and right, or upper and lower, half.
std::array<View, 2> halves_of(const View& view) {
  std::array<View, 2> halves = {view, view};
  PixelGrid &first = halves[0].grid, &second = halves[1].grid;
  if (view.grid.width >= view.grid.height) {
    first.width /= 2;
    second.width -= first.width;
    second.u0_mm += first.width * view.grid.pixel_mm;
  } else {
    first.height /= 2;
    second.height -= first.height;
    second.v0_mm += first.height * view.grid.pixel_mm;
  }
  return halves;
}

std::vector<Penetration> united(std::vector<Penetration> a, const std::vector<Penetration>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  a.erase(std::unique(a.begin(), a.end()), a.end());
  return a;
}

//! OpenGL objects, created in the context.
struct Gpu {
  Gpu(const Bodies& solids, const gl::ContextInfo& info)
      : bodies(solids), edges(info.max_storage_bytes), winding_pass(solids.size(), info.max_storage_bytes) {}

  //! Chooses the edges that reach into the box of another body; only these are drawn.
  void choose_edges(const InView& seen, const PossibleIntersections& intersections) {
    std::vector<std::vector<Eigen::AlignedBox3d>> others(bodies.size());
    for (const auto& [possible, window] : intersections) {
      others[possible.penetrating].push_back(seen.boxes[possible.penetrated]);
    }
    std::vector<std::vector<std::uint32_t>> listed(bodies.size());
    for (std::size_t body = 0; body < bodies.size(); ++body) {
      listed[body] = cinder::edges_reaching(bodies.edges(body), seen.vertices[body], others[body]);
    }
    bodies.list_edges(listed);
  }

  //! \return sorted
  [[nodiscard]] std::vector<Penetration> look(const View& view, const InView& seen) {
    const PossibleIntersections intersections = cinder::possible_intersections(seen.boxes, view.grid);
    if (intersections.empty()) return {};
    const Eigen::Matrix4f clip_from_vertex =
        (clip_around(view.grid, depths_of(seen.boxes, intersections)) * view.view_from_case.matrix() *
         Eigen::Affine3d(Eigen::Translation3d(bodies.centre())).matrix())
            .cast<float>();
    choose_edges(seen, intersections);
    edges.set_view(view.grid, clip_from_vertex);
    const cinder::Drawing drawing = cinder::drawing_of(intersections, bodies.size());
    const std::optional<std::size_t> samples = edges.draw(bodies, drawing.owners, drawing.window);
    if (!samples) {
      if (view.grid.size() == 1) throw std::length_error("one pixel has more edges than OpenGL can hold");
      const auto [first, second] = halves_of(view);
      std::vector<Penetration> of_first = look(first, seen);
      return united(std::move(of_first), look(second, seen));
    }
    winding_pass.begin(clip_from_vertex);
    if (*samples == 0 || !winding_pass.run(bodies, drawing.counted, drawing.window, edges, *samples))
      return {};
    std::vector<Penetration> found;
    const cinder::FoundTable table = winding_pass.found();
    for (const auto& [possible, window] : intersections) {
      if (table.holds(possible)) found.push_back(possible);
    }
    return found;
  }

  cinder::GpuBodies bodies;
  cinder::EdgeSamples edges;
  cinder::WindingPass winding_pass;
};

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

std::vector<Penetration> Cinder::look(const View& view) {
  check(view.grid, impl_->gpu.context().info());
  const InView seen(impl_->bodies, view.view_from_case);
  std::vector<Penetration> found;
  impl_->gpu.run([&] { found = impl_->gpu->look(view, seen); });
  return found;
}

const std::vector<std::string>& Cinder::debug_messages() const {
  return impl_->gpu.context().debug_messages();
}

}  // namespace intercusp
