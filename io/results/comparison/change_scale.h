// The colours of a change: violet for loss, olive for gain, grey within the noise.
#pragma once

#include <optional>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/maps/colour_scale.h"

namespace intercusp {

struct Comparison;      // io/results/comparison/comparison.h
struct ScanComparison;  // occlusion/registration/compare_scans.h

struct ChangeScale {
  double noise_mm = 0;  //!< smaller changes are grey
  double end_mm = 0;    //!< greater changes have the last colour

  //! \param change_mm negative: lost; NaN: the other scan has no surface there
  [[nodiscard]] Rgb colour_at(double change_mm) const;
  bool operator==(const ChangeScale&) const = default;
};

inline constexpr Rgb within_noise_colour{214, 214, 214}, not_compared_colour{120, 120, 120};

//! The sizes of changes for which colours are made. Only teeth count that have changed without moving,
//! because movements and gum change by far more than teeth wear. If there are none, everything counts.
[[nodiscard]] std::vector<double> painted_sizes_mm(const ScanComparison& change);

//! The end of the colours if the user does not state it: at or beyond the 99th percentile, at 10, 20, 50,
//! 100, 200, 500 … µm.
//! \param sizes_mm sizes of changes, of one comparison or of several that share the limit
//! \param least_mm least value of the limit
[[nodiscard]] double change_limit_mm(std::vector<double> sizes_mm, double least_mm = 0);

//! \param limit_mm the end of the colours; if empty, it is derived
[[nodiscard]] ChangeScale change_scale(const ScanComparison& change, std::optional<double> limit_mm = {});

//! One scale for all pictures of a series: the greatest noise, and one end of the colours.
//! \pre a pose is determined
[[nodiscard]] ChangeScale change_scale(const Comparison& comparison);

//! The change at each vertex. Where the other scan has no surface inside a region of loss, as where a crown
//! broke off, the vertices count as lost to the end of the scale. Most of the surroundings of such a region
//! are lost.
[[nodiscard]] std::vector<double> with_breaks(const TriangleMesh& mesh, std::vector<double> change_mm,
                                              const ChangeScale& scale);

}  // namespace intercusp
