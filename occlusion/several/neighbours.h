// Proximal contacts: the distance between neighbouring teeth of one jaw, and the area of their contact.
// The teeth are separate solids that are closed where they face each other; the scan of a whole arch
// shows no such surface.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/several/interference.h"

namespace intercusp {

//! A proximal contact is tight if the distance of the teeth is at most this, else open. It is the thickness
//! of the steel strip used to test contacts and their strength (Dörfer, von Bethlenfalvy, Staehle & Pioch
//! 2000, Factors influencing proximal dental contact strengths, Eur J Oral Sci 108, 368-377).
constexpr double proximal_gap_mm = 0.05;

//! Two teeth side by side. Solids are in the pose of their meshes; mm.
struct Neighbours {
  std::uint32_t a = 0, b = 0;  //!< indices of the solids, a < b
  double distance_mm = 0;      //!< least distance in any direction; minus the greatest depth if they overlap
  Eigen::Vector3d point{0, 0, 0};  //!< place of this distance, on the surface of one tooth
  //! Area of one tooth's surface within the gap of the other tooth or inside it; mean of both teeth.
  double contact_area_mm2 = 0;
  bool tight = false;  //!< the distance is at most the gap
  //! The closest points lie at the edge of a scan, for example because single teeth were cut out of an arch.
  //! Unscanned surface may be nearer. The contact is that of the scanned surface.
  bool at_edge = false;
};

//! Whether two FDI numbers are adjacent in one jaw. A milk tooth has the place of its successor:
//! 55 is next to 16.
[[nodiscard]] bool stand_side_by_side(int fdi, int other_fdi);

//! The pairs of neighbours, sorted by a, then b.
//! \param teeth FDI number of each solid; 0: not a tooth, or unknown
//! \pre solids as for find_interference; no tooth is an analytic body
//! \throw std::runtime_error as prepare_jaws
[[nodiscard]] std::vector<Neighbours> find_neighbours(std::span<const SolidOrBody> solids,
                                                      std::span<const int> teeth,
                                                      const Progress& progress = {});

}  // namespace intercusp
