#include "bench/peers/embree_map.h"

#include <embree3/rtcore.h>
#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>
#include <xmmintrin.h>

#include <algorithm>
#include <array>
#include <limits>

#include "bench/peers/embree_scene.h"

namespace intercusp::bench {
namespace {

constexpr int packet_width = 4;
constexpr int packet_height = 16 / packet_width;
constexpr float missed = std::numeric_limits<float>::quiet_NaN();

//! Embree asks for denormals as zero in every thread that shoots.
class DenormalsAsZero {
 public:
  DenormalsAsZero() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040); }
  ~DenormalsAsZero() { _mm_setcsr(before_); }
  DenormalsAsZero(const DenormalsAsZero&) = delete;
  DenormalsAsZero& operator=(const DenormalsAsZero&) = delete;

 private:
  unsigned before_;
};

//! All lines of a picture in a mesh's own frame, starting on the plane that touches the mesh's box.
struct Lines {
  Eigen::Vector3f first, per_column, per_row, direction;
  float start_depth, sign;

  Lines(const View& view, const Bounds& box, const Eigen::Isometry3d& case_from_mesh, float along)
      : sign(along) {
    const Eigen::Isometry3d view_from_mesh = view.view_from_case * case_from_mesh;
    const Eigen::Vector3d depth_axis = view_from_mesh.linear().row(2);
    const double middle = (view_from_mesh * box.centre()).z();
    const double reach = 0.5 * box.size().dot(depth_axis.cwiseAbs()) + 0.01;
    start_depth = static_cast<float>(middle - along * reach);
    const Eigen::Isometry3d mesh_from_view = view_from_mesh.inverse(Eigen::Isometry);
    const Eigen::Vector2d corner = view.grid.centre(0, 0);
    first = (mesh_from_view * Eigen::Vector3d(corner.x(), corner.y(), start_depth)).cast<float>();
    per_column = (view.grid.pixel_mm * mesh_from_view.linear().col(0)).cast<float>();
    per_row = (view.grid.pixel_mm * mesh_from_view.linear().col(1)).cast<float>();
    direction = (along * mesh_from_view.linear().col(2)).cast<float>();
  }
};

//! 16 rays with the fields that are the same for all pixels.
struct alignas(64) Packet {
  RTCRayHit16 rays;
  std::array<int, 16> valid;
  std::array<float, 16> column, row;

  explicit Packet(const Lines& lines) : rays{} {
    for (int lane = 0; lane < 16; ++lane) {
      column[lane] = static_cast<float>(lane % packet_width);
      row[lane] = static_cast<float>(lane / packet_width);
      rays.ray.dir_x[lane] = lines.direction.x();
      rays.ray.dir_y[lane] = lines.direction.y();
      rays.ray.dir_z[lane] = lines.direction.z();
      rays.ray.tnear[lane] = 0;
      rays.ray.mask[lane] = ~0U;
    }
  }

  void place(const Lines& lines, int first_column, int first_row) {
    const Eigen::Vector3f corner = lines.first + static_cast<float>(first_column) * lines.per_column +
                                   static_cast<float>(first_row) * lines.per_row;
    for (int lane = 0; lane < 16; ++lane) {
      rays.ray.org_x[lane] = corner.x() + column[lane] * lines.per_column.x() + row[lane] * lines.per_row.x();
      rays.ray.org_y[lane] = corner.y() + column[lane] * lines.per_column.y() + row[lane] * lines.per_row.y();
      rays.ray.org_z[lane] = corner.z() + column[lane] * lines.per_column.z() + row[lane] * lines.per_row.z();
      rays.ray.tfar[lane] = std::numeric_limits<float>::infinity();
      rays.hit.geomID[lane] = RTC_INVALID_GEOMETRY_ID;
    }
  }
};

