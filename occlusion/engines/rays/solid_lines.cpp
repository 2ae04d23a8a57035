#include "occlusion/engines/rays/solid_lines.h"

#include <cassert>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <utility>

namespace intercusp::rays {
namespace {

//! Context of a query, which Embree passes to the filter. Members after `embree` are our own.
struct CollectingContext {
  RTCIntersectContext embree;
  std::vector<std::uint32_t>* faces;
};

//! Records the face and rejects the hit, so that the line continues.
void note_and_reject(const RTCFilterFunctionNArguments* arguments) {
  assert(arguments->N == 1);
  auto* context = reinterpret_cast<CollectingContext*>(arguments->context);
  context->faces->push_back(RTCHitN_primID(arguments->hit, 1, 0));
  arguments->valid[0] = 0;
}

}  // namespace

RayScene::RayScene(const TriangleMesh& mesh)
    : tree_(mesh, mesh.faces.size(),
            static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION)) {
  // Roundings to float across the line: a vertex (coordinates up to r), the start (up to 3r, see faces_along)
  // and the direction over a length of up to 4r, each by half a unit in the last place of three coordinates.
  // Together they are below 14·r·2^-24; the same again is allowed for Embree's own arithmetic.
  reach_mm_ = 14 * std::numeric_limits<float>::epsilon() * tree_.radius_mm();
}

void RayScene::faces_along(const Line& line, std::vector<std::uint32_t>& faces) const {
  faces.clear();
  CollectingContext context{};
  rtcInitIntersectContext(&context.embree);
  context.embree.filter = note_and_reject;
  context.faces = &faces;
  // The line starts on a plane in front of the mesh, one radius away, so that a rounded start
  // never lies inside.
  const double start = (tree_.centre() - line.origin).dot(line.direction) - 2 * tree_.radius_mm();
  RTCRayHit query = line_from(line.origin + start * line.direction, line.direction, tree_.centre());
  rtcIntersect1(tree_.scene(), &context.embree, &query);
}

namespace {

//! A line whose numbers of entries and exits differ is traced again this many times, each time displaced a
//! little further, in steps of some 1e-4 mm for a jaw.
constexpr int most_reshots = 8;

}  // namespace

SolidLines::SolidLines(std::shared_ptr<const Solid> solid) : solid_(std::move(solid)), scene_(solid_->mesh) {}

LineReading SolidLines::read(const Eigen::Isometry3d& solid_from_view, double u_mm, double v_mm,
                             std::vector<std::uint32_t>& faces) const {
  const Line line = line_at(solid_from_view, u_mm, v_mm);
  scene_.faces_along(line, faces);
  LineReading best = read_line(solid_->mesh, line, faces, scene_.reach_mm());
  if (best.imbalance == 0) return best;
  for (int attempt = 1; attempt <= most_reshots && best.imbalance != 0; ++attempt) {
    // Displacements exceed the rounding of floats. The first goes right and a little down, so that a line on
    // an edge reads as the face that owns it (ties go to the top left). The others follow the golden angle.
    const double distance = 4 * attempt * scene_.reach_mm();
    const double angle = std::numbers::pi / 8 + (attempt - 1) * 2.399963229728653;
    scene_.faces_along(
        line_at(solid_from_view, u_mm + distance * std::cos(angle), v_mm + distance * std::sin(angle)),
        faces);
    const double reach_mm = distance + scene_.reach_mm();
    LineReading beside = read_line(solid_->mesh, line, faces, reach_mm);
    if (std::abs(beside.imbalance) < std::abs(best.imbalance)) best = std::move(beside);
  }
  return best;
}

RowOfLines SolidLines::read_row(const Eigen::Isometry3d& solid_from_view, const PixelGrid& grid,
                                int row) const {
  RowOfLines result;
  std::vector<std::uint32_t> faces;
  result.first.reserve(static_cast<std::size_t>(grid.width) + 1);
  for (int column = 0; column < grid.width; ++column) {
    result.first.push_back(static_cast<std::uint32_t>(result.intervals.size()));
    const Eigen::Vector2d uv = grid.centre(column, row);
    const LineReading reading = read(solid_from_view, uv.x(), uv.y(), faces);
    result.intervals.insert(result.intervals.end(), reading.intervals.begin(), reading.intervals.end());
  }
  result.first.push_back(static_cast<std::uint32_t>(result.intervals.size()));
  return result;
}

}  // namespace intercusp::rays
