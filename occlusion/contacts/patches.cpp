#include "occlusion/contacts/patches.h"

#include <algorithm>
#include <cstddef>

#include "occlusion/geometry/union_find.h"

namespace intercusp {
namespace {

//! Makes every set pixel a separate component, numbered row by row from 1; 0 elsewhere.
std::vector<int> numbered_pixels(std::span<const std::uint8_t> mask) {
  std::vector<int> numbers(mask.size(), 0);
  int next = 0;
  for (std::size_t pixel = 0; pixel < mask.size(); ++pixel) {
    if (mask[pixel] != 0) numbers[pixel] = ++next;
  }
  return numbers;
}

//! Joins a pixel with those of its neighbours that come before it: the left one and the three above.
void join_neighbours(const std::vector<int>& numbers, std::size_t pixel, std::size_t width,
                     UnionFind& components) {
  const auto join = [&](std::size_t neighbour) {
    if (numbers[neighbour] != 0)
      components.join(static_cast<std::uint32_t>(numbers[pixel]),
                      static_cast<std::uint32_t>(numbers[neighbour]));
  };
  const std::size_t column = pixel % width;
  const bool at_left = column == 0, at_right = column + 1 == width;
  if (!at_left) join(pixel - 1);
  if (pixel < width) return;
  if (!at_left) join(pixel - width - 1);
  join(pixel - width);
  if (!at_right) join(pixel - width + 1);
}

}  // namespace

std::vector<int> label_components(std::span<const std::uint8_t> mask, int width, int /*height*/) {
  std::vector<int> labels = numbered_pixels(mask);
  const int count = labels.empty() ? 0 : *std::ranges::max_element(labels);
  if (count == 0) return labels;
  UnionFind components(static_cast<std::size_t>(count) + 1);
  for (std::size_t pixel = 0; pixel < labels.size(); ++pixel) {
    if (labels[pixel] != 0) join_neighbours(labels, pixel, static_cast<std::size_t>(width), components);
  }
  // The smallest number of a component is its root, so components come by their first pixels.
  std::vector<int> component_of(static_cast<std::size_t>(count) + 1, 0);
  int next = 0;
  for (std::size_t number = 1; number < component_of.size(); ++number) {
    const std::size_t root = components.root(static_cast<std::uint32_t>(number));
    component_of[number] = root == number ? ++next : component_of[root];
  }
  for (int& label : labels) label = component_of[static_cast<std::size_t>(label)];
  return labels;
}

}  // namespace intercusp
