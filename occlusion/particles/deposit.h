// What several passes of a nozzle leave on a solid, one upon the other.
#pragma once

#include <span>
#include <vector>

#include "occlusion/particles/spray.h"

namespace intercusp {

enum class Cover { bare, thin, covered };

//! How much of a part of a scanned surface has how much of a deposit.
struct DepositCover {
  double area_mm2 = 0;
  double reached_mm2 = 0;  //!< by any droplet, thinly or not
  double thin_mm2 = 0;     //!< of this with fewer droplets per mm² than are wanted

  [[nodiscard]] double bare_mm2() const { return area_mm2 - reached_mm2; }
  [[nodiscard]] double reached_share() const { return area_mm2 > 0 ? reached_mm2 / area_mm2 : 0; }
};

struct ToothDeposit {
  int fdi = 0;  //!< 0: gum or unknown
  DepositCover cover;
};

struct Deposit {
  DepositCover whole;
  std::vector<ToothDeposit> teeth;  //!< by number; empty where no vertex has a label
  std::vector<Cover>
      of_vertex;  //!< of the solid, by the scanned faces around each; bare where there are none
};

//! Droplets of one pass over a solid.
struct SolidPass {
  const SurfaceSamples* samples = nullptr;  //!< never null
  std::uint64_t particles = 0;              //!< of the whole pass
};

//! \param thin_per_mm2 a place with fewer droplets, all passes together, is thin
//! \pre there is a pass; the samples were made with one `cell_mm2`, of this solid wherever it stood. \throw std::invalid_argument if not
[[nodiscard]] Deposit deposit_of(const Solid& solid, std::span<const SolidPass> passes, double thin_per_mm2);

}  // namespace intercusp
