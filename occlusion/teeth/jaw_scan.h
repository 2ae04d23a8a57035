// A scan of one jaw as a file gives it: registration needs no solid.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/geometry/solid.h"

namespace intercusp {

struct JawScan {
  TriangleMesh
      mesh;  //!< open or closed; vertices may be repeated, faces are counter-clockwise seen from outside
  std::vector<int> labels;  //!< FDI number per vertex, 0 = gum; empty where nothing is known
};

//! The scan's surface with each place once and in an order that does not depend on the file's (teeth/weld.h). Of labels
//! in one place the greatest stays. \param of_vertex where given, its vertex for each one of the scan, or `no_vertex`
[[nodiscard]] JawScan in_order(const JawScan& scan, std::vector<std::uint32_t>* of_vertex = nullptr);

//! What was scanned of a solid. Vertices keep their numbers.
[[nodiscard]] JawScan scanned(const Solid& solid);
//! The scan as pictures draw it: in_order, and anatomy everywhere. \param of_vertex as for in_order
[[nodiscard]] Solid drawn(const JawScan& scan, std::vector<std::uint32_t>* of_vertex = nullptr);

}  // namespace intercusp
