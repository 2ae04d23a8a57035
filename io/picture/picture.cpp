#include "io/picture/picture.h"

#include <algorithm>

namespace intercusp {

void fill_box(Picture& picture, int x, int y, int width, int height, Rgb colour) {
  const int left = std::max(x, 0), right = std::min(x + width, picture.width);
  for (int row = std::max(y, 0); row < std::min(y + height, picture.height); ++row) {
    for (int column = left; column < right; ++column) picture.at(column, row) = colour;
  }
}

void frame_box(Picture& picture, int x, int y, int width, int height, Rgb colour) {
  fill_box(picture, x, y, width, 1, colour);
  fill_box(picture, x, y + height - 1, width, 1, colour);
  fill_box(picture, x, y, 1, height, colour);
  fill_box(picture, x + width - 1, y, 1, height, colour);
}

void paste(Picture& picture, const Picture& part, int x, int y) {
  const int left = std::max(0, -x), right = std::min(part.width, picture.width - x);
  if (left >= right) return;
  for (int row = std::max(0, -y); row < std::min(part.height, picture.height - y); ++row) {
    std::copy(&part.at(left, row), &part.at(left, row) + (right - left), &picture.at(x + left, y + row));
  }
}

}  // namespace intercusp
