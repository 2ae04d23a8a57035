// What of a jaw serves all poses and all motions. Internal to occlusion/motion.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "occlusion/geometry/solid.h"
#include "occlusion/motion/box_tree.h"
#include "occlusion/motion/edge_neighbours.h"

namespace intercusp::motion {

//! A part of a jaw that hangs together: a crown, the gum with its base.
struct JawPart {
  Bounds box;
  std::uint32_t vertex = 0;  //!< one of its anatomy
  bool anatomy = false;
};

struct PreparedJaw {
  explicit PreparedJaw(std::shared_ptr<const Solid> jaw);

  std::shared_ptr<const Solid> solid;
  BoxTree tree;
  std::vector<std::array<AcrossEdge, 3>> across;  //!< faces_across
  std::vector<JawPart> parts;
};

}  // namespace intercusp::motion
