// The colours of a change: loss violet, gain olive, grey within the noise.
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

  //! \param change_mm negative: lost; NaN: the other scan has nothing there
  [[nodiscard]] Rgb colour_at(double change_mm) const;
  bool operator==(const ChangeScale&) const = default;
};

inline constexpr Rgb within_noise_colour{214, 214, 214}, not_compared_colour{120, 120, 120};

//! The sizes of changes that colours are made for: of the teeth that have changed without moving, else of everything, as
//! movements and gum change by far more than teeth wear.
[[nodiscard]] std::vector<double> painted_sizes_mm(const ScanComparison& change);

//! Where colours end unless a user says it: at the 99th percentile or further, at 10, 20, 50, 100, 200, 500 … µm.
//! \param sizes_mm of changes, of one comparison or of several that share the limit \param least_mm the limit may be
[[nodiscard]] double change_limit_mm(std::vector<double> sizes_mm, double least_mm = 0);

//! \param limit_mm where colours end; empty: found
[[nodiscard]] ChangeScale change_scale(const ScanComparison& change, std::optional<double> limit_mm = {});

//! One scale for all pictures of a series: the greatest noise, and where colours end for all of them. \pre a pose is determined
[[nodiscard]] ChangeScale change_scale(const Comparison& comparison);

//! The change at each vertex, lost to the end of the scale wherever the other scan has nothing inside a place of loss, as where a crown
//! broke off: most of what surrounds it has lost.
[[nodiscard]] std::vector<double> with_breaks(const TriangleMesh& mesh, std::vector<double> change_mm,
                                              const ChangeScale& scale);

}  // namespace intercusp
