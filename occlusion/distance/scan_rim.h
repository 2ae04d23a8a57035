// The rim of a scan: the edges between a jaw's anatomy and the skirt that import added.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/geometry/closest_on_triangle.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

class ScanRim {
 public:
  explicit ScanRim(const Solid& solid);

  //! Whether a part of an anatomy face lies on the rim: an edge without anatomy beyond it, or an end of one.
  [[nodiscard]] bool holds(const Face& face, TrianglePart part) const;

 private:
  [[nodiscard]] bool holds_edge(std::uint32_t a, std::uint32_t b) const;

  std::vector<std::uint64_t> edges_;     //!< sorted keys
  std::vector<std::uint32_t> vertices_;  //!< sorted
};

}  // namespace intercusp
