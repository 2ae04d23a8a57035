// Random changes of every kind between two scans of a generated jaw, each with its known truth, and how compare_scans reads
// them. The same seed makes the same case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace intercusp::testing {

enum class ChangeKind {
  none,
  distortion,  //!< smooth, nothing else
  movement,    //!< of one to four teeth
  facet,       //!< 0.1 to 0.5 mm
  fracture,    //!< 1 to 5 mm
  deposit,     //!< gained, 0.05 to 0.5 mm high
  layer,       //!< of all crowns, 0.05 to 0.5 mm
  missing,     //!< a crown that the scan after lacks
  added,       //!< a crown that the scan before lacks
  scale
};
inline constexpr int change_kinds = 10;
[[nodiscard]] std::string name_of(ChangeKind kind);

//! A number that was measured, and its truth.
struct Reading {
  double error = 0, truth = 0;
  bool covered = false;  //!< the truth lies in the 95 % interval
};

//! What is read of one case.
struct ChangeOutcome {
  std::string what;  //!< of the case: triangles, noise and seed
  bool determined = false;
  std::string explanation;
  std::string wrong;  //!< teeth that are not read as they are, and as what
  int teeth = 0;
  int false_changes = 0;        //!< single teeth that did not change and are said to have
  int missed = 0, changed = 0;  //!< teeth that did; of these not said to have
  int wrong_kind = 0;           //!< moved and said to have lost or gained, or the other way round
  std::vector<Reading> shifts_mm, turns_deg, volumes_mm3, depths_mm, layers_mm, factors;
  std::vector<Reading> unseen_depths_mm;  //!< of teeth that are said to have lost, or gained, nothing
};

//! \param triangles of the jaw; 0: one of four sizes from 12 000 to 120 000, by the seed
[[nodiscard]] ChangeOutcome read_change(ChangeKind kind, std::uint64_t seed, std::size_t triangles = 0);

}  // namespace intercusp::testing
