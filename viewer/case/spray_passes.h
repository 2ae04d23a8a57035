// Spray passes over the jaws as they stand: what one pass reaches, and the deposit of all of them together.
// Computed as `intercusp spray` does.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/particles/deposit.h"
#include "viewer/case/bodies.h"
#include "viewer/case/nozzle.h"

namespace intercusp::viewer {

//! For fields: mm to the patient's left, forwards and up from the middle of the lower jaw as opened; and degrees.
struct NozzleNumbers {
  std::array<double, 3> place_mm{};
  double aside_rad = 0;  //!< 0 sprays from the front backwards; above 0 towards the patient's left
  double up_rad = 0;     //!< above 0 upwards
};
[[nodiscard]] NozzleNumbers numbers_of(const Nozzle& nozzle, const LoadedCase& loaded);
//! The nozzle with these numbers.
[[nodiscard]] Nozzle with_numbers(Nozzle nozzle, const NozzleNumbers& numbers, const LoadedCase& loaded);

struct SprayPass {
  std::string name;
  Nozzle nozzle;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();  //!< when it was taken
  std::vector<std::string> bodies = {};  //!< files of those that were in the way
};
//! Whether both land alike; names do not count.
[[nodiscard]] bool same_spray(const SprayPass& a, const SprayPass& b);

//! What one pass brought.
struct PassResult {
  SprayedSolid upper, lower;  //!< without what there is per face
  std::uint64_t droplets = 0, hits = 0;
};

//! The options of `intercusp spray` for a pass over this case.
[[nodiscard]] SprayOptions spray_options(const LoadedCase& loaded, const Nozzle& nozzle);

//! \param bodies null: none.  \throw std::runtime_error, in the user's language, where the nozzle lies inside a solid; Cancelled
[[nodiscard]] PassResult sprayed(const LoadedCase& loaded, const SprayPass& pass, const Bodies* bodies,
                                 const Progress& progress = {});

struct JawDeposits {
  Deposit upper, lower;
};
//! \pre there is a pass
[[nodiscard]] JawDeposits deposits_of(const LoadedCase& loaded,
                                      const std::vector<std::shared_ptr<const PassResult>>& passes,
                                      double thin_per_mm2);

//! The middle of a tooth's corners in its jaw's frame; nothing where none has the number.
[[nodiscard]] std::optional<Eigen::Vector3d> middle_of_tooth(const Solid& jaw, int fdi);

}  // namespace intercusp::viewer
