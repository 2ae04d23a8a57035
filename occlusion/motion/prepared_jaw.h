// Data that all poses and motions of a jaw share. Internal to occlusion/motion.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "occlusion/geometry/solid.h"
#include "occlusion/motion/edge_neighbours.h"
#include "occlusion/motion/jaw_tree.h"

namespace intercusp::motion {

//! A connected part of a jaw: a crown, or the gum with its base.
struct JawPart {
  Bounds box;
  std::uint32_t vertex = 0;  //!< a vertex of its anatomy
  bool anatomy = false;
};

struct PreparedJaw {
  explicit PreparedJaw(std::shared_ptr<const Solid> jaw);

  std::shared_ptr<const Solid> solid;
  std::vector<std::array<AcrossEdge, 3>>
      across;  //!< faces_across; first, because building it needs temporary memory
  JawTree tree;
  std::vector<JawPart> parts;
};

}  // namespace intercusp::motion
