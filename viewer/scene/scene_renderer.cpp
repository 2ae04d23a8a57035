#include "viewer/scene/scene_renderer.h"

#include <algorithm>
#include <array>
#include <span>

namespace intercusp::viewer {
namespace {

// Places in a pixel, from -0.5 to 0.5, that share no row and no column of its 8 × 8 or 4 × 4 parts.
using PartOfPixel = std::array<double, 2>;
constexpr std::array<PartOfPixel, 8> eight_parts = {{{0.0625, -0.1875},
                                                     {-0.0625, 0.1875},
                                                     {0.3125, 0.0625},
                                                     {-0.1875, -0.3125},
                                                     {-0.3125, 0.3125},
                                                     {-0.4375, -0.0625},
                                                     {0.1875, 0.4375},
                                                     {0.4375, -0.4375}}};
constexpr std::array<PartOfPixel, 4> four_parts = {
    {{-0.125, -0.375}, {0.125, 0.375}, {0.375, -0.125}, {-0.375, 0.125}}};

std::span<const PartOfPixel> parts_of_pixel(SceneRenderer::Effort effort) {
  if (effort == SceneRenderer::Effort::fine) return four_parts;
  return eight_parts;
}

}  // namespace

SceneRenderer::Targets::Targets(const SceneSize& size)
    : pass(GL_RGBA8, size.width_px, size.height_px),
      depth(GL_DEPTH24_STENCIL8, size.width_px, size.height_px),
      sum(GL_RGBA16F, size.width_px, size.height_px),
      picture(GL_RGBA8, size.width_px, size.height_px),
      draw_pass({&pass}, &depth),
      draw_picture({&picture}, &depth),
      add_up({&sum}),
      show({&picture}) {}

void SceneRenderer::follow(const AppState& state, bool quick) {
  values_.follow(state, state.live, quick);
  if (scene_.follow(state, values_)) stale_ = true;
  if (scene_.loaded() != nullptr) map_picture_.follow(state, state.live, values_, quick);
  if (!state.comparison || !state.comparison->live) return compared_.reset();
  if (!compared_) compared_ = std::make_unique<Compared>();
  compared_->values.follow(state, state.comparison->live.shared());
  compared_->map.follow(state, state.comparison->live.shared(), compared_->values, false);
}

bool SceneRenderer::draw(const Camera& camera, const SceneSize& size, Effort effort) {
  const bool quick = effort == Effort::quick;
  if (size.width_px <= 0 || size.height_px <= 0) return false;
  const CallersTarget callers;
  if (!(size == size_)) {
    targets_ = Targets(size);
    size_ = size;
    stale_ = true;
  }
  if (stale_ || !(camera == camera_) || effort != effort_) work_ = {};
  camera_ = camera;
  effort_ = effort;
  stale_ = false;
  const std::span<const PartOfPixel> parts = parts_of_pixel(effort);
  const int most_passes = quick ? 1 : static_cast<int>(parts.size());
  if (work_.passes >= most_passes) return false;

  PassView view{.camera = camera, .size = size, .quick = quick};
  if (quick) {
    work_.triangles = passes_.draw(scene_, view, targets_.draw_picture);
    ++work_.passes;
    return true;
  }
  // The first alone, so that it is soon seen; then two for each time that the interface is drawn as well.
  const int until = work_.passes == 0 ? 1 : std::min(work_.passes + 2, most_passes);
  for (; work_.passes < until; ++work_.passes) {
    const PartOfPixel& part = parts[static_cast<std::size_t>(work_.passes)];
    view.moved_px = {part[0], part[1]};
    work_.triangles = passes_.draw(scene_, view, targets_.draw_pass);
    passes_.lay_over(targets_.pass, 1, work_.passes == 0 ? DrawPass::Blend::off : DrawPass::Blend::add,
                     targets_.add_up);
  }
  passes_.lay_over(targets_.sum, 1.0F / static_cast<float>(work_.passes), DrawPass::Blend::off,
                   targets_.show);
  return work_.passes < most_passes;
}

}  // namespace intercusp::viewer