//! Traces all packets with a pixel for which `wanted(pixel)` is true; `store(pixel, depth)` receives the depth of the
//! first hit.
template <typename Wanted, typename Store>
void shoot(RTCScene scene, const View& view, const Lines& lines, const Wanted& wanted, const Store& store) {
  const PixelGrid& grid = view.grid;
  const int across = (grid.width + packet_width - 1) / packet_width;
  const int down = (grid.height + packet_height - 1) / packet_height;
  constexpr int tile = 32;  // pixels; neighbours' paths through the tree stay in the cache
  const tbb::blocked_range2d<int> tiles(0, down, std::max(1, tile / packet_height), 0, across,
                                        std::max(1, tile / packet_width));
  tbb::parallel_for(tiles, [&](const tbb::blocked_range2d<int>& part) {
    const DenormalsAsZero denormals;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    Packet packet(lines);
    for (int y = part.rows().begin(); y < part.rows().end(); ++y) {
      for (int x = part.cols().begin(); x < part.cols().end(); ++x) {
        std::array<std::size_t, 16> pixel;
        bool any = false;
        for (int lane = 0; lane < 16; ++lane) {
          const int column = x * packet_width + lane % packet_width;
          const int row = y * packet_height + lane / packet_width;
          const bool inside = column < grid.width && row < grid.height;
          pixel[lane] = inside ? grid.index(column, row) : 0;
          const bool shot = inside && wanted(pixel[lane]);
          packet.valid[lane] = shot ? -1 : 0;
          any |= shot;
        }
        if (!any) continue;
        packet.place(lines, x * packet_width, y * packet_height);
        rtcIntersect16(packet.valid.data(), scene, &context, &packet.rays);
        for (int lane = 0; lane < 16; ++lane) {
          if (packet.valid[lane] == 0) continue;
          const bool hit = packet.rays.hit.geomID[lane] != RTC_INVALID_GEOMETRY_ID;
          store(pixel[lane], hit ? lines.start_depth + lines.sign * packet.rays.ray.tfar[lane] : missed);
        }
      }
    }
  });
}

}  // namespace

struct EmbreeMap::Scenes {
  EmbreeScene upper, lower;
  Scenes(const TriangleMesh& upper_mesh, const TriangleMesh& lower_mesh)
      : upper(upper_mesh), lower(lower_mesh) {}
};

EmbreeMap::EmbreeMap(const Solid& upper, const Solid& lower, const View& view)
    : scenes_(std::make_unique<Scenes>(upper.mesh, lower.mesh)),
      frame_(view),
      upper_depth_(view.grid.size(), missed),
      clearance_mm_(view.grid.size(), missed) {
  const Lines lines(frame_, scenes_->upper.bounds(), Eigen::Isometry3d::Identity(), 1);
  shoot(
      scenes_->upper.scene(), frame_, lines, [](std::size_t) { return true; },
      [&](std::size_t pixel, float depth) { upper_depth_[pixel] = depth; });
}

EmbreeMap::~EmbreeMap() = default;

std::span<const float> EmbreeMap::compute(const Eigen::Isometry3d& upper_from_lower) {
  const Lines lines(frame_, scenes_->lower.bounds(), upper_from_lower, -1);
  shoot(
      scenes_->lower.scene(), frame_, lines,
      [&](std::size_t pixel) { return upper_depth_[pixel] == upper_depth_[pixel]; },
      [&](std::size_t pixel, float depth) { clearance_mm_[pixel] = upper_depth_[pixel] - depth; });
  return clearance_mm_;
}

std::span<const float> EmbreeMap::compute_both(const Eigen::Isometry3d& upper_from_lower) {
  const Lines upper_lines(frame_, scenes_->upper.bounds(), Eigen::Isometry3d::Identity(), 1);
  shoot(
      scenes_->upper.scene(), frame_, upper_lines, [](std::size_t) { return true; },
      [&](std::size_t pixel, float depth) { upper_depth_[pixel] = depth; });
  return compute(upper_from_lower);
}

}  // namespace intercusp::bench
