#include "io/pdf/pile.h"

#include <algorithm>

namespace intercusp::pdf {

void Pile::start_sheet() {
  sheets_.emplace_back();
  y_ = 0;
}

void Pile::keep(double height) {
  if (room() < height && !sheets_.back().empty()) start_sheet();
}

void Pile::put(const Block& block) {
  if (block.height > height_ && !block.pieces.empty()) {
    for (const Block& piece : block.pieces) put(piece);
    return;
  }
  keep(block.height);
  sheets_.back().push_back({y_, block});
  y_ += block.height;
}

void Pile::skip(double height) {
  if (!sheets_.back().empty()) y_ = std::min(y_ + height, height_);
}

}  // namespace intercusp::pdf
