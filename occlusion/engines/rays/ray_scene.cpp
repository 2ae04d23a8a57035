#include "occlusion/engines/rays/ray_scene.h"

#include <cassert>
#include <limits>

namespace intercusp::rays {
namespace {

//! Embree passes the context of a query to the filter; the members after it are ours.
struct CollectingContext {
  RTCIntersectContext embree;
  std::vector<std::uint32_t>* faces;
};

//! Notes the face and rejects the hit, so that the line goes on through it.
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
  // Roundings to float across the line: a vertex (coordinates up to r), the start (up to 3r, see whole_line)
  // and the direction over a length of up to 4r, each by half a unit in the last place of three coordinates,
  // together under 14·r·2^-24; as much again for Embree's own arithmetic.
  reach_mm_ = 14 * std::numeric_limits<float>::epsilon() * tree_.radius_mm();
}

void RayScene::faces_along(const Line& line, std::vector<std::uint32_t>& faces) const {
  faces.clear();
  CollectingContext context{};
  rtcInitIntersectContext(&context.embree);
  context.embree.filter = note_and_reject;
  context.faces = &faces;
  RTCRayHit query = whole_line(line.origin, line.direction, tree_.centre(), tree_.radius_mm());
  rtcIntersect1(tree_.scene(), &context.embree, &query);
}

}  // namespace intercusp::rays
