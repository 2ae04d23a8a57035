#include "occlusion/engines/stencil/layer_lists.h"

#include <algorithm>
#include <span>

#include "occlusion/engines/stencil/parameters.h"
#include "shaders.h"

namespace intercusp::stencil {
namespace {

constexpr std::size_t node_bytes = 12;
constexpr std::size_t counter_bytes = 4;
constexpr unsigned nodes_binding = 1;

std::size_t capacity_of(const gl::Buffer& nodes) {
  return nodes.size() < counter_bytes ? 0 : (nodes.size() - counter_bytes) / node_bytes;
}

//! \return false if they would exceed the limit
bool make_room(std::size_t layers, std::size_t max_bytes, gl::Buffer& nodes) {
  if (layers <= capacity_of(nodes) && capacity_of(nodes) > 0) return true;
  const std::size_t bytes = counter_bytes + node_bytes * std::max<std::size_t>(layers, 1024);
  if (bytes > max_bytes) return false;
  nodes = gl::Buffer(bytes);
  return true;
}

}  // namespace

LayerLists::LayerLists(int width_px, int height_px)
    : heads(GL_R32UI, width_px, height_px), unwritten(GL_R8, width_px, height_px), none({&unwritten}) {}

LayerListPass::LayerListPass(std::size_t max_node_bytes)
    : max_node_bytes_(max_node_bytes),
      collect_program_(shaders::jaw_vert, shaders::collect_layers_frag),
      sort_program_(gl::Program::compute(shaders::sort_layers_comp)) {}

std::size_t LayerListPass::collect(const PlacedJaw& jaw, const StencilView& view, const DrawnFor& pixels,
                                   const SortedWith& with, const LayerLists& lists) const {
  lists.heads.clear(0U);
  const std::uint32_t zero = 0;
  lists.nodes.write(0, std::as_bytes(std::span(&zero, 1)));
  lists.nodes.bind_storage(nodes_binding);
  lists.heads.bind_image(0, GL_READ_WRITE);
  with.waits.bind(0);
  collect_program_.set("capacity", static_cast<std::uint32_t>(capacity_of(lists.nodes)));
  draw_jaw(jaw, view, collect_program_, {.write_color = {false, false, false, false}}, lists.none, pixels);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  std::uint32_t used = 0;
  lists.nodes.read(0, std::as_writable_bytes(std::span(&used, 1)));
  return used;
}

void LayerListPass::sort(bool is_upper, const gl::Rectangle& window, const SortedWith& with,
                         const LayerLists& lists) const {
  lists.nodes.bind_storage(nodes_binding);
  lists.heads.bind_image(0, GL_READ_WRITE);
  with.kept_upper.bind_image(1, GL_READ_WRITE);
  with.waits.bind(0);
  sort_program_.set("first_x", window.x);
  sort_program_.set("first_y", window.y);
  sort_program_.set("is_upper", is_upper ? 1 : 0);
  glUseProgram(sort_program_.get());
  const auto groups = [](int pixels) { return static_cast<GLuint>((pixels + 7) / 8); };
  glDispatchCompute(groups(window.width), groups(window.height), 1);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

bool LayerListPass::run(const PlacedJaw& jaw, bool is_upper, const StencilView& view, const DrawnFor& pixels,
                        std::size_t expected_layers, const SortedWith& with, LayerLists& lists) const {
  if (!make_room(expected_layers, max_node_bytes_, lists.nodes)) return false;
  const std::size_t needed = collect(jaw, view, pixels, with, lists);
  if (needed > capacity_of(lists.nodes)) {
    // The counters saturated and announced too few layers.
    if (!make_room(needed, max_node_bytes_, lists.nodes)) return false;
    (void)collect(jaw, view, pixels, with, lists);
  }
  const gl::Rectangle whole{0, 0, view.width_px, view.height_px};
  sort(is_upper, pixels.waiting != nullptr ? pixels.waiting->window : whole, with, lists);
  return true;
}

LayerOverflow::LayerOverflow(std::uint32_t max_listed)
    : buffer_(sizeof(Counts) + sizeof(std::uint32_t) * std::max<std::size_t>(max_listed, 1)) {}

void LayerOverflow::reset() const {
  const Counts nothing;
  buffer_.write(0, std::as_bytes(std::span(&nothing, 1)));
  buffer_.bind_storage(overflow_binding);
}

LayerOverflow::Counts LayerOverflow::counts() const {
  Counts counts;
  buffer_.read(0, std::as_writable_bytes(std::span(&counts, 1)));
  return counts;
}

std::vector<PixelPlace> LayerOverflow::places(std::uint32_t count) const {
  std::vector<std::uint32_t> packed(count);
  if (count > 0) buffer_.read(sizeof(Counts), std::as_writable_bytes(std::span(packed)));
  std::sort(packed.begin(), packed.end());  // the GPU lists them in arbitrary order
  std::vector<PixelPlace> places;
  for (const std::uint32_t place : packed) {
    places.push_back({static_cast<int>(place & 0xFFFF), static_cast<int>(place >> 16)});
  }
  return places;
}

}  // namespace intercusp::stencil
